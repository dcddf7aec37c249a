// @ts-check
// Keys of the table, and the buttons that they press.

/** What keys do, in words. @type {readonly (readonly [string, string])[]} */
export const KEYS = [
  ["1 to 9", "choose what to do"],
  ["Tab", "go to the next figure, place or button"],
  ["Enter, Space", "do it; on a figure or a place: aim there"],
  ["N", "look at the next figure that chooses"],
  ["D", "roll at the table: our dice"],
  ["W", "who wins: the whole fight"],
  ["U", "take back"],
  ["?", "show these keys"],
];

const TYPED = "input, select, textarea, [contenteditable]";
const PRESSED = "button, a, summary, [role=button]";

/**
 * Do what a key stands for, unless it belongs to what has the focus or a sheet is open.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest(TYPED)) return;
  const wanted = wantedBy(event.key, at.closest(PRESSED) !== null);
  const found = wanted ? /** @type {HTMLButtonElement | null} */ (document.querySelector(wanted)) : null;
  const pressed = found && !found.disabled ? found : wanted === "#go" ? /** @type {HTMLElement | null} */ (document.querySelector(".tray")) : null; // dice that still fall are not waited for
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
}

/**
 * Return the selector of the button that a key presses; nothing if it presses none.
 * @param {string} key
 * @param {boolean} isOnButton   whether a button has the focus, to which Enter and Space belong
 */
export function wantedBy(key, isOnButton) {
  if (/^[1-9]$/.test(key)) return `.kinds .kind:nth-of-type(${key})`;
  if ((key === "Enter" || key === " ") && !isOnButton) return "#go";
  if (key.toLowerCase() === "u") return "button.undo";
  if (key.toLowerCase() === "n") return "#next";
  if (key.toLowerCase() === "d") return "#own";
  if (key.toLowerCase() === "w") return "button.gauge";
  if (key === "?") return "#keys";
  return "";
}

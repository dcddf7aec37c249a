// @ts-check
/** Elements of the page, without markup in strings. */

/**
 * Make an element. Names that begin with "on" listen to events, `class` and others are attributes; false leaves one out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [told]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, told = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(told)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/**
 * Make a list to choose from.
 * @param {readonly {value: string, text: string}[]} choices
 * @param {string | null} chosen
 * @param {Record<string, any>} [told]
 */
export function chooser(choices, chosen, told = {}) {
  return el("select", told, ...choices.map(({ value, text }) => el("option", { value, selected: value === chosen }, text)));
}

/**
 * Make a field with its label.
 * @param {string} text
 * @param {HTMLElement} field
 */
export function labelled(text, field) {
  return el("label", {}, text, field);
}

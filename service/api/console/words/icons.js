// @ts-check
// Signs on buttons: drawn lines in a square of 24, beside words that say the same.

import { html } from "../vendor/preact.js";

/** @type {{[name: string]: string}} */
const PATHS = {
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "m15 5 5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
  share: "M8.6 13.5 15.4 17.4M15.4 6.6 8.6 10.5M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  options: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
  leave: "M10 4H5v16h5M14 8l5 4-5 4M19 12H9",
  strike: "M20 4 9 15M6.5 12.5l5 5M8 16l-4 4M20 4h-4M20 4v4",
  move: "M5 12h13M13 6l6 6-6 6",
  back: "M19 12H6M11 6l-6 6 6 6",
  guard: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  aim: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v5M12 17v5M2 12h5M17 12h5",
  wait: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  hold: "M6 12V8a2 2 0 0 1 4 0V6a2 2 0 0 1 4 0v2a2 2 0 0 1 4 0v6a6 6 0 0 1-6 6c-3 0-4-2-6-5l-1.5-2.5",
  spell: "M12 3l2 6 6 2-6 2-2 6-2-6-6-2 6-2z",
  stance: "M12 3a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 12 3zM12 8v6M8 21l4-7 4 7M7.5 10.5h9",
  drop: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  feint: "M4 17c4 0 4-9 8-9s3 7 8 7M17 12l3 3-3 3",
  deed: "M13 3 6 13h5l-1 8 8-11h-6z",
  more: "M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0z",
  check: "M5 12.5l4.5 4.5L19 7",
  rally: "M6 21V4M6 5h11l-3 4 3 4H6",
};

/** Which sign a kind of moves has, by a word of its name; the first that fits. @type {readonly (readonly [RegExp, string])[]} */
const KINDS = [
  [/rally|command/, "rally"], [/spell|cast|power|concentrat/, "spell"], [/withdraw|retreat|flee/, "back"], [/defen|guard|parry|block|evade|dodge/, "guard"],
  [/attack|strike|shoot|charge/, "strike"], [/aim|evaluate/, "aim"], [/restrain|grapple|grip/, "hold"], [/move|march|close|run/, "move"], [/posture|stance|mount|rise/, "stance"],
  [/wait|pass|nothing|stand/, "wait"], [/drop|ready|draw|load|fetch/, "drop"], [/feint|trick/, "feint"], [/deed|stunt|act/, "deed"], [/./, "more"],
];

/**
 * A sign; the words beside it, or its button, say what it means.
 * @param {{name: string, size?: number}} props
 */
export function Icon({ name, size = 18 }) {
  const path = PATHS[name];
  return path === undefined ? null : html`<svg class="icon" viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true" focusable="false"><path d=${path} /></svg>`;
}

/**
 * Return the name of the sign of a kind of moves; nothing if it has none.
 * @param {string} kind
 */
export function iconOf(kind) {
  return KINDS.find(([word]) => word.test(kind))?.[1] ?? "";
}

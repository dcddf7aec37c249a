// @ts-check
// How a figure is drawn: the silhouette of its side with two letters, and a ring along it for what is left.

import { SHAPES } from "../words/sides.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("../words/sides.js").Mark} Mark
 */

/** How much larger a shape is drawn than the side's sign, and how far below its middle the letters stand. */
const FITS = [[1, 0], [1.02, 0], [1.16, 0], [1.28, 0.14], [1.06, 0], [1.3, 0.06]];
const UNIT = 11;
/** The radius of the side's sign. */

/**
 * Return the outline of a side's figures at a radius.
 * @param {number} shape
 * @param {number} radius
 */
export function outlineOf(shape, radius) {
  const [size = 1] = FITS[shape] ?? [];
  return scaled(SHAPES[shape] ?? "", (radius * size) / UNIT);
}

/**
 * Return how far below the middle letters stand, in radii.
 * @param {number} shape
 */
export function sinkOf(shape) {
  return FITS[shape]?.[1] ?? 0;
}

/**
 * Return a path whose numbers are so many times as large; flags of arcs stay.
 * @param {string} path
 * @param {number} times
 */
export function scaled(path, times) {
  return path.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, command, numbers) => {
    const isArc = command.toLowerCase() === "a";
    const told = [...numbers.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([text], place) => {
      const isFlag = isArc && place % 7 >= 2 && place % 7 <= 4;
      return isFlag ? text : String(Number((Number(text) * times).toFixed(2)));
    });
    return `${command}${told.join(" ")}`;
  });
}

/**
 * Return two letters for a name: the initials of two words, a word and its number, or the first two of one word.
 * @param {string} name
 */
export function lettersOf(name) {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  const [first = "?", second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join("").replace(/^./, (letter) => letter.toUpperCase());
}

/**
 * A figure, small: for lists and cards. Its name stands beside it.
 * @param {{ mark: Mark | undefined, name: string, share?: number | null, isOut?: boolean, size?: number }} props
 */
export function Mini({ mark, name, share = null, isOut = false, size = 38 }) {
  const shape = mark?.shape ?? 0;
  const ring = outlineOf(shape, 20.5);
  const left = Math.max(0, Math.min(1, share ?? 1));
  return html`<svg class=${`mini side-${mark?.colour ?? 0} ${isOut ? "is-out" : ""}`} viewBox="-25 -25 50 50" width=${size} height=${size} aria-hidden="true" focusable="false">
    <path class="track" d=${ring} />
    ${share !== null && html`<path class=${left <= 1 / 3 ? "left low" : "left"} d=${ring} pathLength="100" stroke-dasharray=${`${(100 * left).toFixed(1)} 101`} />`}
    <path class="plate" d=${outlineOf(shape, 16.5)} />
    <text class="letters" y=${5.5 + 16 * sinkOf(shape)} font-size="15" text-anchor="middle">${lettersOf(name)}</text>
  </svg>`;
}

// @ts-check
// The shapes and patterns of sides as markup.

import { HATCHES, SHAPES } from "./sides.js";
import { html } from "../vendor/preact.js";

/** @typedef {import("./sides.js").Mark} Mark */

/**
 * The shape of a side; its name stands beside it.
 * @param {{ mark: Mark | undefined }} props
 */
export function Glyph({ mark }) {
  if (!mark) return null;
  return html`<svg class="glyph" viewBox="-14 -14 28 28" width="18" height="18" aria-hidden="true" focusable="false">
    <path class=${`side-${mark.colour}`} d=${SHAPES[mark.shape]} />
  </svg>`;
}

/**
 * The patterns of sides, for bars that are filled with them: `url(#<prefix>-<place>)`.
 * @param {{ prefix: string, marks: readonly Mark[] }} props
 */
export function Patterns({ prefix, marks }) {
  return html`<defs>${marks.map((mark, place) => html`<pattern key=${place} id=${`${prefix}-${place}`} width="8" height="8" patternUnits="userSpaceOnUse">
    <rect class=${`side-${mark.colour}`} width="8" height="8" />
    <path class=${`hatch-${mark.colour}`} d=${HATCHES[mark.shape]} />
  </pattern>`)}</defs>`;
}

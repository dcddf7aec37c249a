// @ts-check
// A small picture of a fight: its ground, and who stands against whom.

import { marksOf, SHAPES } from "../words/sides.js";
import { lettersOf } from "../words/wording.js";
import { html } from "../vendor/preact.js";

const WIDE = 240;
const HIGH = 108;
/** The radius of the shapes of sides. */
const UNIT = 11;
const LARGEST = 21;
/** Figures smaller than this have no letters. */
const LETTERED = 12;
const HEX = "M0-12 10.4-6V6L0 12-10.4 6V-6z";

/**
 * @param {{sides: readonly import("./begin.js").Camp[], isHexes: boolean}} props
 */
export function Picture({ sides, isHexes }) {
  const marks = marksOf(sides.map(({ name }) => name));
  const below = sides.slice(0, 1);
  const above = sides.slice(1);
  return html`<svg class="picture" viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
    ${isHexes ? hexes() : html`<rect class="picture-middle" y=${HIGH * 0.42} width=${WIDE} height=${HIGH * 0.16} />`}
    ${[above, below].map((camps, row) => rank(camps).map(({ name, side, x, radius }, place) => html`<g key=${`${row} ${place}`} class=${`side-${marks.get(side)?.colour ?? 0}`} transform=${`translate(${x.toFixed(1)} ${row ? HIGH * 0.75 : HIGH * 0.25})`}>
      <path d=${SHAPES[marks.get(side)?.shape ?? 0]} transform=${`scale(${(radius / UNIT).toFixed(2)})`} />
      ${radius >= LETTERED && html`<text class="picture-letters" y="5" font-size="14" text-anchor="middle">${lettersOf(name)}</text>`}</g>`))}
  </svg>`;
}

/**
 * Return where those of a rank stand, and how large they are.
 * @param {readonly import("./begin.js").Camp[]} camps
 */
function rank(camps) {
  const all = camps.flatMap(({ name: side, figures }) => figures.map((name) => ({ name, side })));
  const radius = Math.min(LARGEST, (0.4 * WIDE) / Math.max(1, all.length));
  const step = Math.min(3 * LARGEST, WIDE / Math.max(1, all.length));
  return all.map((each, place) => ({ ...each, radius, x: WIDE / 2 + (place - (all.length - 1) / 2) * step }));
}

function hexes() {
  const cells = Array.from({ length: 7 }, (_, row) => Array.from({ length: 13 }, (_, column) => `translate(${(column * 20.8 + (row % 2) * 10.4).toFixed(1)} ${row * 18})`)).flat();
  return html`<g class="picture-hexes">${cells.map((at) => html`<path key=${at} d=${HEX} transform=${at} />`)}</g>`;
}

// @ts-check
// The table of figures: the same facts as the map, for every family, and the equivalent of the map in words.

import { rowsOf } from "./facts.js";
import { Glyph } from "./marks.js";
import { marksOf } from "./sides.js";
import { sidesOf } from "./state.js";
import { html } from "../vendor/preact.js";
import { capital } from "./wording.js";

/** @typedef {import("./facts.js").Row} Row */
/** @typedef {import("./facts.js").Pool} Pool */

/**
 * The table of the figures of a state; a figure that is pressed is named in the order.
 * @param {import("./state.js").Table} props
 */
export function Figures({ play, state, selected, onSelect }) {
  const rows = rowsOf(play, state);
  const marks = marksOf(sidesOf(play, state));
  const hasPools = rows.some((row) => row.pools.length);
  return html`<div class="figure-table">
    <table>
      <caption class="unseen">Figures</caption>
      <thead><tr><th scope="col">Figure</th>${hasPools && html`<th scope="col">Left</th>`}<th scope="col">State</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr key=${row.id} class=${selected.includes(row.id) ? "named" : ""}>
        <th scope="row">
          <${Name} row=${row} isNamed=${selected.includes(row.id)} onSelect=${onSelect} />
          <span class="figure-side"><${Glyph} mark=${marks.get(row.side)} /> ${row.side || "no side"}</span>
          ${row.place && html`<span class="figure-place">${row.place}</span>`}
        </th>
        ${hasPools && html`<td>${row.pools.map((pool) => html`<${Left} key=${pool.name} pool=${pool} />`)}</td>`}
        <td>${capital(row.conditions.join(", "))}${row.isHidden && html` <span class="tag">hidden from viewers</span>`}</td>
      </tr>`)}</tbody>
    </table>
  </div>`;
}

/**
 * The name of a figure, which names it in the order.
 * @param {{ row: Row, isNamed: boolean, onSelect: ((id: string) => void) | undefined }} props
 */
function Name({ row, isNamed, onSelect }) {
  if (!onSelect) return html`<span class="figure-name">${row.name}</span>`;
  return html`<button type="button" class="figure-name" aria-pressed=${String(isNamed)} onClick=${() => onSelect(row.id)}>${row.name}</button>`;
}

/**
 * What is left of something: a number, and a bar if it is known how much there can be.
 * @param {{ pool: Pool }} props
 */
function Left({ pool }) {
  const { name, left, full } = pool;
  const text = left === null ? "full" : full === null ? String(left) : `${left} of ${full}`;
  const bar = left !== null && full !== null && full > 0;
  return html`<span class="pool"><span class="pool-name">${name}</span> <span class="pool-left">${text}</span>
    ${bar && html`<meter min="0" max=${full} low=${full / 3} value=${Math.max(0, left)} aria-label=${`${name}: ${text}`}></meter>`}
  </span>`;
}

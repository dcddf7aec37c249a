// @ts-check
// The odds of a whole fight on the page: who wins, how long it takes, who survives, and fights to read.

import { Glyph, Patterns } from "../words/marks.js";
import { answered, columnsOf, endingsOf, examplesOf, fatesOf, howOf, marksIn, methodSaid, roundsSaid, survivorsSaid } from "./fights.js";
import { refusalOf } from "../fight/problems.js";
import { called } from "../words/state.js";
import { html, useId, useState } from "../vendor/preact.js";
import { capital, decimal, percent } from "../words/wording.js";

/** @typedef {import("../words/state.js").Table} Table */
/** @typedef {import("./fights.js").FightOdds} FightOdds */
/** @typedef {import("./fights.js").Ending} Ending */
/** @typedef {{ odds: FightOdds, table: Table }} Props */

const WIDE_ENOUGH = 0.22;
/** A part of the bar of at least this share has its number in it. */
const TALL = 90;

/**
 * Everything that the odds of a fight say.
 * @param {Props & { operation: string }} props `operation` plays the examples.
 */
export function Forecast({ odds, table, operation }) {
  return html`<div class="forecast">
    <${WinBar} odds=${odds} table=${table} />
    <${WinRows} odds=${odds} table=${table} />
    <p class="odds-how">${methodSaid(odds.method)}</p>
    <${Rounds} odds=${odds} />
    <${Survivors} odds=${odds} table=${table} />
    <${Race} odds=${odds} table=${table} />
    <${Examples} odds=${odds} table=${table} operation=${operation} />
  </div>`;
}

/**
 * One bar with a part for each way in which the fight can end.
 * @param {Props} props
 */
export function WinBar({ odds, table }) {
  const prefix = `bar${useId().replace(/\W/g, "")}`;
  const endings = endingsOf(odds, table);
  const marks = marksIn(odds, table);
  const drawn = endings.filter(({ share }) => share > 0);
  const starts = drawn.map((_, place) => drawn.slice(0, place).reduce((sum, { share }) => sum + share, 0));
  const shown = drawn.flatMap(({ side }) => (side === null ? [] : [marks.get(side)])).filter((each) => each !== undefined);
  const fillOf = (/** @type {Ending} */ { side }) => {
    const mark = side === null ? undefined : marks.get(side);
    return mark ? `url(#${prefix}-${shown.indexOf(mark)})` : null;
  };
  const label = endings.map(({ label: name, said }) => `${name}: ${said}`).join("; ");
  return html`<svg class="win-bar" width="100%" height="36" role="img" aria-label=${label}>
    <${Patterns} prefix=${prefix} marks=${shown} />
    ${drawn.map((ending, place) => html`<${Part} key=${ending.key} ending=${ending} start=${starts[place]} fill=${fillOf(ending)} />`)}
  </svg>`;
}

/**
 * @param {{ ending: Ending, start: number, fill: string | null }} props
 */
function Part({ ending: { share, label, said }, start, fill }) {
  return html`<g>
    <title>${`${label}: ${said}`}</title>
    <rect class=${fill ? "win-part" : "win-part nobody"} fill=${fill} x=${`${100 * start}%`} width=${`${100 * share}%`} y="1" height="34" />
    ${share >= WIDE_ENOUGH && html`<svg x=${`${100 * (start + share / 2)}%`} y="6" width="1" height="24" overflow="visible">
      <rect class="win-plate" x="-34" width="68" height="24" rx="5" /><text class="win-text" y="18">${percent(share)}</text>
    </svg>`}
  </g>`;
}

/**
 * Each way in which the fight can end, with its chance in words.
 * @param {Props} props
 */
export function WinRows({ odds, table }) {
  const marks = marksIn(odds, table);
  return html`<ul class="win-rows">${endingsOf(odds, table).map(({ key, label, side, said }) => html`<li key=${key}>
    ${side !== null && html`<${Glyph} mark=${marks.get(side)} />`} <strong>${label}</strong> <span class="said">${said}</span>
  </li>`)}</ul>`;
}

/**
 * How many rounds the fight takes.
 * @param {{ odds: FightOdds }} props
 */
function Rounds({ odds }) {
  const columns = columnsOf(odds);
  const tallest = Math.max(...columns.map(({ share }) => share), 1e-9);
  const said = roundsSaid(odds);
  const step = 100 / Math.max(1, columns.length);
  const skip = Math.ceil(columns.length / 8);
  if (!said) return null;
  return html`<section>
    <h3>How long it takes <${How} odds=${odds} /></h3>
    <p>${said}</p>
    <svg class="round-columns" width="100%" height=${TALL + 18} role="img" aria-label=${`Chance of each number of rounds: ${columns.map(({ label, share }) => `${label}: ${percent(share)}`).join(", ")}`}>
      ${columns.map(({ label, share }, place) => html`<g key=${label}>
        <title>${`${label} ${label === "1" ? "round" : "rounds"}: ${percent(share)}`}</title>
        <rect class="rounds-bar" x=${`${(place + 0.1) * step}%`} width=${`${0.8 * step}%`} y=${TALL * (1 - share / tallest)} height=${(TALL * share) / tallest} />
        ${place % skip === 0 && html`<text x=${`${(place + 0.5) * step}%`} y=${TALL + 14}>${label}</text>`}
      </g>`)}
    </svg>
  </section>`;
}

/**
 * Whether the numbers of a part are exact or sampled.
 * @param {{ odds: FightOdds }} props
 */
export function How({ odds }) {
  return html`<span class="tag">${howOf(odds.method)}</span>`;
}

/**
 * What becomes of each figure.
 * @param {Props} props
 */
function Survivors({ odds, table }) {
  const fates = fatesOf(odds, table);
  const hasLeft = fates.some(({ left }) => left);
  if (!fates.length) return null;
  return html`<section>
    <h3>Who survives <${How} odds=${odds} /></h3>
    ${survivorsSaid(odds, table).map((sentence) => html`<p>${sentence}</p>`)}
    <div class="scrolled" tabindex="0" role="group" aria-label="Who survives"><table>
      <thead><tr><th scope="col">Figure</th><th scope="col">Stands in the end</th>${hasLeft && html`<th scope="col">Left (median, 90 % of fights)</th>`}</tr></thead>
      <tbody>${fates.map(({ id, name, share, stands, fates: others, left }) => html`<tr key=${id}>
        <th scope="row">${name}</th>
        <td>${stands}<meter min="0" max="1" value=${share} aria-label=${`${name} stands: ${stands}`}></meter>${others.length > 0 && html`<span class="fates">else ${others.join(", ")}</span>`}</td>
        ${hasLeft && html`<td>${left}</td>`}
      </tr>`)}</tbody>
    </table></div>
  </section>`;
}

/**
 * How the fight stands after each round.
 * @param {Props} props
 */
function Race({ odds, table }) {
  if (odds.race.length < 2) return null;
  const sides = odds.race[0]?.sides.map(({ side }) => side) ?? [];
  return html`<details><summary>Round by round</summary>
    <div class="scrolled" tabindex="0" role="group" aria-label="Round by round"><table>
      <thead><tr><th scope="col">After round</th><th scope="col">Decided</th>${sides.map((side) => html`<th scope="col">${capital(called(table.play, table.state, side))}: standing, left</th>`)}</tr></thead>
      <tbody>${odds.race.map(({ round, decided, sides: each }) => html`<tr key=${round}>
        <th scope="row">${round}</th><td>${percent(decided.decimal)}</td>
        ${each.map(({ standing, left }) => html`<td>${decimal(standing)}${left !== null && `, ${decimal(left)}`}</td>`)}
      </tr>`)}</tbody>
    </table></div>
    <p class="odds-how">Means over all fights <${How} odds=${odds} />, those that are over as they ended.</p>
  </details>`;
}

/**
 * Fights of the sample, to be read from their first blow to their last.
 * @param {Props & { operation: string }} props
 */
function Examples({ odds, table, operation }) {
  const [shown, setShown] = useState(/** @type {{ label: string, texts: string[] } | null} */ (null));
  const examples = examplesOf(odds, table);
  const watch = async (/** @type {typeof examples[number]} */ { example, label }) => {
    setShown({ label, texts: ["The fight is played …"] });
    try {
      const { steps } = await answered(table.umpire, operation, example.request);
      table.say(`${label}.`);
      setShown({ label, texts: steps.map((/** @type {{ text: string }} */ { text }) => text).filter(Boolean) });
    } catch (error) {
      setShown({ label, texts: [refusalOf(error).text] });
    }
  };
  if (!examples.length) return null;
  return html`<section class="examples">
    <h3>Watch one</h3>
    <div class="choices">${examples.map((each) => html`<button type="button" key=${each.kind} onClick=${() => watch(each)}>${each.label}</button>`)}</div>
    ${shown && html`<div class="watched" tabindex="0" role="group" aria-label=${shown.label}>
      <h4>${shown.label}</h4><ol>${shown.texts.map((text) => html`<li>${text}</li>`)}</ol>
    </div>`}
  </section>`;
}

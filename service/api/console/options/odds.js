// @ts-check
// The odds of the order in the form: asked for while it changes, and shown before anything is rolled.

import { Asking } from "../whole/asking.js";
import { isOfAct, termsOf, told } from "../whole/chances.js";
import { WinBar, WinRows } from "../whole/forecast.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { capital, listed } from "../words/wording.js";

/** @typedef {import("../words/state.js").Table} Table */
/** @typedef {import("../whole/chances.js").ActOdds} ActOdds */
/** @typedef {import("../whole/chances.js").Row} Row */
/** @typedef {import("../whole/asking.js").Asked<any>} Asked */

/** @type {Asked} */
const NOTHING = { state: "nothing", answer: null, refusal: null };

/**
 * The odds of what the form says now; nothing where there is no form.
 * @param {Table} props
 */
export function Odds(props) {
  const { fight, order, version } = props;
  const [asked, setAsked] = useState(NOTHING);
  const asking = useRef(/** @type {Asking<any> | null} */ (null));
  asking.current ??= new Asking(setAsked);
  useEffect(() => () => asking.current?.stop(), []);
  useEffect(() => asking.current?.clear(), [fight, order?.procedure]);
  useEffect(() => {
    if (!order) return;
    asking.current?.ask(async (signal) => (await fight.odds(order.procedure, order.input, { signal })).odds);
  }, [fight, version, order && JSON.stringify(order)]);
  if (!order) return null;
  return html`<section class="odds" aria-label="Odds" aria-busy=${String(asked.state === "waiting")}>
    <h3>Odds</h3>
    <${Answer} asked=${asked} table=${props} />
  </section>`;
}

/**
 * The answer to the question for odds, or why there is none.
 * @param {{ asked: Asked, table: Table }} props
 */
function Answer({ asked: { state, answer, refusal }, table }) {
  if (refusal?.kind === "none") return html`<p class="odds-none">This act has no odds.</p>`;
  if (refusal?.kind === "too much") return html`<p class="odds-none"><strong>Asks too much.</strong> ${refusal.text}</p>`;
  if (refusal) return html`<p class="odds-none">No odds: ${refusal.text}</p>`;
  if (answer === null) return html`<p class="odds-none">${state === "waiting" ? "Counting …" : ""}</p>`;
  if (isOfAct(answer)) return html`<${ActChances} odds=${answer} />`;
  return html`<div><${WinBar} odds=${answer} table=${table} /><${WinRows} odds=${answer} table=${table} /></div>`;
}

/**
 * What can come of an act, with a bar for each event.
 * @param {{ odds: ActOdds }} props
 */
function ActChances({ odds }) {
  const { main, more, always, never, means, rest } = told(odds);
  const rows = (/** @type {readonly Row[]} */ of) => html`<div class="odds-rows">${of.map((row) => html`<${Event} key=${row.event} row=${row} odds=${odds} />`)}</div>`;
  return html`<div>
    ${rows(main.length > 0 ? main : more)}
    ${main.length > 0 && more.length > 0 && html`<details class="odds-more"><summary>What else may come of it</summary>${rows(more)}</details>`}
    ${always.length > 0 && html`<p class="odds-sure">Always: ${listed(always)}.</p>`}
    ${means.length > 0 && html`<p class="odds-sure">On average: ${listed(means)}.</p>`}
    ${never.length > 0 && html`<details class="odds-never"><summary>Never happens</summary><p>${capital(listed(never))}.</p></details>`}
    <p class="odds-how">Exact: every path of the dice is counted${rest && `, but for ${rest} of the longest explosions`}.</p>
  </div>`;
}

/**
 * An event: its bar, its chance in words and as a fraction, and the outcomes that it is the sum of.
 * @param {{ row: Row, odds: ActOdds }} props
 */
function Event({ row, odds }) {
  const [isOpen, setOpen] = useState(false);
  const toggled = (/** @type {{ currentTarget: HTMLDetailsElement }} */ event) => setOpen(event.currentTarget.open);
  return html`<details class="odds-row" onToggle=${toggled}>
    <summary>
      <span class="odds-name">${capital(row.label)}</span>
      <span class="odds-chance">${row.percent}</span>
      <meter min="0" max="1" value=${row.share} aria-label=${`${row.label}: ${row.percent}`}></meter>
    </summary>
    ${isOpen && html`<${Terms} row=${row} odds=${odds} />`}
  </details>`;
}

/**
 * The outcomes of an event, the likeliest first.
 * @param {{ row: Row, odds: ActOdds }} props
 */
function Terms({ row, odds }) {
  const { terms, left, leftShare } = termsOf(odds, row.event);
  return html`<div class="odds-terms">
    ${row.fraction && html`<p>${row.fraction} of all paths:</p>`}
    <ul>${terms.map(({ label, percent, fraction }) => html`<li>
      <span class="odds-chance">${percent}</span> <span>${capital(label)}</span> <span class="odds-fraction">${fraction}</span>
    </li>`)}</ul>
    ${left > 0 && html`<p>and ${left} more outcomes with ${leftShare} together.</p>`}
  </div>`;
}

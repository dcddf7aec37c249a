// @ts-check
// What the chosen attack may do, before it is played: how likely it gets through, columns of how much harm, and from where on its target falls.

import { Asking } from "../whole/asking.js";
import { columnsOf, fallsFrom, harmSaid, meanSaid, spentBy, withoutTail } from "../words/amounts.js";
import { poolsOf } from "../words/facts.js";
import { called, chanceSaid, figuresOf } from "../words/state.js";
import { capital, percent } from "../words/wording.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../words/amounts.js").Harm} Harm
 * @typedef {import("../words/state.js").LegalMove} LegalMove
 */

const HIGH = 30;
const WIDE = 130;
/** The room of the numbers below the columns. */
const FOOT = 13;

/**
 * @param {{session: import("../fight/session.js").Session, move: LegalMove}} props   `move` is one attack and nothing else
 */
export function HarmBefore({ session, move }) {
  const { fight, view } = session;
  const { version, situation, busy, play, state } = view;
  const [{ harm, isOld }, setHarm] = useState({ harm: /** @type {Harm | null} */ (null), isOld: false });
  const asking = useRef(/** @type {Asking<Harm> | null} */ (null));
  asking.current ??= new Asking(({ state, answer }) => setHarm({ harm: answer, isOld: state === "waiting" }));
  useEffect(() => () => asking.current?.stop(), []);
  useEffect(() => {
    const { odds } = move;
    if (busy) asking.current?.stop(); // it would be asked of what comes after the act
    else if (!odds) setHarm({ harm: null, isOld: false });
    else if (fight) asking.current?.ask(async (signal) => {
      const told = await fight.odds(odds.procedure, odds.input, { signal });
      await session.landing.landed();
      return /** @type {any} */ (told.odds).harm;
    });
  }, [fight, version, move.key, busy]);
  const isDown = situation?.order.find(({ id }) => id === move.target)?.status === "out";
  return html`<div class="before">
    ${move.chance !== null && move.chance < 1 && html`<p class="hit"><span class="hit-share" style=${{ transform: `scaleX(${move.chance})` }} /><span class="hit-said"><b>${chanceSaid(move)}</b> to get through</span></p>`}
    <p class=${isOld ? "harm is-old" : "harm"}>${harm && play && html`<${Columns} harm=${harm} from=${isDown ? null : leftOf(view, move.target, harm.number)} />
      <span class="unseen">${harmSaid(harm, isDown)}</span><span aria-hidden="true"><${Said} harm=${harm} from=${isDown ? null : leftOf(view, move.target, harm.number)} who=${isDown ? "" : capital(called(play, state, move.target))} /></span>`}</p>
  </div>`;
}

/** From which difference on it is told that not all who have nothing left fall at once. */
const APART = 0.01;

/**
 * What the columns come to, in short lines.
 * @param {{harm: Harm, from: number | null, who: string}} props   `from` is the amount from which on `who` has nothing left
 */
function Said({ harm, from, who }) {
  const mean = meanSaid(harm);
  if (mean === "") return "no harm";
  const spent = from === null ? 0 : spentBy(harm, from);
  return html`on average <b>${mean}</b>${from !== null && spent > harm.falls.decimal + APART && html`<br /><span class="spent"><b>${from}</b> or more <b>${percent(spent)}</b></span>`}${who && html`<br />${who} falls <b>${percent(harm.falls.decimal)}</b>`}`;
}

/**
 * Return from which amount of harm on the target has nothing left.
 * @param {import("../fight/session.js").View} view
 * @param {string | null} target
 * @param {string} number
 */
function leftOf({ play, state, request }, target, number) {
  if (!play) return null;
  const recordIn = (/** @type {any} */ of) => figuresOf(play, of).find(({ id }) => id === target)?.record;
  const record = recordIn(state);
  return record ? fallsFrom(number, poolsOf(play, record, request?.state && recordIn(request.state))) : null;
}

/**
 * The columns; those from which on the target has nothing left stand behind a line, in another colour.
 * @param {{harm: Harm, from: number | null}} props
 */
function Columns({ harm, from }) {
  const all = columnsOf(harm);
  const columns = withoutTail(all);
  const [first] = columns;
  const last = columns.at(-1);
  if (!first || !last) return null;
  const most = Math.max(...columns.map(({ share }) => share));
  const isNear = from !== null && from <= 2 * last.to;
  const [start, end] = [Math.min(first.from, isNear ? from : first.from), Math.max(last.to, isNear ? from : last.to) + 1];
  const x = (/** @type {number} */ amount) => ((amount - start) / (end - start)) * WIDE;
  const line = isNear ? x(from) : 0;
  return html`<svg class="columns" viewBox=${`0 0 ${WIDE} ${HIGH + FOOT}`} width=${WIDE} height=${HIGH + FOOT} aria-hidden="true">
    ${columns.map(({ from: least, to, share }) => {
      const high = share > 0 ? Math.max(1.5, (share / most) * HIGH) : 0;
      return html`<rect key=${least} class=${from !== null && least >= from ? "fells" : ""} x=${x(least).toFixed(1)} y=${(HIGH - high).toFixed(1)} width=${Math.min(12, Math.max(1.5, x(to + 1) - x(least) - 1)).toFixed(1)} height=${high.toFixed(1)} />`;
    })}
    <path class="floor" d=${`M0 ${HIGH}H${WIDE}`} />
    ${isNear && html`<path class="fall-line" d=${`M${line.toFixed(1)} 0V${HIGH + 1}`} /><text x=${Math.max(8, Math.min(WIDE - 8, line)).toFixed(1)} y=${HIGH + FOOT - 1} text-anchor="middle">${from}</text>`}
    ${(!isNear || line > 26) && html`<text x="0" y=${HIGH + FOOT - 1}>${first.from}</text>`}
    ${last.to > first.from && (!isNear || line < WIDE - 30) && html`<text x=${WIDE} y=${HIGH + FOOT - 1} text-anchor="end">${last.to}${columns.length < all.length ? "+" : ""}</text>`}
  </svg>`;
}

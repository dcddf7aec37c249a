// @ts-check
// What the chosen attack may do, before it is played: columns of how much harm, and how likely its target falls.

import { Asking } from "../whole/asking.js";
import { columnsOf, harmSaid } from "../words/amounts.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../words/amounts.js").Harm} Harm
 * @typedef {import("../words/state.js").LegalMove} LegalMove
 */

const HIGH = 28;
const WIDE = 6;

/**
 * @param {{session: import("../fight/session.js").Session, move: LegalMove}} props   `move` is one attack and nothing else
 */
export function HarmBefore({ session, move }) {
  const { fight, view: { version, situation, busy } } = session;
  const [{ harm, isOld }, setHarm] = useState({ harm: /** @type {Harm | null} */ (null), isOld: false });
  const asking = useRef(/** @type {Asking<Harm> | null} */ (null));
  asking.current ??= new Asking(({ state, answer }) => setHarm({ harm: answer, isOld: state === "waiting" }));
  useEffect(() => () => asking.current?.stop(), []);
  useEffect(() => {
    const { odds } = move;
    if (busy) asking.current?.stop(); // it would be asked of what comes after the act
    else if (fight && odds) asking.current?.ask(async (signal) => /** @type {any} */ ((await fight.odds(odds.procedure, odds.input, { signal })).odds).harm);
  }, [fight, version, move.key, busy]);
  const isDown = situation?.order.find(({ id }) => id === move.target)?.status === "out";
  return html`<p class=${isOld ? "harm is-old" : "harm"}>${harm && html`<${Columns} harm=${harm} /> <span>${harmSaid(harm, isDown)}</span>`}</p>`;
}

/** @param {{harm: Harm}} props */
function Columns({ harm }) {
  const columns = columnsOf(harm);
  const most = Math.max(...columns.map(({ share }) => share));
  if (columns.length === 0) return null;
  return html`<svg class="columns" viewBox=${`0 0 ${columns.length * WIDE} ${HIGH}`} width=${columns.length * WIDE} height=${HIGH} aria-hidden="true">
    ${columns.map(({ from, share }, place) => {
      const high = Math.max(1, (share / most) * HIGH);
      return html`<rect key=${from} x=${place * WIDE} y=${HIGH - high} width=${WIDE - 1} height=${high} />`;
    })}</svg>`;
}

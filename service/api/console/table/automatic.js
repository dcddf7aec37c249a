// @ts-check
// Sides that play by themselves: where figures take turns, the page plays their turns as the service suggests.

import { pauseAfter } from "../dice/throws.js";
import { chosenOrder } from "../fight/choosing.js";
import { called, sidesOf } from "../words/state.js";
import { capital } from "../words/wording.js";
import { html, useEffect } from "../vendor/preact.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../fight/session.js").View} View
 */

/**
 * Return whether the turn that is next is played by the page: nobody has chosen something for it, and nothing is wrong.
 * Where dice decide who is next, the page rolls them if it plays all sides.
 * @param {View} view
 */
export function isAutomatic(view) {
  const { situation, automatic, choosing: { choice }, busy, problem, seat, asking, more } = view;
  if (seat?.role !== "referee" || !["turn", "orders"].includes(situation?.decision ?? "") || !situation || busy || problem !== null || asking || more) return false;
  const sides = new Map(situation.order.map(({ id, side }) => [id, side]));
  const asked = situation.next.length > 0 ? situation.next : [...sides.keys()];
  return asked.every((id) => automatic.includes(sides.get(id) ?? "") && !choice.picks.get(id)?.isOwn) && chosenOrder(view) !== null;
}

/**
 * Play the turns of sides that play by themselves.
 * @param {Session} session
 */
export function usePlaying(session) {
  const { version, thrown } = session.view;
  const isNext = isAutomatic(session.view);
  useEffect(() => {
    if (!isNext) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => void session.playChoice(), pauseAfter(thrown, isCalm));
    return () => clearTimeout(timer);
  }, [version, isNext]);
}

/**
 * The sides, each with a switch; nothing where figures take no turns of their own.
 * @param {{session: Session}} props
 */
export function Automatic({ session }) {
  const { play, state, situation, seat, automatic } = session.view;
  if (!play || seat?.role !== "referee" || situation?.over !== false || (situation.procedure !== "resolve-turn" && situation.decision !== "orders")) return null;
  const switched = (/** @type {string} */ side) => (automatic.includes(side) ? automatic.filter((each) => each !== side) : [...automatic, side]);
  return html`<div class="automatic" role="group" aria-labelledby="automatic"><span class="hint" id="automatic">The service plays</span>
    ${sidesOf(play, state).map((side) => html`<button key=${side} type="button" class="toggle" aria-pressed=${String(automatic.includes(side))} onClick=${() => session.playFor(switched(side))}>${capital(called(play, state, side))}</button>`)}</div>`;
}

// @ts-check
// Who wins now: a quiet bar of the chances of each side, with a fog as wide as their bounds; the old one stays until the new one is there.

import { isAborted } from "../fight/problems.js";
import { endingsOf, wholeFightOf } from "../whole/fights.js";
import { marksOf } from "../words/sides.js";
import { called, sideCalled, sidesOf } from "../words/state.js";
import { capital } from "../words/wording.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { UmpireProblem } from "../vendor/umpire.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").Table} Table
 */

const FIGHTS = 64;
const PAUSE = 500;
/** How wide the whole bar is, in its own measure. */
const WIDE = 1000;

/**
 * @param {{session: Session, table: Table, open: () => void}} props
 */
export function Gauge({ session, table, open }) {
  const { play, state, version, situation, busy, chances } = session.view;
  const [refused, setRefused] = useState({ version: 0, isForGood: false });
  const procedure = play ? wholeFightOf(play) : null;
  const isAsked = procedure && situation && !situation.over && !busy && !refused.isForGood && refused.version !== version && !chances.has(version);
  useEffect(() => {
    if (!isAsked) return;
    const asking = new AbortController(); // given up at the next act, which would wait for it
    const timer = setTimeout(() => {
      table.fight.odds(procedure, {}, { forecast: { method: "sampled", max_fights: FIGHTS }, signal: asking.signal }).then(async (told) => {
        await session.landing.landed();
        session.learn(told.version, /** @type {any} */ (told.odds));
      }).catch((error) => isAborted(error) || asking.signal.aborted || setRefused({ version, isForGood: isForGood(error) }));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [version, isAsked]);
  const newest = situation?.over ? /** @type {const} */ ([version, settledIn(table, situation.winner)]) : [...chances.entries()].filter(([of]) => of <= version).sort(([one], [other]) => other - one)[0];
  if (!play || !newest || !situation) return html`<p class="gauge is-unknown">${situation?.over || refused.isForGood || !procedure ? "" : "Who wins now: it is being worked out…"}</p>`;
  const [of, odds] = newest;
  const marks = marksOf(sidesOf(play, state));
  const parts = endingsOf(odds, table).filter(({ side, share }) => side !== null || share > 0.005);
  const colourOf = (/** @type {string | null} */ side) => (side === null ? "nobody" : `side-${marks.get(side)?.colour ?? 0}`);
  return html`<button type="button" class=${of === version ? "gauge" : "gauge is-old"} onClick=${open}>
    <span class="g-names">${parts.map(({ key, side, share }) => html`<span key=${key} class=${`g-part ${colourOf(side)}`} title=${side === null ? "Nobody" : capital(called(play, state, side))}><span class="g-name">${side === null ? "Nobody" : capital(sideCalled(play, state, side))}</span> <b key=${hundredths(share)}>${hundredths(share)}</b></span>`)}</span>
    <span class="g-bar" aria-hidden="true">${barsOf(parts).map(({ key, side, from, wide, fogFrom, fog }) => html`<span key=${key} class=${colourOf(side)}>
      <span class="g-share" style=${{ transform: laid(from, wide) }} /><span class="g-fog" style=${{ transform: laid(fogFrom, fog) }} /></span>`)}</span>
    <span class="unseen">of 100 fights that go on from here: who wins now. More.</span>
  </button>`;
}

/**
 * Return what lays a part on the bar: a transform alone, which moves without layout.
 * @param {number} from
 * @param {number} wide
 */
function laid(from, wide) {
  return `translateX(${((100 * from) / WIDE).toFixed(2)}%) scaleX(${(wide / WIDE).toFixed(4)})`;
}

/**
 * Tell whether a refusal holds for the whole fight: a service that has much to do may answer after the next act.
 * @param {unknown} error
 */
function isForGood(error) {
  return error instanceof UmpireProblem && error.status < 500 && error.status !== 429;
}

/**
 * Return where the part of each side lies on the bar, and its fog: so much of it as it may have too much, at the end that it
 * has in common with another.
 * @template {{share: number, low: number}} P
 * @param {readonly P[]} parts
 * @returns {(P & {from: number, wide: number, fogFrom: number, fog: number})[]}
 */
export function barsOf(parts) {
  const all = parts.reduce((sum, { share }) => sum + share, 0) || 1;
  let at = 0;
  return parts.map((part, place) => {
    const wide = Math.round((WIDE * part.share) / all);
    const fog = Math.round((WIDE * Math.max(0, part.share - part.low)) / all);
    const from = at;
    at += wide;
    return { ...part, from, wide, fog, fogFrom: place === 0 ? from + wide - fog : from };
  });
}

/**
 * Return the odds of a fight that is over: all is known.
 * @param {Table} table
 * @param {string | null} winner
 * @returns {import("../whole/fights.js").FightOdds}
 */
function settledIn({ play, state }, winner) {
  const certain = (/** @type {boolean} */ is) => ({ decimal: Number(is) });
  const winners = sidesOf(play, state).map((side) => ({ side, chance: certain(side === winner) }));
  return /** @type {any} */ ({ method: { kind: "exact" }, winner: winners, draw: certain(winner === null), undecided: certain(false), stalemate: certain(false) });
}

/** @param {number} share */
function hundredths(share) {
  if (share > 0 && share < 0.005) return "<1";
  if (share < 1 && share > 0.995) return ">99";
  return String(Math.round(100 * share));
}

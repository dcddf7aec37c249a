// @ts-check
// Who wins now: a quiet bar of the chances of each side, with a fog as wide as their bounds; the old one stays until the new one is there.

import { isAborted } from "../fight/problems.js";
import { endingsOf, wholeFightOf } from "../whole/fights.js";
import { marksOf } from "../words/sides.js";
import { called, sidesOf } from "../words/state.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").Table} Table
 */

const FIGHTS = 64;
const PAUSE = 500;

/**
 * @param {{session: Session, table: Table, open: () => void}} props
 */
export function Gauge({ session, table, open }) {
  const { play, state, version, situation, busy, chances } = session.view;
  const [isRefused, setRefused] = useState(false);
  const procedure = play ? wholeFightOf(play) : null;
  const isAsked = procedure && situation && !situation.over && !busy && !isRefused && !chances.has(version);
  useEffect(() => {
    if (!isAsked) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      table.fight.odds(procedure, {}, { forecast: { method: "sampled", max_fights: FIGHTS }, signal: asking.signal }).then((told) => {
        session.set({ chances: new Map(session.view.chances).set(told.version, /** @type {any} */ (told.odds)) });
      }).catch((error) => isAborted(error) || asking.signal.aborted || setRefused(true));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [version, isAsked]);
  const newest = [...chances.entries()].filter(([of]) => of <= version).sort(([one], [other]) => other - one)[0];
  if (!play || !newest || !situation) return html`<p class="gauge is-unknown">${situation?.over || !isAsked ? "" : "Who wins now: it is being worked out…"}</p>`;
  const [of, odds] = newest;
  const marks = marksOf(sidesOf(play, state));
  const parts = endingsOf(odds, table).map((each) => (situation.over ? { ...each, ...settled(each.side, situation) } : each)).filter(({ side, share }) => side !== null || share > 0.005);
  return html`<button type="button" class=${of === version || situation.over ? "gauge" : "gauge is-old"} onClick=${open}>
    ${parts.map(({ key, side, share, low }, place) => html`
      <span key=${key} class=${`g-part ${side === null ? "nobody" : `side-${marks.get(side)?.colour ?? 0}`} ${place === 0 ? "is-first" : ""} ${share === 0 ? "is-none" : ""}`} style=${{ flexGrow: share === 0 ? 0.0001 : Math.max(0.02, share), "--fog": `${share > 0 ? (100 * (share - low)) / share : 0}%` }}>
        <span class="g-text">${called(play, state, side)} <b>${hundredths(share)}</b></span><i></i></span>`)}
    <span class="unseen">of 100 fights that go on from here: who wins now. More.</span>
  </button>`;
}

/**
 * Return the share of a side in a fight that is over.
 * @param {string | null} side
 * @param {import("../words/state.js").Situation} situation
 */
function settled(side, { winner }) {
  const share = Number(side !== null && side === winner);
  return { share, low: share };
}

/** @param {number} share */
function hundredths(share) {
  if (share > 0 && share < 0.005) return "<1";
  if (share < 1 && share > 0.995) return ">99";
  return String(Math.round(100 * share));
}

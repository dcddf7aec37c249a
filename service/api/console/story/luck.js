// @ts-check
// How lucky the winner was: asked for by a press, since the fight is played again and again for it.

import { called, sidesOf } from "../words/state.js";
import { capital } from "../words/wording.js";
import { html, useState } from "../vendor/preact.js";

/** @typedef {{side: string, share: number}} Lucky   `share`: of the replays with other dice, those that went worse for a side */

/** From which share on luck is called so. @type {readonly (readonly [number, string])[]} */
const WORDS = [[0.9, "Great luck"], [0.7, "Good luck"], [0.3, "Fair dice"], [0.1, "Bad luck"], [0, "Terrible luck"]];
/** A share so near to none or all is told in words. */
const HARDLY = 0.005;

/** @param {{session: import("../fight/session.js").Session}} props */
export function Luck({ session }) {
  const { play, state, situation } = session.view;
  const [told, setTold] = useState(/** @type {Lucky[] | null} */ (null));
  const [isAsked, setAsked] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const ask = () => {
    setAsked(true);
    session.fight?.luck().then((/** @type {any} */ luck) => setTold(luck.sides.map((/** @type {any} */ each) => ({ side: each.side, share: each.percentile.value / 100 }))), () => setUnknown(true));
  };
  if (isUnknown) return html`<p class="hint" role="status">Its luck is not known.</p>`;
  if (!told || !play) return html`<p class="row"><button type="button" disabled=${isAsked} onClick=${ask}>${isAsked ? "Playing it again with other dice…" : "How lucky was it?"}</button></p>`;
  return html`<ul class="lucky" role="status">${shownOf(told, situation?.winner ?? sidesOf(play, state)[0] ?? "").map(({ side, share }) => html`<li key=${side}>
    <span>${luckSaid(capital(called(play, state, side)), share)}</span><span class="luck-scale" aria-hidden="true"><span style=${{ left: `${100 * share}%` }} /></span></li>`)}</ul>`;
}

/**
 * Return whose luck is shown: of two sides the winner's, since the other's is its mirror.
 * @param {readonly Lucky[]} told
 * @param {string} winner
 */
export function shownOf(told, winner) {
  return told.length === 2 ? told.filter(({ side }) => side === winner) : told;
}

/**
 * Return a side's luck in a sentence.
 * @param {string} name   of a side
 * @param {number} share   of the replays that went worse
 */
export function luckSaid(name, share) {
  const word = WORDS.find(([least]) => share >= least)?.[1] ?? "Fair dice";
  const worse = share < HARDLY ? "other dice do better nearly every time" : share > 1 - HARDLY ? "other dice do worse nearly every time" : `of 100 replays with other dice, ${Math.round(100 * share)} go worse`;
  return `${word} for ${name}: ${worse}`;
}

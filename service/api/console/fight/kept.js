// @ts-check
// My fights: those that this browser has begun or judged, kept with their tokens until they are forgotten.

import { store } from "../words/files.js";

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} token   of the referee
 * @property {string | null} viewer   the viewers' token, for links
 * @property {string} title
 * @property {string} family
 * @property {string} said   the situation in a sentence, when it was seen last
 * @property {boolean} over
 * @property {readonly string[]} [automatic]   the sides that play by themselves
 * @property {readonly (readonly [number, any])[]} [chances]   who won after which version, in short
 * @property {number} seen   when, in milliseconds
 */

const KEPT = "umpire.fights";
const MOST = 12;

/**
 * Return the fights that are kept, the one that was seen last first; what cannot be read is none.
 * @returns {Kept[]}
 */
export function fights() {
  try {
    const told = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(told) ? told.filter((each) => typeof each?.id === "string" && typeof each.token === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Keep a fight as it is now; of more than twelve the one that was not seen for longest is dropped.
 * @param {Kept} fight
 */
export function keepFight(fight) {
  write([fight, ...fights().filter(({ id }) => id !== fight.id)].slice(0, MOST));
}

/**
 * Forget a fight with its tokens: nobody can go on with it from this browser.
 * @param {string} id
 */
export function forgetFight(id) {
  write(fights().filter((each) => each.id !== id));
}

/**
 * Return the odds of a whole fight with no more than is drawn of them: who wins, and how else it ends.
 * @param {import("../whole/fights.js").FightOdds} odds
 */
export function inShort({ method, winner, draw, undecided, stalemate }) {
  const short = (/** @type {import("../words/wording.js").Chance} */ { decimal, low, high }) => ({ decimal, low, high });
  return { method, winner: winner.map(({ side, chance }) => ({ side, chance: short(chance) })), draw: short(draw), undecided: short(undecided), stalemate: short(stalemate) };
}

/** @param {readonly Kept[]} all */
function write(all) {
  store(KEPT, all.length > 0 ? all : null);
}

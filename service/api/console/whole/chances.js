// @ts-check
// The exact odds of an act as rows: what can happen, how likely it is, and of which outcomes that is the sum.

import { decimal, fraction, inWords, percent } from "../words/wording.js";

/** @typedef {import("../words/wording.js").Chance} Chance */

/**
 * The odds of an act as the service answers them.
 * @typedef {object} ActOdds
 * @property {readonly { verdict: Record<string, any>, chance: Chance }[]} outcomes
 * @property {Chance} residual
 * @property {readonly { event: string, chance: Chance }[]} events
 * @property {readonly { number: string, decimal: number }[]} means
 */

/**
 * Something that can happen.
 * @typedef {object} Row
 * @property {string} event Its name in the answer, such as "outcome=hit".
 * @property {string} label
 * @property {number} share
 * @property {string} percent
 * @property {string} fraction Empty if it has none that can be read.
 */

/**
 * Odds as they are shown: first what can happen to the outcome, then the rest; what is certain is told in a sentence.
 * @typedef {object} Told
 * @property {Row[]} main
 * @property {Row[]} more
 * @property {string[]} always
 * @property {string[]} never
 * @property {string[]} means
 * @property {string} rest What is left out of exploding dice; empty if nothing is.
 */

/**
 * An outcome that is part of an event.
 * @typedef {{ label: string, percent: string, fraction: string }} Term
 */

const MOST_TERMS = 12;
const SURE = 1 - 1e-12;

/**
 * Tell whether an answer has the odds of an act, and not those of a whole fight.
 * @param {object} odds
 * @returns {odds is ActOdds}
 */
export function isOfAct(odds) {
  return "events" in odds && "outcomes" in odds;
}

/**
 * Return odds as they are shown.
 * @param {ActOdds} odds
 * @returns {Told}
 */
export function told(odds) {
  const first = odds.events[0]?.event.split("=")[0];
  const rows = odds.events.map(({ event, chance }) => rowOf(event, chance, first));
  const open = rows.filter(({ share }) => share > 0 && share < SURE);
  const isMain = (/** @type {Row} */ row) => row.event.split("=")[0] === first;
  return {
    main: open.filter(isMain),
    more: open.filter((row) => !isMain(row)),
    always: rows.filter(({ share }) => share >= SURE).map(({ label }) => label),
    never: rows.filter(({ share }) => share === 0).map(({ label }) => label),
    means: odds.means.filter(({ decimal: mean }) => mean !== 0).map(({ number, decimal: mean }) => `${inWords(number)} ${decimal(mean)}`),
    rest: odds.residual.decimal > 0 ? percent(odds.residual.decimal) : "",
  };
}

/**
 * @param {string} event
 * @param {Chance} chance
 * @param {string | undefined} first The fact whose values need no name before them.
 * @returns {Row}
 */
function rowOf(event, chance, first) {
  const [fact = "", value] = event.split("=");
  const label = value === undefined ? inWords(fact) : fact === first ? inWords(value) : `${inWords(fact)}: ${inWords(value)}`;
  return { event, label, share: chance.decimal, percent: percent(chance.decimal), fraction: fraction(chance) };
}

/**
 * Return the outcomes that an event is the sum of, the likeliest first, and how many are left out and how likely they are.
 * @param {ActOdds} odds
 * @param {string} event
 * @returns {{ terms: Term[], left: number, leftShare: string }}
 */
export function termsOf(odds, event) {
  const [fact = "", value] = event.split("=");
  const within = odds.outcomes.filter(({ verdict }) => (value === undefined ? verdict[fact] === true : verdict[fact] === value));
  const ordered = [...within].sort((one, other) => other.chance.decimal - one.chance.decimal);
  const facts = telling(within.map(({ verdict }) => verdict), fact);
  const terms = ordered.slice(0, MOST_TERMS).map(({ verdict, chance }) => ({
    label: labelOf(verdict, facts), percent: percent(chance.decimal), fraction: fraction(chance),
  }));
  const left = ordered.slice(MOST_TERMS);
  return { terms, left: left.length, leftShare: percent(left.reduce((sum, { chance }) => sum + chance.decimal, 0)) };
}

/**
 * Return the facts in which verdicts differ, besides one.
 * @param {readonly Record<string, any>[]} verdicts
 * @param {string} but
 */
function telling(verdicts, but) {
  const names = Object.keys(verdicts[0] ?? {}).filter((name) => name !== but);
  return names.filter((name) => new Set(verdicts.map((each) => JSON.stringify(each[name]))).size > 1);
}

/**
 * Return some facts of a verdict in words.
 * @param {Record<string, any>} verdict
 * @param {readonly string[]} facts
 */
function labelOf(verdict, facts) {
  const said = facts.flatMap((name) => {
    const value = verdict[name];
    if (value === true) return [inWords(name)];
    if (value === null || value === false || value === 0 || (Array.isArray(value) && !value.length)) return [];
    if (Array.isArray(value)) return [`${inWords(name)} ${value.map((each) => inWords(String(each))).join(", ")}`];
    return [`${inWords(name)} ${inWords(String(value))}`];
  });
  return said.join(", ") || "nothing else";
}

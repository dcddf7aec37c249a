// @ts-check
// How much harm an attack may do, as columns, and in words.

import { percent } from "./wording.js";

/**
 * @typedef {{decimal: number}} Chance
 * @typedef {{number: string, amounts: {amount: number, chance: Chance}[], falls: Chance}} Harm   as odds tell it
 *
 * @typedef {object} Column   amounts of harm that stand together
 * @property {number} from
 * @property {number} to
 * @property {number} share   the chance of all of them
 */

const MOST = 24;

/**
 * Return the chances of harm as columns from 1 point on, each as wide in points, so that there are not too many.
 * @param {Harm} harm
 * @returns {Column[]}
 */
export function columnsOf({ amounts }) {
  const done = amounts.filter(({ amount }) => amount > 0);
  const least = done[0]?.amount ?? 1;
  const most = done.at(-1)?.amount ?? 0;
  const wide = Math.max(1, Math.ceil((most - least + 1) / MOST));
  const count = Math.ceil((most - least + 1) / wide);
  const columns = [...Array(Math.max(0, count)).keys()].map((at) => ({ from: least + at * wide, to: least + (at + 1) * wide - 1, share: 0 }));
  for (const { amount, chance } of done) {
    const column = columns[Math.floor((amount - least) / wide)];
    if (column) column.share += chance.decimal;
  }
  return columns;
}

/** The share of all harm that very large amounts may have without a column of their own. */
const TAIL = 0.01;

/**
 * Return columns without those of the largest amounts that hardly ever come: what is left out is at most a hundredth.
 * @param {readonly Column[]} columns
 * @returns {readonly Column[]}
 */
export function withoutTail(columns) {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let left = TAIL * all;
  let count = columns.length;
  for (; count > 1 && (columns[count - 1]?.share ?? 0) <= left; count -= 1) left -= columns[count - 1]?.share ?? 0;
  return columns.slice(0, count);
}

/**
 * Return from which amount on a target has nothing left of what the harm takes: what is named after the number of the odds, else
 * what it has first. Null: nobody knows, or it has nothing left already.
 * @param {string} number   of the odds
 * @param {readonly import("./facts.js").Pool[]} pools   of the target
 * @returns {number | null}
 */
export function fallsFrom(number, pools) {
  const own = pools.filter(({ isSpent }) => !isSpent);
  const pool = own.find(({ name }) => name !== "" && number.includes(name.toLowerCase().replaceAll(" ", "_"))) ?? own[0];
  return pool && pool.left !== null && pool.left > 0 ? pool.left : null;
}

/**
 * Return how much harm is done on average where some is, in short: "15", "2.5"; nothing if none is.
 * @param {Pick<Harm, "amounts">} harm
 */
export function meanSaid({ amounts }) {
  const done = amounts.filter(({ amount }) => amount > 0);
  const share = done.reduce((all, { chance }) => all + chance.decimal, 0);
  if (share === 0) return "";
  const mean = done.reduce((all, { amount, chance }) => all + amount * chance.decimal, 0) / share;
  return mean.toFixed(mean < 10 ? 1 : 0);
}

/**
 * Return the chance that an amount is reached.
 * @param {Pick<Harm, "amounts">} harm
 * @param {number} from
 */
export function spentBy({ amounts }, from) {
  return amounts.filter(({ amount }) => amount >= from).reduce((all, { chance }) => all + chance.decimal, 0);
}

/**
 * Return in words how much harm is done where some is, and how likely the target falls.
 * @param {Harm} harm
 * @param {boolean} isDown   whether the target is out of the fight already
 * @returns {string}
 */
export function harmSaid({ amounts, falls }, isDown) {
  const done = amounts.filter(({ amount }) => amount > 0);
  const share = done.reduce((all, { chance }) => all + chance.decimal, 0);
  if (share === 0) return "No harm can come of it";
  const [least, most] = [done[0]?.amount ?? 0, done.at(-1)?.amount ?? 0];
  const range = least === most ? `${least}` : `${least} to ${most}, on average ${meanSaid({ amounts })}`;
  return `If it harms: ${range}${falls.decimal > 0 && !isDown ? ` · out of the fight ${percent(falls.decimal)}` : ""}`;
}

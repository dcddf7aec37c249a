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
  const mean = done.reduce((all, { amount, chance }) => all + amount * chance.decimal, 0) / share;
  const [least, most] = [done[0]?.amount ?? 0, done.at(-1)?.amount ?? 0];
  const range = least === most ? `${least}` : `${least} to ${most}, on average ${mean.toFixed(mean < 10 ? 1 : 0)}`;
  return `If it harms: ${range}${falls.decimal > 0 && !isDown ? ` · out of the fight ${percent(falls.decimal)}` : ""}`;
}

// @ts-check
// Campaigns: which numbers differ from cell to cell, and the heat map that the cells fill.

import { amount, bounds, capital, grouped, inWords, percent } from "../words/wording.js";

/** @typedef {import("../words/wording.js").Chance} Chance */
/** @typedef {import("./deciding.js").Figured} Figured */

/**
 * The values that a number takes: from one to another in steps.
 * @typedef {{ pointer: string, from: number, to: number, step: number }} Range
 *
 * An axis of a campaign.
 * @typedef {{ pointer: string, values: number[] }} Axis
 *
 * A cell of a campaign, as far as it is read.
 * @typedef {{ cell: number, labels: readonly string[], fights: number, stopped: string | null, winner: readonly { side: string, chance: Chance }[] }} Cell
 *
 * A campaign as the service tells it; of a feed, `results` has the cells that changed.
 * @typedef {{ status: string, version: number, share: number, fights: number, cells: number, seconds_left: number | null, problem: string | null, results: readonly Cell[] }} Campaign
 *
 * A cell of the heat map: `shade` is from 0 to 10, null before its first fight.
 * @typedef {{ cell: number, name: string, shade: number | null, percent: string, said: string, isDone: boolean }} Square
 */

const MOST_VALUES = 20;
const MOST_CELLS = 200;
const SHADES = 10;
const AROUND = 2;
const ENDED = ["done", "cancelled", "failed"];

/**
 * Return the range around a number that a form begins with.
 * @param {Figured} number
 * @returns {Range}
 */
export function rangeAround({ pointer, value }) {
  const step = Math.max(1, Math.round(Math.abs(value) / 10));
  const from = value >= 0 ? Math.max(0, value - AROUND * step) : value - AROUND * step;
  return { pointer, from, to: value + AROUND * step, step };
}

/**
 * Return the values of a range.
 * @param {Range} range
 */
export function valuesOf({ from, to, step }) {
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: Math.min(MOST_VALUES + 1, Math.max(0, count)) }, (_, place) => from + place * step);
}

/**
 * Return why ranges cannot be played; empty if they can.
 * @param {readonly Range[]} ranges
 */
export function faultOf(ranges) {
  if (ranges.some(({ from, to, step }) => ![from, to, step].every(Number.isInteger) || step < 1)) {
    return "Each range needs whole numbers, and steps of 1 or more.";
  }
  const counts = ranges.map((each) => valuesOf(each).length);
  if (counts.includes(0)) return "A range ends before it begins.";
  if (counts.some((count) => count > MOST_VALUES)) return `A range has at most ${MOST_VALUES} values.`;
  if (ranges.length === 2 && ranges[0]?.pointer === ranges[1]?.pointer) return "Choose two different numbers.";
  const cells = counts.reduce((product, count) => product * count, 1);
  return cells > MOST_CELLS ? `These are ${cells} cells; at most ${MOST_CELLS} are shown.` : "";
}

/**
 * Return the body of a campaign: the fight with each value of each range.
 * @param {string} operation
 * @param {{ input: Record<string, any>, rulings?: Record<string, any> }} body
 * @param {readonly Range[]} ranges
 * @param {number} fights The most fights of a cell.
 */
export function campaignOf(operation, body, ranges, fights) {
  const axes = ranges.map((range) => ({ pointer: range.pointer, values: valuesOf(range) }));
  return { operation, request: body, axes, max_fights: fights, half_width: 0.02 };
}

/**
 * Return a campaign with what an event of its feed tells: the cells that did not change are those from before.
 * @param {Campaign | null} before
 * @param {Campaign} event
 * @returns {Campaign}
 */
export function merged(before, event) {
  const cells = new Map((before?.results ?? []).map((each) => [each.cell, each]));
  for (const each of event.results) cells.set(each.cell, each);
  return { ...event, results: [...cells.values()].sort((one, other) => one.cell - other.cell) };
}

/**
 * Tell whether a campaign has ended.
 * @param {Campaign} campaign
 */
export function isOver({ status }) {
  return ENDED.includes(status);
}

/**
 * Return the heat map of a campaign: rows are the values of the first axis, columns those of the second, if there is one.
 * @param {readonly Axis[]} axes
 * @param {Campaign | null} campaign
 * @param {string} side The side whose victories are shown.
 * @returns {{ rows: { label: string, squares: Square[] }[], columns: string[] }}
 */
export function gridOf(axes, campaign, side) {
  const [down, across] = [axes[0]?.values ?? [], axes[1]?.values ?? [null]];
  const told = new Map((campaign?.results ?? []).map((each) => [each.cell, each]));
  const rows = down.map((value, row) => ({
    label: String(value),
    squares: across.map((other, column) => {
      const number = row * across.length + column;
      return squareOf(number, other === null ? `${value}` : `${value}, ${other}`, told.get(number), side);
    }),
  }));
  return { rows, columns: across.map((value) => (value === null ? "" : String(value))) };
}

/**
 * @param {number} number
 * @param {string} name
 * @param {Cell | undefined} cell
 * @param {string} side
 * @returns {Square}
 */
function squareOf(number, name, cell, side) {
  if (!cell?.fights) return { cell: number, name, shade: null, percent: "…", said: "not played yet", isDone: false };
  const chance = cell.winner.find((each) => each.side === side)?.chance ?? { decimal: 0 };
  const within = bounds(chance);
  return {
    cell: number,
    name,
    shade: Math.round(SHADES * chance.decimal),
    percent: percent(chance.decimal),
    said: `${percent(chance.decimal)}${within && ` (${within})`} of ${amount(cell.fights, "fight")}`,
    isDone: cell.stopped !== null,
  };
}

/**
 * Return how far a campaign is, in a sentence.
 * @param {Campaign} campaign
 */
export function progressSaid(campaign) {
  const { status, share, fights, cells, seconds_left: left, problem } = campaign;
  const played = `${grouped(fights)} fights in ${amount(cells, "cell")}`;
  if (problem) return `It failed: ${problem}`;
  if (isOver(campaign)) return `${capital(inWords(status))}: ${played}.`;
  const time = left === null ? "" : `, at most ${amount(left, "second")} left`;
  return `${percent(share)} played: ${played}${time}.`;
}

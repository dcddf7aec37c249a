// @ts-check
// What the table of figures says: of each figure of a state the facts that its family declares visible.

import { choicesOf, fieldOf, figureIn, isRecord, itemsOf, recordsIn } from "./schema.js";
import { figuresOf } from "./state.js";
import { capital, inWords } from "./wording.js";

/** @typedef {import("./state.js").Play} Play */
/** @typedef {import("./schema.js").Schema} Schema */
/** @typedef {import("./schema.js").Values} Values */

/**
 * Something that a figure has an amount of and can lose: its Endurance, its morale.
 * @typedef {object} Pool
 * @property {string} name
 * @property {number} left How much is left, or lost if `isSpent`.
 * @property {number | null} full How much it has at best; null if that is not told.
 * @property {boolean} isSpent
 */

/**
 * A figure as the table shows it.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {string} side
 * @property {boolean} isHidden Whether viewers do not see it.
 * @property {string} place Where it is; empty if nothing says so.
 * @property {Pool[]} pools
 * @property {string[]} conditions
 */

/** What a walk through a figure knows. @typedef {{ play: Play, names: ReadonlyMap<string, string> }} Known */

const COMPASS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
const OWN = ["id", "name", "meta", "hidden"];

/**
 * Return the rows of all figures of a state, in its order.
 * @param {Play} play
 * @param {Values} state
 * @param {Values} [begun] The state that the fight began with.
 * @returns {Row[]}
 */
export function rowsOf(play, state, begun = state) {
  if (last.state === state && last.begun === begun && last.play === play) return last.rows;
  last = { play, state, begun, rows: madeOf(play, state, begun) };
  return last.rows;
}

/** The rows that were asked for last: several parts of the table ask for those of one state. @type {{play: Play | null, state: Values, begun: Values, rows: Row[]}} */
let last = { play: null, state: {}, begun: {}, rows: [] };

/**
 * @param {Play} play
 * @param {Values} state
 * @param {Values} begun
 * @returns {Row[]}
 */
function madeOf(play, state, begun) {
  const first = new Map(figuresOf(play, begun).map(({ id, record }) => [id, record]));
  const all = figuresOf(play, state);
  const known = { play, names: new Map(all.map(({ id, name }) => [id, name])) };
  return all.map(({ id, name, side, list, record }) => {
    const definition = figureIn(play, list);
    const said = conditionsOf(known, record, definition);
    return {
      id,
      name,
      side: side ?? "",
      isHidden: record["hidden"] === true,
      place: placeOf(play, state, record),
      pools: poolsOf(play, record, first.get(id)),
      conditions: said,
    };
  });
}

/**
 * Return where a figure is: on a hex, or where another list of the state says that it stands.
 * @param {Play} play
 * @param {Values} state
 * @param {Values} figure
 */
export function placeOf(play, state, figure) {
  const own = placeIn(play, figure);
  if (own) return own;
  for (const [list, value] of Object.entries(state)) {
    if (play.figures.includes(list)) continue;
    const found = recordsIn(value).find((each) => !("id" in each) && Object.values(each).includes(figure["id"]));
    const place = found ? placeIn(play, found) : "";
    if (place) return place;
  }
  return "";
}

/**
 * @param {Play} play
 * @param {Values} record
 */
function placeIn(play, record) {
  const { hex, facing } = record;
  if (play.places.includes("hex") && Array.isArray(hex)) {
    const name = COMPASS[facing];
    return `hex ${signed(hex[0])}, ${signed(hex[1])}${name ? `, facing ${name}` : ""}`;
  }
  const numbers = Object.entries(record).filter(([field, value]) => play.places.includes(field) && typeof value === "number");
  return numbers.map(([field, value]) => `${inWords(field)} ${signed(value)}`).join(", ");
}

/** @param {number} number */
function signed(number) {
  return String(number).replace("-", "−");
}

/**
 * Return what a figure has amounts of, as its family declares; viewers do not see the fields that say so.
 * @param {Play} play
 * @param {Values} figure
 * @param {Values | undefined} begun   the figure as the fight began with it
 * @returns {Pool[]}
 */
export function poolsOf(play, figure, begun) {
  return play.pools.flatMap(({ name, left: field, full: fields, times, is_spent: isSpent }) => {
    if (!(field in figure)) return [];
    const known = fields.map((each) => figure[each]).find((value) => typeof value === "number");
    const first = begun?.[field];
    const full = known === undefined ? (typeof first === "number" ? first : null) : known * (times === null ? 1 : figure[times] ?? 1);
    const left = figure[field] ?? (isSpent ? 0 : full);
    return left === null ? [] : [{ name, left, full, isSpent }];
  });
}

/**
 * Return the visible facts of a record that are not as usual: what has befallen a figure, and with whom.
 * @param {Known} known
 * @param {Values} record
 * @param {Schema | undefined} definition
 * @returns {string[]}
 */
export function conditionsOf(known, record, definition) {
  const { play } = known;
  return Object.entries(record).flatMap(([name, value]) => {
    if (!play.visible.includes(name) || play.places.includes(name) || OWN.includes(name) || name === play.side) return [];
    const field = fieldOf(play, definition, name);
    if (value === null || value === field.default || name.startsWith("is_")) return [];
    if (typeof value === "boolean") return [value ? inWords(name) : `not ${inWords(name)}`];
    if (typeof value === "string") return [wordOf(known, name, value, field)];
    if (Array.isArray(value)) return listOf(known, name, value, itemsOf(play, field));
    return isRecord(value) ? conditionsOf(known, value, field) : [];
  });
}

/**
 * Return a word with what it is about, unless it says so itself: "prone", "maneuver: aim", "commander Ana".
 * @param {Known} known
 * @param {string} name
 * @param {string} value
 * @param {Schema} field
 */
function wordOf({ names }, name, value, field) {
  const word = names.get(value);
  if (word !== undefined) return `${inWords(name.replace(/_id$/, ""))} ${capital(word)}`;
  return typeof field.default === "string" ? inWords(value) : `${inWords(name.replace(/_id$/, ""))}: ${inWords(value)}`;
}

/**
 * Return what a list says: the figures that it names, or the words that are in it.
 * @param {Known} known
 * @param {string} name
 * @param {readonly unknown[]} items
 * @param {Schema | undefined} definition
 * @returns {string[]}
 */
function listOf(known, name, items, definition) {
  const figures = items.flatMap((each) => figuresNamed(known, each));
  if (figures.length) return [`${inWords(name)}${/ (?:with|by|of|to|at)$/.test(inWords(name)) ? "" : ":"} ${figures.map(capital).join(", ")}`];
  const isChoice = definition !== undefined && choicesOf(known.play, definition).length > 0;
  const texts = items.filter((each) => typeof each === "string").map(inWords);
  if (!texts.length) return [];
  return isChoice ? texts : [`${inWords(name)}: ${texts.join(", ")}`];
}

/**
 * @param {Known} known
 * @param {unknown} item
 * @returns {string[]}
 */
function figuresNamed({ names, play }, item) {
  if (typeof item === "string") return names.has(item) ? [names.get(item) ?? item] : [];
  if (!isRecord(item)) return [];
  return Object.entries(item).flatMap(([field, value]) =>
    play.visible.includes(field) && typeof value === "string" && names.has(value) ? [names.get(value) ?? value] : []);
}

// @ts-check
// The numbers of a fight that can be changed, and what one point more or less of them is worth.

import { alternatives, defaultsOf, fieldOf, figureIn, isRecord, itemsOf } from "../words/schema.js";
import { figuresOf } from "../words/state.js";
import { amount, bounds, grouped, inWords, percent, points } from "../words/wording.js";

/** @typedef {import("../words/state.js").Play} Play */
/** @typedef {import("../words/state.js").Loose} Loose */
/** @typedef {import("../words/wording.js").Chance} Chance */

/**
 * A whole number of a figure in the request of a fight.
 * @typedef {object} Figured
 * @property {string} pointer JSON Pointer into the request.
 * @property {number} value
 * @property {string} figure Id of the figure.
 * @property {string} label What it is of the figure: "weapon rank".
 *
 * The effect of a number that is one greater or smaller.
 * @typedef {{ value: number, chance: Chance, difference: { decimal: number, low: number, high: number }, p_value: number }} Change
 *
 * The answer of a sensitivity, as far as it is read.
 * @typedef {object} Sensitivity
 * @property {string} side
 * @property {Chance} chance
 * @property {readonly { pointer: string, value: number, less: Change | null, more: Change | null }[]} numbers
 * @property {{ refused: number, too_many: number, late: number }} left_out
 * @property {number} fights
 *
 * A change as it is shown.
 * @typedef {{ value: number, said: string, share: number, low: number, high: number, isLuck: boolean }} Bar
 */

const MOST_NUMBERS = 16;
/** So many numbers are changed, each up and down; with more of them the time is up after too few fights. */
const FEW = 50;
const LUCK = 0.05;
/** A difference with a greater p-value may be luck. */
const NOT_PLAYED = ["id", "meta", "hidden"];

/**
 * Return the whole numbers of the figures in the request of a fight, those that are not 0 first.
 * @param {Play} play
 * @param {Loose} state The state that the fight begins with.
 * @param {Loose} input
 * @returns {Figured[]}
 */
export function numbersOf(play, state, input) {
  const lists = new Map(figuresOf(play, state).map(({ id, list }) => [id, list]));
  const found = [...figuresBelow(input, "/input", lists)].flatMap(([pointer, figure]) => {
    const id = figure["id"];
    return [...below({ play, figure: id }, figure, figureIn(play, lists.get(id) ?? ""), pointer, [])];
  });
  return [...found.filter(({ value }) => value !== 0), ...found.filter(({ value }) => value === 0)];
}

/**
 * Return a request in which the figures have their whole numbers that are at their defaults, too.
 *
 * The service leaves defaults out of the requests of its examples; a number that is not there cannot be changed.
 * @template {{ input: Record<string, any> }} Body
 * @param {Play} play
 * @param {Loose} state
 * @param {Body} body
 * @returns {Body}
 */
export function filled(play, state, body) {
  const copy = structuredClone(body);
  const lists = new Map(figuresOf(play, state).map(({ id, list }) => [id, list]));
  for (const [, figure] of figuresBelow(copy.input, "/input", lists)) fill(play, figure, figureIn(play, lists.get(figure["id"]) ?? ""));
  return copy;
}

/**
 * Write the defaults of whole numbers into a part of a figure.
 * @param {Play} play
 * @param {unknown} value
 * @param {import("../words/state.js").Schema | undefined} definition
 */
function fill(play, value, definition) {
  if (Array.isArray(value)) {
    for (const each of value) fill(play, each, itemsOf(play, definition ?? {}));
  } else if (isRecord(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (isPlayed(play, name)) fill(play, each, fieldOf(play, definition, name));
    }
    for (const [name, each] of Object.entries(defaultsOf(play, definition))) {
      if (!(name in value) && isPlayed(play, name) && isWhole(play, fieldOf(play, definition, name))) value[name] = each;
    }
  }
}

/**
 * @param {Play} play
 * @param {string} name Of a field.
 */
function isPlayed(play, name) {
  return !NOT_PLAYED.includes(name) && !play.places.includes(name);
}

/**
 * Yield the figures of a request and where each is: in whatever lists it has.
 * @param {unknown} value
 * @param {string} pointer
 * @param {ReadonlyMap<string, string>} ids
 * @returns {Generator<[string, Loose]>}
 */
function* figuresBelow(value, pointer, ids) {
  if (Array.isArray(value)) {
    for (const [place, each] of value.entries()) {
      if (isRecord(each) && ids.has(each["id"])) yield [`${pointer}/${place}`, each];
    }
  } else if (isRecord(value)) {
    for (const [name, each] of Object.entries(value)) yield* figuresBelow(each, `${pointer}/${escaped(name)}`, ids);
  }
}

/**
 * Yield the whole numbers of a part of a figure; the definitions tell them from others that happen to be whole.
 * @param {{ play: Play, figure: string }} known
 * @param {unknown} value
 * @param {import("../words/state.js").Schema | undefined} definition
 * @param {string} pointer
 * @param {readonly string[]} path
 * @returns {Generator<Figured>}
 */
function* below(known, value, definition, pointer, path) {
  const { play, figure } = known;
  if (typeof value === "number" && isWhole(play, definition)) yield { pointer, value, figure, label: path.map(inWords).join(" ") };
  if (Array.isArray(value)) {
    const items = itemsOf(play, definition ?? {});
    for (const [place, each] of value.entries()) {
      const name = isRecord(each) ? String(each["name"] ?? each["id"] ?? each["location"] ?? place + 1) : String(place + 1);
      yield* below(known, each, items, `${pointer}/${place}`, [...path, name]);
    }
  } else if (isRecord(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (isPlayed(play, name)) yield* below(known, each, fieldOf(play, definition, name), `${pointer}/${escaped(name)}`, [...path, name]);
    }
  }
}

/**
 * @param {Play} play
 * @param {import("../words/state.js").Schema | undefined} definition
 */
function isWhole(play, definition) {
  return alternatives(play, definition).some(({ type }) => type === "integer");
}

/** @param {string} name */
function escaped(name) {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * Return the body of a request for what the numbers of a figure are worth to its side.
 * @param {{ input: Record<string, any>, rulings?: Record<string, any> }} body
 * @param {readonly Figured[]} numbers
 * @param {string} side
 */
export function askedOf(body, numbers, side) {
  return { ...body, side, pointers: numbers.slice(0, MOST_NUMBERS).map(({ pointer }) => pointer) };
}

/**
 * Return what the numbers are worth as rows, the most important first, and how far their bars reach.
 * @param {Sensitivity} answer
 * @param {readonly Figured[]} numbers
 */
export function worthOf({ numbers: told }, numbers) {
  const labels = new Map(numbers.map(({ pointer, label }) => [pointer, label]));
  const rows = told.map(({ pointer, value, less, more }) => {
    const bars = [barOf(less), barOf(more)].filter((each) => each !== null);
    return { pointer, value, label: labels.get(pointer) ?? pointer, bars, isLuck: bars.every(({ isLuck }) => isLuck) };
  });
  const reach = Math.max(0.01, ...rows.flatMap(({ bars }) => bars.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])));
  return { rows, reach };
}

/**
 * @param {Change | null} change
 * @returns {Bar | null}
 */
function barOf(change) {
  if (!change) return null;
  const { value, difference: { decimal, low, high }, p_value: luck } = change;
  return { value, said: points(decimal), share: decimal, low, high, isLuck: luck > LUCK };
}

/**
 * Return how the worth of numbers is known, in sentences.
 * @param {Sensitivity} answer
 * @param {string} side What players call the side.
 */
export function worthSaid({ chance, fights, left_out: { refused, too_many: many, late } }, side) {
  const within = bounds(chance);
  const left = refused + many + late;
  return `As it is, ${percent(chance.decimal)}${within && ` (${within})`} of ${grouped(fights)} fights are won by ${side}. `
    + "All variants meet the same dice."
    + (fights < FEW ? " The time was up after so few fights that only large differences show." : "")
    + (left ? ` Left out, since the rules forbid them or the time was up: ${amount(left, "variant")}.` : "");
}

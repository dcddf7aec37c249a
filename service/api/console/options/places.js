// @ts-check
// Hexes in orders: which fields hold them, and what choosing one on the map makes of an order.
import { referencesOf, resolved, shapeOf, variantsOf } from "./fields.js";
import { inputOf, orderOf } from "./orders.js";
import { moveName } from "../words/state.js";

/**
 * @typedef {import("../board/drawing.js").Hex} Hex
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Order} Order
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {import("../words/state.js").Schema} Schema
 *
 * @typedef {object} Picking   a field for which a hex is chosen on the map
 * @property {string} pointer   JSON Pointer of the field in the input
 * @property {string} label   what the field is called
 * @property {boolean} several   whether it holds a list of hexes, to which each one that is chosen is added
 *
 * @typedef {(string | number)[]} Path   names and places that lead from the input to a value
 *
 * @typedef {object} Leading   a way in which an order can lead to a hex
 * @property {"hex" | "steps" | "other"} kind   a field that has one; a list of steps; another variant of a record
 * @property {Path} path   to the hex, the list or the record
 * @property {string} name   of the hex in a step or in the other variant
 * @property {Loose} begin   what the other variant has beside its hex
 */

const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
/** The best way first. */
const KINDS = ["hex", "steps", "other"];

/**
 * Return an input in which a field holds a hex that was chosen for it; of a list of hexes, one that is in it is taken out.
 * @param {Loose} input
 * @param {Picking} picking
 * @param {Hex} hex
 * @returns {Loose}
 */
export function picked(input, { pointer, several }, hex) {
  const path = pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (!several) return put(input, path, [...hex]);
  const held = /** @type {Hex[]} */ (path.reduce((value, part) => value?.[part], /** @type {any} */ (input)) ?? []);
  const others = held.filter((each) => !isSame(each, hex));
  return put(input, path, others.length < held.length ? others : [...held, [...hex]]);
}

/**
 * Return the input of an order that leads to a hex; null if its move names no place to go to.
 *
 * Steps lead on if the hex is next to the last one; to a hex that they pass they are cut.
 * @param {Play} play
 * @param {Order} order
 * @param {Hex} hex
 * @returns {Loose | null}
 */
export function ledTo(play, order, hex) {
  const ways = [...waysIn(play, inputOf(play, order.procedure), order.input, [])];
  const [way] = ways.sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
  if (!way) return null;
  const { kind, path, name, begin } = way;
  if (kind === "hex") return put(order.input, path, [...hex]);
  if (kind === "other") return put(order.input, path, { ...begin, [name]: [...hex] });
  const steps = /** @type {Loose[]} */ (path.reduce((value, part) => value?.[part], /** @type {any} */ (order.input)) ?? []);
  return put(order.input, path, walked(steps, name, hex));
}

/**
 * Return why an order leads to no hex, and which moves do, as a sentence.
 * @param {Play} play
 * @param {Loose} state
 * @param {Order} order
 */
export function nowhere(play, state, { procedure }) {
  const led = play.moves.filter((move) => ledTo(play, orderOf(play, state, move.procedure), [0, 0]) !== null);
  const names = led.map((move) => `“${moveName(move.procedure)}”`);
  return `“${moveName(procedure)}” leads to no hex as it is.${names.length > 0 ? ` Moves that do: ${names.join(", ")}.` : ""}`;
}

/**
 * @param {Loose[]} steps
 * @param {string} name
 * @param {Hex} hex
 */
function walked(steps, name, hex) {
  const passed = steps.findIndex((each) => isSame(each[name], hex));
  if (passed >= 0) return steps.slice(0, passed + 1);
  const last = steps[steps.length - 1]?.[name];
  const leadsOn = last && STEPS.some(([q = 0, r = 0]) => isSame([last[0] + q, last[1] + r], hex));
  return [...(leadsOn ? steps : []), { [name]: [...hex] }];
}

/**
 * Yield the ways in which a value can lead to a hex.
 * @param {Play} play
 * @param {Schema} given
 * @param {any} value
 * @param {Path} path
 * @returns {Generator<Leading>}
 */
function* waysIn(play, given, value, path) {
  const { schema } = resolved(play, given);
  const { kind } = shapeOf(play, referencesOf(play), "", schema);
  if (kind === "hex" && value) yield { kind: "hex", path, name: "", begin: {} };
  if (kind === "union") {
    const { field, variants } = variantsOf(play, schema);
    const own = variants.get(value?.[field]);
    if (own) yield* waysIn(play, own, value, path);
    for (const [word, each] of variants) {
      const name = each === own ? null : onlyHex(play, each, field);
      if (name) yield { kind: "other", path, name, begin: { [field]: word } };
    }
  }
  if (kind === "record") {
    for (const [name, each] of Object.entries(schema.properties ?? {})) {
      if (value?.[name] !== undefined && value[name] !== null) yield* waysIn(play, each, value[name], [...path, name]);
    }
  }
  if (kind === "list" && Array.isArray(value)) {
    const items = schema.items ?? {};
    const step = value.length > 0 && Object.keys(value[0]).find((name) => value.every((each) => isHex(play, resolved(play, items).schema.properties?.[name], each[name])));
    if (step) yield { kind: "steps", path, name: step, begin: {} };
    else for (const [place, each] of value.entries()) yield* waysIn(play, items, each, [...path, place]);
  }
}

/**
 * @param {Play} play
 * @param {Schema | undefined} schema
 * @param {unknown} value
 */
function isHex(play, schema, value) {
  return Array.isArray(value) && schema !== undefined && shapeOf(play, referencesOf(play), "", schema).kind === "hex";
}

/**
 * Return the name of the hex that is all that a variant needs; null if it needs something else.
 * @param {Play} play
 * @param {Schema} schema
 * @param {string} field   which tells variants apart
 */
function onlyHex(play, schema, field) {
  const needed = (schema.required ?? []).filter((name) => name !== field);
  const [name] = needed;
  if (name === undefined || needed.length > 1) return null;
  return shapeOf(play, referencesOf(play), "", schema.properties?.[name] ?? {}).kind === "hex" ? name : null;
}

/**
 * Return the hexes that an order names, to be shown on the map.
 * @param {Play} play
 * @param {Order | null} order
 * @returns {Hex[]}
 */
export function hexesNamed(play, order) {
  return order ? [...hexesBelow(play, inputOf(play, order.procedure), order.input)] : [];
}

/**
 * @param {Play} play
 * @param {Schema} given
 * @param {any} value
 * @returns {Generator<Hex>}
 */
function* hexesBelow(play, given, value) {
  if (value === undefined || value === null) return;
  const { schema } = resolved(play, given);
  const { kind } = shapeOf(play, referencesOf(play), "", schema);
  if (kind === "hex" && isPair(value)) yield value;
  if (kind === "hexes" && Array.isArray(value)) yield* value.filter(isPair);
  if (kind === "union") {
    const { field, variants } = variantsOf(play, schema);
    yield* hexesBelow(play, variants.get(value[field]) ?? {}, value);
  }
  if (kind === "record") for (const [name, each] of Object.entries(schema.properties ?? {})) yield* hexesBelow(play, each, value[name]);
  if (kind === "list" && Array.isArray(value)) for (const each of value) yield* hexesBelow(play, schema.items ?? {}, each);
}

/** @param {any} value */
function isPair(value) {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}

/**
 * @param {readonly number[] | undefined} one
 * @param {readonly number[]} other
 */
function isSame(one, other) {
  return one?.[0] === other[0] && one?.[1] === other[1];
}

/**
 * Return a value with another one at a path; what is on the way and missing becomes a record.
 * @param {any} value
 * @param {Path} path
 * @param {any} inner
 * @returns {any}
 */
function put(value, [name, ...rest], inner) {
  if (name === undefined) return inner;
  if (Array.isArray(value)) return value.map((each, place) => (place === Number(name) ? put(each, rest, inner) : each));
  return { ...value, [name]: put(value?.[name], rest, inner) };
}

/**
 * Return a hex as it is said: "1, −2".
 * @param {Hex} hex
 */
export function hexInWords(hex) {
  return hex.join(", ").replaceAll("-", "−");
}

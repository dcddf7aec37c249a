// @ts-check
// Orders: which move the form of all options has, with which input.
import { fitted, idsBelow, listsOf, namedIn, referencesOf, resolved } from "./fields.js";

/**
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Order} Order
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {import("../words/state.js").PlayMove} PlayMove
 * @typedef {import("../words/state.js").Schema} Schema
 */

/**
 * Return the order that a form begins with: the first move of one figure at another, else the first move.
 * @param {Play} play
 * @param {Loose} state
 * @returns {Order | null}
 */
export function firstOrder(play, state) {
  const pairs = play.moves.filter((move) => figureFields(play, orderOf(play, state, move.procedure)).length > 1);
  const move = pairs[0] ?? play.moves[0];
  return move ? orderOf(play, state, move.procedure) : null;
}

/**
 * Return the example of a move, with the figures of a state.
 * @param {Play} play
 * @param {Loose} state
 * @param {string} procedure
 * @returns {Order}
 */
export function orderOf(play, state, procedure) {
  const move = play.moves.find((each) => each.procedure === procedure);
  return { procedure, input: move ? fitted(play, move.example.input, state) : {} };
}

/**
 * Return the schema of an order's input.
 * @param {Play} play
 * @param {string} procedure
 * @returns {Schema}
 */
export function inputOf(play, procedure) {
  const name = play.moves.find((each) => each.procedure === procedure)?.input ?? "";
  return resolved(play, play.definitions[name] ?? {}).schema;
}

/**
 * Return the fields of an order that hold one figure each: who acts, at whom.
 * @param {Play} play
 * @param {Order} order
 */
export function figureFields(play, order) {
  return namedIn(play, referencesOf(play), inputOf(play, order.procedure), order.input).fields;
}

/**
 * Return the ids of the figures that an order names, first who acts, then at whom.
 * @param {Play} play
 * @param {Order | null} order
 * @returns {string[]}
 */
export function namedBy(play, order) {
  return order ? namedIn(play, referencesOf(play), inputOf(play, order.procedure), order.input).ids : [];
}

/**
 * Return an order with another figure in a field; whoever was there takes the place of the one who comes, and what the
 * order says of the former's equipment is said of the latter's.
 * @param {Loose} state
 * @param {Order} order
 * @param {string} field
 * @param {string} id
 * @returns {Order}
 */
export function withValue(state, order, field, id) {
  const before = order.input[field];
  const elsewhere = Object.keys(order.input).find((name) => name !== field && order.input[name] === id);
  const input = { ...order.input, [field]: id, ...(elsewhere && { [elsewhere]: before }) };
  return { ...order, input: requipped(recordOf(state, before), recordOf(state, id), input) };
}

/**
 * Return an input in which equipment of one figure is replaced by that of another, from the list of the same name.
 * @param {Loose | undefined} before
 * @param {Loose | undefined} now
 * @param {Loose} input
 * @returns {Loose}
 */
function requipped(before, now, input) {
  if (!before || !now || before.id === now.id) return input;
  const kept = new Set(idsBelow(now));
  /** @type {Map<string, string | undefined>} */
  const swaps = new Map();
  for (const [name, value] of Object.entries(before)) {
    if (!Array.isArray(value)) continue;
    for (const id of idsBelow(value)) if (!kept.has(id)) swaps.set(id, idsBelow(now[name])[0]);
  }
  /** @type {(value: any) => any} */
  const swap = (value) => {
    if (Array.isArray(value)) return value.map(swap);
    if (!value || typeof value !== "object") return swaps.get(value) ?? value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, swap(each)]));
  };
  return swap(input);
}

/**
 * @param {Loose} state
 * @param {unknown} id
 * @returns {Loose | undefined}
 */
function recordOf(state, id) {
  const list = typeof id === "string" ? listsOf(state).get(id) : undefined;
  return list === undefined ? undefined : state[list].find((/** @type {Loose} */ each) => each.id === id);
}

// @ts-check
// What the definitions of a family's play page say of fields.

/** @typedef {import("./state.js").Schema} Schema */
/** @typedef {import("./state.js").Play} Play */

/**
 * A record of a state: its values by field.
 * @typedef {Record<string, any>} Values
 */

/**
 * Return the definitions that a value may match, references followed; what a field says besides its reference is kept.
 * @param {Play} play
 * @param {Schema | undefined} definition
 * @returns {Schema[]}
 */
export function alternatives(play, definition) {
  if (!definition) return [];
  if (definition.$ref) {
    const name = definition.$ref.split("/").pop() ?? "";
    return alternatives(play, play.definitions[name]);
  }
  const parts = definition.anyOf ?? definition.oneOf;
  return parts ? parts.flatMap((each) => alternatives(play, each)) : [definition];
}

/**
 * Return the definition of a field of a record; an empty one if nothing is said of it.
 * @param {Play} play
 * @param {Schema | undefined} record
 * @param {string} field
 * @returns {Schema}
 */
export function fieldOf(play, record, field) {
  for (const each of alternatives(play, record)) {
    const found = each.properties?.[field];
    if (found) return found;
  }
  return {};
}

/**
 * Return the fields of a record that have a number as their default, with that; none if it may be one of several kinds.
 * @param {Play} play
 * @param {Schema | undefined} record
 * @returns {Record<string, number>}
 */
export function defaultsOf(play, record) {
  const kinds = alternatives(play, record).flatMap(({ properties }) => (properties ? [properties] : []));
  const fields = kinds.length === 1 ? Object.entries(kinds[0] ?? {}) : [];
  return Object.fromEntries(fields.flatMap(([name, field]) => (typeof field.default === "number" ? [[name, field.default]] : [])));
}

/**
 * Return the definition of the items of a list.
 * @param {Play} play
 * @param {Schema} list
 * @returns {Schema | undefined}
 */
export function itemsOf(play, list) {
  return alternatives(play, list).find((each) => each.items)?.items;
}

/**
 * Return the definition of the figures in a list of the state.
 * @param {Play} play
 * @param {string} list
 * @returns {Schema | undefined}
 */
export function figureIn(play, list) {
  return itemsOf(play, fieldOf(play, play.definitions[play.state ?? ""], list));
}

/**
 * Return the words that a field may have; empty if it is no choice of words.
 * @param {Play} play
 * @param {Schema} field
 * @returns {string[]}
 */
export function choicesOf(play, field) {
  return alternatives(play, field).flatMap((each) => [...(each.enum ?? []), ...(each.const === undefined ? [] : [each.const])])
    .filter((each) => typeof each === "string");
}

/**
 * Tell whether a value is a record.
 * @param {unknown} value
 * @returns {value is Values}
 */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Return the records of a list; nothing if it is none.
 * @param {unknown} value
 * @returns {Values[]}
 */
export function recordsIn(value) {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

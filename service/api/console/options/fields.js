// @ts-check
// The fields of a form, read from the JSON Schemas of a play page: what each holds, and which figures it may name.

/**
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {import("../words/state.js").Schema} Schema
 *
 * @typedef {"figure" | "figures" | "choice" | "switch" | "number" | "text" | "record" | "union" | "list" | "hex" | "hexes" | "fixed" | "json"} Kind
 *
 * @typedef {object} Shape   what a value is, with references followed
 * @property {Kind} kind
 * @property {Schema} schema
 * @property {string} about   what the schema says of it
 * @property {boolean} optional   whether null is a value
 * @property {string} [list]   of a figure: the list of the state that it is in
 *
 * @typedef {Map<string, string>} References   names of fields that name figures, with the list of the state each is from
 */

/**
 * Return the fields that name figures, as the examples of all moves show.
 * @param {Play} play
 * @returns {References}
 */
export function referencesOf(play) {
  const lists = listsOf(play.begins.state);
  /** @type {References} */
  const found = new Map();
  const visit = (/** @type {string} */ name, /** @type {any} */ value) => {
    if (Array.isArray(value)) for (const each of value) visit(name, each);
    else if (value && typeof value === "object") for (const field in value) visit(field, value[field]);
    else if (typeof value === "string" && lists.has(value)) found.set(name, lists.get(value) ?? "");
  };
  for (const move of play.moves) visit("", move.example.input);
  return found;
}

/**
 * Return the ids of a state, each with the list that it is in.
 * @param {Loose} state
 * @returns {Map<string, string>}
 */
export function listsOf(state) {
  /** @type {Map<string, string>} */
  const lists = new Map();
  for (const [list, records] of Object.entries(state ?? {})) {
    if (!Array.isArray(records)) continue;
    for (const each of records) if (typeof each?.id === "string" && !lists.has(each.id)) lists.set(each.id, list);
  }
  return lists;
}

/**
 * Return the definition that a schema refers to; what stands beside the reference counts before what it refers to.
 * @param {Play} play
 * @param {Schema} schema
 * @returns {{schema: Schema, optional: boolean}}
 */
export function resolved(play, schema) {
  let found = schema;
  let optional = false;
  for (;;) {
    const { $ref, allOf, anyOf, ...rest } = found;
    const others = anyOf?.filter((each) => each.type !== "null") ?? [];
    if ($ref) found = { ...play.definitions[$ref.slice($ref.lastIndexOf("/") + 1)], ...rest };
    else if (allOf?.length === 1) found = { ...allOf[0], ...rest };
    else if (anyOf && others.length < anyOf.length) {
      optional = true;
      found = others.length === 1 ? { ...others[0], ...rest } : { ...rest, anyOf: others };
    } else return { schema: found, optional };
  }
}

/**
 * Return what the value of a field is.
 * @param {Play} play
 * @param {References} references
 * @param {string} name
 * @param {Schema} given
 * @returns {Shape}
 */
export function shapeOf(play, references, name, given) {
  const { schema, optional } = resolved(play, given);
  const shape = { schema, about: schema.description ?? "", optional };
  const list = references.get(name);
  if (list && schema.type === "string" && !schema.enum) return { ...shape, kind: "figure", list };
  if (list && schema.type === "array" && isText(play, schema.items)) return { ...shape, kind: "figures", list };
  return { ...shape, kind: kindOf(play, schema) };
}

/**
 * @param {Play} play
 * @param {Schema} schema
 * @returns {Kind}
 */
function kindOf(play, schema) {
  if ("const" in schema) return "fixed";
  if (schema.enum) return "choice";
  if (schema.discriminator && schema.oneOf) return "union";
  if (schema.type === "boolean") return "switch";
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "string") return "text";
  if (schema.properties) return "record";
  if (schema.type !== "array" || !schema.items) return "json";
  const items = kindOf(play, resolved(play, schema.items).schema);
  if (items === "hex") return "hexes";
  if (items === "number" && schema.minItems === 2 && schema.maxItems === 2 && play.places.includes("hex")) return "hex";
  return items === "record" || items === "union" ? "list" : "json";
}

/**
 * @param {Play} play
 * @param {Schema | undefined} items
 */
function isText(play, items) {
  const found = items && resolved(play, items).schema;
  return found?.type === "string" && !found.enum;
}

/**
 * Return the alternatives of a union by the word that tells them apart.
 * @param {Play} play
 * @param {Schema} schema
 * @returns {{field: string, variants: Map<string, Schema>}}
 */
export function variantsOf(play, schema) {
  const field = schema.discriminator?.propertyName ?? "kind";
  const variants = (schema.oneOf ?? []).flatMap((each) => {
    const found = resolved(play, each).schema;
    const words = found.properties?.[field];
    const told = words && ("const" in words ? [words.const] : resolved(play, words).schema.enum ?? []);
    return (told ?? []).map((word) => /** @type {[string, Schema]} */ ([String(word), found]));
  });
  return { field, variants: new Map(variants) };
}

/**
 * Return the names of a record's fields: those that a form shows at once, and those that are shown when asked for.
 *
 * Figures come first, in the order in which the value has them, then what is required or has a value.
 * @param {Play} play
 * @param {References} references
 * @param {Schema} schema
 * @param {Loose} value
 * @returns {{first: string[], more: string[]}}
 */
export function arranged(play, references, schema, value) {
  const names = Object.keys(schema.properties ?? {});
  const isFirst = (/** @type {string} */ name) => name in value || schema.required?.includes(name);
  const told = Object.keys(value);
  const rank = (/** @type {string} */ name) => {
    const { kind } = shapeOf(play, references, name, schema.properties?.[name] ?? {});
    return kind === "figure" ? told.indexOf(name) : kind === "figures" ? told.length : told.length + 1;
  };
  const first = names.filter(isFirst).sort((one, other) => rank(one) - rank(other));
  return { first, more: names.filter((name) => !isFirst(name)) };
}

/**
 * Return an example for another state than the one it was written for: each figure is replaced by the one of the same
 * list, side and place.
 * @param {Play} play
 * @param {Loose} input   an example's
 * @param {Loose} state
 * @returns {Loose}
 */
export function fitted(play, input, state) {
  const written = placesOf(play, play.begins.state);
  const now = new Map([...placesOf(play, state)].map(([id, place]) => [place, id]));
  const known = listsOf(state);
  /** @type {(value: any) => any} */
  const fit = (value) => {
    if (Array.isArray(value)) return value.map(fit);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fit(each)]));
    }
    return known.has(value) ? value : now.get(written.get(value) ?? "") ?? value;
  };
  return fit(input);
}

/**
 * Return where each id of a state stands: its list, its side's place and its own place on that side.
 * @param {Play} play
 * @param {Loose} state
 * @returns {Map<string, string>}
 */
function placesOf(play, state) {
  /** @type {Map<string, string>} */
  const places = new Map();
  for (const [list, records] of Object.entries(state ?? {})) {
    if (!Array.isArray(records)) continue;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const each of records) {
      if (typeof each?.id !== "string") continue;
      const side = String(each[play.side] ?? "");
      const count = counts.get(side) ?? 0;
      counts.set(side, count + 1);
      places.set(each.id, `${list} ${[...counts.keys()].indexOf(side)} ${count}`);
    }
  }
  return places;
}

/**
 * Return the value that a new record of a schema begins with: what is required and has only one value.
 * @param {Schema} schema
 * @returns {Loose}
 */
export function blank(schema) {
  const fixed = Object.entries(schema.properties ?? {}).filter(([, each]) => "const" in each);
  return Object.fromEntries(fixed.map(([name, each]) => [name, each.const]));
}

/**
 * Return the ids that stand anywhere below records, such as those of a figure's weapons.
 * @param {any} value
 * @returns {string[]}
 */
export function idsBelow(value) {
  if (Array.isArray(value)) return value.flatMap(idsBelow);
  if (!value || typeof value !== "object") return [];
  const own = typeof value.id === "string" ? [value.id] : [];
  return [...new Set([...own, ...Object.values(value).flatMap(idsBelow)])];
}

/**
 * Return the ids of the list that an id is in, in the first record that has such a list.
 * @param {Loose[]} records
 * @param {string} id
 * @returns {string[]}
 */
export function beside(records, id) {
  const lists = records.flatMap((record) => Object.values(record)).filter(Array.isArray);
  const own = lists.map((list) => list.map((each) => each?.id).filter((each) => typeof each === "string"));
  return own.find((ids) => ids.includes(id)) ?? [];
}

/**
 * Return the order in which a form's figures are named: who acts, at whom, and the others.
 * @param {Play} play
 * @param {References} references
 * @param {Schema} schema   of the move's input
 * @param {Loose} input
 * @returns {{fields: string[], ids: string[]}}   names of the fields that hold one figure, and all ids that are named
 */
export function namedIn(play, references, schema, input) {
  const { first } = arranged(play, references, schema, input);
  const shapes = first.map((name) => /** @type {const} */ ([name, shapeOf(play, references, name, schema.properties?.[name] ?? {})]));
  const fields = shapes.filter(([, { kind }]) => kind === "figure").map(([name]) => name);
  const lists = shapes.filter(([, { kind }]) => kind === "figures").map(([name]) => name);
  const ids = [...fields, ...lists].flatMap((name) => input[name] ?? []).filter((each) => typeof each === "string");
  return { fields, ids: [...new Set(ids)] };
}

// @ts-check
/**
 * How a figure is as everybody at the table may know it: made of what the service shows to viewers, and of nothing else.
 *
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./types.js").Row} Row
 * @typedef {import("./types.js").Seen} Seen
 * @typedef {import("./types.js").View} View
 */
import { figuresOf } from "./figures.js";
import { inWords, leftOf } from "./stats.js";

const OWN = new Set(["id", "name", "meta", "hidden"]);

/**
 * Return how each figure is that viewers see, by id. Of those who are hidden there is nothing.
 *
 * `state` has the words for what is not as usual, such as "prone" or "stunned", and what has become of who is out of the fight. `pools` has what is left
 * of hit points and the like, if viewers see its numbers.
 *
 * @param {Play} play
 * @param {Pick<View, "state" | "situation">} view as viewers see it
 * @returns {Map<string, Seen>}
 */
export function seenIn(play, { state, situation }) {
  const turns = new Map(situation?.order.map((each) => [each.id, each]));
  return new Map(figuresOf(play, state).map(({ list, figure }) => {
    const { status: turn = null, fate = null } = turns.get(figure.id) ?? {};
    const words = wordsOf(play, figure, itemsOf(play, list));
    const out = fate && fate !== "standing" ? [inWords(fate)] : [];
    return [figure.id, { side: figure[play.side] ?? null, turn, state: [...new Set([...out, ...words])], pools: leftOf(play.pools, figure) }];
  }));
}

/**
 * Return the words for the visible facts of a record that are not as its definition has them by default.
 * @param {Play} play
 * @param {Row} record
 * @param {any} definition
 * @param {boolean} [isInner] whether the record is part of another one, of which only facts count
 * @returns {string[]}
 */
function wordsOf(play, record, definition, isInner = false) {
  return Object.entries(record).flatMap(([name, value]) => {
    const usual = definition?.properties?.[name];
    if (!play.visible.includes(name) || OWN.has(name) || name === play.side || name.startsWith("is_")) return [];
    if (value === true) return usual?.default === true ? [] : [inWords(name)];
    if (typeof value === "string") return isInner || typeof usual?.default !== "string" || value === usual.default ? [] : [inWords(value)];
    if (Array.isArray(value)) return listed(play, name, value, usual);
    return value !== null && typeof value === "object" ? wordsOf(play, value, followed(play, usual), true) : [];
  });
}

/**
 * Return the words of a list of words; a list of ids has none.
 * @param {Play} play
 * @param {string} name
 * @param {readonly any[]} items
 * @param {any} usual
 */
function listed(play, name, items, usual) {
  const isOfWords = "enum" in (followed(play, usual?.items) ?? {});
  const words = isOfWords ? items.filter((each) => typeof each === "string").map(inWords) : [];
  return name === "conditions" ? words : words.map((each) => `${inWords(name)} ${each}`);
}

/** Return the definition of a list's figures. @param {Play} play @param {string} list */
function itemsOf(play, list) {
  return followed(play, followed(play, { $ref: play.state ?? "" })?.properties?.[list]?.items);
}

/** Return what a definition refers to. @param {Play} play @param {any} definition @returns {any} */
function followed(play, definition) {
  return typeof definition?.$ref === "string" ? play.definitions[definition.$ref.split("/").pop()] : definition;
}

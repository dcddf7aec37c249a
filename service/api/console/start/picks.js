// @ts-check
// A fight that is put together of ready figures: who is picked for which side, and what is asked for then. No DOM here.

/**
 * @typedef {object} Stock   a figure of the catalogue, or of a party
 * @property {string} id
 * @property {string} name
 * @property {readonly string[]} tags
 * @property {number | null} power   share of the duels against the others that it wins, in percent; null: not measured
 *
 * @typedef {ReadonlyMap<string, number>} Side   how many of each figure, by id
 * @typedef {ReadonlyMap<string, Side>} Picks   by name of the side
 *
 * @typedef {object} Party   a party file
 * @property {string} umpire
 * @property {string} family
 * @property {string} ruleset
 * @property {string} name
 * @property {readonly {id: string, name: string, tags?: readonly string[], figure: Record<string, unknown>, source?: {format: string, at: string}}[]} figures
 */

export const SIDES = ["red", "blue"];
export const PARTY = "party@1";

/** @type {Picks} */
export const NOBODY = new Map(SIDES.map((side) => [side, new Map()]));

/**
 * Return picks with one more of a figure on a side, or one less.
 * @param {Picks} picks
 * @param {string} side
 * @param {string} figure
 * @param {1 | -1} more
 * @returns {Picks}
 */
export function picked(picks, side, figure, more) {
  const before = picks.get(side) ?? new Map();
  const count = (before.get(figure) ?? 0) + more;
  const changed = new Map(before).set(figure, count);
  if (count < 1) changed.delete(figure);
  return new Map(picks).set(side, changed);
}

/**
 * Return who fights as a line-up says it; null as long as a side has nobody.
 * @param {Picks} picks
 * @param {Party | null} party
 * @returns {{sides: {[side: string]: string[]}, party?: Party} | null}
 */
export function lineUpOf(picks, party) {
  const sides = [...picks].map(([side, figures]) => [side, [...figures].map(([id, count]) => (count > 1 ? `${id}*${count}` : id))]);
  if (sides.some(([, figures]) => figures?.length === 0)) return null;
  return { sides: Object.fromEntries(sides), ...(party && { party }) };
}

/**
 * Return what a fight is called: "Knight against 3 × Goblin".
 * @param {Picks} picks
 * @param {readonly Stock[]} figures
 */
export function titleOf(picks, figures) {
  const names = new Map(figures.map(({ id, name }) => [id, name]));
  return [...picks.values()].map((side) => [...side].map(([id, count]) => (count > 1 ? `${count} × ${names.get(id)}` : names.get(id))).join(", ")).join(" against ");
}

/**
 * Return the figures whose name, id or tags have all the words that are looked for.
 * @param {readonly Stock[]} figures
 * @param {string} words
 */
export function found(figures, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return figures.filter(({ id, name, tags }) => {
    const text = [id, name, ...tags].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/**
 * Read a party file.
 * @param {string} text
 * @param {string} family   the rules that are chosen
 * @returns {Party}
 */
export function partyIn(text, family) {
  const told = JSON.parse(text);
  if (told?.umpire !== PARTY) throw new TypeError(`This is no party file: it does not begin with "umpire": "${PARTY}".`);
  if (told.family !== family) throw new TypeError(`This party is of the rules ${told.family}, not ${family}.`);
  return told;
}

/**
 * Return the sheet of another program that a file holds, without its pictures; null: it is none. The service tells which program.
 * @param {any} told   the JSON of the file
 * @returns {Record<string, unknown> | null}
 */
export function sheetIn(told) {
  const [profile, system] = [told?.profile, told?.system ?? told?.data].map((each) => typeof each === "object" && each);
  if (!profile && !system) return null;
  return { ...told, img: undefined, prototypeToken: undefined, ...(profile && { profile: { ...profile, portrait: undefined } }) };
}

/**
 * Return a party with one figure more; one of the same id is replaced.
 * @param {Party} party
 * @param {string} name
 * @param {Record<string, unknown>} figure
 * @param {{format: string, at: string}} source
 * @returns {Party}
 */
export function joinedBy(party, name, figure, source) {
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 32) || "figure";
  return { ...party, figures: [...party.figures.filter((each) => each.id !== id), { id, name, figure, source }] };
}

/**
 * Return the party file of some figures.
 * @param {string} family
 * @param {string} ruleset
 * @param {Party["figures"]} figures
 * @returns {Party}
 */
export function partyOf(family, ruleset, figures) {
  return { umpire: PARTY, family, ruleset, name: "My party", figures };
}

/**
 * Return the figures of a party as they are listed.
 * @param {Party | null} party
 * @returns {Stock[]}
 */
export function figuresIn(party) {
  return (party?.figures ?? []).map(({ id, name, tags = [] }) => ({ id, name, tags, power: null }));
}

// @ts-check
// The line of fire from one figure to another, where the family has an operation that tells of it.

/**
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Table} Table
 *
 * @typedef {object} Sight   what is known of a line of fire
 * @property {string} text   what there is to say of it
 * @property {{lines: {start: number[], goal: number[], hexes: number[][], label: string}[]}} overlay   what is laid over the map
 */

/**
 * Return the request for the line of fire between two figures, with those that stand on the map.
 * @param {Pick<Table, "play" | "state" | "rulings">} table
 * @param {ReadonlySet<string>} drawn   ids of the figures that the map shows
 * @param {string} shooter
 * @param {string} target
 */
export function lineRequest({ play, state, rulings }, drawn, shooter, target) {
  const takes = play.line_of_fire?.takes ?? [];
  const standing = (/** @type {string} */ name) =>
    play.figures.includes(name) ? state[name].filter((/** @type {Loose} */ each) => drawn.has(each.id)) : state[name];
  const input = Object.fromEntries(takes.filter((name) => state[name] !== undefined).map((name) => [name, standing(name)]));
  const end = (/** @type {string} */ figure) => ({ kind: "figure", figure });
  return { input: { ...input, shooter: end(shooter), target: end(target) }, rulings };
}

/**
 * Return what an answer says of a line of fire.
 * @param {Loose} outcome
 * @param {string} label   what the line is called on the map
 * @returns {Sight}
 */
export function sightOf(outcome, label) {
  const hexes = outcome.passes.flatMap((/** @type {{hexes: number[][]}} */ each) => each.hexes);
  return { text: outcome.summary, overlay: { lines: [{ start: outcome.start.hex, goal: outcome.end.hex, hexes, label: label.slice(0, 100) }] } };
}

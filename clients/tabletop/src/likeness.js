// @ts-check
/**
 * The figures of a catalogue that are most like somebody of another game, as the service proposes them.
 *
 * Numbers of other games answer other questions, so a likeness is a proposal, and a person decides.
 *
 * @typedef {import("./types.js").Likened} Likened
 */

/**
 * Return the ids of the figures that an answer of `figures/convert` proposes, the best first; none, if nothing is alike.
 * @param {Likened} answer
 * @returns {string[]}
 */
export function proposedBy({ likeness }) {
  return likeness && likeness.by !== "nothing" ? [likeness.figure, ...likeness.others] : [];
}

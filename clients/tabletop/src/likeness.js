// @ts-check
/**
 * The figure of a catalogue that is most like somebody of another game, found by name.
 *
 * Numbers of other games answer other questions, so none is converted: a likeness is a proposal, and a person decides.
 *
 * @typedef {import("./types.js").FigureLine} FigureLine
 */

/**
 * Return the figures of a catalogue that are called like somebody, the best first: those of which no word is found are left out.
 *
 * A word of the id or the name counts twice as much as a tag. "Goblin Warrior" finds `goblin`.
 *
 * @param {string} name
 * @param {readonly FigureLine[]} figures
 * @returns {FigureLine[]}
 */
export function likenessesOf(name, figures) {
  const words = wordsOf(name);
  const found = figures.map((figure) => {
    const called = wordsOf(`${figure.id} ${figure.name}`);
    const hits = words.reduce((sum, word) => sum + (called.includes(word) ? 2 : 0) + (wordsOf(figure.tags.join(" ")).includes(word) ? 1 : 0), 0);
    return { figure, hits, others: called.length };
  });
  return found.filter(({ hits }) => hits > 0).sort((one, other) => other.hits - one.hits || one.others - other.others).map(({ figure }) => figure);
}

/**
 * Return the words of a name in small letters, each once, without numbers and without the s of more than one.
 * @param {string} text
 */
function wordsOf(text) {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return [...new Set(words.map((word) => (word.length > 4 ? word.replace(/s$/, "") : word)))];
}

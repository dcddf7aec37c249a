// @ts-check
/**
 * What can be ordered, from the moves of a family: the example of each, with other figures in it.
 *
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./types.js").Move} Move
 * @typedef {import("./types.js").Row} Row
 * @typedef {{path: string[], label: string, example: string}} FigureField
 */
import { figuresOf } from "./figures.js";

/**
 * Return the move of a procedure.
 * @param {Play} play
 * @param {string} procedure
 * @returns {Move}
 */
export function moveOf(play, procedure) {
  const found = play.moves.find((each) => each.procedure === procedure);
  if (!found) throw new Error(`${play.name} has no move ${procedure}.`);
  return found;
}

/**
 * Return the fields of a move's example that name figures, in their order: who acts, then on whom.
 * @param {Play} play
 * @param {Move} move
 * @returns {FigureField[]}
 */
export function figureFields(play, move) {
  const known = new Set(figuresOf(play, play.begins.state).map(({ figure }) => figure.id));
  return [...found(move.example.input, [], known)];
}

/**
 * @param {any} value
 * @param {string[]} path
 * @param {Set<string>} known
 * @returns {Generator<FigureField>}
 */
function* found(value, path, known) {
  if (typeof value === "string" && known.has(value)) yield { path, label: labelOf(path), example: value };
  if (value === null || typeof value !== "object") return;
  for (const name of Object.keys(value)) yield* found(value[name], [...path, name], known);
}

/**
 * Return a path in words: "orders 2: actor".
 * @param {readonly string[]} path
 */
function labelOf(path) {
  const words = path.map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : name.replaceAll("_", " ")));
  return words.join(" ");
}

/**
 * Return the input of a move's example with other figures; `figures` has one id for each field, and null keeps it.
 * @param {Play} play
 * @param {Move} move
 * @param {readonly (string | null)[]} figures
 * @returns {any}
 */
export function inputWith(play, move, figures) {
  const input = structuredClone(move.example.input);
  figureFields(play, move).forEach(({ path }, place) => {
    const id = figures[place];
    if (id === undefined || id === null) return;
    const last = /** @type {string} */ (path.at(-1));
    path.slice(0, -1).reduce((inner, name) => inner[name], input)[last] = id;
  });
  return input;
}

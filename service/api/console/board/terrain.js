// @ts-check
// The ground of a map, read out of the service's drawing of it. Nothing of that file becomes part of the page.

/**
 * @typedef {import("./hexes.js").Hex} Hex
 *
 * @typedef {object} Node   an element of a parsed drawing, as far as it is looked at
 * @property {string} localName
 * @property {Iterable<{name: string, value: string}>} attributes
 * @property {Iterable<Node>} children
 * @property {string | null} textContent
 *
 * @typedef {{hex: Hex, look: string, words: string}} Cell
 * @typedef {{points: number[], look: string}} Edge   its ends, in sides of a hex from the middle of hex [0, 0]
 * @typedef {{x: number, y: number, name: string}} Item
 * @typedef {{cells: ReadonlyMap<string, Cell>, edges: Edge[], items: Item[]}} Ground
 */

const SIDE = 30;
/** The length of a side of a hex in the service's drawings. */
const DOWN = (SIDE * Math.sqrt(3)) / 2;

/** @type {Ground} */
export const NO_GROUND = { cells: new Map(), edges: [], items: [] };

/**
 * Return the ground that a drawing shows: what each hex looks like and is called, what stands on edges, and what lies about.
 * @param {Node} root
 * @returns {Ground}
 */
export function groundOf(root) {
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  /** @type {Edge[]} */
  const edges = [];
  /** @type {Item[]} */
  const items = [];
  for (const each of descendants(root)) {
    const path = attribute(each, "d") ?? "";
    const words = [...each.children].find(({ localName }) => localName === "title")?.textContent ?? "";
    const look = attribute(each, "data-ground");
    const edge = attribute(each, "data-edge");
    if (look !== null) for (const hex of hexesOfPath(path)) cells.set(keyOf(hex), { hex, look, words });
    if (edge !== null) edges.push({ points: endsOf(path).map((number) => number / SIDE), look: edge });
    if (attribute(each, "class") === "item") {
      const [x = 0, y = 0] = endsOf(path);
      items.push({ x: (x + 2.5) / SIDE, y: (y + 2.5) / SIDE, name: words });
    }
  }
  return { cells, edges, items };
}

/**
 * @param {Node} node
 * @returns {Generator<Node>}
 */
function* descendants(node) {
  yield node;
  for (const child of node.children) yield* descendants(child);
}

/**
 * @param {Node} node
 * @param {string} name
 */
function attribute(node, name) {
  for (const each of node.attributes) if (each.name === name) return each.value;
  return null;
}

/**
 * Return the hexes of a path of outlines: each begins at the right corner of its hex.
 * @param {string} path
 * @returns {Hex[]}
 */
export function hexesOfPath(path) {
  return [...path.matchAll(/M(-?[\d.]+)[ ,]?(-?[\d.]+)/g)].map(([, x, y]) => {
    const q = Math.round((Number(x) - SIDE) / (1.5 * SIDE));
    return [q + 0, Math.round((Number(y) / DOWN - q) / 2) + 0];
  });
}

/**
 * Return the first point of a path and the one that it goes to from there.
 * @param {string} path
 */
function endsOf(path) {
  const [, begin = "", command = "l", rest = ""] = /^M([-\d. ,]+)([hvlHVL])([-\d. ,]*)/.exec(path) ?? [];
  const [x = 0, y = 0] = numbersOf(begin);
  const [first = 0, second = 0] = numbersOf(rest);
  const isAbsolute = command === command.toUpperCase();
  const [dx, dy] = command.toLowerCase() === "h" ? [first, isAbsolute ? y : 0] : command.toLowerCase() === "v" ? [isAbsolute ? x : 0, first] : [first, second];
  return isAbsolute ? [x, y, dx, dy] : [x, y, x + dx, y + dy];
}

/** @param {string} text */
function numbersOf(text) {
  return [...text.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([number]) => Number(number));
}

/**
 * Return the key of a hex in a ground.
 * @param {Hex} hex
 */
export function keyOf([q, r]) {
  return `${q},${r}`;
}

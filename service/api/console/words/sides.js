// @ts-check
// How sides are told apart: each has a shape, a colour and a pattern, the shapes and colours of the service's maps.

export const SHAPES = [
  "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z",
  "M-10-10h20v20h-20z",
  "M0-13 13 0 0 13-13 0z",
  "M0-13 12 8h-24z",
  "M-6-11h12l6 11-6 11h-12l-6-11z",
  "M0-13 3-4 12-4 5 2 8 11 0 6-8 11-5 2-12-4-3-4z",
];
/** Circle, square, diamond, triangle, hexagon, star. */

export const SHAPE_NAMES = ["circle", "square", "diamond", "triangle", "hexagon", "star"];

export const HATCHES = ["", "M0 8 8 0", "M4 3v2", "M0 4h8", "M4 0v8", "M0 0 8 8M0 8 8 0"];
/** The lines of a side's pattern in a tile of 8 by 8: none, rising, dots, level, upright, crossed. */

/** @type {Readonly<Record<string, number>>} */
export const COLOUR_WORDS = { blue: 0, yellow: 1, gold: 1, orange: 1, red: 2, white: 3, green: 4, pink: 5 };

const COUNT = SHAPES.length;

/**
 * The places of a side's shape and colour; its pattern has the place of its shape.
 * @typedef {{ shape: number, colour: number }} Mark
 */

/**
 * Choose a mark for each side, in order, as the service's maps do: a side that is called after a colour has it.
 * @param {readonly string[]} sides
 * @returns {Map<string, Mark>}
 */
export function marksOf(sides) {
  const known = [...new Set(sides)];
  const named = new Map(known.flatMap((side) => {
    const colour = COLOUR_WORDS[side.toLowerCase()];
    return colour === undefined ? [] : [/** @type {[string, number]} */ ([side, colour])];
  }));
  const left = SHAPES.map((_, colour) => colour).filter((colour) => ![...named.values()].includes(colour));
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  known.forEach((side, place) => {
    const own = named.get(side);
    const next = own === undefined ? left.shift() : own;
    const colours = next === undefined ? turned(place + Math.floor(place / COUNT)) : [next];
    const offered = colours.flatMap((colour) => turned(place).map((shape) => ({ shape, colour })));
    marks.set(side, offered.find((each) => !isTaken(marks, each)) ?? /** @type {Mark} */ (offered[0]));
  });
  return marks;
}

/**
 * Return the places of all shapes or colours, beginning at one of them.
 * @param {number} start
 */
function turned(start) {
  return SHAPES.map((_, step) => (start + step) % COUNT);
}

/**
 * @param {Map<string, Mark>} marks
 * @param {Mark} mark
 */
function isTaken(marks, mark) {
  return [...marks.values()].some(({ shape, colour }) => shape === mark.shape && colour === mark.colour);
}

// @ts-check
// The board of hexes: where each hex is in the window, and which part of the ground is seen.

/**
 * A hex as [q, r]: flat at its top, with r growing downwards.
 * @typedef {readonly [number, number]} Hex
 *
 * @typedef {object} View   how the ground lies in the window
 * @property {number} side   pixels of a side of a hex
 * @property {number} x   where the middle of hex [0, 0] is
 * @property {number} y
 *
 * @typedef {{width: number, height: number}} Size
 */

const HALF = Math.sqrt(3) / 2;
const SMALLEST = 12;
const LARGEST = 90;
/** Sides that are chosen by themselves: a figure is legible, and not a giant; on a high board it may have this share of it. */
const FIT = { least: 30, most: 64, share: 0.105 };
/** The least side at which letters and numbers of figures can be read, and how much nearer is worth a change. */
const LEGIBLE = 24;
const NEARER = 1.5;
/** Hexes that are seen around the figures, and pixels that are left below for dice. */
const AROUND = 1.4;
const FOOT = 44;
/** Pixels that are left above for a chance. */
const HEAD = 22;
/** Pixels of a name below its figure. */
const NAME = 14;

/**
 * Return where the middle of a hex is.
 * @param {View} view
 * @param {Hex} hex
 */
export function placeOf({ side, x, y }, [q, r]) {
  return { x: x + 1.5 * side * q, y: y + HALF * side * (2 * r + q) };
}

/**
 * Return the hex at a point of the window.
 * @param {View} view
 * @param {number} x
 * @param {number} y
 * @returns {Hex}
 */
export function hexAt(view, x, y) {
  const q = (x - view.x) / (1.5 * view.side);
  const r = ((y - view.y) / (HALF * view.side) - q) / 2;
  const [wholeQ, wholeR, wholeS] = [Math.round(q), Math.round(r), Math.round(-q - r)];
  const [offQ, offR, offS] = [Math.abs(wholeQ - q), Math.abs(wholeR - r), Math.abs(wholeS + q + r)];
  if (offQ > offR && offQ > offS) return [-wholeR - wholeS + 0, wholeR + 0];
  if (offR > offS) return [wholeQ + 0, -wholeQ - wholeS + 0];
  return [wholeQ + 0, wholeR + 0];
}

/**
 * Return the hexes of which something is seen in the window.
 * @param {View} view
 * @param {Size} size
 * @returns {Hex[]}
 */
export function hexesIn(view, { width, height }) {
  const { side, x, y } = view;
  /** @type {Hex[]} */
  const seen = [];
  for (let q = Math.floor((-side - x) / (1.5 * side)); q <= Math.ceil((width + side - x) / (1.5 * side)); q += 1) {
    const first = Math.floor(((-side - y) / (HALF * side) - q) / 2);
    const last = Math.ceil(((height + side - y) / (HALF * side) - q) / 2);
    for (let r = first; r <= last; r += 1) seen.push([q, r]);
  }
  return seen;
}

/**
 * Return the outline of a hex around its middle, as points.
 * @param {number} side
 */
export function cornersOf(side) {
  const down = HALF * side;
  return [[side, 0], [side / 2, down], [-side / 2, down], [-side, 0], [-side / 2, -down], [side / 2, -down]].map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

/**
 * Return the ends of the edge of a hex on one of its sides, around its middle; side 0 is the north one.
 * @param {number} side
 * @param {number} direction
 */
export function edgeOf(side, direction) {
  const corner = (/** @type {number} */ place) => ({ x: side * Math.cos((place * Math.PI) / 3), y: side * Math.sin((place * Math.PI) / 3) });
  return [corner(direction + 4), corner(direction + 5)];
}

/**
 * Return a view in which some hexes are seen, as large as the window lets them be.
 * @param {readonly Hex[]} hexes
 * @param {Size} size
 * @returns {View}
 */
export function fitting(hexes, { width, height }) {
  if (hexes.length === 0) return { side: FIT.most, x: width / 2, y: height / 2 };
  const xs = hexes.map(([q]) => 1.5 * q);
  const ys = hexes.map(([q, r]) => HALF * (2 * r + q));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const high = Math.max(1, height - FOOT - HEAD);
  const roomy = Math.min(width / (right - left + 2 * AROUND), high / (bottom - top + 2 * AROUND));
  const tight = Math.min(width / (right - left + 2), high / (bottom - top + 2));
  const side = Math.max(SMALLEST, Math.min(Math.max(FIT.most, height * FIT.share), LARGEST, Math.max(roomy, Math.min(FIT.least, tight))));
  return { side, x: width / 2 - (side * (left + right)) / 2, y: HEAD + high / 2 - (side * (top + bottom)) / 2 };
}

/**
 * Return a view in which figures are seen and the places that they can go to, as far as figures stay legible.
 * @param {readonly Hex[]} figures
 * @param {readonly Hex[]} places
 * @param {Size} size
 * @returns {View}
 */
export function fittingAll(figures, places, size) {
  const all = fitting([...figures, ...places], size);
  return all.side >= LEGIBLE ? all : fitting(figures, size);
}

/**
 * Return whether a view no longer does: a figure is out of it, a place that would be in it is, or all could be much nearer.
 * @param {View} view
 * @param {readonly Hex[]} figures
 * @param {readonly Hex[]} places
 * @param {Size} size
 */
export function isUnfit(view, figures, places, size) {
  const best = fittingAll(figures, places, size);
  const wanted = [...figures, ...places].filter((hex) => shows(best, [hex], size));
  return !shows(view, wanted, size) || best.side > view.side * NEARER;
}

/**
 * Return a view that is so many times as near; a point of the window stays where it is.
 * @param {View} view
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 * @returns {View}
 */
export function zoomed(view, factor, x, y) {
  const side = Math.max(SMALLEST, Math.min(LARGEST, view.side * factor));
  const times = side / view.side;
  return { side, x: x - (x - view.x) * times, y: y - (y - view.y) * times };
}

/**
 * Return a view that is moved by pixels.
 * @param {View} view
 * @param {number} dx
 * @param {number} dy
 * @returns {View}
 */
export function moved({ side, x, y }, dx, dy) {
  return { side, x: x + dx, y: y + dy };
}

/**
 * Return whether figures on all hexes are seen whole, each with its name below it.
 * @param {View} view
 * @param {readonly Hex[]} hexes
 * @param {Size} size
 */
export function shows(view, hexes, { width, height }) {
  const radius = radiusOf(view);
  return hexes.every((hex) => {
    const { x, y } = placeOf(view, hex);
    return x >= radius && y >= radius && x <= width - radius && y <= height - radius - NAME;
  });
}

/**
 * Return the radius of figures.
 * @param {View} view
 */
export function radiusOf({ side }) {
  return Math.max(11, Math.min(46, side * 0.52));
}

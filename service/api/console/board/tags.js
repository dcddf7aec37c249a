// @ts-check
// Where names and chances stand beside figures, so that they cover neither figures nor each other.

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 *
 * @typedef {object} Spots   where the words of a figure stand, from its middle
 * @property {Point | null} name   the middle of its line; null where it would cover others: its letters tell it
 * @property {Point} chance   the middle of the tag
 */

const LINE = 16;
const TAG = 20;
/** A share of a name that may cover something. */
const BEARABLE = 0.34;
/** Square pixels that a later place must leave free more than an earlier one. */
const WORTH = 12;

/** Half the width of a name. @param {string} text */
const halfOf = (text) => text.length * 3.8 + 2;

/** Half the width of a tag. @param {string} text */
export const halfTag = (text) => 5 + 4 * text.length;

/**
 * Return where the words of all figures stand.
 * @param {readonly {id: string, name: string, chance: string, under: number}[]} figures   the most important first; `under` is how far what is drawn of a figure reaches below its middle
 * @param {ReadonlyMap<string, Point>} places
 * @param {number} radius
 * @param {{width: number, height: number}} size
 * @returns {Map<string, Spots>}
 */
export function spotsOf(figures, places, radius, size) {
  const shown = figures.flatMap((each) => {
    const place = places.get(each.id);
    return place ? [{ ...each, place }] : [];
  });
  /** @type {{id: string, box: Box}[]} */
  const taken = shown.map(({ id, place }) => ({ id, box: around(place, radius, radius) }));
  /** @type {Map<string, Spots>} */
  const spots = new Map();
  for (const { id, name, chance, place, under } of shown) {
    const others = () => taken.filter((each) => each.id !== id).map(({ box }) => box);
    const half = halfTag(chance);
    const aside = radius + half + 10;
    const tag = chance === "" ? null : leastCovering([[0, -(radius + 20)], [aside, -radius * 0.6], [-aside, -radius * 0.6], [aside, radius * 0.6], [-aside, radius * 0.6], [0, under + TAG / 2 + 2]], place, half, TAG / 2, others(), size);
    if (tag) taken.push({ id: "", box: around(moved(place, tag.at), half, TAG / 2) });
    const wide = halfOf(name);
    const line = leastCovering([[0, under + 5], [0, -(radius + 14)], [radius + wide + 8, 0], [-(radius + wide + 8), 0]], place, wide, LINE / 2, others(), size);
    const isClear = line.covered <= BEARABLE * 2 * wide * LINE;
    if (isClear) taken.push({ id: "", box: around(moved(place, line.at), wide, LINE / 2) });
    spots.set(id, { name: isClear ? line.at : null, chance: tag?.at ?? { x: 0, y: 0 } });
  }
  return spots;
}

/**
 * Return the first of some places at which least is covered, and how much that is.
 * @param {[number, number][]} offered   from the middle of the figure
 * @param {Point} place
 * @param {number} wide   half
 * @param {number} high   half
 * @param {readonly Box[]} others
 * @param {{width: number, height: number}} size
 * @returns {{at: Point, covered: number}}
 */
function leastCovering(offered, place, wide, high, others, size) {
  const tried = offered.map(([x, y]) => {
    const box = around(moved(place, { x, y }), wide, high);
    const outside = 4 * wide * high - shared(box, { left: 0, top: 0, right: size.width, bottom: size.height });
    return { at: { x, y }, covered: outside + others.reduce((sum, other) => sum + shared(box, other), 0) };
  });
  return tried.reduce((best, each) => (each.covered < best.covered - WORTH ? each : best));
}

/**
 * @param {Point} place
 * @param {Point} way
 */
function moved(place, way) {
  return { x: place.x + way.x, y: place.y + way.y };
}

/**
 * @param {Point} place
 * @param {number} wide
 * @param {number} high
 * @returns {Box}
 */
function around({ x, y }, wide, high) {
  return { left: x - wide, top: y - high, right: x + wide, bottom: y + high };
}

/**
 * Return the area that two boxes share.
 * @param {Box} one
 * @param {Box} other
 */
function shared(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}

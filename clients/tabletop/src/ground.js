// @ts-check
/**
 * Points of a tabletop and places of a fight.
 *
 * @typedef {import("./types.js").Ground} Ground
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./types.js").Point} Point
 */
import { centreOf, hexAt } from "./hexes.js";

/**
 * Return the point at which a place is drawn; null if this ground has no hexes to put it on.
 * @param {Place} place
 * @param {Ground} ground
 * @returns {Point | null}
 */
export function pointOf({ hex, yards }, { hexes, origin, yard }) {
  if (yards) return { x: origin.x + yard * yards.x, y: origin.y + yard * yards.y };
  return hex && hexes ? centreOf(hex, hexes) : null;
}

/**
 * Return the place of a point in fights of a family: a hex or yards; null if the family or the ground has no places.
 * @param {Point} point
 * @param {Ground} ground
 * @param {Play} play
 * @returns {Place | null}
 */
export function placeAt(point, { hexes, origin, yard }, play) {
  if (play.places.includes("hex")) return hexes ? { hex: hexAt(point, hexes) } : null;
  if (!play.places.includes("x")) return null;
  return { yards: { x: tenths((point.x - origin.x) / yard), y: tenths((point.y - origin.y) / yard) } };
}

/** @param {number} value */
function tenths(value) {
  return Math.round(value * 10) / 10 + 0;
}

const YARDS = [[/^(yd|yard)/i, 1], [/^(ft|foot|feet|')/i, 1 / 3], [/^(m|metre|meter)s?$/i, 1.0936]];

/**
 * Return how many yards one unit of a map is, by its name; a unit without a known name is taken for a yard.
 * @param {string} unit
 * @returns {number}
 */
export function yardsIn(unit) {
  const found = YARDS.find(([name]) => /** @type {RegExp} */ (name).test(unit.trim()));
  return found ? Number(found[1]) : 1;
}

// @ts-check
/**
 * Hexes as the service numbers them, drawn as a tabletop draws them.
 *
 * A hex is `[q, r]`, axial. Directions and facings are hexsides 0-5, clockwise from north: +1 turns right. `x` grows to
 * the right and `y` downwards. A pointy-top map is the flat-top one, turned by 30 degrees to the left.
 *
 * @typedef {import("./types.js").Hex} Hex
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Layout} Layout
 */

/** @type {readonly Hex[]} The step over each hexside. */
export const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

/** What the hexsides are called. */
export const NAMES = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

const ROOT = Math.sqrt(3);

/**
 * Return the centre of a hex.
 * @param {Hex} hex
 * @param {Layout} layout
 * @returns {Point}
 */
export function centreOf([q, r], { top, side, origin }) {
  const [x, y] = top === "flat" ? [1.5 * q, ROOT * (r + q / 2)] : [ROOT * (q + r / 2), 1.5 * r];
  return { x: origin.x + side * x, y: origin.y + side * y };
}

/**
 * Return the hex that a point lies in.
 * @param {Point} point
 * @param {Layout} layout
 * @returns {Hex}
 */
export function hexAt(point, { top, side, origin }) {
  const [x, y] = [(point.x - origin.x) / side, (point.y - origin.y) / side];
  return top === "flat" ? rounded(x / 1.5, y / ROOT - x / 3) : rounded(x / ROOT - y / 3, y / 1.5);
}

/**
 * Round to the nearest hex: of q, r and s = -q - r the one that was rounded most follows from the others.
 * @param {number} q
 * @param {number} r
 * @returns {Hex}
 */
function rounded(q, r) {
  const s = -q - r;
  const whole = [Math.round(q), Math.round(r), Math.round(s)];
  const [dq, dr, ds] = [Math.abs(whole[0] - q), Math.abs(whole[1] - r), Math.abs(whole[2] - s)];
  if (dq > dr && dq > ds) whole[0] = -whole[1] - whole[2];
  else if (dr > ds) whole[1] = -whole[0] - whole[2];
  return [whole[0] + 0, whole[1] + 0]; // + 0: never -0
}

/**
 * Count the steps from hex to hex.
 * @param {Hex} one
 * @param {Hex} other
 */
export function distance(one, other) {
  const [q, r] = [other[0] - one[0], other[1] - one[1]];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/**
 * Return the bearing of a facing in degrees, clockwise from the top of the map.
 * @param {number} facing
 * @param {Layout["top"]} top
 */
export function bearingOf(facing, top) {
  return turned(60 * facing - (top === "flat" ? 0 : 30));
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/**
 * Return the direction from a hex to another one as it is drawn, with north at the top of the map.
 * @param {Hex} from
 * @param {Hex} to
 * @param {Layout["top"]} top
 */
export function compassOf(from, to, top) {
  const { x, y } = centreOf([to[0] - from[0], to[1] - from[1]], { top, side: 1, origin: { x: 0, y: 0 } });
  const degrees = turned((Math.atan2(x, -y) * 180) / Math.PI);
  return COMPASS[Math.round(degrees / 45) % COMPASS.length];
}

/**
 * Return the facing nearest to a bearing.
 * @param {number} degrees
 * @param {Layout["top"]} top
 */
export function facingAt(degrees, top) {
  return Math.round(turned(degrees + (top === "flat" ? 0 : 30)) / 60) % 6;
}

/**
 * Bring an angle between 0 and 360.
 * @param {number} degrees
 */
export function turned(degrees) {
  return ((degrees % 360) + 360) % 360;
}

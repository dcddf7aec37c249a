// @ts-check
/**
 * Foundry's hexes and rotations as the service numbers them; for families without a map of hexes, its pixels as yards.
 *
 * Foundry's cube coordinates have the same axes: q and r are as they are, up to where hex [0, 0] lies, which the scene
 * keeps in a flag. A token turned by 0 faces south, clockwise. A token's x and y are its top left corner.
 *
 * @typedef {import("../../tabletop/src/types.js").Hex} Hex
 * @typedef {import("../../tabletop/src/types.js").Place} Place
 * @typedef {import("../../tabletop/src/types.js").Play} Play
 */
import { bearingOf, facingAt, turned, yardsIn } from "../../tabletop/src/index.js";

const SOUTH = 180;

/**
 * Return which way the hexes of a grid point; null for a grid without hexes.
 * @param {Grid} grid
 * @returns {"flat" | "pointy" | null}
 */
export function topOf({ type }) {
  const { HEXODDR, HEXEVENR, HEXODDQ, HEXEVENQ } = CONST.GRID_TYPES;
  if (type === HEXODDR || type === HEXEVENR) return "pointy";
  return type === HEXODDQ || type === HEXEVENQ ? "flat" : null;
}

/** Return the rotation of a token that faces a hexside. @param {number} facing @param {"flat" | "pointy"} top */
export function rotationOf(facing, top) {
  return turned(bearingOf(facing, top) + SOUTH);
}

/** Return the hexside that a token with this rotation faces. @param {number} rotation @param {"flat" | "pointy"} top */
export function facingOf(rotation, top) {
  return facingAt(rotation - SOUTH, top);
}

/** Return the cube coordinates of the scene's hex [0, 0]. @param {Scene} scene @returns {{q: number, r: number}} */
function originOf(scene) {
  return scene.getFlag("umpire", "origin") ?? { q: 0, r: 0 };
}

/**
 * Return the top left corner of a hex of the fight on the canvas.
 * @param {Scene} scene
 * @param {Hex} hex
 */
export function cornerOf(scene, [q, r]) {
  const origin = originOf(scene);
  return scene.grid.getTopLeftPoint({ q: q + origin.q, r: r + origin.r, s: -q - origin.q - r - origin.r });
}

/** Return how many pixels of a scene a yard is. @param {Scene} scene */
function yardOf({ grid: { size, distance, units } }) {
  return size / (distance * yardsIn(units) || 1);
}

/** @param {TokenDocument} token */
function centreOf(token) {
  const { width, height } = token.getSize();
  return { x: token.x + width / 2, y: token.y + height / 2 };
}

/**
 * Return where a token stands and faces, as a family counts: on a hex, or in yards; nowhere on a grid without hexes, if it needs hexes.
 * @param {Scene} scene
 * @param {TokenDocument} token
 * @param {Pick<Play, "places">} play
 * @returns {Place}
 */
export function placeOfToken(scene, token, { places }) {
  const top = topOf(scene.grid);
  const [centre, origin] = [centreOf(token), originOf(scene)];
  if (places.includes("hex") && top) {
    const { q, r } = scene.grid.getCube(centre);
    return { hex: [q - origin.q, r - origin.r], facing: facingOf(token.rotation, top) };
  }
  if (places.includes("hex") || !places.includes("x")) return {};
  const yard = yardOf(scene);
  return { yards: { x: tenths(centre.x / yard), y: tenths(centre.y / yard) } };
}

/** @param {number} value */
function tenths(value) {
  return Math.round(10 * value) / 10 + 0;
}

/**
 * Return the fields of a token that stands and faces as a place says.
 * @param {Scene} scene
 * @param {TokenDocument} token
 * @param {Place} place
 * @returns {{x?: number, y?: number, rotation?: number}}
 */
export function tokenAt(scene, token, { hex, yards, facing }) {
  const top = topOf(scene.grid);
  const { width, height } = token.getSize();
  /** @param {Point} centre */
  const around = ({ x, y }) => ({ x: Math.round(x - width / 2), y: Math.round(y - height / 2) });
  if (yards) return strays(scene, token, yards) ? around({ x: yards.x * yardOf(scene), y: yards.y * yardOf(scene) }) : {};
  if (!top) return {};
  const turn = facing === undefined ? {} : { rotation: rotationOf(facing, top) };
  if (!hex) return turn;
  const origin = originOf(scene);
  const [q, r] = [hex[0] + origin.q, hex[1] + origin.r];
  return { ...around(scene.grid.getCenterPoint({ q, r, s: -q - r })), ...turn };
}

/**
 * Tell whether a token is elsewhere than a place in yards, which are told to a tenth.
 * @param {Scene} scene
 * @param {TokenDocument} token
 * @param {Point} yards
 */
function strays(scene, token, { x, y }) {
  const here = placeOfToken(scene, token, { places: ["x", "y"] }).yards;
  return here?.x !== x || here?.y !== y;
}

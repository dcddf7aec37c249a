// @ts-check
/**
 * Foundry's hexes and rotations as the service numbers them.
 *
 * Foundry's cube coordinates have the same axes: q and r are as they are, up to where hex [0, 0] lies, which the scene
 * keeps in a flag. A token turned by 0 faces south, clockwise. A token's x and y are its top left corner.
 *
 * @typedef {import("../../tabletop/src/types.js").Hex} Hex
 * @typedef {import("../../tabletop/src/types.js").Place} Place
 */
import { bearingOf, facingAt, turned } from "../../tabletop/src/index.js";

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
 * Return where a token stands and faces; nowhere on a grid without hexes.
 * @param {Scene} scene
 * @param {TokenDocument} token
 * @returns {Place}
 */
export function placeOfToken(scene, token) {
  const top = topOf(scene.grid);
  if (!top) return {};
  const { width, height } = token.getSize();
  const { q, r } = scene.grid.getCube({ x: token.x + width / 2, y: token.y + height / 2 });
  const origin = originOf(scene);
  return { hex: [q - origin.q, r - origin.r], facing: facingOf(token.rotation, top) };
}

/**
 * Return the fields of a token that stands and faces as a place says.
 * @param {Scene} scene
 * @param {TokenDocument} token
 * @param {Place} place
 * @returns {{x?: number, y?: number, rotation?: number}}
 */
export function tokenAt(scene, token, { hex, facing }) {
  const top = topOf(scene.grid);
  if (!top) return {};
  const turn = facing === undefined ? {} : { rotation: rotationOf(facing, top) };
  if (!hex) return turn;
  const origin = originOf(scene);
  const [q, r] = [hex[0] + origin.q, hex[1] + origin.r];
  const centre = scene.grid.getCenterPoint({ q, r, s: -q - r });
  const { width, height } = token.getSize();
  return { x: Math.round(centre.x - width / 2), y: Math.round(centre.y - height / 2), ...turn };
}

// @ts-check
// Which way keys lead on the map: to the six neighbours of a hex, and from figure to figure.

import { figuresAt, keyOf } from "./drawing.js";

/** @typedef {import("./drawing.js").Hex} Hex */
/** @typedef {import("./drawing.js").Scene} Scene */

/**
 * Where somebody is on the map: at a hex, and at a figure if one is there.
 * @typedef {{ hex: Hex, figure: string | null }} Spot
 */

/** @type {readonly Hex[]} */
const NEIGHBOURS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

/** @type {Readonly<Record<string, number>>} */
const DIRECTIONS = { w: 0, e: 1, d: 2, s: 3, a: 4, q: 5, arrowup: 0, arrowdown: 3 };

/** @type {Readonly<Record<string, number>>} */
const TURNS = { arrowright: 1, arrowleft: -1 };

/**
 * Return where a key leads; null if it leads nowhere: no such key, or the end of the map.
 * @param {Scene} scene
 * @param {Spot} spot
 * @param {string} key The key as events have it, such as "ArrowUp" or "q".
 * @returns {Spot | null}
 */
export function spotAfter(scene, spot, key) {
  const name = key.toLowerCase();
  if (name in TURNS) return figureAfter(scene, spot, TURNS[name] ?? 0);
  if (name === "home") return spotOf(scene.figures[0]);
  if (name === "end") return spotOf(scene.figures.at(-1));
  const [q, r] = NEIGHBOURS[DIRECTIONS[name] ?? -1] ?? [0, 0];
  if (q === 0 && r === 0) return null;
  /** @type {Hex} */
  const hex = [spot.hex[0] + q, spot.hex[1] + r];
  if (!scene.ground.has(keyOf(hex))) return null;
  return { hex, figure: figuresAt(scene, hex)[0]?.id ?? null };
}

/**
 * Return the next or the previous figure, after the last again the first.
 * @param {Scene} scene
 * @param {Spot} spot
 * @param {number} turn
 */
function figureAfter({ figures }, spot, turn) {
  const here = figures.findIndex((each) => each.id === spot.figure);
  const there = here < 0 ? (turn > 0 ? 0 : figures.length - 1) : (here + turn + figures.length) % figures.length;
  return spotOf(figures[there]);
}

/**
 * @param {import("./drawing.js").DrawnFigure | undefined} figure
 * @returns {Spot | null}
 */
function spotOf(figure) {
  return figure ? { hex: figure.hexes[0] ?? [0, 0], figure: figure.id } : null;
}

/**
 * Return where somebody is after the map was drawn anew: at the same figure, else at the same hex, else at the first.
 * @param {Scene} scene
 * @param {Spot | null} before
 * @returns {Spot}
 */
export function spotIn(scene, before) {
  const same = scene.figures.find((each) => each.id === before?.figure);
  const first = spotOf(same ?? scene.figures[0]);
  if (!same && before && scene.ground.has(keyOf(before.hex))) {
    return { hex: before.hex, figure: figuresAt(scene, before.hex)[0]?.id ?? null };
  }
  return first ?? { hex: [0, 0], figure: null };
}

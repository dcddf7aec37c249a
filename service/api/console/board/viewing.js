// @ts-check
// Which part of the map is seen, and how fingers and buttons change it.

import { centreOf } from "./drawing.js";

/**
 * A rectangle of a drawing.
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 */

const AROUND = 110;
/** How much is seen around the figures, in units of the drawing: two hexes. */
const CLOSEST = 160;
/** The least width that is seen: about three hexes. */
const NEARLY = 0.85;
/** A map of which the figures take this share is seen as a whole. */
const STEADY = 6;
/** Pixels that a finger may move while it presses. */

/**
 * Return the rectangle that a `viewBox` names.
 * @param {string} text
 * @returns {Box}
 */
export function boxOf(text) {
  const [x = 0, y = 0, width = 1, height = 1] = text.split(/[\s,]+/).map(Number);
  return { x, y, width, height };
}

/**
 * Write a rectangle as a `viewBox`.
 * @param {Box} box
 */
export function written({ x, y, width, height }) {
  return [x, y, width, height].map((each) => Number(each.toFixed(2))).join(" ");
}

/**
 * Return what is seen when the map opens: the figures and what is around them, or the whole map if that is not much more.
 * @param {import("./drawing.js").Scene} scene
 * @param {Box} whole
 * @returns {Box}
 */
export function aroundFigures(scene, whole) {
  const centres = scene.figures.flatMap((figure) => figure.hexes.map(centreOf));
  if (!centres.length) return whole;
  const xs = centres.map(({ x }) => x);
  const ys = centres.map(({ y }) => y);
  const left = Math.max(whole.x, Math.min(...xs) - AROUND);
  const top = Math.max(whole.y, Math.min(...ys) - AROUND);
  const width = Math.min(whole.x + whole.width, Math.max(...xs) + AROUND) - left;
  const height = Math.min(whole.y + whole.height, Math.max(...ys) + AROUND) - top;
  const isWhole = width > NEARLY * whole.width && height > NEARLY * whole.height;
  return isWhole ? whole : { x: left, y: top, width, height };
}

/**
 * Return what is seen after zooming: `factor` above 1 is nearer; the point `about` stays where it is.
 * @param {Box} box
 * @param {number} factor
 * @param {Box} whole
 * @param {{ x: number, y: number }} [about]
 * @returns {Box}
 */
export function zoomed(box, factor, whole, about = middleOf(box)) {
  const least = Math.min(CLOSEST, whole.width) / box.width;
  const most = Math.max(1, Math.max(whole.width / box.width, whole.height / box.height));
  const size = Math.min(most, Math.max(least, 1 / factor));
  const x = about.x - (about.x - box.x) * size;
  const y = about.y - (about.y - box.y) * size;
  return within({ x, y, width: box.width * size, height: box.height * size }, whole);
}

/**
 * Return what is seen after the map was moved.
 * @param {Box} box
 * @param {number} dx In units of the drawing, to the right.
 * @param {number} dy Down.
 * @param {Box} whole
 */
export function moved(box, dx, dy, whole) {
  return within({ ...box, x: box.x - dx, y: box.y - dy }, whole);
}

/**
 * Return what is seen so that a point is not at its edge.
 * @param {Box} box
 * @param {{ x: number, y: number }} point
 * @param {Box} whole
 */
export function showing(box, point, whole) {
  const edge = Math.min(AROUND / 2, box.width / 4, box.height / 4);
  const x = Math.min(Math.max(box.x, point.x + edge - box.width), point.x - edge);
  const y = Math.min(Math.max(box.y, point.y + edge - box.height), point.y - edge);
  return within({ ...box, x, y }, whole);
}

/** @param {Box} box */
function middleOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Keep the middle of what is seen on the map.
 * @param {Box} box
 * @param {Box} whole
 * @returns {Box}
 */
function within(box, whole) {
  const x = clamped(box.x, whole.x - box.width / 2, whole.x + whole.width - box.width / 2);
  const y = clamped(box.y, whole.y - box.height / 2, whole.y + whole.height - box.height / 2);
  return { ...box, x, y };
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function clamped(value, low, high) {
  return Math.max(low, Math.min(high, value));
}

/**
 * Fingers on the map, or a mouse: one moves it, two zoom.
 */
export class Fingers {
  /**
   * @param {{ move: (dx: number, dy: number) => void, zoom: (factor: number, x: number, y: number) => void }} tell In
   * pixels; `x` and `y` are the point between two fingers.
   */
  constructor(tell) {
    this.tell = tell;
    /** @type {Map<number, { x: number, y: number }>} */
    this.places = new Map();
    this.moved = 0;
  }

  /** Whether the fingers have moved so far that they do not press anything. */
  get hasMoved() {
    return this.moved > STEADY;
  }

  /**
   * A finger touches.
   * @param {number} id
   * @param {number} x
   * @param {number} y
   */
  down(id, x, y) {
    if (!this.places.size) this.moved = 0;
    this.places.set(id, { x, y });
  }

  /**
   * A finger moves.
   * @param {number} id
   * @param {number} x
   * @param {number} y
   */
  move(id, x, y) {
    const before = this.places.get(id);
    if (!before) return;
    const [other] = [...this.places].filter(([each]) => each !== id).map(([, place]) => place);
    this.moved += Math.hypot(x - before.x, y - before.y);
    this.places.set(id, { x, y });
    if (other) {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      if (apart > 0) this.tell.zoom(Math.hypot(x - other.x, y - other.y) / apart, (x + other.x) / 2, (y + other.y) / 2);
    } else if (this.hasMoved) {
      this.tell.move(x - before.x, y - before.y);
    }
  }

  /**
   * A finger leaves.
   * @param {number} id
   */
  up(id) {
    this.places.delete(id);
  }
}

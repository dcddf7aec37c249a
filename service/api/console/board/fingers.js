// @ts-check
// What fingers and the pointer do on the board: one moves it, two bring it nearer.

const STEADY = 6;
/** Pixels that a finger may move while it presses. */

/**
 * Fingers on the map, or a mouse: one moves it, two zoom.
 */
export class Fingers {
  /**
   * @param {{ move: (dx: number, dy: number, way: { x: number, y: number }) => void, zoom: (factor: number, x: number, y: number) => void }} tell
   * In pixels; `way` is the whole way since the finger touched, `x` and `y` are the point between two fingers.
   */
  constructor(tell) {
    this.tell = tell;
    /** @type {Map<number, { x: number, y: number }>} */
    this.places = new Map();
    this.moved = 0;
    this.start = { x: 0, y: 0 };
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
    if (!this.places.size) {
      this.moved = 0;
      this.start = { x, y };
    }
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
      this.tell.move(x - before.x, y - before.y, { x: x - this.start.x, y: y - this.start.y });
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

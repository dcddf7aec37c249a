// @ts-check
// The states of a fight that a page has seen, kept for watching it again: what a state has in common with the one before is kept once.

/**
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Situation} Situation
 * @typedef {{state: Loose, situation: Situation | null}} Frame
 */

/** Of more states the oldest are dropped. */
const MOST = 600;

export class Frames {
  constructor() {
    /** By version, which only grows. @type {Map<number, Frame>} */
    this.all = new Map();
    /** @type {Loose} */
    this.newest = {};
  }

  /**
   * @param {number} version
   * @param {Frame} frame
   */
  keep(version, { state, situation }) {
    this.newest = /** @type {Loose} */ (sharing(this.newest, state));
    this.all.set(version, { state: this.newest, situation });
    for (const oldest of this.all.keys()) {
      if (this.all.size <= MOST) break;
      this.all.delete(oldest);
    }
  }

  clear() {
    this.all.clear();
    this.newest = {};
  }
}

/**
 * Return a value in which everything that is as it was before is the same object, so that only changes take room.
 * @param {unknown} before
 * @param {unknown} after
 * @returns {unknown}
 */
export function sharing(before, after) {
  if (before === after || typeof after !== "object" || after === null || typeof before !== "object" || before === null) return after;
  if (Array.isArray(after) !== Array.isArray(before)) return after;
  const was = /** @type {Loose} */ (before);
  const shared = Object.entries(after).map(([name, value]) => /** @type {[string, unknown]} */ ([name, sharing(was[name], value)]));
  if (shared.length === Object.keys(was).length && shared.every(([name, value]) => name in was && value === was[name])) return before;
  return Array.isArray(after) ? shared.map(([, value]) => value) : Object.fromEntries(shared);
}

// @ts-check
// A fight watched again: the states that this page has seen, one after the other, each with the dice of its act.

import { pauseAfter } from "../dice/throws.js";
import { UNKNOWN } from "../fight/choosing.js";
import { useEffect, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../fight/session.js").View} View
 *
 * @typedef {object} Replay
 * @property {number | null} at   which state is shown, from 0; null while nothing is watched again
 * @property {number} count   how many states there are
 * @property {View} view   what is drawn
 * @property {() => void} begin
 * @property {() => void} stop
 */

/** Fewer states are no fight to watch. */
const FEWEST = 3;

/**
 * Return what the table draws: the fight as it is, or an earlier state while it is watched again.
 * @param {Session} session
 * @returns {Replay}
 */
export function useReplay({ view, frames: { all: frames } }) {
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const versions = [...frames.keys()];
  const version = at === null ? undefined : versions[at];
  const frame = version === undefined ? undefined : frames.get(version);
  const entry = version === undefined ? undefined : view.entries.get(version);
  useEffect(() => {
    if (at === null) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => setAt(at + 1 < versions.length ? at + 1 : null), pauseAfter(entry ?? null, isCalm));
    return () => clearTimeout(timer);
  }, [at]);
  return {
    at, count: versions.length < FEWEST ? 0 : versions.length,
    view: frame && version !== undefined ? { ...view, ...frame, version, thrown: entry?.kind === "act" ? entry : null, choosing: UNKNOWN, hint: "", pressed: null } : view,
    begin: () => setAt(0),
    stop: () => setAt(null),
  };
}

// @ts-check
// A fight watched again: the states that its log tells, one after the other, each with the dice of its act; or one of them, as long as somebody looks.

import { pauseAfter } from "../dice/throws.js";
import { UNKNOWN } from "../fight/choosing.js";
import { useEffect, useMemo, useState } from "../vendor/preact.js";
import { framesOf } from "./frames.js";
import { standingVersions } from "./story.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../fight/session.js").View} View
 *
 * @typedef {object} Replay
 * @property {number | null} at   which state is shown, from 0; null while nothing is watched again
 * @property {number} count   how many states there are
 * @property {boolean} isRunning   whether the next one is shown by itself
 * @property {View} view   what is drawn
 * @property {() => void} begin
 * @property {() => void} stop
 * @property {() => void} toggle   go on by itself, or stay
 * @property {(way: 1 | -1) => void} step   to the next state, or to the one before, and stay there
 * @property {(version: number) => void} goTo   show what a version was, and stay there
 */

/** Fewer states are no fight to watch. */
const FEWEST = 3;

/**
 * Return what the table draws: the fight as it is, or an earlier state while it is watched again.
 * @param {Session} session
 * @returns {Replay}
 */
export function useReplay({ view }) {
  const [{ at, isRunning }, setPlace] = useState({ at: /** @type {number | null} */ (null), isRunning: false });
  const { play, entries, situation } = view;
  const isOver = situation?.over === true;
  const frames = useMemo(() => (isOver && play ? framesOf(play, entries) : new Map()), [isOver, play, entries]);
  const versions = useMemo(() => standingVersions(entries).filter((version) => frames.has(version)), [frames]);
  const version = at === null ? undefined : versions[at];
  const frame = version === undefined ? undefined : frames.get(version);
  const entry = version === undefined ? undefined : entries.get(version);
  const show = (/** @type {number | null} */ place, /** @type {boolean} */ runs) => setPlace({ at: place === null ? null : Math.max(0, Math.min(versions.length - 1, place)), isRunning: runs });
  useEffect(() => {
    if (at === null || !isRunning) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => (at + 1 < versions.length ? show(at + 1, true) : show(null, false)), pauseAfter(entry ?? null, isCalm));
    return () => clearTimeout(timer);
  }, [at, isRunning]);
  return {
    at: frame ? at : null, isRunning, count: versions.length < FEWEST ? 0 : versions.length,
    view: frame && version !== undefined ? { ...view, ...frame, version, thrown: entry?.kind === "act" ? entry : null, choosing: UNKNOWN, hint: "", pressed: null } : view,
    begin: () => show(0, true),
    stop: () => show(null, false),
    toggle: () => show(at, !isRunning),
    step: (way) => show((at ?? 0) + way, false),
    goTo: (wanted) => show(versions.findIndex((each) => each >= wanted), false),
  };
}

// @ts-check
// The states of a fight, one after the other, as its log tells them: those that it names whole, and what each act has made of the one before.

import { inOrder } from "../fight/history.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {import("../words/state.js").Situation} Situation
 * @typedef {{state: Loose, situation: Situation | null}} Frame
 */

/**
 * Return the state after each entry, by version; entries before the first whole state have none.
 * @param {Play} play
 * @param {ReadonlyMap<number, Entry>} entries
 * @returns {Map<number, Frame>}
 */
export function framesOf(play, entries) {
  /** @type {Map<number, Frame>} */
  const frames = new Map();
  /** @type {Frame | null} */
  let last = null;
  for (const entry of inOrder(entries)) {
    /** @type {Frame | null} */
    const before = entry.returns_to === null || entry.returns_to === undefined ? last : frames.get(entry.returns_to) ?? last;
    /** @type {Loose | null | undefined} */
    const state = entry.state ?? (before && (entry.kind === "act" ? afterwards(play, before.state, entry.outcome) : before.state));
    if (!state) continue;
    last = { state, situation: entry.situation ?? before?.situation ?? null };
    frames.set(entry.version, last);
  }
  return frames;
}

/**
 * Return the state after an act: lists of the state that its outcome names are as they are there, and so is each figure
 * whose record it has.
 * @param {Play} play
 * @param {Loose} state
 * @param {Loose | null} outcome
 * @returns {Loose}
 */
export function afterwards(play, state, outcome) {
  const figures = new Map();
  const whole = Object.values(outcome ?? {}).find((each) => play.figures.some((list) => Array.isArray(each?.[list]) && each[list].some((/** @type {any} */ one) => play.side in one)));
  const told = whole ?? outcome ?? {};
  for (const value of Object.values(told)) {
    if (Array.isArray(value)) for (const each of value) if (typeof each?.id === "string" && play.side in each) figures.set(each.id, each);
  }
  return Object.fromEntries(Object.entries(state).map(([name, value]) => {
    if (play.figures.includes(name) && Array.isArray(value)) return [name, whole?.[name] ?? value.map((each) => figures.get(each?.id) ?? each)];
    return [name, whole && name in whole ? whole[name] : value];
  }));
}

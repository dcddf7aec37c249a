// @ts-check
// A fight as a text to read: its story, then each entry of the log with its steps.

import { inOrder } from "../fight/history.js";
import { tellingOf } from "../fight/session.js";
import { called } from "../words/state.js";
import { plain } from "../words/wording.js";
import { headlineOf } from "./headline.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Step} Step
 */

/**
 * Return what happened as lines of text: what stands at the top, then each entry by its number, and its steps below it.
 * @param {import("../fight/session.js").View} view
 * @param {readonly string[]} top   the title and the story
 */
export function writtenOf({ play, state, entries }, top) {
  if (!play) throw new TypeError("no encounter is open");
  const stepSaid = (/** @type {Step} */ step) => `   - ${plain(step.text ?? [called(play, state, step.actor ?? null), [step.label, (step.card ? [step.card] : step.faces ?? []).join(", ")].filter(Boolean).join(": ")].filter(Boolean).join(", "))}`;
  const told = inOrder(entries).flatMap((entry) => [
    `${entry.version}. ${plain(tellingOf(entry)) || headlineOf(play, state, entry).word}`,
    ...(entry.steps ?? []).map(stepSaid),
  ]);
  return [...top, "", ...told, ""].join("\n");
}

// @ts-check
// The story of a fight that is over, in a few sentences of its log: who met whom, first blood, the heaviest blow, and the end.

import { headlineOf } from "./headline.js";
import { tellingOf } from "../fight/session.js";
import { plain } from "../words/wording.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 */

/**
 * Return the story of what was played and not taken back.
 * @param {Play} play
 * @param {Loose} state
 * @param {readonly Entry[]} entries   in order
 * @param {string} ending   the situation at the end in sentences
 * @returns {string[]}
 */
export function storyOf(play, state, entries, ending) {
  const acts = standing(entries).filter(({ kind }) => kind === "act");
  const first = entries.find(({ kind }) => kind === "create");
  const weight = (/** @type {Entry} */ entry) => headlineOf(play, state, entry).chips.reduce((sum, chip) => sum + parseInt(chip, 10), 0);
  const bloody = acts.find((entry) => weight(entry) > 0);
  const heaviest = [...acts].sort((one, other) => weight(other) - weight(one))[0];
  const last = acts.at(-1);
  const told = [
    first && tellingOf(first),
    bloody && `First blood, ${place(acts, bloody)}: ${tellingOf(bloody)}`,
    heaviest && heaviest !== bloody && weight(heaviest) > 0 && `The heaviest, ${place(acts, heaviest)}: ${tellingOf(heaviest)}`,
    last && last !== bloody && last !== heaviest && `The last, ${place(acts, last)}: ${tellingOf(last)}`,
    ending,
  ];
  return told.filter((each) => typeof each === "string" && each !== "").map((each) => plain(/** @type {string} */ (each)));
}

/** A change of a chance that is worth telling: less is within the bounds of what was counted. */
const TURN = 0.15;

/**
 * Return the sentences on the act by which the winner's chance rose most; none if it was never in doubt, or not known.
 * @param {readonly {at: number, share: number}[]} points   the winner's chance after versions, in order
 * @param {ReadonlyMap<number, Entry>} entries
 * @param {string} winner   what players call it
 * @returns {string[]}
 */
export function turningOf(points, entries, winner) {
  const rises = points.slice(1).map(({ at, share }, place) => ({ at, from: points[place]?.share ?? 0, to: share }));
  const [most] = rises.sort((one, other) => other.to - other.from - (one.to - one.from));
  const entry = most && entries.get(most.at);
  if (!most || !entry || most.to - most.from < TURN) return [];
  const hundred = (/** @type {number} */ share) => Math.round(100 * share);
  return [plain(`The turning point: ${tellingOf(entry)} ${winner} went from ${hundred(most.from)} to ${hundred(most.to)} in 100.`)];
}

/**
 * @param {readonly Entry[]} acts
 * @param {Entry} entry
 */
function place(acts, entry) {
  return `act ${acts.indexOf(entry) + 1} of ${acts.length}`;
}

/**
 * Return the entries that stand: those that were not taken back, or played again.
 * @param {readonly Entry[]} entries
 */
export function standing(entries) {
  /** @type {Entry[]} */
  let kept = [];
  /** @type {Entry[]} */
  const ahead = [];
  for (const entry of entries) {
    const last = kept.at(-1);
    if (entry.kind === "undo" && last) {
      ahead.push(last);
      kept = kept.slice(0, -1);
    } else if (entry.kind === "redo") {
      const again = ahead.pop();
      if (again) kept = [...kept, again];
    } else if (entry.kind !== "undo") {
      kept = [...kept, entry];
      ahead.length = 0;
    }
  }
  return kept;
}

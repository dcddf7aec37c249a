// @ts-check
// The story of a fight that is over, in five sentences of its log at most: who met whom, first blood, the heaviest blow, where it turned, and the last one.

import { inOrder } from "../fight/history.js";
import { exchangesOf } from "./exchanges.js";
import { asideIn, headlineOf } from "./headline.js";
import { tellingOf } from "../fight/session.js";
import { called, figuresOf } from "../words/state.js";
import { capital, listed, plain } from "../words/wording.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {{at: number, share: number}} Point   the chance of a side after a version
 *
 * @typedef {object} Moment   a blow, or all of an act
 * @property {Entry} entry
 * @property {string} text
 * @property {number} harm
 *
 * @typedef {{version: number, from: number, to: number}} Turn   the act by which a chance rose most
 */

/**
 * Return the story of what was played and not taken back.
 * @param {Play} play
 * @param {Loose} state
 * @param {readonly Entry[]} entries   in order
 * @param {Turn | null} turn   the turning point, if it is known
 * @param {string | null} winner   the side that has won
 * @returns {string[]}
 */
export function storyOf(play, state, entries, turn, winner) {
  const kept = standing(entries);
  const acts = kept.filter(({ kind }) => kind === "act");
  const first = entries.find(({ kind }) => kind === "create");
  const moments = acts.flatMap((entry) => momentsOf(play, state, entry));
  const heaviest = [...moments].sort((one, other) => other.harm - one.harm)[0];
  const wholes = acts.map((entry) => wholeOf(play, state, entry));
  const told = [
    { name: "first blood", moment: moments.find(({ harm }) => harm > 0) },
    { name: "the heaviest blow", moment: heaviest && heaviest.harm > 0 ? heaviest : undefined },
    { name: "the turning point", moment: wholes.find(({ entry }) => entry.version === turn?.version) },
    { name: "the last act", moment: wholes.at(-1) },
  ];
  /** @type {Map<string, {names: string[], moment: Moment, place: number}>} */
  const sentences = new Map();
  for (const { name, moment } of told) {
    if (!moment) continue;
    const key = `${moment.entry.version} ${moment.text}`;
    const known = sentences.get(key);
    if (known) known.names.push(name);
    else sentences.set(key, { names: [name], moment, place: acts.indexOf(moment.entry) });
  }
  const chance = turn && winner !== null ? ` The chance of ${capital(called(play, state, winner))} went from ${hundred(turn.from)} to ${hundred(turn.to)} in 100.` : "";
  const blows = [...sentences.values()].sort((one, other) => one.place - other.place).map(({ names, moment: { entry, text } }) =>
    `${capital(listed(names))}${whenOf(kept, entry)}: ${text}${names.includes("the turning point") ? chance : ""}`);
  return [first ? met(tellingOf(first)) : "", ...blows].filter(Boolean);
}

/** A change of a chance that is worth telling: less is within the bounds of what was counted. */
const TURN = 0.15;

/**
 * Return the act by which the winner's chance rose most; none if it was never in doubt, or is not known.
 * @param {readonly Point[]} points   the winner's chance after versions, in order
 * @returns {Turn | null}
 */
export function turningOf(points) {
  const rises = points.slice(1).map(({ at, share }, place) => ({ version: at, from: points[place]?.share ?? 0, to: share }));
  const [most] = rises.sort((one, other) => other.to - other.from - (one.to - one.from));
  return most && most.to - most.from >= TURN ? most : null;
}

/** @param {number} share */
function hundred(share) {
  return Math.round(100 * share);
}

/**
 * Return who met whom, of the sentence with which a fight begins.
 * @param {string} text
 */
function met(text) {
  return capital(plain(text).replace(/^The fight begins: (.+) against (.+)$/, "$1 met $2"));
}

/**
 * Return the blows of an act: the exchanges of a round, or the act of one figure as it is.
 * @param {Play} play
 * @param {Loose} state
 * @param {Entry} entry
 * @returns {Moment[]}
 */
function momentsOf(play, state, entry) {
  const exchanges = exchangesOf(play, state, entry);
  if (exchanges.length === 0) return [wholeOf(play, state, entry)];
  return exchanges.map(({ who, whom, isMutual, word, harm }) => ({ entry, harm, text: isMutual ? `${word}.` : `${capital(who.name)} against ${whom.name}, ${word.charAt(0).toLowerCase()}${word.slice(1)}.` }));
}

/**
 * Return an act as one moment: of a round whom it cost, else its sentences; both without the end of the fight, which is told elsewhere.
 * @param {Play} play
 * @param {Loose} state
 * @param {Entry} entry
 * @returns {Moment}
 */
function wholeOf(play, state, entry) {
  const { chips, lines } = headlineOf(play, state, entry);
  const harm = chips.reduce((sum, chip) => sum + parseInt(chip, 10), 0);
  const said = withoutEnd(plain(tellingOf(entry)));
  if (exchangesOf(play, state, entry).length === 0) return { entry, harm, text: chips.length > 0 ? `${said.replace(/\.$/, "")} (${listed([...chips])}).` : said };
  const names = figuresOf(play, state).map(({ name }) => name.toLowerCase());
  const costs = asideIn(play, state, lines).filter((line) => names.some((name) => line.toLowerCase().includes(name)));
  return { entry, harm, text: costs.length > 0 ? `${listed(costs.map((line, place) => (place > 0 ? line.charAt(0).toLowerCase() + line.slice(1) : line)))}.` : said };
}

/** @param {string} text */
function withoutEnd(text) {
  return text.replace(/\s*The fight is over[^.]*\.?/, "").trim();
}

/**
 * Return when an act was played, in the words of the situation before it: " in round 2"; nothing if they do not say.
 * @param {readonly Entry[]} kept
 * @param {Entry} entry
 */
function whenOf(kept, entry) {
  const before = kept[kept.indexOf(entry) - 1]?.situation;
  const word = /^(\p{L}+) \d+\b/u.exec(before?.text ?? "")?.[1] ?? "Round";
  return typeof before?.round === "number" && before.round > 0 ? ` in ${word.toLowerCase()} ${before.round}` : "";
}

/**
 * Return the versions of the entries that stand, in order.
 * @param {ReadonlyMap<number, Entry>} entries   by version
 */
export function standingVersions(entries) {
  return standing(inOrder(entries)).map(({ version }) => version);
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

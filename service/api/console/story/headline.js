// @ts-check
// What an entry of the log came to: a word that stands first, the sentences below it, and amounts on chips.

import { tellingOf } from "../fight/session.js";
import { called, figuresOf, moveName } from "../words/state.js";
import { capital, inWords, plain, sentencesOf } from "../words/wording.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 *
 * @typedef {{word: string, lines: string[], chips: string[], tone: "end" | "hurt" | "calm", isTold: boolean}} Headline   `isTold`: the word is the first sentence of the entry, and `lines` are the others
 */

/** @type {{[kind: string]: string}} */
const KINDS = { create: "The fight begins", correct: "Corrected", undo: "Taken back", redo: "Played again", hidden: "Not shown", void: "Refused", join: "Seat taken", contribute: "Contribution", announce: "Announced", end: "The end" };
/** Facts of a verdict that are no losses. */
const NOT_LOST = /standing|round|version|actions|jokers|left$/;
const MOST_CHIPS = 4;
/** The end of the address of an act of one figure, whose result is its first sentence. */
const TURN = "/resolve-turn";

/** What the service tells of turns in which nobody does anything that is seen: only their order is rolled. */
const NOTHING = "The fight went on.";
/** The end of the address of a round of all figures. */
const ROUND = "/resolve-round";

/**
 * Return what an entry came to.
 * @param {Play} play
 * @param {Loose} state
 * @param {Entry} entry
 * @returns {Headline}
 */
export function headlineOf(play, state, entry) {
  const verdict = /** @type {Loose} */ (entry.outcome?.verdict ?? {});
  const isOrder = tellingOf(entry) === NOTHING && entry.situation && !entry.situation.over;
  const lines = plain(isOrder ? entry.situation?.text ?? "" : tellingOf(entry)).split(/; (?=\S)|(?<=\.) (?=\S)/).map((line) => capital(line));
  const chips = Object.entries(verdict).filter(([name, value]) => typeof value === "number" && value > 0 && !NOT_LOST.test(name)).map(([name, value]) => `${value} ${value === 1 ? oneOf(inWords(name)) : inWords(name)}`).slice(0, MOST_CHIPS);
  const hurt = chips.length > 0 ? "hurt" : "calm";
  const told = { lines, chips, isTold: false };
  if (verdict.winner) return { ...told, word: `Victory for ${capital(called(play, state, verdict.winner))}`, tone: "end" };
  if (verdict.draw === true) return { ...told, word: "A draw", tone: "end" };
  if (typeof verdict.outcome === "string") return { ...told, word: capital(inWords(verdict.outcome)), tone: hurt };
  const played = entry.kind === "announce" ? null : entry.operation;
  if (!played) return { ...told, word: KINDS[entry.kind] ?? capital(inWords(entry.kind)), tone: "calm" };
  const [first = "", ...others] = lines;
  if (isOrder) return { ...told, word: lines.join(" ").replace(/\.$/, ""), lines: [], tone: "calm", isTold: true };
  if (played.endsWith(TURN) && first !== "") return { ...told, word: first.replace(/\.$/, ""), lines: others, tone: hurt, isTold: true };
  const round = typeof entry.outcome?.round === "number" ? ` ${entry.outcome.round}` : "";
  if (round === "" && played.endsWith(ROUND) && wordOf(verdict) === null) return { ...told, word: "Nobody fell", tone: hurt };
  return { ...told, word: wordOf(verdict) ?? `${moveName(played.split("/").pop() ?? "")}${round}`, tone: hurt };
}

/**
 * Return the name of a count for one of them: "casualties" is "casualty".
 * @param {string} name
 */
function oneOf(name) {
  return name.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
}

/**
 * Return the heaviest of what happened in a round: who fell, died or fled; nothing if nobody did.
 * @param {Loose} verdict
 */
function wordOf(verdict) {
  for (const [name, word] of Object.entries({ dead: "dead", fallen: "down", casualties: "down", routed: "routed", fled: "fled" })) {
    if (typeof verdict[name] === "number" && verdict[name] > 0) return `${verdict[name]} ${word}`;
  }
  return null;
}

/**
 * Return what the sentences of a round say besides its exchanges: those that name less than two figures.
 * @param {Play} play
 * @param {Loose} state
 * @param {readonly string[]} lines
 * @returns {string[]}
 */
export function asideIn(play, state, lines) {
  const names = figuresOf(play, state).map(({ name }) => name.toLowerCase());
  const sentences = lines.flatMap(sentencesOf).map((line) => line.replace(/\.$/, ""));
  return sentences.filter((line) => !/more happened$/i.test(line) && names.filter((name) => line.toLowerCase().includes(name)).length < 2).map(capital);
}

/**
 * Return who acted in an act of one figure, and whom it was aimed at: those whom its first sentence names first.
 * @param {Play} play
 * @param {Loose} state
 * @param {Entry} entry
 * @returns {(import("../words/state.js").Figure | undefined)[]}
 */
export function partiesOf(play, state, entry) {
  if (entry.kind !== "act" || !entry.operation?.endsWith(TURN)) return [];
  let sentence = ` ${tellingOf(entry).toLowerCase().split(/[.;]/)[0]} `;
  const longest = figuresOf(play, state).sort((one, other) => other.name.length - one.name.length);
  const found = longest.map((figure) => {
    const name = figure.name.toLowerCase();
    const at = sentence.search(new RegExp(`[^\\w]${escaped(name)}[^\\w]`));
    if (at >= 0) sentence = sentence.slice(0, at + 1) + " ".repeat(name.length) + sentence.slice(at + 1 + name.length); // a shorter name may be part of it
    return { figure, at };
  });
  return found.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at).map(({ figure }) => figure).slice(0, 2);
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

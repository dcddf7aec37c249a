// @ts-check
// A round whose orders were given before the dice, as single exchanges: a blow and its answer, each with its result and its steps.

import { called, figuresOf } from "../words/state.js";
import { capital, inWords } from "../words/wording.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Figure} Figure
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {import("../words/state.js").Step} Step
 *
 * @typedef {object} Exchange
 * @property {Figure} who
 * @property {Figure} whom
 * @property {boolean} isMutual   whether both struck
 * @property {string} word   the result
 * @property {boolean} isHurt
 * @property {number} harm   in the numbers of the family; 0: none
 * @property {Step[]} steps
 */

/** The end of the address of a round of joint orders. */
const ROUND = "/resolve-round";
/** Numbers that say how much harm was done, the first that a record has. */
const HARMS = ["injury", "damage", "applied"];
const DEEPEST = 3;

/**
 * Return the exchanges of a round, in order; none of other entries.
 * @param {Play} play
 * @param {Loose} state
 * @param {Entry} entry
 * @returns {Exchange[]}
 */
export function exchangesOf(play, state, entry) {
  if (entry.kind !== "act" || !entry.operation?.endsWith(ROUND) || !entry.outcome) return [];
  const figures = new Map(figuresOf(play, state).map((each) => [each.id, each]));
  const names = new Map([...figures.keys()].map((id) => [id, called(play, state, id)]));
  const left = [...(entry.steps ?? [])];
  return [...recordsIn(entry.outcome, figures, 0)].flatMap(({ record, pair: [one, other], isMutual }) => {
    const [who, whom] = [figures.get(one), figures.get(other)];
    if (!who || !whom) return [];
    const run = isMutual ? mutualSteps(left, one, other, names) : runOf(left, one, other);
    const steps = run.length > 0 ? run : left.filter(({ actor, text }) => actor === one && [one, other].every((id) => isNamed(text, id, names)));
    return [{ who, whom, isMutual, ...resultOf(record, names), steps }];
  });
}

/**
 * Find the records of an outcome that name two figures and say how it ended between them.
 * @param {unknown} value
 * @param {ReadonlyMap<string, Figure>} figures
 * @param {number} depth
 * @returns {Generator<{record: Loose, pair: [string, string], isMutual: boolean}>}
 */
function* recordsIn(value, figures, depth) {
  if (depth > DEEPEST || !value || typeof value !== "object") return;
  for (const each of Object.values(value)) {
    if (!Array.isArray(each)) {
      yield* recordsIn(each, figures, depth + 1);
      continue;
    }
    for (const record of each) {
      const found = record && typeof record === "object" ? exchangeIn(record, figures) : null;
      if (found) yield found;
    }
  }
}

/**
 * @param {Loose} record
 * @param {ReadonlyMap<string, Figure>} figures
 * @returns {{record: Loose, pair: [string, string], isMutual: boolean} | null}
 */
function exchangeIn(record, figures) {
  const isEnded = typeof record.outcome === "string" || HARMS.some((name) => typeof record[name] === "number") || (Array.isArray(record.hits) && record.hits.length > 0);
  if (!isEnded || "before" in record) return null;
  const isFigure = (/** @type {unknown} */ each) => typeof each === "string" && figures.has(each);
  const both = Object.values(record).find((each) => Array.isArray(each) && each.length === 2 && each.every(isFigure));
  const named = /** @type {string[]} */ (both ?? Object.values(record).filter(isFigure));
  const lists = named.map((id) => figures.get(id)?.list);
  const [one, other] = named.filter((_, place) => lists.filter((list) => list === lists[place]).length > 1); // who commands is in another list
  return one !== undefined && other !== undefined && one !== other ? { record, pair: [one, other], isMutual: both !== undefined } : null;
}

/**
 * Return the result of an exchange in a word or two, and whether somebody was hurt.
 * @param {Loose} record
 * @param {ReadonlyMap<string, string>} names
 * @returns {{word: string, isHurt: boolean, harm: number}}
 */
function resultOf(record, names) {
  const hits = Array.isArray(record.hits) ? record.hits : [];
  const own = HARMS.map((name) => record[name]).find((value) => typeof value === "number");
  const harm = own ?? hits.reduce((/** @type {number} */ sum, /** @type {Loose} */ { damage }) => sum + (damage ?? 0), 0);
  const amount = harm > 0 ? ` for ${harm}` : "";
  if (typeof record.outcome === "string") return { word: capital(inWords(record.outcome)) + amount, isHurt: harm > 0, harm };
  if (typeof record.power === "string") return { word: capital(inWords(record.power)) + amount, isHurt: hits.length > 0, harm };
  const loser = names.get(record.to);
  return loser === undefined ? { word: "Neither gave way", isHurt: false, harm: 0 } : { word: `${capital(loser)} lost ${harm}`, isHurt: true, harm };
}

/**
 * Take the steps of a blow out of those that are left: from the first roll of who struck on, as long as they are of the two.
 * @param {Step[]} left
 * @param {string} who
 * @param {string} whom
 */
function runOf(left, who, whom) {
  const start = left.findIndex(({ actor, dice, target }) => actor === who && dice && target);
  if (start < 0) return [];
  const rule = left[start]?.rule;
  let end = start + 1;
  while (end < left.length && (left[end]?.actor === who || left[end]?.actor === whom) && left[end]?.rule !== rule) end += 1;
  return left.splice(start, end - start);
}

/**
 * Return the steps of two who struck at the same time: what each rolled, and the sentence that names both.
 * @param {readonly Step[]} steps
 * @param {string} one
 * @param {string} other
 * @param {ReadonlyMap<string, string>} names
 */
function mutualSteps(steps, one, other, names) {
  const compared = steps.find(({ actor, text }) => actor === null && [one, other].every((id) => isNamed(text, id, names)));
  const section = compared?.rule.split("/").slice(0, 2).join("/");
  return steps.filter((step) => step === compared || (section !== undefined && step.rule.startsWith(`${section}/`) && step.dice && (step.actor === one || step.actor === other)));
}

/**
 * Tell whether a sentence names a figure, perhaps at its beginning: by what players call it, or by its id.
 * @param {string | null | undefined} text
 * @param {string} id
 * @param {ReadonlyMap<string, string>} names
 */
function isNamed(text, id, names) {
  const said = (text ?? "").toLowerCase();
  return [names.get(id) ?? id, id].some((name) => said.includes(name.toLowerCase()));
}

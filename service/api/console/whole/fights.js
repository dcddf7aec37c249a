// @ts-check
// What the odds of a whole fight say, as rows and sentences; each says whether it is exact, bounded or sampled.

import { called, sideCalled, sidesOf } from "../words/state.js";
import { marksOf } from "../words/sides.js";
import { amount, bounds, capital, decimal, grouped, inWords, percent } from "../words/wording.js";

/** @typedef {import("../words/state.js").Table} Table */
/** @typedef {import("../words/wording.js").Chance} Chance */

/**
 * How odds are known.
 * @typedef {{ kind: "exact" | "bounded" | "sampled", stopped: string | null, unresolved: number | null, fights: number | null, level: number | null }} Method
 *
 * The mean of a number, and how it spreads.
 * @typedef {{ mean: number, p5: number, p50: number, p95: number }} Spread
 *
 * A fight of the sample, and the request that plays it.
 * @typedef {{ fight: number, winner: string | null, rounds: number, request: { input: Record<string, any>, rulings?: Record<string, any> } }} Example
 *
 * The odds of a whole fight as the service answers them.
 * @typedef {object} FightOdds
 * @property {Method} method
 * @property {readonly { side: string, chance: Chance }[]} winner
 * @property {Chance} draw
 * @property {Chance} undecided
 * @property {Chance} stalemate
 * @property {{ spread: Spread | null, distribution: readonly { rounds: number, chance: Chance }[] }} rounds
 * @property {readonly { side: string, given: string, spread: Spread | null }[]} survivors
 * @property {readonly { id: string, stands: Chance, fates: readonly { fate: string, chance: Chance }[], left: Spread | null }[]} figures
 * @property {readonly { round: number, decided: Chance, sides: readonly { side: string, standing: number, left: number | null }[] }[]} race
 * @property {Record<string, Example | null>} examples
 */

/**
 * How a fight can end.
 * @typedef {{ key: string, label: string, side: string | null, share: number, low: number, said: string }} Ending   `low` is the lower bound of its share
 */

const UNSEEN = 0.0005;
const MOST_COLUMNS = 24;
const ENDINGS = /** @type {const} */ (["draw", "undecided", "stalemate"]);
const ENDING_WORDS = { draw: "Won by nobody", undecided: "Undecided after the last round", stalemate: "Nothing can change any more" };

/**
 * Return the move that plays a fight to its end; null if the family has none in encounters.
 * @param {{ moves: readonly { procedure: string, whole_fight: boolean }[] }} play
 */
export function wholeFightOf({ moves }) {
  return moves.find((each) => each.whole_fight)?.procedure ?? null;
}

/**
 * Return the word for how numbers are known.
 * @param {Method} method
 */
export function howOf({ kind }) {
  return kind === "bounded" ? "within bounds" : kind;
}

/**
 * Return how odds are known, in a sentence.
 * @param {Method} method
 */
export function methodSaid({ kind, stopped, unresolved, fights, level }) {
  if (kind === "exact") return "Exact: every path of the dice is counted.";
  if (kind === "bounded") return `Every path is counted but for ${percent(unresolved ?? 0)}: the bounds hold for certain.`;
  const late = stopped === "max_seconds" ? " The time was up before the bounds were as close as was asked for." : "";
  const often = percent(level ?? 0.95);
  return `Sampled: ${amount(fights ?? 0, "fight")} played. In brackets: bounds that hold the true chance in ${often} of such samples.${late}`;
}

/**
 * Return a chance and how it is known: "exactly 12.5 %", "about 72.7 % (64 to 80 %)".
 * @param {Chance} chance
 * @param {Method} method
 */
export function chanceSaid(chance, { kind }) {
  const within = bounds(chance);
  if (kind === "exact") return `exactly ${percent(chance.decimal)}`;
  return `about ${percent(chance.decimal)}${within && ` (${within})`}`;
}

/**
 * Return how a fight can end: each side's victory, and what else happens often enough to be seen.
 * @param {FightOdds} odds
 * @param {Table} table
 * @returns {Ending[]}
 */
export function endingsOf(odds, { play, state }) {
  const wins = odds.winner.map(({ side, chance }) => ({
    key: side, label: `Won by ${sideCalled(play, state, side)}`, side, share: chance.decimal, low: chance.low ?? chance.decimal, said: chanceSaid(chance, odds.method),
  }));
  const others = ENDINGS.filter((name) => odds[name].decimal >= UNSEEN).map((name) => ({
    key: `\u0000${name}`, label: ENDING_WORDS[name], side: null, share: odds[name].decimal, low: odds[name].decimal, said: chanceSaid(odds[name], odds.method),
  }));
  return [...wins, ...others];
}

/**
 * Return the marks of the sides of a fight, the same as on its map.
 * @param {FightOdds | null} odds
 * @param {Table} table
 */
export function marksIn(odds, { play, state }) {
  return marksOf([...sidesOf(play, state), ...(odds?.winner ?? []).map(({ side }) => side)]);
}

/**
 * Return how long the fight takes, in a sentence; empty if nothing is known.
 * @param {FightOdds} odds
 */
export function roundsSaid({ rounds: { spread } }) {
  if (!spread) return "";
  const { mean, p5, p50, p95 } = spread;
  const range = p5 === p95 ? "" : `; nine of ten take ${p5} to ${p95}`;
  return `Half of the fights are over after ${amount(p50, "round")}${range}. The mean is ${decimal(mean)}.`;
}

/**
 * Return the columns of a chart of the rounds: single numbers, or several together if there are many.
 * @param {FightOdds} odds
 * @returns {{ label: string, share: number }[]}
 */
export function columnsOf({ rounds: { distribution } }) {
  if (!distribution.length) return [];
  const numbers = distribution.map(({ rounds }) => rounds);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const width = Math.ceil((last - first + 1) / MOST_COLUMNS);
  const count = Math.ceil((last - first + 1) / width);
  return Array.from({ length: count }, (_, place) => {
    const [low, high] = [first + place * width, Math.min(last, first + place * width + width - 1)];
    const within = distribution.filter(({ rounds }) => rounds >= low && rounds <= high);
    return { label: low === high ? `${low}` : `${low}–${high}`, share: within.reduce((sum, { chance }) => sum + chance.decimal, 0) };
  });
}

/**
 * Return what becomes of each figure: whether it stands, what else may become of it, and what is left of it.
 * @param {FightOdds} odds
 * @param {Table} table
 */
export function fatesOf({ figures, method }, { play, state }) {
  return figures.map(({ id, stands, fates, left }) => ({
    id,
    name: called(play, state, id),
    share: stands.decimal,
    stands: chanceSaid(stands, method),
    fates: fates.filter(({ fate, chance }) => fate !== "standing" && chance.decimal >= UNSEEN)
      .map(({ fate, chance }) => `${inWords(fate)} ${percent(chance.decimal)}`),
    left: left ? spreadSaid(left) : "",
  }));
}

/**
 * Return a number and how it spreads: "11 (0 to 37)".
 * @param {Spread} spread
 */
export function spreadSaid({ p5, p50, p95 }) {
  const text = p5 === p95 ? grouped(p50) : `${grouped(p50)} (${grouped(p5)} to ${grouped(p95)})`;
  return text.replaceAll("-", "−");
}

/**
 * Return how many of each side stand in the end, in sentences.
 * @param {FightOdds} odds
 * @param {Table} table
 */
export function survivorsSaid({ survivors }, { play, state }) {
  return survivors.flatMap(({ side, given, spread }) => {
    if (given !== "wins" || !spread) return [];
    const range = spread.p5 === spread.p95 ? "" : `, nine times of ten ${spread.p5} to ${spread.p95}`;
    return [`Won by ${sideCalled(play, state, side)}: ${spread.p50} of them left standing (median${range}).`];
  });
}

/**
 * Return the fights of the sample that can be watched, with what they show.
 * @param {FightOdds} odds
 * @param {Table} table
 */
export function examplesOf({ examples }, { play, state }) {
  return Object.entries(examples).flatMap(([kind, example]) => {
    if (!example) return [];
    const winner = example.winner === null ? "won by nobody" : `won by ${sideCalled(play, state, example.winner)}`;
    return [{ kind, example, label: `${capital(kindWords(kind))}: ${winner} after ${amount(example.rounds, "round")}` }];
  });
}

/** @param {string} kind */
function kindWords(kind) {
  return kind === "upset" ? "an upset" : kind === "longest" ? "the longest fight" : `a ${inWords(kind)} fight`;
}

/**
 * Return a request that plays the fight from the present state: of the odds, any of their examples.
 * @param {FightOdds} odds
 * @returns {{ input: Record<string, any>, rulings?: Record<string, any> } | null}
 */
export function bodyOf({ examples }) {
  const found = Object.values(examples).find((each) => each !== null);
  if (!found) return null;
  const { input, rulings } = found.request;
  return rulings === undefined ? { input } : { input, rulings };
}

/**
 * Post to an operation whose name is known only now, and return its answer.
 * @param {Table["umpire"]} umpire
 * @param {string} operation Its path below /v1.
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function answered(umpire, operation, body, signal) {
  const open = /** @type {{ post: (path: string, body: object, options: object) => Promise<any> }} */ (/** @type {unknown} */ (umpire));
  return open.post(`/v1/${operation}`, body, { signal });
}

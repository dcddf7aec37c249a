// @ts-check
// What is chosen for whom before it is played. No DOM and no requests: from what the service says to what is posted.

import { joined } from "../vendor/umpire.js";

/**
 * @typedef {import("../words/state.js").BarredMove} BarredMove
 * @typedef {import("../words/state.js").FigureMoves} FigureMoves
 * @typedef {import("../words/state.js").Foreseen} Foreseen
 * @typedef {import("../words/state.js").LegalMove} LegalMove
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Order} Order
 * @typedef {import("../words/state.js").Situation} Situation
 * @typedef {import("../words/state.js").Suggestion} Suggestion
 *
 * @typedef {object} Pick   what one figure is to do
 * @property {readonly LegalMove[]} moves   several where it has several actions
 * @property {boolean} isOwn   whether somebody has chosen it or agreed; else it is as suggested
 *
 * @typedef {object} Choice
 * @property {string | null} figure   whose order is looked at
 * @property {ReadonlyMap<string, Pick>} picks   by figure, in the order of those who choose
 *
 * @typedef {object} Kind   the moves of a figure of one kind
 * @property {string} kind
 * @property {LegalMove[]} moves
 * @property {BarredMove[]} barred   what is not possible of it, with the reasons
 */

/** @type {Choice} */
export const NOBODY = { figure: null, picks: new Map() };

/**
 * Return the choice that a turn or a round begins with: all who choose do what is suggested, and the first is looked at.
 * @param {Situation} situation
 * @param {readonly Suggestion[]} suggestions
 * @returns {Choice}
 */
export function begun({ next }, suggestions) {
  const moves = new Map(suggestions.map((each) => [each.figure, each.moves]));
  return { figure: next[0] ?? null, picks: new Map(next.map((id) => [id, { moves: moves.get(id) ?? [], isOwn: false }])) };
}

/**
 * Return a choice in which those who had an order of their own before still have it, if their list has all of its moves.
 * @param {Choice} choice
 * @param {Choice} before
 * @param {ReadonlyMap<string, FigureMoves>} lists
 * @returns {Choice}
 */
export function keptIn({ figure, picks }, before, lists) {
  const kept = new Map(picks);
  for (const [id, { moves, isOwn }] of before.picks) {
    const keys = new Set(moves.map(({ key }) => key));
    const still = (lists.get(id)?.moves ?? []).filter(({ key }) => keys.has(key));
    if (isOwn && picks.has(id) && still.length === keys.size) kept.set(id, { moves: still, isOwn });
  }
  return { figure: picks.has(before.figure ?? "") ? before.figure : figure, picks: kept };
}

/**
 * Return a choice in which another figure is looked at, if it chooses now.
 * @param {Choice} choice
 * @param {string} figure
 * @returns {Choice}
 */
export function lookedAt(choice, figure) {
  return choice.picks.has(figure) ? { ...choice, figure } : choice;
}

/**
 * Return a choice in which the figure that is looked at does a move; without one it does what it was to do, now agreed.
 * @param {Choice} choice
 * @param {LegalMove} [move]
 * @returns {Choice}
 */
export function withMove(choice, move) {
  const { figure, picks } = choice;
  const before = figure === null ? undefined : picks.get(figure);
  if (figure === null || !before) return choice;
  return { figure, picks: new Map(picks).set(figure, { moves: move ? [move] : before.moves, isOwn: true }) };
}

/**
 * Return what foes mean to do when their turns come: all who wait but those of the first side, whose players choose for themselves.
 * @param {Situation} situation
 * @param {readonly Foreseen[]} ahead
 * @param {readonly string[]} sides   in their order
 * @returns {Foreseen[]}
 */
export function meantByFoes({ order }, ahead, [own]) {
  const friends = new Set(order.filter(({ side }) => side === own).map(({ id }) => id));
  return ahead.filter(({ figure }) => !friends.has(figure));
}

/**
 * Return the ids of those who still do what is suggested.
 * @param {Choice} choice
 */
export function asSuggested({ picks }) {
  return [...picks].filter(([, { isOwn }]) => !isOwn).map(([id]) => id);
}

/**
 * Return who is to be looked at next: the first after this one who still does what is suggested; null if nobody does.
 * @param {Choice} choice
 * @param {ReadonlySet<string>} [served]   those whose orders are left to the service
 * @returns {string | null}
 */
export function followingIn({ figure, picks }, served = new Set()) {
  const ids = [...picks.keys()].filter((id) => id === figure || !served.has(id));
  const here = ids.indexOf(figure ?? "");
  const turned = [...ids.slice(here + 1), ...ids.slice(0, Math.max(0, here))];
  return turned.find((id) => !picks.get(id)?.isOwn && !served.has(id)) ?? null;
}

/**
 * Return the move that the figure that is looked at is to do; of several the first.
 * @param {Choice} choice
 * @returns {LegalMove | null}
 */
export function moveOf({ figure, picks }) {
  return picks.get(figure ?? "")?.moves[0] ?? null;
}

/**
 * Return the moves of a figure by kind, in the order of its list; kinds of which nothing is possible come last.
 * @param {FigureMoves} listed
 * @returns {Kind[]}
 */
export function kindsOf({ moves, barred }) {
  const kinds = new Set([...moves, ...barred].map(({ kind }) => kind));
  const all = [...kinds].map((kind) => ({ kind, moves: moves.filter((each) => each.kind === kind), barred: barred.filter((each) => each.kind === kind) }));
  return [...all.filter((each) => each.moves.length > 0), ...all.filter((each) => each.moves.length === 0)];
}

/**
 * Return the first move of a kind that a player would mean: the suggested one, else one like that before, else the first
 * for which nothing has to be filled in.
 * @param {Kind} kind
 * @param {LegalMove | null} before
 * @returns {LegalMove | null}
 */
export function firstOf({ moves }, before) {
  return likest(moves, before);
}

/**
 * Return the move by which a figure is aimed at: of those at it the one that is most like the move before.
 * @param {FigureMoves} listed
 * @param {LegalMove | null} before
 * @param {string} target
 * @returns {LegalMove | null}
 */
export function aimedAt({ moves }, before, target) {
  return likest(moves.filter((each) => each.target === target && each.hex === null), before);
}

/**
 * Return the move that leads to a hex: of those to it the one that is most like the move before.
 * @param {FigureMoves} listed
 * @param {LegalMove | null} before
 * @param {readonly [number, number]} hex
 * @returns {LegalMove | null}
 */
export function ledTo({ moves }, before, hex) {
  return likest(moves.filter((each) => each.hex !== null && each.hex[0] === hex[0] && each.hex[1] === hex[1]), before);
}

/**
 * Return why a figure cannot be aimed at, in sentences; first what is said of the kind of the move before.
 * @param {FigureMoves} listed
 * @param {LegalMove | null} before
 * @param {string} target
 * @returns {string[]}
 */
export function whyNot({ barred }, before, target) {
  const of = barred.filter((each) => each.targets.includes(target));
  const own = of.filter((each) => each.kind === before?.kind);
  return [...new Set([...own, ...of].map(({ why }) => why))];
}

/**
 * @param {readonly LegalMove[]} moves
 * @param {LegalMove | null} before
 * @returns {LegalMove | null}
 */
function likest(moves, before) {
  const parts = new Set(before?.key.split("/"));
  const score = (/** @type {LegalMove} */ { key, kind, needs, suggested }) =>
    (needs.length > 0 ? -100 : 0) + (kind === before?.kind ? 20 : 0) + (suggested ? 5 : 0) + key.split("/").filter((part) => parts.has(part)).length;
  const [best] = [...moves].sort((one, other) => score(other) - score(one));
  return best ?? null;
}

/**
 * Return what is posted to play a choice; null while something has to be filled in, or nobody does anything.
 * @param {Choice} choice
 * @param {Order | null} suggested   what the service would post for all
 * @returns {Order | null}
 */
export function postedFor({ picks }, suggested) {
  const all = [...picks.values()];
  if (all.every(({ isOwn }) => !isOwn)) return suggested;
  const acting = all.filter(({ moves }) => moves.length > 0);
  if (acting.length === 0 || needingIn(all)) return null;
  return joined(acting.flatMap(({ moves }) => moves.slice(0, 1).map((first) => ({ ...first, input: combined(moves) }))));
}

/**
 * Return the first move for which something has to be filled in; null if there is none.
 * @param {readonly Pick[]} picks
 */
function needingIn(picks) {
  return picks.flatMap(({ moves }) => moves).find(({ needs }) => needs.length > 0) ?? null;
}

/**
 * Put the moves of one figure together: what the first one lets be added at the end of a list is taken from the others.
 * @param {readonly LegalMove[]} moves
 * @returns {Loose}
 */
export function combined([first, ...others]) {
  if (!first) return {};
  const input = structuredClone(first.input);
  const list = first.free.map((pointer) => pointer.split("/").slice(1)).find((path) => {
    const held = heldAt(input, path.slice(0, -1));
    return Array.isArray(held) && String(held.length) === path.at(-1);
  })?.slice(0, -1);
  for (const each of others) if (list) heldAt(input, list).push(...heldAt(structuredClone(each.input), list));
  return input;
}

/**
 * @param {any} value
 * @param {readonly string[]} path
 */
function heldAt(value, path) {
  return path.reduce((held, name) => held?.[name], value);
}

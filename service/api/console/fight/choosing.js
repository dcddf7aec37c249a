// @ts-check
// Choosing what is played: the lists of moves of an encounter are asked for, and what is pressed becomes the choice.

import { aimedAt, asSuggested, begun, followingIn, keptIn, ledTo, lookedAt, meantByFoes, moveOf, NOBODY, postedFor, whyNot, withMove } from "./choice.js";
import { movesOf } from "../vendor/umpire.js";
import { isAborted } from "./problems.js";
import { called, sidesOf } from "../words/state.js";
import { plain } from "../words/wording.js";

/**
 * @typedef {import("../words/state.js").FigureMoves} FigureMoves
 * @typedef {import("../words/state.js").LegalMove} LegalMove
 * @typedef {import("../words/state.js").Order} Order
 * @typedef {import("../words/state.js").Suggestion} Suggestion
 * @typedef {import("./session.js").Session} Session
 *
 * @typedef {object} Choosing   what is known of the moves of a version
 * @property {number} version
 * @property {number | null} round
 * @property {import("./choice.js").Choice} choice
 * @property {ReadonlyMap<string, Suggestion>} suggestions   by figure
 * @property {Order | null} suggested   what plays all suggestions
 * @property {readonly import("../words/state.js").Foreseen[]} meant   what foes mean to do when their turns come
 * @property {ReadonlyMap<string, FigureMoves>} lists   by figure, as far as they were asked for; each hex of `places` is a move of its own
 */

/** @type {Choosing} */
export const UNKNOWN = { version: 0, round: 0, choice: NOBODY, suggestions: new Map(), suggested: null, meant: [], lists: new Map() };

/**
 * Ask what is suggested to all who choose now, and what the first of them may do. What somebody had chosen is kept if it
 * still can be done and somebody else has changed the fight in the middle of the round.
 * @param {Session} session
 */
export async function prepare(session) {
  const { offers, situation, seat, version, choosing, play, state } = session.view;
  if (!offers || !play || seat?.role !== "referee" || !situation?.procedure || session.prepared === version) return;
  session.prepared = version;
  const before = session.made === version || choosing.round !== situation.round ? NOBODY : choosing.choice;
  const ids = new Set([...situation.next.slice(0, 1), ...situation.next.filter((id) => before.picks.get(id)?.isOwn)]);
  await asked(session, version, async (fight, signal) => {
    const [suggested] = await Promise.all([fight.suggest(undefined, { signal, chances: true, ahead: true }), ...[...ids].map((id) => listed(session, version, id))]);
    await session.landing.landed();
    if (session.view.version !== version) return;
    const suggestions = /** @type {Suggestion[]} */ (/** @type {unknown} */ (suggested.figures));
    const { procedure, input, ahead } = suggested;
    const lists = session.view.choosing.version === version ? session.view.choosing.lists : new Map();
    session.set({ choosing: {
      version, round: situation.round, choice: keptIn(begun(situation, suggestions), before, lists), lists,
      suggestions: new Map(suggestions.map((each) => [each.figure, each])), suggested: procedure ? { procedure, input: /** @type {any} */ (input) } : null,
      meant: meantByFoes(situation, /** @type {any} */ (ahead), sidesOf(play, state)),
    } });
  });
}

/**
 * Look at a figure that chooses now: its moves are asked for, if they are not known.
 * @param {Session} session
 * @param {string} figure
 */
export function consider(session, figure) {
  const { choosing, version } = session.view;
  choose(session, lookedAt(choosing.choice, figure));
  if (choosing.version === version && !choosing.lists.has(figure)) void asked(session, version, () => listed(session, version, figure));
}

/**
 * Ask what a figure may do.
 * @param {Session} session
 * @param {number} version
 * @param {string} figure
 */
async function listed(session, version, figure) {
  await asked(session, version, async (fight, signal) => {
    const moves = /** @type {any} */ (await fight.moves(figure, { signal, chances: true }));
    await session.landing.landed();
    if (session.view.version !== version) return;
    const { choosing } = session.view;
    const known = choosing.version === version ? choosing : { ...UNKNOWN, version };
    session.set({ choosing: { ...known, lists: new Map(known.lists).set(figure, { ...moves, moves: movesOf(moves) }) } });
  });
}

/**
 * Ask of the encounter, unless no fight is open; what goes wrong is shown.
 * @param {Session} session
 * @param {number} version
 * @param {(fight: import("../words/state.js").Encounter, signal: AbortSignal) => Promise<void>} question
 */
async function asked(session, version, question) {
  const { fight, following: { signal } } = session;
  try {
    if (fight) await question(fight, signal);
  } catch (problem) {
    if (!isAborted(problem) && !signal.aborted && session.view.version === version) session.set({ problem });
  }
}

/**
 * Let the figure that is looked at do a move, or agree to what it was to do.
 * @param {Session} session
 * @param {LegalMove} [move]
 */
export function pick(session, move) {
  choose(session, withMove(session.view.choosing.choice, move));
}

/**
 * Go on to the next who still does what is suggested.
 * @param {Session} session
 */
export function goOn(session) {
  const following = followingIn(session.view.choosing.choice, servedIn(session.view));
  if (following !== null) consider(session, following);
}

/**
 * A figure was pressed, or a hex, or who acts was dropped there: aim there; pressed again, it is done, or the next one is
 * looked at. Who chooses, too, is looked at; why a figure cannot be aimed at is said.
 * @param {Session} session
 * @param {string | null} target
 * @param {readonly [number, number] | null} hex
 * @param {boolean} isDrop
 */
export function tap(session, target, hex, isDrop) {
  const { choosing: { choice, lists }, play, state } = session.view;
  const known = lists.get(choice.figure ?? "");
  if (!play || !known) return;
  const before = moveOf(choice);
  const move = (hex && ledTo(known, before, hex)) ?? (target === null ? null : aimedAt(known, before, target));
  if (move && !isDrop && move.key === before?.key && choice.picks.get(choice.figure ?? "")?.isOwn) return void again(session);
  if (move) return pick(session, move);
  if (target !== null && !isDrop && choice.picks.has(target)) return consider(session, target);
  const why = target === null ? [] : whyNot(known, before, target);
  const who = called(play, state, choice.figure);
  const text = why[0] ?? (target === null ? `${who} has no move that leads there.` : `${who} can do nothing to ${called(play, state, target)} now.`);
  session.set({ hint: plain(text), pressed: target ?? choice.figure, said: plain(text) });
}

/** @param {Session} session */
function again(session) {
  if (session.view.situation?.decision === "orders") goOn(session);
  else void session.playChoice();
}

/**
 * @param {Session} session
 * @param {import("./choice.js").Choice} choice
 */
function choose(session, choice) {
  session.set({ choosing: { ...session.view.choosing, choice }, hint: "", pressed: null, problem: null });
}

/**
 * Return what the choice would post; null while it is not known, or something has to be filled in.
 * @param {import("./session.js").View} view
 * @returns {Order | null}
 */
export function chosenOrder({ choosing, version }) {
  return choosing.version === version ? postedFor(choosing.choice, choosing.suggested) : null;
}

/**
 * Return whose orders are left to the service: figures of sides that it plays, unless somebody has chosen for them.
 * @param {import("./session.js").View} view
 * @returns {Set<string>}
 */
export function servedIn({ choosing: { choice }, situation, automatic }) {
  const sides = new Map(situation?.order.map(({ id, side }) => [id, side]));
  return new Set(asSuggested(choice).filter((id) => automatic.includes(sides.get(id) ?? "")));
}

/**
 * Return how many of those who choose have an order of their own, of how many that are asked for one, and how many the
 * service orders.
 * @param {import("./session.js").View} view
 */
export function givenIn(view) {
  const { picks } = view.choosing.choice;
  const served = servedIn(view).size;
  return { given: [...picks.values()].filter(({ isOwn }) => isOwn).length, asked: picks.size - served, served };
}

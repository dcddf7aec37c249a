// @ts-check
// What the form of all options says: which move, filled in with what.

import { firstOrder, orderOf } from "./orders.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").Order} Order
 */

/**
 * Open the form: with an order that needs something, else as it was left, else with the first move of the family.
 * @param {Session} session
 * @param {Order | null} [order]
 */
export function open(session, order = null) {
  const { play, state } = session.view;
  const filled = order ?? session.view.order ?? (play && firstOrder(play, state));
  if (filled) fill(session, filled);
  session.set({ more: true });
}

/**
 * Take what the form says now; faults of what it said before are of no use any more.
 * @param {Session} session
 * @param {Order} order
 */
export function fill(session, order) {
  session.set({ order, problem: null });
}

/**
 * Choose a move: as it was filled in before, else as its example has it.
 * @param {Session} session
 * @param {string} procedure
 */
export function choose(session, procedure) {
  const { play, state, order } = session.view;
  if (order) session.drafts.set(order.procedure, order);
  if (play) fill(session, session.drafts.get(procedure) ?? orderOf(play, state, procedure));
}

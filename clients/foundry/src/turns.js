// @ts-check
/**
 * Turns: what a token may do now is shown to whoever plays it, and what was chosen is played.
 *
 * @typedef {import("../../tabletop/src/types.js").Offer} Offer
 * @typedef {import("./players.js").Talk} Talk
 * @typedef {import("./referee.js").Referee} Referee
 */
import { aimedAt, choiceOf } from "../../tabletop/src/index.js";
import { asked } from "./dialogs.js";

/**
 * Let somebody choose a move for each of some figures; null: not now.
 *
 * A move on a targeted token is chosen already, if there is one, else one that was chosen before.
 *
 * @param {readonly Offer[]} offers
 * @param {readonly string[]} actions the buttons
 * @param {ReadonlyMap<string, string>} [before] keys by figure
 * @returns {Promise<{action: string, keys: Map<string, string>} | null>}
 */
export async function chosen(offers, actions, before = new Map()) {
  const targets = [...game.user.targets].map(({ document }) => document.id);
  const told = await asked("Turn", choiceOf(offers, new Map([...before, ...aimedAt(offers, targets)])), actions);
  return told && { action: told.action, keys: new Map(offers.map(({ figure }, place) => [figure, told.values[`move-${place}`]])) };
}

/**
 * Let the game master choose for all who are next, and play it; where dice decide who is next, they are rolled.
 * @param {Referee} referee
 * @param {Talk} talk
 */
export async function takeTurn(referee, talk) {
  const roll = talk.dice(game.user.id);
  const { offers, version } = await referee.offers();
  if (!offers.length) return referee.playOn(roll);
  const told = await chosen(offers, ["play", "service"], referee.ordered);
  if (told?.action === "service") return referee.playOn(roll);
  if (told) return referee.playMoves(told.keys, version, roll);
}

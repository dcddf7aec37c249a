// @ts-check
/**
 * Foundry's dice for what the service asks: each user's dice configuration decides how they fall, by hand too.
 *
 * @typedef {import("../../tabletop/src/types.js").Need} Need
 */
import { diceOf, readFaces } from "../../tabletop/src/index.js";
import { asked } from "./dialogs.js";
import { text } from "./settings.js";

/**
 * Roll the missing dice; a d100 is one face from 1 to 100. Cards of a real deck are asked for by their names.
 * @param {Need} need
 * @returns {Promise<{faces: (number | string)[], roll?: Roll}>}
 */
export async function rolled(need) {
  const dice = diceOf(need);
  if (!dice) return { faces: await drawn(need) };
  const roll = await new Roll(`${dice.count}d${dice.sides}`).evaluate({ allowInteractive: true });
  return { faces: roll.dice.flatMap((term) => term.results.map(({ result }) => result)), roll };
}

/** Ask for the names of cards. @param {Need} need */
async function drawn(need) {
  const told = await asked("Card", ["div", {}, ["p", {}, need.text], ["input", { type: "text", name: "card", value: "" }]], ["draw"]);
  if (!told) throw new Error(text("NoRoll"));
  return readFaces(told.values.card, need);
}

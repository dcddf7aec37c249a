// @ts-check
/**
 * Foundry's dice for what the service asks: each user's dice configuration decides how they fall, by hand too.
 *
 * @typedef {import("../../tabletop/src/types.js").Need} Need
 */
import { diceOf } from "../../tabletop/src/index.js";

/**
 * Roll the missing dice; a d100 is one face from 1 to 100.
 * @param {Need} need
 * @returns {Promise<{faces: number[], roll: Roll}>}
 */
export async function rolled(need) {
  const asked = diceOf(need);
  if (!asked) throw new Error(need.text);
  const roll = await new Roll(`${asked.count}d${asked.sides}`).evaluate({ allowInteractive: true });
  return { faces: roll.dice.flatMap((term) => term.results.map(({ result }) => result)), roll };
}

// @ts-check
/**
 * Faces that people type for the dice that the service asks for.
 *
 * @typedef {import("./types.js").Need} Need
 */

/** Said to whoever typed something that the dice cannot show. */
export class FacesRefused extends Error {
  name = "FacesRefused";
}

/**
 * Return how many faces of which die are missing; null for a deck of cards.
 * @param {Pick<Need, "dice" | "missing">} need
 * @returns {{count: number, sides: number} | null}
 */
export function diceOf({ dice, missing }) {
  const found = /^\d*d(\d+)$/.exec(dice);
  return found ? { count: missing, sides: Number(found[1]) } : null;
}

/**
 * Read what somebody typed for a roll: numbers, with anything but digits between them; a d100 that shows 00 is 100. For
 * a draw from a deck it is the names of cards.
 *
 * Throws FacesRefused, with a sentence for whoever typed.
 *
 * @param {string} text
 * @param {Pick<Need, "dice" | "missing">} need
 * @returns {(number | string)[]}
 */
export function readFaces(text, need) {
  const asked = diceOf(need);
  const typed = text.match(asked ? /-?\d+/g : /[\w-]+/g) ?? [];
  if (typed.length !== need.missing) {
    throw new FacesRefused(`${need.missing} ${asked ? `of d${asked.sides}` : "from the deck"} asked for, ${typed.length} typed.`);
  }
  if (!asked) return typed;
  const faces = typed.map((each) => (asked.sides === 100 && each === "00" ? 100 : Number(each)));
  const wrong = faces.find((face) => face < 1 || face > asked.sides);
  if (wrong !== undefined) throw new FacesRefused(`A d${asked.sides} does not show ${wrong}.`);
  return faces;
}

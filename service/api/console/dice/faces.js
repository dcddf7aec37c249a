// @ts-check
// Faces and cards as people type them: which die a roll asks for, what a text means on it, and when it is complete.

const POOL = /^(\d*)d(\d+|%)$/i;
const CARD = /^((10|[2-9JQKA])[SHDC]|JOKER[12])$/;
const MOST_KEYS = 20;
/** What people write for a card, and what the service calls it. */
const WRITTEN = /** @type {[RegExp, string][]} */ ([
  [/[\s-]|OF/g, ""], [/♠|SPADES?/, "S"], [/♥|HEARTS?/, "H"], [/♦|DIAMONDS?/, "D"], [/♣|CLUBS?/, "C"],
  [/^(T|TEN)(?=[SHDC]$)/, "10"], [/^ACE/, "A"], [/^KING/, "K"], [/^QUEEN/, "Q"], [/^JACK/, "J"], [/^JOKER$/, "JOKER1"],
]);
export const RANKS = "A K Q J 10 9 8 7 6 5 4 3 2".split(" ");
/** @type {readonly {key: string, sign: string, name: string}[]} */
export const SUITS = [
  { key: "S", sign: "♠", name: "spades" }, { key: "H", sign: "♥", name: "hearts" },
  { key: "D", sign: "♦", name: "diamonds" }, { key: "C", sign: "♣", name: "clubs" },
];
export const JOKERS = ["JOKER1", "JOKER2"];

/**
 * Return the number of sides of the dice of a roll; null where cards are drawn or the dice are of another kind.
 * @param {string} dice   such as 3d6
 */
export function sidesOfDice(dice) {
  const [, , sides] = POOL.exec(dice.trim()) ?? [];
  return sides === undefined ? null : sides === "%" ? 100 : Number(sides);
}

/**
 * Tell whether a roll draws cards.
 * @param {string} dice
 */
export function isDeck(dice) {
  return /deck|card/i.test(dice);
}

/**
 * Return what a text means on a die: a face, or why it is none. A die of ten shows 0 for 10, of a hundred 00 for 100.
 * @param {string} text
 * @param {string} dice   such as 3d6
 * @returns {{face: number | string} | {fault: string}}
 */
export function faceOf(text, dice) {
  const told = text.trim().toUpperCase();
  if (told === "") return { fault: isDeck(dice) ? "Say which card was drawn." : "Say what was rolled." };
  if (isDeck(dice)) {
    const card = WRITTEN.reduce((text, [pattern, name]) => text.replace(pattern, name), told);
    return CARD.test(card) ? { face: card } : { fault: `${told} is no card: say rank and suit, such as QH or 10S, or JOKER1.` };
  }
  const sides = sidesOfDice(dice);
  if (!/^\d+$/.test(told)) return { fault: `${told} is no number.` };
  const isZero = (sides === 10 && told === "0") || (sides === 100 && told === "00");
  const face = isZero ? /** @type {number} */ (sides) : Number(told);
  if (face >= 1 && face <= (sides ?? 1000)) return { face };
  return { fault: `A d${sides ?? 1000} shows 1 to ${sides ?? 1000}, not ${told}.` };
}

/**
 * Tell whether no further digit can make another face of the text, so that the next die may be typed.
 * @param {string} text
 * @param {string} dice
 */
export function isComplete(text, dice) {
  const sides = sidesOfDice(dice);
  if (sides === null || "fault" in faceOf(text, dice)) return false;
  return text.startsWith("0") || Number(text) * 10 > sides;
}

/**
 * Return the text of a card after a key was pressed for its rank or its suit; the other half stays.
 * @param {string} text   what the field has, such as "Q" or "QH"
 * @param {{rank?: string, suit?: string}} key
 */
export function cardAfter(text, { rank, suit }) {
  const [, before = "", of = ""] = /^(10|[2-9JQKA])?([SHDC])?$/.exec(text.trim().toUpperCase()) ?? [];
  return (rank ?? before) + (suit ?? of);
}

/**
 * Return the faces that are offered as keys; none of dice with many sides.
 * @param {string} dice
 */
export function keysOf(dice) {
  const sides = sidesOfDice(dice);
  return sides === null || sides > MOST_KEYS ? [] : Array.from({ length: sides }, (_, place) => place + 1);
}

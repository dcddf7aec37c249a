// @ts-check
// Names of fields, chances and amounts as people read them.

/**
 * A chance of an answer: exact odds have the fraction, odds of whole fights the bounds, too.
 * @typedef {object} Chance
 * @property {number} decimal The chance, from 0 to 1.
 * @property {string | null} [numerator]
 * @property {string | null} [denominator]
 * @property {number} [low]
 * @property {number} [high]
 */

const LONGEST_FRACTION = 24;
const SHOWN = 0.0005;
/** Chances nearer to 0 or 1 than this would be rounded to it. */

/**
 * Return the name of a field or value in words: "possible_grievous" is "possible grievous".
 * @param {string} name
 */
export function inWords(name) {
  return name.replaceAll("_", " ").replaceAll("-", " ").trim();
}

/**
 * Return a text with a capital letter first.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Return two letters for a name: the initials of two words, or the first two of one word; and the number after two words.
 * @param {string} name
 */
export function lettersOf(name) {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  const [first = "?", second, ...others] = words;
  const number = /^\d$/.exec(others.at(-1) ?? "")?.[0] ?? "";
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], /^\d+$/.test(second) ? second.slice(-2) : [...second][0], number];
  return letters.join("").replace(/^./, (letter) => letter.toUpperCase());
}

/**
 * Return a share in percent with one decimal; never 0 or 100 unless it is.
 * @param {number} share From 0 to 1.
 */
export function percent(share) {
  if (share > 0 && share < SHOWN) return "under 0.1\u00a0%";
  if (share < 1 && share > 1 - SHOWN) return "over 99.9\u00a0%";
  const text = (100 * share).toFixed(1);
  return `${text.endsWith(".0") ? text.slice(0, -2) : text}\u00a0%`;
}

/**
 * Return the bounds of a chance, "64 to 80.2 %"; empty if it has none, or none that can be told apart.
 * @param {Chance} chance
 */
export function bounds(chance) {
  if (chance.low === undefined || chance.high === undefined) return "";
  const low = percent(chance.low);
  const high = percent(chance.high);
  return low === high ? "" : `${low.replace("\u00a0%", "")} to ${high}`;
}

/**
 * Return a chance as a fraction, "7,383 / 10,000"; empty if it has none that can be read.
 * @param {Chance} chance
 */
export function fraction(chance) {
  const { numerator, denominator } = chance;
  if (!numerator || !denominator || denominator === "1") return "";
  if (numerator.length + denominator.length > LONGEST_FRACTION) return "";
  return `${grouped(numerator)} / ${grouped(denominator)}`;
}

/**
 * Return a whole number with commas between its thousands.
 * @param {number | string} number
 */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Return an amount with its noun, "1 round", "6 rounds".
 * @param {number} count
 * @param {string} noun
 */
export function amount(count, noun) {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Return a mean with at most two decimals.
 * @param {number} value
 */
export function decimal(value) {
  const size = Math.abs(value);
  return String(Number(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)));
}

/**
 * Return a change of a chance in percentage points, "+4.5 points"; "0" if it cannot be seen.
 * @param {number} change From -1 to 1.
 */
export function points(change) {
  const text = (100 * change).toFixed(1);
  if (Number(text) === 0) return "0";
  return `${change > 0 ? "+" : "−"}${text.replace("-", "").replace(/\.0$/, "")} points`;
}

/**
 * Return texts in a row: "a, b and c".
 * @param {readonly string[]} texts
 */
export function listed(texts) {
  if (texts.length < 2) return texts.join("");
  return `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]}`;
}

/** @type {{[letter: string]: string}} */
const RANKS = { J: "jack", Q: "queen", K: "king", A: "ace" };
/** @type {{[letter: string]: string}} */
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
/** A card in a sentence: after a word or a bracket, before the next sign. */
const CARD = /(?<=[a-z] |\()(?:(10|[2-9JQKA])([SHDC])|JOKER[12])(?=[.,;:)]| and\b|$)/g;

/**
 * Return a sentence with its cards in words: "drew QH." is "drew queen of hearts."
 * @param {string} text
 */
export function cardsSaid(text) {
  return text.replace(CARD, (_, rank, suit) => (suit ? `${RANKS[rank] ?? rank} of ${SUITS[suit]}` : "a joker"));
}

/**
 * Return a sentence of the service as players read it: hexes as "hex 1, −2", cards in words, signs of numbers as they are
 * printed, words of records without their underscores.
 * @param {string} text
 */
export function plain(text) {
  return cardsSaid(text).replace(/\[(-?\d+), ?(-?\d+)\]/g, "hex $1, $2").replace(/(?<=^|[\s(])-(?= ?\d)/g, "−").replace(/(?<=[a-z])_(?=[a-z])/g, " ");
}

/**
 * Return what a move is called beside a board on which its place is lit: "Move there" instead of the numbers of the hex.
 * @param {string} label
 */
export function pointed(label) {
  return plain(label.replace(/ (?:to|at|on|into|toward) \[-?\d+, ?-?\d+\]/g, " there"));
}

/**
 * Return the sentences of a text of the service, as players read them.
 * @param {string} text
 */
export function sentencesOf(text) {
  return plain(text).split(/(?<=\.) /);
}

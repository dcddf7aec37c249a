// @ts-check
/**
 * What a figure may do now, as people choose it: the suggested move first, with its chance, and what it may not do, with the reason.
 *
 * @typedef {import("./types.js").Listed} Listed
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./types.js").Hex} Hex
 * @typedef {import("./types.js").Tree} Tree
 * @typedef {{names: ReadonlyMap<string, string>, hexes: ReadonlyMap<string, Hex>, top?: "flat" | "pointy"}} Known what figures are called, where
 *   they stand, and which way the hexes of the table point
 */
import { compassOf, distance } from "./hexes.js";

const MOST_BARRED = 12;

/** @type {Known} */
const NOTHING = { names: new Map(), hexes: new Map() };

/**
 * Make an offer of what is listed for a figure. Moves for which something has to be added first are left out; a move to a place has a line for each hex.
 *
 * `chances` is the same list as the referee sees it, if the one who chooses may see chances that the list does not have.
 *
 * @param {Listed} listed
 * @param {string} name what the figure is called
 * @param {Listed} [chances]
 * @param {Known} [known]
 * @returns {Offer}
 */
export function offerOf(listed, name, chances = listed, known = NOTHING) {
  const chance = new Map(chances.moves.map((each) => [each.key, each.chance]));
  const ready = listed.moves.filter(({ needs }) => !needs.length);
  const moves = ready.map(({ key, label, target, suggested }) => ({ key, label, target, hex: null, suggested, chance: chance.get(key) ?? null }));
  moves.sort((one, other) => Number(other.suggested) - Number(one.suggested));
  const ways = listed.places.flatMap(({ key, label, target, hexes }) =>
    hexes.map(({ hex, cost }) => ({ key: `${key}/${hex.join(",")}`, label: wayOf(label, hex, cost, target ?? listed.figure, known), target, hex, suggested: false, chance: null })));
  const barred = listed.barred.slice(0, MOST_BARRED).map(({ label, why }) => ({ label, why }));
  return { figure: listed.figure, name, moves: [...moves, ...ways], barred };
}

/**
 * Return the hexes to which moves of any kind lead, each once.
 * @param {readonly Offer[]} offers
 * @returns {Hex[]}
 */
export function placesIn(offers) {
  const ways = new Map(offers.flatMap(({ moves }) => moves.flatMap(({ hex }) => (hex ? [/** @type {const} */ ([hex.join(","), hex])] : []))));
  return [...ways.values()];
}

/**
 * Say where a way leads: "Move north-east to [3, 4], beside Orc · 2 points".
 * @param {string} label
 * @param {Hex} hex
 * @param {number} cost
 * @param {string} figure
 * @param {Known} known
 */
function wayOf(label, hex, cost, figure, { names, hexes, top }) {
  const from = hexes.get(figure);
  const way = from && top && distance(from, hex) ? ` ${compassOf(from, hex, top)}` : "";
  const near = [...hexes].filter(([id, each]) => id !== figure && distance(each, hex) === 1).map(([id]) => names.get(id) ?? id);
  return `${label}${way} to [${hex.join(", ")}]${near.length ? `, beside ${near.join(" and ")}` : ""} · ${cost} ${cost === 1 ? "point" : "points"}`;
}

/**
 * Return a move in a line: what it is, its chance, and whether it is suggested.
 * @param {Offer["moves"][number]} move
 */
export function lineOf({ label, chance, suggested }) {
  return [label, ...(chance === null ? [] : [`${Math.round(100 * chance)} %`]), ...(suggested ? ["suggested"] : [])].join(" · ");
}

/**
 * Return the moves that are aimed at one of some targets, by figure: the suggested one if it is, else the first.
 * @param {readonly Offer[]} offers
 * @param {readonly string[]} targets
 * @returns {Map<string, string>}
 */
export function aimedAt(offers, targets) {
  return new Map(offers.flatMap(({ figure, moves }) => {
    const move = moves.find(({ target }) => target !== null && targets.includes(target));
    return move ? [[figure, move.key]] : [];
  }));
}

/**
 * Make the fields of a form in which somebody chooses a move for each figure; the field of the first one is called "move-0".
 *
 * A figure that may do nothing has the reasons alone.
 *
 * @param {readonly Offer[]} offers
 * @param {ReadonlyMap<string, string>} chosen keys of moves that are chosen already, by figure
 * @returns {Tree}
 */
export function choiceOf(offers, chosen = new Map()) {
  const fields = offers.map(({ figure, name, moves, barred }, place) => {
    const options = moves.map((move) => {
      const isChosen = move.key === chosen.get(figure);
      return /** @type {Tree} */ (["option", { value: move.key, ...(isChosen && { selected: "" }) }, lineOf(move)]);
    });
    const select = /** @type {Tree} */ (["select", { name: `move-${place}`, "aria-label": `What ${name} does` }, ...options]);
    return /** @type {Tree} */ (["fieldset", {}, ["legend", {}, name], ...(options.length ? [select] : []), ...barredOf(barred, options.length > 0)]);
  });
  return ["div", { class: "umpire-choice" }, ...fields];
}

/**
 * Make the list of what cannot be done now; it is folded away under what can be done.
 * @param {Offer["barred"]} barred
 * @param {boolean} isFolded
 * @returns {Tree[]}
 */
function barredOf(barred, isFolded) {
  if (!barred.length) return [];
  const reasons = /** @type {Tree} */ (["ul", {}, ...barred.map(({ label, why }) => /** @type {Tree} */ (["li", {}, `${label}: ${why}`]))]);
  return isFolded ? [["details", {}, ["summary", {}, "Not now"], reasons]] : [reasons];
}

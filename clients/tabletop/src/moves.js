// @ts-check
/**
 * What a figure may do now, as people choose it: the suggested move first, with its chance, and what it may not do, with the reason.
 *
 * @typedef {import("./types.js").Listed} Listed
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./types.js").Tree} Tree
 */

const MOST_BARRED = 12;

/**
 * Make an offer of what is listed for a figure. Moves for which something has to be added first are left out.
 *
 * `chances` is the same list as the referee sees it, if the one who chooses may see chances that the list does not have.
 *
 * @param {Listed} listed
 * @param {string} name what the figure is called
 * @param {Listed} [chances]
 * @returns {Offer}
 */
export function offerOf(listed, name, chances = listed) {
  const known = new Map(chances.moves.map(({ key, chance }) => [key, chance]));
  const ready = listed.moves.filter(({ needs }) => !needs.length);
  const moves = ready.map(({ key, label, target, suggested }) => ({ key, label, target, suggested, chance: known.get(key) ?? null }));
  moves.sort((one, other) => Number(other.suggested) - Number(one.suggested));
  const barred = listed.barred.slice(0, MOST_BARRED).map(({ label, why }) => ({ label, why }));
  return { figure: listed.figure, name, moves, barred };
}

/**
 * Return a move in a line: what it is, its chance, and whether it is suggested.
 * @param {Offer["moves"][number]} move
 */
export function lineOf({ label, chance, suggested }) {
  return [label, ...(chance === null ? [] : [`${Math.round(100 * chance)} %`]), ...(suggested ? ["suggested"] : [])].join(" · ");
}

/**
 * Make the fields of a form in which somebody chooses a move for each figure; the field of the first one is called "move-0".
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
    const reasons = barred.map(({ label, why }) => /** @type {Tree} */ (["li", {}, `${label}: ${why}`]));
    const not = /** @type {Tree[]} */ (reasons.length ? [["details", {}, ["summary", {}, "Not now"], ["ul", {}, ...reasons]]] : []);
    return /** @type {Tree} */ (["fieldset", {}, ["legend", {}, name], ["select", { name: `move-${place}` }, ...options], ...not]);
  });
  return ["div", { class: "umpire-choice" }, ...fields];
}

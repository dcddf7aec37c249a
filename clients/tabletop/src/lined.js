// @ts-check
/**
 * A fight between tokens: figures of theirs, lined up by the service, and put where the tokens stand.
 *
 * @typedef {import("./types.js").Row} Row
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Hex} Hex
 */

/** How many hexes of ground there are around everybody. */
const ROOM = 10;

/**
 * Return the sides of a line-up: whole figures with ids and names, by side in the order in which the sides are named.
 * @param {readonly string[]} sides
 * @param {readonly {id: string, name: string, side: string, figure: Row}[]} fighters
 * @returns {{[side: string]: Row[]}}
 */
export function sidesOf(sides, fighters) {
  const named = sides.map((side) => /** @type {const} */ ([side, fighters.filter((each) => each.side === side).map(({ id, name, figure }) => ({ ...figure, id, name }))]));
  return Object.fromEntries(named.filter(([, figures]) => figures.length));
}

/**
 * Return a state that was lined up, with figures where their tokens stand, and with fields that the tokens know.
 *
 * Ground that has limits reaches around everybody.
 *
 * @param {Row} state
 * @param {string} list the list that holds the figures
 * @param {ReadonlySet<string>} known the fields that figures of the family may have
 * @param {ReadonlyMap<string, {place: Place, fields: Row}>} tokens by figure
 * @returns {Row}
 */
export function standing(state, list, known, tokens) {
  const figures = state[list].map((/** @type {Row} */ figure) => {
    const { place = {}, fields = {} } = tokens.get(figure.id) ?? {};
    const told = { ...fields, hex: place.hex && [...place.hex], facing: place.facing };
    return { ...figure, ...Object.fromEntries(Object.entries(told).filter(([name, value]) => value !== undefined && known.has(name))) };
  });
  const positions = state.positions?.map((/** @type {Row} */ each) => ({ ...each, ...tokens.get(each.unit)?.place.yards }));
  return { ...state, [list]: figures, ...(positions && { positions }), ...around(state, figures) };
}

/**
 * Return the map of a state with room around the figures, if its bounds are limits.
 * @param {Row} state
 * @param {readonly Row[]} figures
 */
function around(state, figures) {
  const hexes = figures.flatMap(({ hex }) => (hex ? [/** @type {Hex} */ (hex)] : []));
  if (state.map?.bounds?.kind !== "limits" || !hexes.length) return {};
  const [q, r] = [hexes.map(([each]) => each), hexes.map(([, each]) => each)];
  const limits = { q_min: Math.min(...q) - ROOM, q_max: Math.max(...q) + ROOM, r_min: Math.min(...r) - ROOM, r_max: Math.max(...r) + ROOM };
  return { map: { ...state.map, bounds: { ...state.map.bounds, ...limits } } };
}

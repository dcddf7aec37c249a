// @ts-check
/**
 * Turns: what those may do who choose now, as the service lists it, and the moves that were chosen of it.
 *
 * @typedef {import("./types.js").Fight} Fight
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./types.js").Listed} Listed
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./types.js").Row} Row
 * @typedef {import("./types.js").View} View
 * @typedef {import("./moves.js").Known} Known
 */
import { calledOf, figuresOf, placeOf } from "./figures.js";
import { offerOf } from "./moves.js";

/**
 * Ask what figures may do now; `version` is the one for which it is listed.
 *
 * @param {Fight} fight
 * @param {Play} play
 * @param {{figures?: readonly string[], isForPlayers?: boolean, chances?: boolean, top?: Known["top"], signal?: AbortSignal}} [asked]
 *   `figures`: left out, all who choose now; `isForPlayers`: nothing tells of hidden figures; `chances`: moves have theirs
 * @returns {Promise<{offers: Offer[], version: number}>}
 */
export async function offersOf(fight, play, { figures, isForPlayers = false, chances = false, top, signal } = {}) {
  const options = signal ? { signal } : {};
  /** @type {View} */
  const { state, version } = await fight.read(options);
  const ids = figures ?? fight.situation.next;
  const known = knownOf(play, state, top, (figure) => !isForPlayers || !figure.hidden || ids.includes(figure.id));
  const offers = await Promise.all(ids.map(async (id) => {
    const asked = isForPlayers ? { audience: /** @type {const} */ ("players") } : { chances };
    const [listed, told] = await Promise.all([
      /** @type {Promise<Listed>} */ (fight.moves(id, { ...options, ...asked })),
      isForPlayers && chances ? /** @type {Promise<Listed>} */ (fight.moves(id, { ...options, chances })) : undefined,
    ]);
    return offerOf(listed, known.names.get(id) ?? id, told, known);
  }));
  return { offers, version };
}

/**
 * Return what figures are called, and on which hexes they stand.
 * @param {Play} play
 * @param {Row} state
 * @param {Known["top"]} top
 * @param {(figure: Row) => boolean} isTold whether a figure may be told of
 * @returns {Known}
 */
function knownOf(play, state, top, isTold) {
  const figures = figuresOf(play, state).map(({ figure }) => figure).filter(isTold);
  const hexes = figures.flatMap((figure) => {
    const hex = placeOf(state, figure)?.hex;
    return hex ? [/** @type {const} */ ([figure.id, hex])] : [];
  });
  return { names: new Map(figures.map((figure) => [figure.id, calledOf(figure)])), hexes: new Map(hexes), ...(top && { top }) };
}

/**
 * Return the moves that were chosen, by their keys; null if one of them is not listed any more.
 *
 * @template {{key: string}} M
 * @param {Fight} fight
 * @param {ReadonlyMap<string, string>} keys by figure
 * @param {(listed: any) => M[]} movesOf the client's function that returns all moves of a list, those to places, too
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<M[] | null>}
 */
export async function movesChosen(fight, keys, movesOf, options = {}) {
  const moves = await Promise.all([...keys].map(async ([figure, key]) => movesOf(await fight.moves(figure, options)).find((each) => each.key === key)));
  const found = moves.filter((each) => each !== undefined);
  return found.length === moves.length ? found : null;
}

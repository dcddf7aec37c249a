// @ts-check
/**
 * What the feed of a fight changes on a tabletop: which tokens move, come and go, and the card of each entry.
 *
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./types.js").Entry} Entry
 * @typedef {import("./types.js").Fight} Fight
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Change} Change
 * @typedef {import("./types.js").Row} Row
 */
import { calledOf, figuresOf, placeOf } from "./figures.js";

/**
 * Return what became of each figure between two states; without a state before, every figure comes.
 * @param {Play} play
 * @param {Row | null} before
 * @param {Row} after
 * @returns {Change[]}
 */
export function changesBetween(play, before, after) {
  const was = new Map(figuresOf(play, before ?? {}).map((each) => [each.figure.id, each]));
  const is = new Map(figuresOf(play, after).map((each) => [each.figure.id, each]));
  const gone = [...was.values()].filter(({ figure }) => !is.has(figure.id));
  const others = [...is.values()].flatMap((each) => {
    const old = was.get(each.figure.id)?.figure;
    return old === undefined ? [changeOf("come", each, placeOf(after, each.figure), [])] : changed(each, old, before ?? {}, after);
  });
  return [...gone.map((each) => changeOf("gone", each, null, [])), ...others];
}

/**
 * @param {Change["kind"]} kind
 * @param {{list: string, figure: Row}} found
 * @param {Change["place"]} place
 * @param {string[]} fields
 * @returns {Change}
 */
function changeOf(kind, { list, figure }, place, fields) {
  return { kind, figure: figure.id, token: figure.meta?.token ?? null, name: calledOf(figure), list, now: figure, place, fields };
}

/**
 * Return the change of a figure that was there before, if there is one.
 * @param {{list: string, figure: Row}} now
 * @param {Row} old
 * @param {Row} before
 * @param {Row} after
 * @returns {Change[]}
 */
function changed(now, old, before, after) {
  const place = placeOf(after, now.figure);
  const moved = !same(place, placeOf(before, old));
  const names = new Set([...Object.keys(old), ...Object.keys(now.figure)]);
  for (const name of ["hex", "facing"]) names.delete(name);
  const fields = [...names].filter((name) => !same(old[name], now.figure[name]));
  return moved || fields.length ? [changeOf("change", now, moved ? place : null, fields)] : [];
}

/**
 * Tell whether two JSON values are the same.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function same(one, other) {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]));
}

/**
 * Follow a fight, and yield each entry with the state afterwards and what changed.
 *
 * An entry does not carry the state, so it is read. If the fight went on meanwhile the state is that of a later
 * version: its changes come with this entry, and the entries up to that version bring none.
 *
 * @param {Fight} fight
 * @param {Play} play
 * @param {{after?: number, before?: Row | null, signal?: AbortSignal, onConnection?: (isOpen: boolean) => void}} [options]
 *   `after`: the version that is known, `before`: its state; `onConnection`: told when the connection opens or is lost
 * @returns {AsyncGenerator<{entry: Entry, view: View, changes: Change[]}>}
 */
export async function* watched(fight, play, { after = 0, before = null, signal, onConnection } = {}) {
  const options = signal ? { signal } : {};
  let read = /** @type {View | null} */ (null);
  let state = before;
  for await (const entry of fight.follow({ after, ...options, ...(onConnection && { onConnection }) })) {
    /** @type {View} */
    const view = read !== null && read.version >= entry.version ? read : await fight.read(options);
    read = view;
    const changes = changesBetween(play, state, view.state);
    state = view.state;
    yield { entry, view, changes };
  }
}

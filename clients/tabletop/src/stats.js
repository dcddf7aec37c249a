// @ts-check
/**
 * What a figure has, for people to look at before they fight with it, and how much of it is left.
 *
 * @typedef {import("./types.js").Row} Row
 * @typedef {import("./types.js").Tree} Tree
 * @typedef {import("./types.js").Pool} Pool
 */

const UNSHOWN = new Set(["id", "name", "meta", "side", "hex", "facing"]);

/**
 * Make a table of a figure: a row for each field that it has.
 * @param {Row} figure
 * @returns {Tree}
 */
export function statsOf(figure) {
  const fields = Object.entries(figure).filter(([name, value]) => !UNSHOWN.has(name) && !isEmpty(value));
  const rows = fields.map(([name, value]) => /** @type {Tree} */ (["tr", {}, ["th", { scope: "row" }, inWords(name)], ["td", {}, textOf(value)]]));
  return ["table", { class: "umpire-stats" }, ["tbody", {}, ...rows]];
}

/** @param {any} value */
function isEmpty(value) {
  return value === null || value === false || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Return a field's name in words. @param {string} name */
export function inWords(name) {
  return name.replaceAll("_", " ");
}

/**
 * Return a value as text: of a record its name first, of a list one after the other.
 * @param {any} value
 * @returns {string}
 */
function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join(typeof value[0] === "object" ? "; " : ", ");
  if (value === null || typeof value !== "object") return value === true ? "yes" : inWords(String(value));
  const { id, name, ...rest } = value;
  const told = Object.entries(rest).filter(([, each]) => !isEmpty(each)).map(([field, each]) => `${inWords(field)} ${textOf(each)}`);
  return [name ?? id ?? "", told.join(", ")].filter(Boolean).join(": ");
}

/**
 * Return which share of a pool a figure has left, from 0 to 1; null if nothing says how much there can be.
 *
 * What is below nothing counts as nothing.
 *
 * @param {Pool} pool
 * @param {Row} figure
 * @returns {number | null}
 */
export function shareOf(pool, figure) {
  const full = fullOf(pool, figure);
  if (full === null) return null;
  const told = typeof figure[pool.left] === "number" ? figure[pool.left] : pool.is_spent ? 0 : full;
  return Math.min(1, Math.max(0, (pool.is_spent ? full - told : told) / full));
}

/**
 * Return what a figure has left of its pools, and how much they can hold; of a pool of which the figure has no number, nothing.
 * @param {readonly Pool[]} pools
 * @param {Row} figure
 * @returns {{name: string, left: number, full: number | null}[]}
 */
export function leftOf(pools, figure) {
  return pools.flatMap((pool) => {
    const full = fullOf(pool, figure);
    const left = typeof figure[pool.left] === "number" ? figure[pool.left] : pool.is_spent ? null : full;
    return left === null ? [] : [{ name: pool.name, left, full }];
  });
}

/**
 * Return a figure with a share of a pool left: at least 1 of it, since it fights.
 * @param {Pool} pool
 * @param {Row} figure
 * @param {number} share
 * @returns {Row}
 */
export function withShare(pool, figure, share) {
  const known = typeof figure[pool.left] === "number" ? figure[pool.left] : null;
  const full = fullOf(pool, figure) ?? known;
  if (full === null || pool.is_spent) return figure;
  const most = pool.full[0] in figure || pool.times ? {} : { [pool.full[0]]: full };
  return { ...figure, ...most, [pool.left]: Math.max(1, Math.round(full * Math.min(1, share))) };
}

/**
 * Return how much a pool holds when it is full; null if the figure does not say it.
 * @param {Pool} pool
 * @param {Row} figure
 * @returns {number | null}
 */
function fullOf({ full, times }, figure) {
  const name = full.find((each) => typeof figure[each] === "number" && figure[each] > 0);
  return name === undefined ? null : figure[name] * (times === null ? 1 : (figure[times] ?? 1));
}

// @ts-check
/**
 * Where the figure of a token comes from: its sheet, if the service can convert it, else the likeness that a game master chose.
 *
 * @typedef {import("../../tabletop/src/types.js").FigureLine} FigureLine
 * @typedef {import("../../tabletop/src/types.js").Row} Row
 * @typedef {import("../../typescript/src/index.ts").Umpire} Umpire
 * @typedef {{family: string, id: string, changes?: Row}} Likeness what is kept on an actor
 * @typedef {{figure: Row, notes: {path: string, text: string}[]}} Converted
 */
import { proposedBy } from "../../tabletop/src/index.js";
import { ID, formatFor } from "./settings.js";

/** Items that say what somebody is. */
const KINDS = new Set(["ancestry", "background", "class", "heritage", "race", "species"]);

/** What of an actor is no number of a sheet: pictures, effects, notes, and texts in its rows. */
const UNSENT = new Set(["notes", "description", "pageref", "img", "portrait", "effects", "userdesc", "modifierTags", "itemModifiers", "activities", "advancement", "biography"]);

/** Return who keeps the likeness of a token: the actor of the world, so that it is chosen once. @param {TokenDocument} token */
export function keeperOf(token) {
  return token.baseActor ?? token.actor ?? token;
}

/** Return the likeness that was chosen for a family, or null. @param {Actor | TokenDocument} keeper @param {string} family @returns {Likeness | null} */
export function likenessOf(keeper, family) {
  const kept = keeper.getFlag(ID, "figure");
  return kept?.family === family ? kept : null;
}

/** Tell whether the numbers of a token's actor are those of its figure. @param {TokenDocument} token @param {string} family */
export function isConverted(token, family) {
  return token.actor !== null && formatFor(family) !== null && !likenessOf(keeperOf(token), family);
}

/**
 * Look up a figure of the catalogue.
 * @param {Umpire} umpire
 * @param {string} family
 * @param {string} id
 * @returns {Promise<FigureLine & {figure: Row}>}
 */
export async function entryOf(umpire, family, id) {
  return /** @type {any} */ (await umpire.get(`/v1/${family}/figures/${encodeURIComponent(id)}`));
}

/**
 * Convert the sheet of an actor, which is sent without pictures, effects and notes, with the changes that a game master has set.
 * @param {Umpire} umpire
 * @param {string} family
 * @param {Actor} actor
 * @returns {Promise<Converted>}
 */
export async function converted(umpire, family, actor) {
  const format = formatFor(family);
  const { name, type, system, items = [] } = actor.toObject();
  const worn = format === "gga" ? {} : { items: items.map((/** @type {Row} */ each) => ({ name: each.name, type: each.type, system: sent(each.system) })) };
  const body = { format, source: { name, type, system: sent(system), ...worn }, changes: actor.getFlag(ID, "changes") ?? {} };
  return /** @type {any} */ (await umpire.post(`/v1/${family}/figures/convert`, /** @type {any} */ (body)));
}

/**
 * Return the ids of the figures that the service proposes for somebody, the best first.
 * @param {Umpire} umpire
 * @param {string} family
 * @param {Actor | TokenDocument} keeper
 * @returns {Promise<string[]>}
 */
export async function proposalsFor(umpire, family, keeper) {
  const { type = "", system = {}, items = [] } = /** @type {Row} */ ("toObject" in keeper && !("getSize" in keeper) ? keeper.toObject() : {});
  const kinds = items.filter((/** @type {Row} */ each) => KINDS.has(each.type)).map((/** @type {Row} */ each) => ({ name: each.name, type: each.type }));
  const { details = {}, traits = {} } = sent(system);
  const body = { format: "other", source: { name: keeper.name, type, system: { details, traits }, items: kinds } };
  return proposedBy(/** @type {any} */ (await umpire.post(`/v1/${family}/figures/convert`, /** @type {any} */ (body))));
}

/** @param {any} value @returns {any} */
function sent(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(sent);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !UNSENT.has(name)).map(([name, each]) => [name, sent(each)]));
}

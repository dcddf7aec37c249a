// @ts-check
/**
 * Begins a fight with tokens: their figures are lined up by the service, and stand where the tokens stand.
 *
 * @typedef {import("../../tabletop/src/types.js").Play} Play
 * @typedef {import("../../tabletop/src/types.js").Row} Row
 * @typedef {import("../../typescript/src/index.ts").Umpire} Umpire
 * @typedef {import("./figures.js").Likeness} Likeness
 */
import { fieldsOf, laidOver, mapped, sidesOf, standing, withShare } from "../../tabletop/src/index.js";
import { converted, entryOf, isConverted, keeperOf, likenessOf } from "./figures.js";
import { placeOfToken } from "./hexes.js";
import { likenessFor } from "./likeness.js";
import { clientOf, familyOfWorld, keepFight, numbersOfWorld, setting, text } from "./settings.js";

const SIDES = ["friends", "foes"];
const FRIENDLY = 1;

/**
 * Create the encounter, and share it with the world; nothing happens if the game master closes a window.
 * @param {Scene} scene
 * @param {readonly TokenDocument[]} tokens
 */
export async function beginFight(scene, tokens) {
  const [service, family] = [setting("service"), familyOfWorld()];
  const umpire = clientOf(service);
  if (new Set(tokens.map(sideOf)).size < SIDES.length) return ui.notifications.warn(text("OneSide"));
  const play = /** @type {Play} */ (await umpire.get(`/v1/families/${family}/play`));
  const figures = await figuresFor(umpire, family, play, tokens);
  if (!figures) return;
  const fighters = tokens.map((token, place) => ({ id: token.id, name: token.name, side: sideOf(token), figure: figures[place] }));
  const sides = /** @type {any} */ (sidesOf(SIDES, fighters));
  const { state: lined } = /** @type {{state: Row}} */ (await umpire.post(`/v1/${family}/fights/line-up`, /** @type {any} */ ({ sides })));
  const list = /** @type {string} */ (play.figures.find((each) => lined[each]?.some((/** @type {Row} */ one) => one.id === tokens[0].id)));
  const stands = new Map(tokens.map((token) => [token.id, { place: placeOfToken(scene, token, play), fields: { hidden: token.hidden } }]));
  const state = standing(lined, list, fieldsOf(play, list), stands);
  const fight = await umpire.create(/** @type {any} */ ({ family, state, reveal: setting("reveal") }));
  await keepFight({ service, id: fight.id, viewer: fight.viewer, scene: scene.id, family }, fight.referee);
}

/** Return the side of a token: who is not friendly is a foe. @param {TokenDocument} token */
function sideOf({ disposition }) {
  return SIDES[disposition === FRIENDLY ? 0 : 1];
}

/**
 * Return the figure of each token, in their order; null if the game master closed the window in which likenesses are chosen.
 *
 * @param {Umpire} umpire
 * @param {string} family
 * @param {Play} play
 * @param {readonly TokenDocument[]} tokens
 * @returns {Promise<Row[] | null>}
 */
async function figuresFor(umpire, family, play, tokens) {
  const open = tokens.filter((token) => !isConverted(token, family) && !likenessOf(keeperOf(token), family));
  if (open.length && !(await likenessFor(umpire, family, open.map(keeperOf)))) return null;
  return Promise.all(tokens.map((token) => figureFor(umpire, family, play, token)));
}

/** @param {Umpire} umpire @param {string} family @param {Play} play @param {TokenDocument} token @returns {Promise<Row>} */
async function figureFor(umpire, family, play, token) {
  const { actor } = token;
  if (actor && isConverted(token, family)) return (await converted(umpire, family, actor)).figure;
  const likeness = /** @type {Likeness} */ (likenessOf(keeperOf(token), family));
  const { figure } = await entryOf(umpire, family, likeness.id);
  const own = laidOver(laidOver(figure, likeness.changes ?? {}), mapped(numbersOfWorld().figure, actor ?? token));
  const bar = token.getBarAttribute("bar1");
  const pool = play.pools[0];
  return pool ? withShare(pool, own, bar?.type === "bar" && bar.max > 0 ? bar.value / bar.max : 1) : own;
}

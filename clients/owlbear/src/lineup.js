// @ts-check
/**
 * The part of the first panel in which tokens get figures of the catalogue, which the service lines up.
 *
 * @typedef {import("../../tabletop/src/types.js").FigureLine} FigureLine
 * @typedef {import("../../tabletop/src/types.js").Row} Row
 * @typedef {import("./service.js").Umpire} Umpire
 * @typedef {import("@owlbear-rodeo/sdk").Item} Item
 */
import { proposedBy, sidesOf } from "../../tabletop/src/index.js";
import { chooser, el, labelled } from "./dom.js";
import { keepFigures, keptFigure, tokens } from "./room.js";

const SIDES = ["friends", "foes"];

/**
 * Make the part. The figure of a token is the one that it keeps, else the one that is called like it.
 * @param {Umpire} umpire
 * @param {string} family
 * @param {(what: () => Promise<void>) => Promise<void>} trying
 * @param {(state: Row) => Promise<void>} lined called with a state that was lined up
 */
export async function lineUpPanel(umpire, family, trying, lined) {
  const { figures } = /** @type {{figures: readonly FigureLine[]}} */ (/** @type {unknown} */ (await umpire.get(/** @type {string} */ (`/v1/${family}/figures`))));
  const named = (await tokens()).filter(({ name }) => name);
  const rows = await Promise.all(named.map(async (item) => rowOf(item, family, figures, keptFigure(item, family)?.figure ?? (await likeOf(umpire, family, item)))));
  const lineUp = () => trying(async () => {
    const chosen = rows.filter(({ figure }) => figure.value);
    const entries = await Promise.all(chosen.map(async ({ item, figure, side }, place) => {
      const entry = /** @type {{figure: Row}} */ (/** @type {unknown} */ (await umpire.get(/** @type {string} */ (`/v1/${family}/figures/${figure.value}`))));
      return { id: `${figure.value}-${place + 1}`, name: item.name, side: side.value, figure: entry.figure };
    }));
    const body = /** @type {any} */ ({ sides: sidesOf(SIDES, entries) });
    const { state } = /** @type {any} */ (await umpire.post(/** @type {string} */ (`/v1/${family}/fights/line-up`), body));
    await keepFigures(new Map(chosen.map(({ item, figure, side }) => [item.id, { family, figure: figure.value, side: side.value }])));
    await lined(state);
  });
  const button = el("button", { id: "line-up", onclick: lineUp }, "Line them up");
  return el("details", { id: "catalogue" }, el("summary", {}, "Figures of the catalogue for the tokens"), ...rows.map(({ row }) => row), button);
}

/**
 * Return the figure that the service proposes for a token by its name, or nothing.
 * @param {Umpire} umpire
 * @param {string} family
 * @param {Item} item
 * @returns {Promise<string>}
 */
async function likeOf(umpire, family, { name }) {
  const asked = /** @type {any} */ ({ format: "other", source: { name } });
  const answer = /** @type {any} */ (await umpire.post(/** @type {string} */ (`/v1/${family}/figures/convert`), asked));
  return proposedBy(answer)[0] ?? "";
}

/**
 * Make the row of a token: the figure that it is like, and its side.
 * @param {Item} item
 * @param {string} family
 * @param {readonly FigureLine[]} figures
 * @param {string} like the figure that it is like, or nothing
 */
function rowOf(item, family, figures, like) {
  const kept = keptFigure(item, family);
  const choices = [{ value: "", text: "not in the fight" }, ...figures.map(({ id, name }) => ({ value: id, text: name }))];
  const figure = chooser(choices, like, { "data-like-of": item.id });
  const side = chooser(SIDES.map((value) => ({ value, text: value })), kept?.side ?? "foes", { "data-side-of": item.id });
  const row = el("div", { class: "token" }, el("span", { class: "name" }, item.name), labelled("is like", figure), labelled("fights for", side));
  return { item, row, figure, side };
}

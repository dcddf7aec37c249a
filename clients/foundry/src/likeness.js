// @ts-check
/**
 * The windows in which a game master chooses which figures actors are like, and looks at them before.
 *
 * @typedef {import("../../tabletop/src/types.js").FigureLine} FigureLine
 * @typedef {import("../../tabletop/src/types.js").Tree} Tree
 * @typedef {import("../../tabletop/src/types.js").Row} Row
 * @typedef {import("../../typescript/src/index.ts").Umpire} Umpire
 * @typedef {Actor | TokenDocument} Keeper
 */
import { statsOf } from "../../tabletop/src/index.js";
import { asked, chooser } from "./dialogs.js";
import { converted, entryOf, likenessOf, proposalsFor } from "./figures.js";
import { ID, formatFor, text } from "./settings.js";

/**
 * Ask for the likeness of each name among actors, and keep it on all actors of that name; false if the window was closed.
 * @param {Umpire} umpire
 * @param {string} family
 * @param {readonly Keeper[]} keepers
 * @returns {Promise<boolean>}
 */
export async function likenessFor(umpire, family, keepers) {
  const figures = await catalogueOf(umpire, family);
  const names = [...new Set(keepers.map(({ name }) => name))];
  const asks = await Promise.all(names.map(async (name) => {
    const like = await proposalsFor(umpire, family, /** @type {Keeper} */ (keepers.find((each) => each.name === name)));
    return { name, like, id: like[0] ?? "" };
  }));
  const chosen = await choose(umpire, family, figures, asks, null);
  if (!chosen) return false;
  for (const keeper of new Set(keepers)) await keeper.setFlag(ID, "figure", { family, id: chosen[names.indexOf(keeper.name)] });
  return true;
}

/**
 * Show the figure of an actor: converted from its sheet, with what was left out, or its likeness, which may be changed.
 * @param {Umpire} umpire
 * @param {string} family
 * @param {Actor} actor
 */
export async function figureWindow(umpire, family, actor) {
  const figures = await catalogueOf(umpire, family);
  const kept = likenessOf(actor, family);
  const sheet = formatFor(family) ? await converted(umpire, family, actor) : null;
  const like = await proposalsFor(umpire, family, actor);
  const id = kept?.id ?? (sheet ? "" : (like[0] ?? ""));
  const chosen = await choose(umpire, family, figures, [{ name: actor.name, like, id }], sheet);
  if (!chosen) return;
  if (chosen[0]) await actor.setFlag(ID, "figure", { family, id: chosen[0], ...(kept?.id === chosen[0] && { changes: kept.changes ?? {} }) });
  else await actor.unsetFlag(ID, "figure");
}

/** @param {Umpire} umpire @param {string} family @returns {Promise<readonly FigureLine[]>} */
async function catalogueOf(umpire, family) {
  return /** @type {any} */ (await umpire.get(`/v1/${family}/figures`)).figures;
}

/**
 * Let figures be chosen for names, and looked at, until all have one; with a sheet nobody needs to have a likeness.
 * @param {Umpire} umpire
 * @param {string} family
 * @param {readonly FigureLine[]} figures
 * @param {readonly {name: string, like: readonly string[], id: string}[]} asks
 * @param {import("./figures.js").Converted | null} sheet
 * @returns {Promise<string[] | null>}
 */
async function choose(umpire, family, figures, asks, sheet) {
  for (let ids = asks.map(({ id }) => id); ; ) {
    const looked = await Promise.all([...new Set(ids.filter(Boolean))].map((id) => entryOf(umpire, family, id)));
    const shown = [...(sheet && !ids[0] ? [ofSheet(sheet)] : []), ...looked.map(({ name, power, figure }) => shownAs(`${name} · ${text("Power")} ${power} %`, figure))];
    const fields = asks.map(({ name, like }, place) => chooser(`figure-${place}`, name, choicesFor(like, figures, sheet !== null), ids[place]));
    const said = /** @type {Tree} */ (["p", { class: "hint" }, text(sheet ? "FigureOfSheet" : "Likeness")]);
    const told = await asked("Figure", ["div", { class: "umpire-figures" }, said, ...fields, ...shown], ["take", "look"]);
    if (!told) return null;
    ids = asks.map((_, place) => told.values[`figure-${place}`]);
    if (told.action === "take" && (sheet !== null || ids.every(Boolean))) return ids;
    if (told.action === "take") ui.notifications.warn(text("NoFigure"));
  }
}

/**
 * Return the choices for somebody: those that are proposed first.
 * @param {readonly string[]} like
 * @param {readonly FigureLine[]} figures
 * @param {boolean} hasSheet
 */
function choicesFor(like, figures, hasSheet) {
  const proposed = like.flatMap((id) => figures.filter((each) => each.id === id));
  const all = [...proposed, ...figures.filter((each) => !proposed.includes(each))];
  const none = { value: "", text: text(hasSheet ? "AsSheet" : "ChooseOne") };
  return [none, ...all.map((each) => ({ value: each.id, text: `${each.name} · ${each.tags.join(", ")}` }))];
}

/** @param {string} title @param {Row} figure @returns {Tree} */
function shownAs(title, figure) {
  return ["details", { open: "" }, ["summary", {}, title], statsOf(figure)];
}

/** @param {import("./figures.js").Converted} sheet @returns {Tree} */
function ofSheet({ figure, notes }) {
  const left = notes.map(({ path, text: said }) => /** @type {Tree} */ (["li", { title: path }, said]));
  const told = /** @type {Tree[]} */ (left.length ? [["p", {}, text("LeftOut")], ["ul", {}, ...left]] : []);
  return ["section", {}, shownAs(text("AsSheet"), figure), ...told];
}

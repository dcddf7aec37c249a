// @ts-check
/**
 * Cards in the chat. A chat message reaches every client, so a card is made of what viewers see of an entry.
 *
 * @typedef {import("../../tabletop/src/types.js").Entry} Entry
 * @typedef {import("../../tabletop/src/types.js").Tree} Tree
 * @typedef {"undo" | "again"} Button
 */
import { cardOf, htmlOf } from "../../tabletop/src/index.js";
import { ID, text } from "./settings.js";

/** What a game master may do with the card of an act. @type {readonly Button[]} */
const BUTTONS = ["undo", "again"];

/**
 * Post the card of an entry, with the rolls that were made for it if viewers see its dice, and with buttons if it is an act.
 * @param {Entry} entry as viewers see it
 * @param {{service: string, id: string}} fight
 * @param {readonly Roll[]} rolls
 */
export async function postCard(entry, { service, id }, rolls) {
  const showsDice = (entry.steps ?? []).some(({ faces }) => faces.length);
  const buttons = BUTTONS.map((name) => /** @type {Tree} */ (["button", { type: "button", "data-umpire": name }, text(`Button.${name}`)]));
  const footer = /** @type {Tree[]} */ (entry.kind === "act" ? [["footer", { class: "umpire-buttons" }, ...buttons]] : []);
  await ChatMessage.create({
    content: htmlOf(["div", {}, cardOf(entry, { service }), ...footer]),
    ...(showsDice && rolls.length ? { rolls: [...rolls] } : {}),
    flags: { [ID]: { fight: id, version: entry.version } },
  });
}

/**
 * Make the buttons of a card work for game masters, also after a reload; others do not see them.
 * @param {ChatMessage} message
 * @param {HTMLElement} html
 * @param {(button: Button, fight: string, version: number) => void} pressed
 */
export function dressCard(message, html, pressed) {
  const told = message.flags?.[ID];
  if (!told) return;
  for (const button of /** @type {Iterable<HTMLElement>} */ (html.querySelectorAll("[data-umpire]"))) {
    if (game.user.isGM) button.addEventListener("click", () => pressed(/** @type {Button} */ (button.dataset.umpire), told.fight, told.version));
    else button.remove();
  }
}

// @ts-check
/**
 * Cards in the chat. A chat message reaches every client, so a card is made of what viewers see of an entry.
 *
 * @typedef {import("../../tabletop/src/types.js").Entry} Entry
 */
import { cardOf, htmlOf } from "../../tabletop/src/index.js";

/**
 * Post the card of an entry, with the rolls that were made for it if viewers see its dice.
 * @param {Entry} entry as viewers see it
 * @param {string} service
 * @param {readonly Roll[]} rolls
 */
export async function postCard(entry, service, rolls) {
  const showsDice = (entry.steps ?? []).some(({ faces }) => faces.length);
  await ChatMessage.create({
    content: htmlOf(cardOf(entry, { service })),
    ...(showsDice && rolls.length ? { rolls: [...rolls] } : {}),
    flags: { umpire: { version: entry.version } },
  });
}

// @ts-check
/**
 * Settings. Those of the world reach every client, so they hold the viewer's token; the referee's token and the API key
 * are settings of the client of the game master who began the fight. All of them are set in one window (setup.js).
 *
 * @typedef {import("../../tabletop/src/types.js").Rules} Rules
 * @typedef {{service: string, id: string, viewer: string, scene: string, family: string}} Shared
 */
import { Umpire } from "../../typescript/src/index.ts";

export const ID = "umpire";
export const SOCKET = `module.${ID}`;

/** What the window sets, in its order: the scope of each setting, and its value at first. */
export const SET = /** @type {const} */ ({
  service: { scope: "world", default: "http://127.0.0.1:8000" },
  key: { scope: "client", default: "" },
  family: { scope: "world", default: "" },
  dice: { scope: "world", default: "service" },
  reveal: { scope: "world", default: "outcomes" },
  chances: { scope: "world", default: "master" },
  numbers: { scope: "world", default: "" },
});

/** Formats of sheets whose numbers the service reads, by the systems that write them, and the families that it reads them for. */
const READ = /** @type {Record<string, {format: string, families: readonly string[]}>} */ ({
  gurps: { format: "gga", families: ["tactical", "heroic"] },
  dnd5e: { format: "dnd5e", families: ["laurels"] },
});

/** Return a text in the user's language. @param {string} key */
export function text(key) {
  return game.i18n.localize(`UMPIRE.${key}`);
}

/** Declare the settings. @param {new () => any} window @param {() => void} changed called when another fight is shared with the world */
export function registerSettings(window, changed) {
  for (const [name, each] of Object.entries(SET)) {
    game.settings.register(ID, name, { ...each, config: false, type: String, ...(name === "key" && { onChange: changed }) });
  }
  game.settings.register(ID, "fight", { scope: "world", config: false, type: Object, default: {}, onChange: changed });
  game.settings.register(ID, "referee", { scope: "client", config: false, type: Object, default: {} });
  const told = { name: "UMPIRE.Setup", label: "UMPIRE.SetupLabel", hint: "UMPIRE.SetupHint", icon: "fa-solid fa-scale-balanced" };
  game.settings.registerMenu(ID, "setup", { ...told, type: window, restricted: true });
}

/** Return a setting. @param {string} name */
export function setting(name) {
  return game.settings.get(ID, name);
}

/** Return the family of new fights: if none was chosen, one that fits the game system. @returns {string} */
export function familyOfWorld() {
  return setting("family") || (READ[game.system.id]?.families[0] ?? "opposed");
}

/** Return the format of this world's actors, if the service reads their numbers for a family, or null. @param {string} family @returns {string | null} */
export function formatFor(family) {
  const read = READ[game.system.id];
  return read?.families.includes(family) ? read.format : null;
}

/** Return how numbers of actors go over their likenesses, and back. @returns {{figure: Rules, actor: Rules}} */
export function numbersOfWorld() {
  return { figure: {}, actor: {}, ...JSON.parse(setting("numbers").trim() || "{}") };
}

/** Return a client of a service, which sends this game master's API key, if there is one. @param {string} service @param {string} key */
export function clientOf(service, key = setting("key")) {
  return new Umpire({ url: service, apiKey: key.trim() || undefined });
}

/** Return the fight that is shared with the world, or null. @returns {Shared | null} */
export function sharedFight() {
  const fight = setting("fight");
  return fight?.id ? fight : null;
}

/** Return the referee's token of a fight, if this client has it. @param {string} id @returns {string | null} */
export function refereeToken(id) {
  const kept = setting("referee");
  return kept?.id === id ? kept.token : null;
}

/**
 * Keep the referee's token in this client, then share the rest with the world.
 * @param {Shared} shared
 * @param {string} token
 */
export async function keepFight(shared, token) {
  await game.settings.set(ID, "referee", { id: shared.id, token });
  await game.settings.set(ID, "fight", shared);
}

/** Leave the fight: nobody follows it any more; the service still has it. */
export async function leaveFight() {
  await game.settings.set(ID, "fight", {});
}

// @ts-check
/**
 * Settings. Those of the world reach every client, so they hold the viewer's token; the referee's token and the API key
 * are settings of the client of the game master who began the fight.
 *
 * @typedef {{service: string, id: string, viewer: string, scene: string}} Shared
 */
import { Umpire } from "../../typescript/src/index.ts";
import opposed from "../public/mappings/opposed.json";

export const ID = "umpire";
export const SOCKET = `module.${ID}`;

/** Return a text in the user's language. @param {string} key */
export function text(key) {
  return game.i18n.localize(`UMPIRE.${key}`);
}

/** Declare the settings. @param {() => void} changed called when another fight is shared with the world */
export function registerSettings(changed) {
  /** @param {string} name @param {Partial<Setting>} setting */
  const register = (name, setting) => game.settings.register(ID, name, { scope: "world", config: false, type: String, default: "", ...setting });
  register("service", { ...named("Service"), default: "http://127.0.0.1:8000" });
  register("key", { ...named("Key"), scope: "client", onChange: changed });
  register("mapping", { ...named("Mapping"), default: JSON.stringify(opposed) });
  register("dice", { ...named("Dice"), default: "service", choices: { service: "UMPIRE.DiceService", foundry: "UMPIRE.DiceFoundry" } });
  register("reveal", { ...named("Reveal"), default: "outcomes", choices: { outcomes: "UMPIRE.RevealOutcomes", faces: "UMPIRE.RevealFaces", all: "UMPIRE.RevealAll" } });
  register("fight", { type: Object, default: {}, onChange: changed });
  register("referee", { scope: "client", type: Object, default: {} });
}

/** @param {string} name */
function named(name) {
  return { config: true, name: `UMPIRE.${name}`, hint: `UMPIRE.${name}Hint` };
}

/** Return a setting. @param {string} name */
export function setting(name) {
  return game.settings.get(ID, name);
}

/** Return a client of a service, which sends this game master's API key, if there is one. @param {string} service */
export function clientOf(service) {
  return new Umpire({ url: service, apiKey: setting("key").trim() || undefined });
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

// @ts-check
/**
 * Begins a fight with tokens: figures are made of them and of their actors by the mapping in the settings.
 *
 * @typedef {import("../../tabletop/src/types.js").Mapping} Mapping
 * @typedef {import("../../tabletop/src/types.js").Play} Play
 */
import { fieldsOf, stateFrom } from "../../tabletop/src/index.js";
import { placeOfToken } from "./hexes.js";
import { clientOf, keepFight, setting } from "./settings.js";

/** Return the mapping of the world. @returns {Mapping} */
export function mappingOfWorld() {
  return JSON.parse(setting("mapping"));
}

/**
 * Create the encounter, and share it with the world.
 * @param {Scene} scene
 * @param {readonly TokenDocument[]} tokens
 */
export async function beginFight(scene, tokens) {
  const service = setting("service").replace(/\/+$/, "");
  const umpire = clientOf(service);
  const mapping = mappingOfWorld();
  const play = /** @type {Play} */ (await umpire.get(`/v1/families/${mapping.family}/play`));
  const known = fieldsOf(play, mapping.list);
  const actors = tokens.map((token) => {
    const { hex, facing } = placeOfToken(scene, token);
    return { actor: token, place: { ...(known.has("hex") && hex && { hex }), ...(known.has("facing") && facing !== undefined && { facing }) } };
  });
  const state = stateFrom(mapping, actors);
  const body = /** @type {any} */ ({ family: mapping.family, state, reveal: setting("reveal") });
  const fight = await umpire.create(body);
  await keepFight({ service, id: fight.id, viewer: fight.viewer, scene: scene.id }, fight.referee);
}

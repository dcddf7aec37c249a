// @ts-check
/**
 * Tokens and actors as the fight has them: places, who is hidden, and what is left of hit points.
 *
 * @typedef {import("../../tabletop/src/types.js").Change} Change
 * @typedef {import("../../tabletop/src/types.js").Play} Play
 * @typedef {import("../../tabletop/src/types.js").Row} Row
 * @typedef {import("../../tabletop/src/types.js").Rules} Rules
 */
import { at, mapped, shareOf } from "../../tabletop/src/index.js";
import { isConverted } from "./figures.js";
import { tokenAt } from "./hexes.js";
import { numbersOfWorld } from "./settings.js";

/** Where the system of the converted sheets keeps what the fight changes, by family and field of the figure. */
const SHEET = /** @type {Record<string, Rules>} */ ({
  tactical: { "system.HP.value": "hp", "system.FP.value": "fp" },
  heroic: { "system.HP.value": "hp_pool", "system.FP.value": "fp_current" },
  laurels: { "system.attributes.hp.value": "stamina" },
});

/**
 * Return the options of an update by which the fight moves tokens, through walls if need be.
 *
 * Version 14 takes options of movement for the whole update; version 13 takes them for each token, and leaves those of the whole unread.
 *
 * @param {readonly string[]} ids the tokens that move
 */
export function movingOptions(ids) {
  const free = { constrainOptions: { ignoreWalls: true, ignoreCost: true }, autoRotate: false, showRuler: false };
  if (game.release.generation >= 14) return { umpire: true, ...free };
  return { umpire: true, movement: Object.fromEntries(ids.map((id) => [id, free])) };
}

/**
 * Bring the scene's tokens to where their figures are, and write what is left of them into their actors.
 * @param {Scene} scene
 * @param {Play} play
 * @param {readonly Change[]} changes
 */
export async function applied(scene, play, changes) {
  const found = changes.flatMap((change) => {
    const token = change.kind === "gone" ? undefined : scene.tokens.get(change.figure);
    return token ? [{ change, token }] : [];
  });
  const updates = found.flatMap(({ change, token }) => {
    const wanted = { ...(change.place ? tokenAt(scene, token, change.place) : {}), hidden: change.now.hidden ?? false };
    const changed = Object.entries(wanted).filter(([name, value]) => /** @type {any} */ (token)[name] !== value);
    return changed.length ? [{ _id: token.id, ...Object.fromEntries(changed) }] : [];
  });
  const moving = updates.filter((each) => "x" in each || "y" in each).map(({ _id }) => _id);
  if (updates.length) await scene.updateEmbeddedDocuments("Token", updates, movingOptions(moving));
  for (const { change, token } of found) if (token.actor) await written(token, token.actor, play, change.now);
}

/**
 * Write a figure's numbers into its actor: those of a converted sheet as they are, of others the share that is left of the first bar.
 * @param {TokenDocument} token
 * @param {Actor} actor
 * @param {Play} play
 * @param {Row} figure
 */
async function written(token, actor, play, figure) {
  const told = mapped(isConverted(token, play.name) ? SHEET[play.name] : numbersOfWorld().actor, figure);
  const changed = Object.entries(told).filter(([path, value]) => value !== null && ![undefined, value].includes(at(actor, path)));
  if (changed.length) await actor.update(Object.fromEntries(changed));
  const bar = token.getBarAttribute("bar1");
  if (Object.keys(told).length || bar?.type !== "bar" || !play.pools[0]) return;
  const share = shareOf(play.pools[0], figure);
  const left = share === null ? bar.value : Math.ceil(share * bar.max);
  if (left !== bar.value) await actor.modifyTokenAttribute(bar.attribute, left, false, true);
}

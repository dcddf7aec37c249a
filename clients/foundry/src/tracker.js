// @ts-check
/**
 * The combat tracker, filled from the situation of the fight: the order, whose turn is next, who is out of it, the round.
 *
 * @typedef {import("../../typescript/src/index.ts").Situation} Situation
 * @typedef {import("./settings.js").Shared} Shared
 */
import { ID } from "./settings.js";

/** Said with each change that the fight makes, so that it is not taken for somebody's click. */
const OURS = { umpire: true };

/** Return the tracker of a fight, if there is one. @param {string} fight */
function combatOf(fight) {
  return game.combats.find((each) => each.getFlag(ID, "fight") === fight);
}

/** Tell whether a combat is the tracker of a fight. @param {Combat} combat @param {Shared | null} shared */
export function isTracker(combat, shared) {
  return shared !== null && combat.getFlag(ID, "fight") === shared.id;
}

/** Return the figure that a combatant is. @param {Combatant} combatant @returns {string | undefined} */
function figureOf(combatant) {
  return combatant.getFlag(ID, "figure");
}

/**
 * Bring the tracker to what the situation says; the first time, make it, in place of trackers of fights before.
 *
 * Whoever takes turns is in it: by the token, or by name, as commanders who have no token.
 *
 * @param {Shared} shared
 * @param {Scene} scene
 * @param {Situation} situation
 * @param {ReadonlyMap<string, string>} names
 */
export async function track(shared, scene, situation, names) {
  const combat = combatOf(shared.id) ?? (await made(shared));
  const wanted = situation.order.map(({ id, fate }, place) => {
    const said = { initiative: situation.order.length - place, defeated: fate !== null && fate !== "standing" };
    return { id, said: { ...said, hidden: scene.tokens.get(id)?.hidden ?? false } };
  });
  const known = new Map([...combat.combatants].map((each) => [figureOf(each), each]));
  const gone = [...known].filter(([figure]) => !wanted.some(({ id }) => id === figure)).map(([, { id }]) => id);
  const updates = wanted.flatMap(({ id, said }) => {
    const old = known.get(id);
    const isSame = old && old.initiative === said.initiative && old.hidden === said.hidden && old.defeated === said.defeated;
    return old && !isSame ? [{ _id: old.id, ...said }] : [];
  });
  const fresh = wanted.filter(({ id }) => !known.has(id)).map(({ id, said }) => ({ ...said, ...who(scene, id, names.get(id) ?? id), flags: { [ID]: { figure: id } } }));
  const turned = wanted.filter(({ id, said }) => (known.get(id)?.defeated ?? false) !== said.defeated);
  if (gone.length) await combat.deleteEmbeddedDocuments("Combatant", gone, OURS);
  if (updates.length) await combat.updateEmbeddedDocuments("Combatant", updates, OURS);
  if (fresh.length) await combat.createEmbeddedDocuments("Combatant", fresh, OURS);
  await pointed(combat, situation);
  const status = CONFIG.specialStatusEffects.DEFEATED;
  for (const { id, said } of turned) await scene.tokens.get(id)?.actor?.toggleStatusEffect(status, { overlay: true, active: said.defeated });
}

/** Return whom a combatant stands for. @param {Scene} scene @param {string} id @param {string} name */
function who(scene, id, name) {
  const token = scene.tokens.get(id);
  return token ? { tokenId: id, sceneId: scene.id, actorId: token.actor?.id ?? null } : { name };
}

/** Let the tracker point to the first who is next. @param {Combat} combat @param {Situation} situation */
async function pointed(combat, { next, round, over }) {
  const place = combat.turns.findIndex((each) => figureOf(each) === next[0]);
  const wanted = { round: Math.max(1, round ?? 1), turn: over || place < 0 ? null : place };
  if (wanted.round !== combat.round || wanted.turn !== combat.turn) await combat.update(wanted, OURS);
}

/** Make the tracker of a fight, in place of those of fights before. @param {Shared} shared */
async function made(shared) {
  for (const old of game.combats.filter((each) => each.getFlag(ID, "fight") !== undefined)) await old.delete(OURS);
  const combat = await getDocumentClass("Combat").create({ scene: shared.scene, round: 1, flags: { [ID]: { fight: shared.id } } });
  await combat.activate();
  return combat;
}

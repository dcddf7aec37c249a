// @ts-check
/**
 * The room of Owlbear Rodeo: its tokens, its grid, and what is kept with it.
 *
 * Metadata of the room, of the scene and of tokens can be read by every player. So the room has the viewer's token and
 * the tokens have the ids of their figures; the referee's token is in the referee's own browser only (see seat.js).
 *
 * @typedef {import("../../tabletop/src/types.js").Change} Change
 * @typedef {import("../../tabletop/src/types.js").Ground} Ground
 * @typedef {import("../../tabletop/src/types.js").Place} Place
 * @typedef {import("../../tabletop/src/types.js").Point} Point
 * @typedef {import("../../tabletop/src/types.js").Seen} Seen
 * @typedef {import("@owlbear-rodeo/sdk").Item} Item
 * @typedef {import("../../typescript/src/index.ts").Situation} Situation
 * @typedef {{fight: string, figure: string, turn: number}} Part what a token plays: its figure in a fight, and by how
 *   many degrees its picture is turned from the direction that the figure faces
 * @typedef {{service: string, id: string, viewer: string}} Shared
 * @typedef {{family: string, figure: string, side: string}} Kept
 */
import OBR from "@owlbear-rodeo/sdk";
import { bearingOf, mapped, pointOf, same, turned, yardsIn } from "../../tabletop/src/index.js";
import mapping from "./mapping.json";

/** The key of everything that the extension keeps in metadata. */
export const KEY = "umpire-owlbear/fight";
/** The key under which other extensions find how a figure is, as far as players may know: see the README. */
export const STATE = "umpire-owlbear/state";
const ORIGIN = "umpire-owlbear/origin";
const FIGURE = "umpire-owlbear/figure";
/** Where the room's own tracker of initiative keeps what it shows. */
const TRACKER = "rodeo.owlbear.initiative-tracker/metadata";
const TOPS = /** @type {Record<string, "flat" | "pointy">} */ ({ HEX_HORIZONTAL: "flat", HEX_VERTICAL: "pointy" });
const LAYERS = ["CHARACTER", "MOUNT"];

/** Return the fight that is shared with the room, or null. @returns {Promise<Shared | null>} */
export async function shared() {
  return /** @type {Shared | undefined} */ ((await OBR.room.getMetadata())[KEY]) ?? null;
}

/** Share a fight with the room, or none. @param {Shared | null} fight */
export async function share(fight) {
  await OBR.room.setMetadata({ [KEY]: fight ?? undefined });
}

/** Return the tokens of the scene; none if no scene is open. @returns {Promise<Item[]>} */
export async function tokens() {
  if (!(await OBR.scene.isReady())) return [];
  return OBR.scene.items.getItems((item) => LAYERS.includes(item.layer));
}

/** Return what a token plays in a fight; null if it plays nobody. @param {Item} item @param {string} fight */
export function partOf(item, fight) {
  const part = /** @type {Part | undefined} */ (item.metadata[KEY]);
  return part?.fight === fight ? part : null;
}

/**
 * Return which figure of a family's catalogue a token is like, and for which side it fights; null if nobody has said it.
 * @param {Item} item
 * @param {string} family
 * @returns {Kept | null}
 */
export function keptFigure(item, family) {
  const kept = /** @type {Kept | undefined} */ (item.metadata[FIGURE]);
  return kept?.family === family ? kept : null;
}

/** Keep with tokens which figures they are like, for this fight and others. @param {ReadonlyMap<string, Kept>} figures by token */
export async function keepFigures(figures) {
  await OBR.scene.items.updateItems([...figures.keys()], (drafts) => {
    for (const draft of drafts) draft.metadata[FIGURE] = figures.get(draft.id);
  });
}

/** Return the fields of a figure that its token says: see mapping.json. @param {Item} item */
export function fieldsOfToken(item) {
  const fields = mapped(mapping.figure, item);
  if (!fields.name) delete fields.name; // a token without a name leaves the figure its own
  return fields;
}

/** Return the grid of the scene as hexes and yards. @returns {Promise<Ground>} */
export async function ground() {
  const { grid } = OBR.scene;
  const [type, dpi, scale, told] = await Promise.all([grid.getType(), grid.getDpi(), grid.getScale(), OBR.scene.getMetadata()]);
  const origin = /** @type {Point | undefined} */ (told[ORIGIN]) ?? (await centre({ x: 0, y: 0 }));
  const top = TOPS[type];
  const yard = dpi / (scale.parsed.multiplier * yardsIn(scale.parsed.unit) || 1);
  return { hexes: top ? { top, side: dpi / Math.sqrt(3), origin } : null, origin, yard };
}

/** Let hex [0, 0], or the yard at 0, 0, be where a point is. @param {Point} point */
export async function layOrigin(point) {
  await OBR.scene.setMetadata({ [ORIGIN]: await centre(point) });
}

/** Return the centre of the cell around a point. @param {Point} point */
function centre(point) {
  return OBR.scene.grid.snapPosition(point, 1, false, true);
}

/**
 * Write into tokens which figures they play. A picture stays as it is turned: it faces where its figure faces.
 * @param {string} fight
 * @param {ReadonlyMap<string, {figure: string, facing: number | undefined}>} parts by token
 * @param {Ground} on
 */
export async function cast(fight, parts, on) {
  await OBR.scene.items.updateItems([...parts.keys()], (drafts) => {
    for (const draft of drafts) {
      const { figure, facing } = /** @type {{figure: string, facing: number | undefined}} */ (parts.get(draft.id));
      const turn = facing === undefined || !on.hexes ? 0 : turned(draft.rotation - bearingOf(facing, on.hexes.top));
      draft.metadata[KEY] = { fight, figure, turn };
    }
  });
}

/**
 * Bring the tokens to where their figures are: position, rotation, and whether players see them.
 * @param {string} fight
 * @param {readonly Change[]} changes
 */
export async function follow(fight, changes) {
  const byFigure = new Map(changes.filter(({ kind }) => kind !== "gone").map((change) => [change.figure, change]));
  const items = (await tokens()).filter((item) => byFigure.has(partOf(item, fight)?.figure ?? ""));
  if (!items.length) return;
  const on = await ground();
  await OBR.scene.items.updateItems(items, (drafts) => {
    for (const draft of drafts) {
      const part = /** @type {Part} */ (draft.metadata[KEY]);
      bring(draft, part, /** @type {Change} */ (byFigure.get(part.figure)), on);
    }
  });
}

/**
 * @param {Item} draft
 * @param {Part} part
 * @param {Change} change
 * @param {Ground} on
 */
function bring(draft, part, { kind, place, now, fields }, on) {
  const point = place && pointOf(place, on);
  if (point && far(point, draft.position)) draft.position = point;
  if (place?.facing !== undefined && on.hexes) draft.rotation = turned(bearingOf(place.facing, on.hexes.top) + part.turn);
  if (kind === "come" || fields.includes("hidden")) Object.assign(draft, mapped(mapping.actor, now));
}

/**
 * Fill the room's own tracker of initiative: the tokens of those who take turns, in their order; the first who is next is active.
 * @param {string} fight
 * @param {Situation | null} situation null: nobody is in it any more
 */
export async function track(fight, situation) {
  const order = situation?.order.map(({ id }) => id) ?? [];
  /** @param {Item} item */
  const wanted = (item) => {
    const place = order.indexOf(partOf(item, fight)?.figure ?? "");
    return place < 0 ? undefined : { count: String(order.length - place), active: situation?.next[0] === order[place] };
  };
  await kept(fight, TRACKER, wanted);
}

/**
 * Write into tokens how their figures are, as everybody at the table may know it; tokens of others have nothing.
 * @param {string} fight
 * @param {ReadonlyMap<string, Seen>} seen by figure, as viewers see it
 */
export async function tellState(fight, seen) {
  await kept(fight, STATE, (item) => seen.get(partOf(item, fight)?.figure ?? ""));
}

/**
 * Keep something in the metadata of each token of a fight.
 * @param {string} fight
 * @param {string} name
 * @param {(item: Item) => unknown} wanted undefined: nothing is kept
 */
async function kept(fight, name, wanted) {
  const items = (await tokens()).filter((item) => partOf(item, fight) && !same(item.metadata[name] ?? null, wanted(item) ?? null));
  if (!items.length) return;
  await OBR.scene.items.updateItems(items, (drafts) => {
    for (const draft of drafts) {
      const told = wanted(draft);
      if (told) draft.metadata[name] = told;
      else delete draft.metadata[name];
    }
  });
}

/** Tell whether two points are different places on a map. @param {Point} one @param {Point} other */
export function far(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) > 1;
}

/**
 * Return the tokens that somebody put elsewhere than their figures are.
 * @param {string} fight
 * @param {readonly Item[]} items
 * @param {ReadonlyMap<string, Place>} places by figure
 * @param {Ground} on
 */
export function strayed(fight, items, places, on) {
  return items.flatMap((item) => {
    const figure = partOf(item, fight)?.figure;
    const place = figure === undefined ? undefined : places.get(figure);
    const point = place && pointOf(place, on);
    return figure !== undefined && point && far(point, item.position) ? [{ item, figure }] : [];
  });
}

/** Show a notification. @param {string} text @param {"INFO" | "WARNING"} kind */
export async function notify(text, kind = "INFO") {
  await OBR.notification.show(text, kind);
}

// @ts-check
/**
 * Hexes lit on the canvas: where the figure of the selected token may go now, if it is its turn.
 *
 * @typedef {import("../../tabletop/src/types.js").Hex} Hex
 * @typedef {import("./referee.js").Referee} Referee
 */
import { placesIn } from "../../tabletop/src/index.js";
import { cornerOf, topOf } from "./hexes.js";
import { sharedFight } from "./settings.js";

const LAYER = "umpire-places";
const LOOK = { color: 0x2f9e62, border: 0x14532d, alpha: 0.25 };

/** Return the token that is selected alone. */
export function selectedToken() {
  const [one, ...others] = canvas.tokens?.controlled ?? [];
  return one && !others.length ? one.document : null;
}

/**
 * Light hexes of the fight's scene, if it is the one that is looked at; all others of the fight go dark.
 * @param {readonly Hex[]} hexes
 */
export function light(hexes) {
  const [grid, { scene }] = [canvas.interface?.grid, canvas];
  if (!grid) return;
  grid.addHighlightLayer(LAYER);
  grid.clearHighlightLayer(LAYER);
  if (!scene || scene.id !== sharedFight()?.scene || !topOf(scene.grid)) return;
  for (const hex of hexes) grid.highlightPosition(LAYER, { ...cornerOf(scene, hex), ...LOOK });
}

/**
 * Return where a figure may go now: nowhere, if it does not choose.
 * @param {Referee} referee
 * @param {string} figure
 * @param {boolean} isForPlayers
 * @returns {Promise<Hex[]>}
 */
export async function placesOf(referee, figure, isForPlayers) {
  if (!referee.next.includes(figure)) return [];
  return placesIn((await referee.offers({ figures: [figure], isForPlayers })).offers);
}

// @ts-check
/**
 * Hexes lit on the referee's own map: where the figure of the selected token may go now. They are local items, which nobody else in the room sees.
 *
 * @typedef {import("../../tabletop/src/types.js").Hex} Hex
 * @typedef {import("../../tabletop/src/types.js").Layout} Layout
 */
import OBR, { buildCurve } from "@owlbear-rodeo/sdk";
import { centreOf } from "../../tabletop/src/index.js";
import { ground } from "./room.js";

const LIT = "umpire-owlbear/lit";
const SIXTH = Math.PI / 3;

let turn = Promise.resolve();

/**
 * Light hexes in the place of those that are lit; one call after the other, so that the last one counts.
 * @param {readonly Hex[]} hexes
 */
export function light(hexes) {
  turn = turn.catch(() => {}).then(() => relight(hexes));
  return turn;
}

/** @param {readonly Hex[]} hexes */
async function relight(hexes) {
  if (!(await OBR.scene.isReady())) return;
  const before = await OBR.scene.local.getItems((item) => LIT in item.metadata);
  if (before.length) await OBR.scene.local.deleteItems(before.map(({ id }) => id));
  const layout = hexes.length ? (await ground()).hexes : null;
  if (layout) await OBR.scene.local.addItems(hexes.map((hex) => shapeOf(hex, layout)));
}

/**
 * Make what is drawn: a hexagon by its corners, since a room does not say which way its own shape points.
 * @param {Hex} hex
 * @param {Layout} layout
 */
function shapeOf(hex, layout) {
  const { x, y } = centreOf(hex, layout);
  const first = layout.top === "flat" ? 0 : SIXTH / 2;
  const corners = [0, 1, 2, 3, 4, 5].map((n) => first + n * SIXTH);
  return buildCurve()
    .points(corners.map((angle) => ({ x: x + layout.side * Math.cos(angle), y: y + layout.side * Math.sin(angle) })))
    .closed(true).tension(0)
    .fillColor("#2f9e62").fillOpacity(0.25).strokeColor("#14532d").strokeOpacity(0.6).strokeWidth(2)
    .layer("DRAWING").locked(true).disableHit(true).metadata({ [LIT]: hex })
    .build();
}

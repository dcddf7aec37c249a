// @ts-check
/** The button that says where hex [0, 0] of the fight is on the scene; without it, it is a cell near the scene's corner. */
import OBR from "@owlbear-rodeo/sdk";
import { el } from "./dom.js";
import { layOrigin, notify, tokens } from "./room.js";

/**
 * Make the button.
 * @param {() => Promise<void>} laid called when hex [0, 0] is elsewhere
 */
export function originButton(laid) {
  const lay = async () => {
    const [selected] = (await OBR.player.getSelection()) ?? [];
    const item = (await tokens()).find(({ id }) => id === selected);
    if (!item) return notify("Select a token that stands where hex [0, 0] shall be.", "WARNING");
    await layOrigin(item.position);
    await laid();
  };
  return el("button", { id: "origin", onclick: lay }, "Hex [0, 0] is where the selected token stands");
}

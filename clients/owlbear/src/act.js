// @ts-check
/**
 * The panel in which the referee acts: what those do who are next, or another move; whose dice; and undoes.
 *
 * @typedef {import("./session.js").Session} Session
 */
import OBR from "@owlbear-rodeo/sdk";
import { askForFaces } from "./ask.js";
import { el } from "./dom.js";
import { orderForm } from "./order.js";
import { partOf, tokens } from "./room.js";
import { words } from "./session.js";
import { turnForm } from "./turn.js";

/**
 * Make the panel.
 * @param {Session} session
 */
export function actPanel(session) {
  const { fight, signal } = session;
  const own = el("input", { type: "checkbox", id: "own-dice" });
  const secret = el("input", { type: "checkbox", id: "secret" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  /** Do something, and say what went wrong. @param {() => Promise<unknown>} what */
  const trying = async (what) => {
    wrong.textContent = "";
    await what().catch((error) => signal.aborted || (wrong.textContent = words(error, session.shared.service)));
  };
  /** Do something while no button can be pressed. @param {() => Promise<unknown>} what */
  const pressed = async (what) => {
    for (const each of buttons) each.disabled = true;
    await trying(what);
    for (const each of buttons) each.disabled = false;
    play.disabled = fight.situation.over;
  };
  const how = () => ({ secret: secret.checked, signal, ...(own.checked && { dice: askForFaces }) });
  const turn = turnForm(session, trying);
  const order = orderForm(session);
  const play = el("button", { class: "first", id: "play", onclick: () => pressed(() => turn.play(how())) }, "Play");
  const act = el("button", { id: "act", onclick: () => pressed(() => fight.act(order.procedure(), order.input(), how())) }, "Act");
  const undo = el("button", { id: "undo", onclick: () => pressed(() => fight.undo({ signal })) }, "Undo");
  const buttons = [play, act, undo];
  session.onState(() => {
    const { next, over } = fight.situation;
    play.textContent = next.length || over ? "Play" : "Roll who is next";
    play.disabled = over;
  });
  chooseBySelection(session, async (ids) => {
    order.choose(ids);
    await turn.choose(ids);
  });
  return el("section", { id: "act-panel" },
    turn.element,
    el("label", { class: "line" }, own, "I roll: ask me for the faces"),
    el("label", { class: "line" }, secret, "Secret: players see only that something happened"),
    wrong, el("div", { class: "buttons" }, play, undo),
    el("details", { id: "another" }, el("summary", {}, "Another move"), order.element, act),
  );
}

/**
 * Choose the figures whose tokens the referee selects on the map, in the order of selection.
 * @param {Session} session
 * @param {(ids: readonly string[]) => Promise<void>} choose
 */
function chooseBySelection(session, choose) {
  let last = "";
  const stop = OBR.player.onChange(async ({ selection = [] }) => {
    if (selection.join() === last) return;
    last = selection.join();
    const items = new Map((await tokens()).map((item) => [item.id, item]));
    await choose(selection.flatMap((id) => {
      const item = items.get(id);
      return (item && partOf(item, session.shared.id)?.figure) ?? [];
    }));
  });
  session.signal.addEventListener("abort", stop);
}

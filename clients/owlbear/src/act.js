// @ts-check
/**
 * The panel in which the referee acts: which move, who and whom, whose dice; and undoes.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../../tabletop/src/types.js").Row} Row
 */
import OBR from "@owlbear-rodeo/sdk";
import { calledOf, figureFields, inputWith, moveOf, same } from "../../tabletop/src/index.js";
import { askForFaces } from "./ask.js";
import { chooser, el, labelled } from "./dom.js";
import { partOf, tokens } from "./room.js";
import { words } from "./session.js";

/**
 * Make the panel.
 * @param {Session} session
 */
export function actPanel(session) {
  const { play, fight, signal } = session;
  const procedures = play.moves.map(({ procedure }) => ({ value: procedure, text: procedure.replaceAll("-", " ") }));
  const attack = procedures.find(({ value }) => value === "resolve-attack") ?? procedures[0];
  const move = chooser(procedures, attack.value, { id: "move" });
  const order = orderFields(session, () => moveOf(play, move.value));
  const own = el("input", { type: "checkbox", id: "own-dice" });
  const secret = el("input", { type: "checkbox", id: "secret" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  /** @param {() => Promise<unknown>} what */
  const trying = async (what) => {
    wrong.textContent = "";
    for (const each of buttons) each.disabled = true;
    await what().catch((error) => (wrong.textContent = words(error, session.shared.service)));
    for (const each of buttons) each.disabled = false;
  };
  const act = () => fight.act(move.value, order.input(), { secret: secret.checked, signal, ...(own.checked && { dice: askForFaces }) });
  const undo = () => fight.undo({ signal });
  const buttons = [
    el("button", { class: "first", id: "act", onclick: () => trying(act) }, "Act"),
    el("button", { id: "undo", onclick: () => trying(undo) }, "Undo"),
  ];
  move.addEventListener("change", order.draw);
  session.onState(order.draw);
  chooseBySelection(session, order.choose);
  return el("section", { id: "act-panel" },
    labelled("Move", move), order.element,
    el("label", { class: "line" }, own, "I roll: ask me for the faces"),
    el("label", { class: "line" }, secret, "Secret: players see only that something happened"),
    wrong, el("div", { class: "buttons" }, ...buttons),
  );
}

/**
 * Make the fields of an order: a chooser for each figure in the move's example, and the whole input as JSON.
 * @param {Session} session
 * @param {() => import("../../tabletop/src/types.js").Move} move
 */
function orderFields(session, move) {
  const { play } = session;
  const choosers = el("section", { id: "who" });
  const whole = el("textarea", { id: "input", spellcheck: "false" });
  const more = el("details", {}, el("summary", {}, "The whole order"), labelled("input, in the form of the rules", whole));
  /** @type {HTMLSelectElement[]} */
  let chosen = [];
  let drawn = "";
  const fill = () => (whole.value = JSON.stringify(inputWith(play, move(), chosen.map(({ value }) => value)), null, 1));
  function draw() {
    const figures = session.figures().map((figure) => ({ value: figure.id, text: calledOf(figure) }));
    const now = JSON.stringify([move().procedure, figures]);
    if (now === drawn) return;
    const isSameMove = drawn !== "" && JSON.parse(drawn)[0] === move().procedure;
    const before = isSameMove ? chosen.map(({ value }) => value) : [];
    drawn = now;
    const fields = figureFields(play, move());
    chosen = fields.map(({ example }, place) => chooser(figures, before[place] ?? example, { onchange: fill }));
    choosers.replaceChildren(...chosen.map((each, place) => labelled(fields[place].label, each)));
    fill();
  }
  /** @param {readonly string[]} ids */
  function choose(ids) {
    const wanted = ids.slice(0, chosen.length);
    if (same(wanted, chosen.slice(0, wanted.length).map(({ value }) => value))) return;
    wanted.forEach((id, place) => (chosen[place].value = id));
    fill();
  }
  return { element: el("div", {}, choosers, more), draw, choose, input: () => JSON.parse(whole.value) };
}

/**
 * Choose the figures whose tokens the referee selects on the map, in the order of selection.
 * @param {Session} session
 * @param {(ids: readonly string[]) => void} choose
 */
function chooseBySelection(session, choose) {
  let last = "";
  const stop = OBR.player.onChange(async ({ selection = [] }) => {
    if (selection.join() === last) return;
    last = selection.join();
    const items = new Map((await tokens()).map((item) => [item.id, item]));
    choose(selection.flatMap((id) => {
      const item = items.get(id);
      return (item && partOf(item, session.shared.id)?.figure) ?? [];
    }));
  });
  session.signal.addEventListener("abort", stop);
}

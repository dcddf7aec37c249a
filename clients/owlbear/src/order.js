// @ts-check
/**
 * Another move: any procedure of the family, with who and whom, or with its whole input.
 *
 * @typedef {import("./session.js").Session} Session
 */
import { calledOf, figureFields, inputWith, moveOf, same } from "../../tabletop/src/index.js";
import { chooser, el, labelled } from "./dom.js";

/**
 * Make the fields of an order: the procedure, and a chooser for each figure in its example; the whole input as JSON.
 * @param {Session} session
 */
export function orderForm(session) {
  const { play } = session;
  const procedures = play.moves.map(({ procedure }) => ({ value: procedure, text: procedure.replaceAll("-", " ") }));
  const attack = procedures.find(({ value }) => value === "resolve-attack") ?? procedures[0];
  const procedure = chooser(procedures, attack.value, { id: "move" });
  const move = () => moveOf(play, procedure.value);
  const choosers = el("section", { id: "who" });
  const whole = el("textarea", { id: "input", spellcheck: "false" });
  const more = el("details", {}, el("summary", {}, "The whole order"), labelled("input, in the form of the rules", whole));
  /** @type {HTMLSelectElement[]} */
  let chosen = [];
  let drawn = "";
  const fill = () => (whole.value = JSON.stringify(inputWith(play, move(), chosen.map(({ value }) => value)), null, 1));
  function draw() {
    const figures = session.figures().map((figure) => ({ value: figure.id, text: calledOf(figure) }));
    const now = JSON.stringify([procedure.value, figures]);
    if (now === drawn) return;
    const isSameMove = drawn !== "" && JSON.parse(drawn)[0] === procedure.value;
    const before = isSameMove ? chosen.map(({ value }) => value) : [];
    drawn = now;
    const fields = figureFields(play, move());
    chosen = fields.map(({ example }, place) => chooser(figures, before[place] ?? example, { onchange: fill }));
    choosers.replaceChildren(...chosen.map((each, place) => labelled(fields[place].label, each)));
    fill();
  }
  /** Choose the figures whose tokens were selected, in that order. @param {readonly string[]} ids */
  function choose(ids) {
    const wanted = ids.slice(0, chosen.length);
    if (same(wanted, chosen.slice(0, wanted.length).map(({ value }) => value))) return;
    wanted.forEach((id, place) => (chosen[place].value = id));
    fill();
  }
  procedure.addEventListener("change", draw);
  session.onState(draw);
  return { element: el("div", {}, labelled("Move", procedure), choosers, more), choose, procedure: () => procedure.value, input: () => JSON.parse(whole.value) };
}

// @ts-check
// All options: any move of the family, each of its fields, and who rolls.
import { faultsIn, Problem } from "../words/faults.js";
import { beside, idsBelow, listsOf, referencesOf } from "./fields.js";
import { JsonInput, KNOWN, Record } from "./form.js";
import { choose, fill } from "./filling.js";
import { figureFields, inputOf, namedBy, withValue } from "./orders.js";
import { moveName } from "../words/state.js";
import { html, useMemo, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Order} Order
 */

/**
 * The form of a referee; `children` stand between its fields and the dice: the odds.
 * @param {{session: Session, children?: any}} props
 */
export function Move({ session, children }) {
  const { play, order, problem, busy, how } = session.view;
  const [broken, setBroken] = useState(() => /** @type {Map<string, string>} */ (new Map()));
  if (!play || !order) return html`<p>The rules of this fight know no moves in encounters.</p>`;
  const act = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (broken.size === 0) void session.act(order);
  };
  return html`<form class="move" onSubmit=${act}>
    <${Choose} session=${session} order=${order} onChoose=${() => setBroken(new Map())} />
    <${Input} key=${order.procedure} session=${session} order=${order} broken=${broken} setBroken=${setBroken} />
    ${children}
    <${Rolling} session=${session} />
    <${Problem} problem=${problem} />
    <p class="row"><button class="main" disabled=${busy || broken.size > 0}>${how.own ? "Roll and act" : "Act"}</button></p>
  </form>`;
}

/** @param {{session: Session, order: Order, onChoose: () => void}} props */
function Choose({ session, order, onChoose }) {
  const moves = session.view.play?.moves ?? [];
  const change = (/** @type {any} */ event) => {
    onChoose();
    choose(session, event.currentTarget.value);
  };
  const chosen = moves.find((each) => each.procedure === order.procedure);
  return html`<div class="field">
    <label for="procedure">Move</label>
    <select id="procedure" value=${order.procedure} onChange=${change} aria-describedby="procedure-about">
      ${moves.map(({ procedure }) => html`<option key=${procedure} value=${procedure} selected=${procedure === order.procedure}>${moveName(procedure)}</option>`)}
    </select>
    <p class="hint" id="procedure-about">${chosen?.summary}</p>
  </div>`;
}

/**
 * The fields of the order's input, and the whole input as JSON for who wants it.
 * @param {{session: Session, order: Order, broken: Map<string, string>, setBroken: (broken: Map<string, string>) => void}} props
 */
function Input({ session, order, broken, setBroken }) {
  const { state, problem } = session.view;
  const play = /** @type {import("../words/state.js").Play} */ (session.view.play);
  const references = useMemo(() => referencesOf(play), [play]);
  const schema = useMemo(() => inputOf(play, order.procedure), [play, order.procedure]);
  const faults = new Map([...faultsIn(problem), ...broken]);
  const onBroken = (/** @type {string} */ pointer, /** @type {string | null} */ message) => {
    const next = new Map(broken);
    if (message === null) next.delete(pointer);
    else next.set(pointer, message);
    setBroken(next);
  };
  const records = namedRecords(session);
  const form = {
    play, state, references, faults, onBroken, beside: (/** @type {string} */ id) => beside(records, id),
  };
  const change = (/** @type {any} */ input) => fill(session, changed(session, order, input ?? {}));
  const known = [...new Set([...listsOf(state).keys(), ...records.flatMap(idsBelow)])];
  return html`<div class="input">
    <datalist id=${KNOWN}>${known.map((id) => html`<option key=${id} value=${id} />`)}</datalist>
    <${Record} form=${form} schema=${schema} pointer="" value=${order.input} onChange=${change} />
    <details class="more"><summary>The input as JSON</summary>
      <div class="field"><label for="whole">Input</label>
        <${JsonInput} form=${form} pointer="/" value=${order.input} onChange=${change} told=${{ id: "whole" }} />
        ${broken.has("/") && html`<p class="fault">${broken.get("/")}</p>`}</div>
    </details>
  </div>`;
}

/**
 * Return an order whose input has changed; where another figure is named, its equipment is named with it.
 * @param {Session} session
 * @param {Order} order
 * @param {import("../words/state.js").Loose} input
 */
function changed(session, order, input) {
  const { play, state } = session.view;
  const fields = play ? figureFields(play, order) : [];
  const field = fields.find((name) => typeof input[name] === "string" && input[name] !== order.input[name]);
  return field ? withValue(state, order, field, input[field]) : { ...order, input };
}

/** @param {Session} session */
function namedRecords({ view: { play, state, order } }) {
  const lists = listsOf(state);
  return play ? namedBy(play, order).flatMap((id) => state[lists.get(id) ?? ""]?.filter((/** @type {any} */ each) => each.id === id) ?? []) : [];
}

/**
 * Who rolls, and whether viewers learn of it.
 * @param {{session: Session}} props
 */
export function Rolling({ session }) {
  const { how } = session.view;
  const radio = (/** @type {boolean} */ own, /** @type {string} */ text) => html`<label class="check">
    <input type="radio" name="own" checked=${how.own === own} onChange=${() => session.set({ how: { ...how, own } })} />${text}
  </label>`;
  return html`<fieldset class="group rolling"><legend>Dice</legend>
    <span class="row">${radio(false, "The service rolls")}${radio(true, "We roll at the table")}</span>
    <label class="check"><input type="checkbox" checked=${how.secret} onChange=${() => session.set({ how: { ...how, secret: !how.secret } })} />Keep it from viewers</label>
  </fieldset>`;
}

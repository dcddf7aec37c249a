// @ts-check
// The move: what is ordered, who rolls, and what undo would take back.
import { AskForDice } from "../dice/dice.js";
import { faultsIn, Problem } from "../words/faults.js";
import { beside, idsBelow, listsOf, referencesOf } from "./fields.js";
import { JsonInput, KNOWN, Record } from "./form.js";
import { figureFields, inputOf, withValue } from "./orders.js";
import { tellingOf } from "../fight/session.js";
import { hasMap, moveName } from "../words/state.js";
import { html, useMemo, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Order} Order
 */

/**
 * The move panel of a referee; `children` stand between the form and the dice: the odds.
 * @param {{session: Session, children?: any}} props
 */
export function Move({ session, children }) {
  const { play, order, asking, problem, busy } = session.view;
  const [broken, setBroken] = useState(() => /** @type {Map<string, string>} */ (new Map()));
  const [how, setHow] = useState({ own: false, secret: false });
  if (!play || !order) return html`<p>The rules of this fight know no moves in encounters.</p>`;
  const act = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (broken.size === 0) void session.act(how);
  };
  return html`<div class="move">
    <form onSubmit=${act}>
      <${Choose} session=${session} order=${order} onChoose=${() => setBroken(new Map())} />
      <${Input} key=${order.procedure} session=${session} order=${order} broken=${broken} setBroken=${setBroken} />
      ${children}
      ${!asking && html`<${Rolling} how=${how} setHow=${setHow} />`}
      <${Problem} problem=${problem} />
      ${!asking && html`<p class="row"><button class="main" disabled=${busy || broken.size > 0}>${how.own ? "Roll and act" : "Act"}</button></p>`}
    </form>
    ${asking && html`<${AskForDice} key=${`${asking.steps.length} ${asking.need.text}`} asking=${asking} />`}
    ${!asking && html`<${Back} session=${session} />`}
  </div>`;
}

/** @param {{session: Session, order: Order, onChoose: () => void}} props */
function Choose({ session, order, onChoose }) {
  const moves = session.view.play?.moves ?? [];
  const choose = (/** @type {any} */ event) => {
    onChoose();
    session.choose(event.currentTarget.value);
  };
  const chosen = moves.find((each) => each.procedure === order.procedure);
  return html`<div class="field">
    <label for="procedure">Move</label>
    <select id="procedure" value=${order.procedure} onChange=${choose} aria-describedby="procedure-about">
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
  const pick = (/** @type {import("./places.js").Picking | null} */ picking) => session.set({ picking });
  const form = {
    play, state, references, faults, onBroken, beside: (/** @type {string} */ id) => beside(records, id),
    hasMap: hasMap(play, state), picking: session.view.picking, pick,
  };
  const change = (/** @type {any} */ input) => session.fill(changed(session, order, input ?? {}));
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
function namedRecords({ view: { play, state, named } }) {
  const lists = listsOf(state);
  return play ? named.flatMap((id) => state[lists.get(id) ?? ""]?.filter((/** @type {any} */ each) => each.id === id) ?? []) : [];
}

/** @param {{how: {own: boolean, secret: boolean}, setHow: (how: {own: boolean, secret: boolean}) => void}} props */
function Rolling({ how, setHow }) {
  const radio = (/** @type {boolean} */ own, /** @type {string} */ text) => html`<label class="check">
    <input type="radio" name="own" checked=${how.own === own} onChange=${() => setHow({ ...how, own })} />${text}
  </label>`;
  return html`<fieldset class="group rolling"><legend>Dice</legend>
    <span class="row">${radio(false, "The service rolls")}${radio(true, "We roll at the table")}</span>
    <label class="check"><input type="checkbox" checked=${how.secret} onChange=${() => setHow({ ...how, secret: !how.secret })} />Keep it from viewers</label>
  </fieldset>`;
}

/** @param {{session: Session}} props */
function Back({ session }) {
  const { undone, redone } = session.history;
  const { busy } = session.view;
  if (!undone && !redone) return null;
  const button = (/** @type {"undo" | "redo"} */ kind, /** @type {string} */ label, /** @type {Entry} */ entry) => html`<p class="back">
    <button type="button" class="quiet" disabled=${busy} aria-describedby=${`${kind}-what`} onClick=${() => void session.restore(kind)}>${label}</button>
    <span class="hint" id=${`${kind}-what`}>${kind === "undo" ? "takes back" : "plays again"} ${entry.version}: ${tellingOf(entry)}</span>
  </p>`;
  return html`<div class="backs">${undone && button("undo", "Undo", undone)}${redone && button("redo", "Redo", redone)}</div>`;
}

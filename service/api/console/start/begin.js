// @ts-check
// The first page: choose the rules and a fight to begin with, or give a state of one's own.
import { Problem } from "../words/faults.js";
import { answered } from "./answered.js";
import { Mine } from "./mine.js";
import { Picture } from "./picture.js";
import { figuresOf, sidesOf, worded } from "../words/state.js";
import { capital, inWords, listed } from "../words/wording.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 *
 * @typedef {{name: string, title: string, summary: string}} Family
 * @typedef {{name: string, figures: readonly string[]}} Camp   a side, and who fights for it
 * @typedef {{id: string, title: string, sides: readonly Camp[]}} ReadyFight   a fight of the catalogue
 * @typedef {{title: string, request: Loose, sides: readonly Camp[]}} Choosable   a fight, and what begins it
 */

/** @type {[value: string, text: string][]} */
const REVEALS = [
  ["faces", "What happens, and the dice"],
  ["outcomes", "What happens"],
  ["all", "Everything, with all numbers"],
];

/** How many fights of the catalogue have room before they are read, so that nothing moves when they come. */
const AWAITED = 5;

/** @param {{session: Session}} props */
export function Begin({ session }) {
  const [families, setFamilies] = useState(/** @type {Family[]} */ ([]));
  const [family, setFamily] = useState("");
  const [plays, setPlays] = useState(/** @type {{[family: string]: Play}} */ ({}));
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    void answered((signal) => session.umpire.get("/v1/families", { signal }), setProblem, leaving.signal).then((/** @type {any} */ found) => {
      if (!found) return;
      setFamilies(found.families);
      setFamily(found.families[0]?.name ?? "");
    });
    return () => leaving.abort();
  }, []);
  useEffect(() => {
    if (!family || plays[family]) return;
    const leaving = new AbortController();
    void answered((signal) => session.umpire.get(/** @type {any} */ (`/v1/families/${family}/play`), { signal }), setProblem, leaving.signal)
      .then((/** @type {any} */ play) => play && setPlays((known) => ({ ...known, [family]: play })));
    return () => leaving.abort();
  }, [family]);
  const play = plays[family];
  return html`<div class="begin">
    <h1>Who fights tonight?</h1>
    <p class="lead">Choose the rules and a fight. The dice fall here or on your table, and every number says where it comes from.</p>
    <${Problem} problem=${problem ?? (asked ? null : session.view.problem)} />
    <${Mine} session=${session} />
    <fieldset class="families"><legend>Rules</legend>
      ${families.length === 0 && html`<p class="hint" role="status">The rules are being fetched…</p>`}
      ${families.map(({ name, title }) => html`<label key=${name} class="family">
        <input type="radio" name="family" value=${name} checked=${name === family} onChange=${() => setFamily(name)} />
        <span class="family-name">${name}</span><span class="family-title">${title}</span>
      </label>`)}
    </fieldset>
    <p class="about">${families.find(({ name }) => name === family)?.summary}</p>
    ${play && html`<${Fight} key=${family} session=${session} play=${play} asked=${asked} onAsk=${() => setAsked(true)} />`}
  </div>`;
}

/**
 * The choice of a fight of a family: a ready one, or one that is built of figures.
 * @param {{session: Session, play: Play, asked: boolean, onAsk: () => void}} props
 */
function Fight({ session, play, asked, onAsk }) {
  const [isBuilt, setBuilt] = useState(false);
  const [Build, setBuild] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (isBuilt) void import("./build.js").then((told) => setBuild(() => told.Build));
  }, [isBuilt]);
  const [reveal, setReveal] = useState("faces");
  const tab = (/** @type {boolean} */ built, /** @type {string} */ text) => html`<button type="button" class="toggle" aria-pressed=${String(built === isBuilt)} onClick=${() => setBuilt(built)}>${text}</button>`;
  const shown = html`<div class="field"><label for="reveal">What viewers see</label>
      <select id="reveal" value=${reveal} onChange=${(/** @type {any} */ event) => setReveal(event.currentTarget.value)}>
        ${REVEALS.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}
      </select></div>`;
  return html`<section class="fights" aria-label="Fight">
    <p class="row">${tab(false, "A ready fight")}${tab(true, "Build one")}</p>
    ${isBuilt ? Build && html`<${Build} session=${session} family=${play.name} reveal=${reveal}>${shown}</${Build}>`
    : html`<${Ready} session=${session} play=${play} reveal=${reveal} asked=${asked} onAsk=${onAsk}>${shown}</${Ready}>`}
  </section>`;
}

/**
 * The choice of a ready fight: the examples of the family and those of its catalogue; or a state of one's own.
 * @param {{session: Session, play: Play, reveal: string, asked: boolean, onAsk: () => void, children?: any}} props
 */
function Ready({ session, play, reveal, asked, onAsk, children }) {
  const [stock, setStock] = useState(/** @type {ReadyFight[] | null} */ (null));
  const [chosen, setChosen] = useState(0);
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  useEffect(() => {
    session.umpire.get(/** @type {any} */ (`/v1/${play.name}/fights`)).then((/** @type {any} */ told) => setStock(told.fights), () => setStock([])); // the examples are there anyway
  }, []);
  const fights = [...examplesOf(play), ...(stock ?? []).map(readyOf)];
  const { title, request, sides } = fights[chosen] ?? { title: "", request: play.begins, sides: [] };
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      setFault("");
      onAsk();
      void session.begin({ ...(text.trim() === "" ? { ...request, meta: { title } } : { ...request, line_up: undefined, ...bodyOf(text) }), family: play.name, reveal });
    } catch (error) {
      setFault(`This is not JSON: ${error instanceof Error ? error.message : error}`);
    }
  };
  return html`<form class="fight" onSubmit=${begin}>
    <fieldset class="readies"><legend class="unseen">Fight</legend>${fights.map(({ title, sides }, place) => html`<label key=${place} class="ready">
      <input type="radio" name="fight" value=${place} checked=${place === chosen} onChange=${() => setChosen(place)} onDblClick=${begin} />
      <${Picture} sides=${sides} isHexes=${play.board === "hexes"} /><b>${title}</b>
      <span class="hint">${sides.map(({ figures }) => shortened(figures)).join(" against ")}</span></label>`)}
      ${stock === null && Array.from({ length: AWAITED }, (_, place) => html`<span key=${`awaited ${place}`} class="ready is-awaited" />`)}</fieldset>
    <details class="more"><summary>A state of your own</summary>
      <div class="field"><label for="own-state">State as JSON, in place of the one of the fight</label>
        <textarea id="own-state" class="json" rows="6" spellcheck=${false} value=${text} aria-invalid=${fault ? "true" : undefined}
          aria-describedby="own-state-about" onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)}></textarea>
        <p class="hint" id="own-state-about">A state, or a whole request to create an encounter.
          <button type="button" class="quiet" onClick=${() => setText(JSON.stringify(play.begins.state, null, 2))}>Copy the state of the first fight here</button></p>
        ${fault && html`<p class="fault" role="alert">${fault}</p>`}</div>
    </details>
    ${asked && html`<${Problem} problem=${session.view.problem} />`}
    <div class="starts"><div class="chosen"><b>${title}</b>
        <ul class="sides" aria-label="Who fights">${sides.map(({ name, figures }) => html`<li key=${name}><strong>${name}</strong>: ${counted(figures).join(", ")}</li>`)}</ul></div>
      ${children}<button class="main" disabled=${session.view.busy}>Begin</button></div>
  </form>`;
}

/**
 * Return the names of a side, each once: "3 × town guard".
 * @param {readonly string[]} names
 */
function counted(names) {
  return [...new Set(names)].map((name) => {
    const count = names.filter((each) => each === name).length;
    return count > 1 ? `${count} × ${name}` : name;
  });
}

/**
 * Return the names of a side in a few words.
 * @param {readonly string[]} names
 */
function shortened(names) {
  const all = counted(names);
  return all.length > 3 ? `${all.slice(0, 2).join(", ")} and ${all.length - 2} more` : listed(all);
}

/**
 * Return the names of figures of the catalogue: "town-guard*3" are three.
 * @param {string} text
 * @returns {string[]}
 */
function named(text) {
  const [, id = text, count = "1"] = /^(.+)\*(\d+)$/.exec(text) ?? [];
  return Array.from({ length: Number(count) }, () => capital(inWords(id)));
}

/**
 * Return a fight of the catalogue as the examples are given.
 * @param {ReadyFight} fight
 * @returns {Choosable}
 */
function readyOf({ id, title, sides }) {
  return { title, request: { line_up: { fight: id } }, sides: sides.map(({ name, figures }) => ({ name, figures: figures.flatMap(named) })) };
}

/**
 * Return the fights that a family may begin with.
 * @param {Play} play
 * @returns {Choosable[]}
 */
function examplesOf(play) {
  return play.fights.map(({ title, request }) => {
    const figures = figuresOf(play, request.state);
    const sides = sidesOf(play, request.state).map((side) => ({ name: side, figures: figures.filter((each) => each.side === side).map((each) => each.name) }));
    return { title: worded(title), request, sides };
  });
}

/**
 * Return who fights whom, in a line: "Ash against Orc".
 * @param {Play} play
 * @param {Loose} state
 */
export function titleOf(play, state) {
  const figures = figuresOf(play, state);
  const sides = sidesOf(play, state).map((side) => figures.filter((each) => each.side === side).map((each) => each.name));
  return sides.filter((names) => names.length > 0).map((names) => (names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(" and "))).join(" against ");
}

/**
 * Return the request that a text stands for: a whole one, or one with the text as its state.
 * @param {string} text
 * @returns {Loose}
 */
function bodyOf(text) {
  const body = JSON.parse(text);
  return body && typeof body === "object" && "state" in body ? body : { state: body };
}

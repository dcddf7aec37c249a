// @ts-check
// Building a fight: figures of the catalogue, or of a party file, are added to two sides by presses.

import { Problem } from "../words/faults.js";
import { worded } from "../words/state.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { kept, OwnFigures } from "./party.js";
import { marksOf } from "../words/sides.js";
import { figuresIn, found, lineUpOf, NOBODY, picked, SIDES, titleOf } from "./picks.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("./picks.js").Picks} Picks
 * @typedef {import("./picks.js").Stock} Stock
 */

const MARKS = marksOf(SIDES);

/**
 * @param {{session: Session, family: string, reveal: string, children?: any}} props
 */
export function Build({ session, family, reveal, children }) {
  const [stock, setStock] = useState(/** @type {readonly Stock[]} */ ([]));
  const [party, setParty] = useState(() => kept(family));
  const [picks, setPicks] = useState(NOBODY);
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    session.umpire.get(/** @type {any} */ (`/v1/${family}/figures`)).then((/** @type {any} */ told) => setStock(told.figures), setProblem);
  }, []);
  const own = figuresIn(party);
  const figures = [...own, ...stock.filter(({ id }) => own.every((each) => each.id !== id))];
  const lineUp = lineUpOf(picks, party);
  const change = (/** @type {string} */ side, /** @type {string} */ id, /** @type {1 | -1} */ more) => setPicks((before) => picked(before, side, id, more));
  const begin = () => void session.begin({ family, line_up: lineUp, meta: { title: titleOf(picks, figures).slice(0, 100) }, reveal });
  const ids = [...new Set([...picks.values()].flatMap((side) => [...side.keys()]))];
  return html`<div class="build">
    <div class="camps">${SIDES.map((side) => html`<${Camp} key=${side} side=${side} picks=${picks} figures=${figures} change=${change} />`)}</div>
    <div class="starts"><p class="chosen">${lineUp === null && html`<span class="hint">Add at least one figure to each side.</span>`}</p>
      ${children}<button type="button" class="main" disabled=${lineUp === null || session.view.busy} onClick=${begin}>Begin this fight</button></div>
    <${Problem} problem=${problem ?? session.view.problem} />
    <div class="field"><label for="figure-search">Find a figure</label>
      <input id="figure-search" type="search" value=${words} placeholder="knight, archer, beast" onInput=${(/** @type {any} */ event) => setWords(event.currentTarget.value)} /></div>
    <ul class="stock" aria-label="Figures">${found(figures, words).map((each) => html`<${Listed} key=${each.id} figure=${each} change=${change} />`)}</ul>
    <${OwnFigures} session=${session} family=${family} party=${party} picked=${ids} set=${setParty} onProblem=${setProblem} /></div>`;
}

/**
 * Who fights for a side.
 * @param {{side: string, picks: Picks, figures: readonly Stock[], change: (side: string, id: string, more: 1 | -1) => void}} props
 */
function Camp({ side, picks, figures, change }) {
  const names = new Map(figures.map(({ id, name }) => [id, name]));
  const chosen = [...(picks.get(side) ?? [])];
  return html`<section class=${`camp of-side side-${MARKS.get(side)?.colour ?? 0}`} aria-labelledby=${`camp-${side}`}><h2 id=${`camp-${side}`}>${worded(side)}</h2>
    ${chosen.length === 0 && html`<p class="hint">Nobody yet</p>`}
    <ul>${chosen.map(([id, count]) => html`<li key=${id}><span><b>${count} ×</b> ${names.get(id)}</span>
      <span class="count"><button type="button" class="quiet" aria-label=${`One ${names.get(id)} less for ${side}`} onClick=${() => change(side, id, -1)}>−</button>
      <button type="button" class="quiet" aria-label=${`One ${names.get(id)} more for ${side}`} onClick=${() => change(side, id, 1)}>+</button></span></li>`)}</ul></section>`;
}

/**
 * A figure that can be added.
 * @param {{figure: Stock, change: (side: string, id: string, more: 1 | -1) => void}} props
 */
function Listed({ figure: { id, name, tags, power }, change }) {
  return html`<li><span class="kept"><b>${name}</b> <span class="hint">${tags.join(", ")}</span></span>
    ${power === null ? html`<span class="hint">your own</span>` : html`<span class="power" title="Share of the duels against all others that it wins"><meter min="0" max="100" value=${power}>${power}</meter> ${power}</span>`}
    ${SIDES.map((side) => html`<button key=${side} type="button" aria-label=${`Add ${name} to ${side}`} onClick=${() => change(side, id, 1)}>${worded(side)}</button>`)}</li>`;
}

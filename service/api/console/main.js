// @ts-check
// The console: one page on which a fight is begun, played, followed and shared.
import { Begin, titleOf } from "./start/begin.js";
import { BattleMap } from "./board/map.js";
import { Campaign } from "./whole/campaign.js";
import { Figures } from "./words/figures.js";
import { FightOdds } from "./whole/fight.js";
import { Move } from "./options/move.js";
import { Odds } from "./options/odds.js";
import { hexesNamed } from "./options/places.js";
import { Seal } from "./whole/seal.js";
import { forget, keptCampaign } from "./fight/seat.js";
import { Session } from "./fight/session.js";
import { Share } from "./start/share.js";
import { hasMap } from "./words/state.js";
import { Theme } from "./words/theme.js";
import { Transcript } from "./story/transcript.js";
import { Problem } from "./words/faults.js";
import { html, render, useEffect, useReducer, useState } from "./vendor/preact.js";

/** @typedef {import("./fight/session.js").View} View */
/** @typedef {import("./words/state.js").Table} Table */

/** @type {{[live: string]: string}} */
const LIVE = { connecting: "connecting", live: "live", cut: "connection lost, trying again", ended: "no longer live" };
const NARROW = matchMedia("(max-width: 47.99rem)");

/** @param {{session: Session}} props */
function App({ session }) {
  const [, redraw] = useReducer((/** @type {number} */ count) => count + 1, 0);
  useEffect(() => {
    session.onChange = () => redraw(undefined);
    void session.resume();
    const stop = () => session.following.abort();
    const again = (/** @type {PageTransitionEvent} */ event) => event.persisted && session.again();
    addEventListener("pagehide", stop);
    addEventListener("pageshow", again);
    addEventListener("hashchange", () => void session.resume());
  }, []);
  const { phase, said, play, seat } = session.view;
  return html`<div class="app">
    <a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    <${Header} session=${session} />
    <main id="content" tabindex="-1">
      ${phase === "start" && html`<${Begin} session=${session} />`}
      ${phase === "opening" && html`<p class="wait">Opening the fight…</p>`}
      ${phase === "table" && play && html`<${Battle} key=${seat?.id} session=${session} />`}
    </main>
    <p class="unseen" role="status" aria-live="polite">${said}</p>
  </div>`;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** @param {{session: Session}} props */
function Header({ session }) {
  const { phase, seat, version, live, reveal } = session.view;
  const isOpen = phase === "table" && seat !== null;
  const leave = () => {
    forget();
    session.leave();
  };
  return html`<header class="top">
    <a class="brand" href="/docs">Umpire</a>
    ${isOpen && html`<p class="now"><span>version ${version}</span> <span class=${`live ${live}`}>${LIVE[live]}</span>${seat.role === "viewer" && html` <span class="tag">watching</span>`}</p>`}
    <span class="tools">
      ${isOpen && seat.role === "referee" && seat.viewer && html`<${Share} seat=${seat} reveal=${reveal} say=${(/** @type {string} */ text) => session.say(text)} />`}
      ${isOpen && html`<button type="button" onClick=${leave}>${seat.role === "viewer" ? "Leave" : "New fight"}</button>`}
      <${Theme} />
    </span>
  </header>`;
}

/**
 * The table: map, figures, move, transcript, and what can be told of the whole fight.
 * @param {{session: Session}} props
 */
function Battle({ session }) {
  const table = tableOf(session);
  const isNarrow = useNarrow();
  const [tab, setTab] = useState("");
  const { play, state, role } = table;
  const { entries, problem, title, odds, order, picking, seat } = session.view;
  useEffect(() => {
    if (picking) setTab("Map");
  }, [picking]);
  const panels = new Map([
    ...(hasMap(play, state) ? [panel("Map", html`<${BattleMap} ...${table} />`)] : []),
    panel("Figures", html`<${Figures} ...${table} />`),
    panel("What happened", html`<${Transcript} play=${play} state=${state} entries=${entries} />`),
  ]);
  const move = role === "referee" && html`<section class="panel orders" aria-labelledby="orders"><h2 id="orders">Order</h2>
    <${Move} session=${session}>${order && odds.has(order.procedure) ? html`<${Odds} ...${table} />` : html`<p class="hint">There are no odds for this move.</p>`}</${Move}></section>`;
  const about = html`<h1 class="fight-title">${title ?? titleOf(play, state)}</h1>`;
  const trouble = role === "viewer" && html`<${Problem} problem=${problem} />`;
  const whole = role === "referee" && html`<${Whole} table=${table} />`;
  const section = (/** @type {string} */ name) => panels.has(name) && html`<section class="panel" aria-labelledby=${idOf(name)}><h2 id=${idOf(name)}>${name}</h2>${panels.get(name)}</section>`;
  return html`<div class=${`${isNarrow ? "narrow" : "wide"} ${role}`}>${about}${trouble}
    <div class="columns">
      <div class="column" key="seen">${isNarrow ? html`<${Tabs} panels=${panels} tab=${tab} setTab=${setTab} />` : html`<div>${section("Map")}${section("Figures")}</div>`}</div>
      ${move && html`<div class="column" key="orders">${move}</div>`}
      ${!isNarrow && html`<div class="column" key="told">${section("What happened")}</div>`}
    </div>
    ${whole}
    ${seat && html`<div class="whole"><${Opened} title="Seal" hint="what dice and log prove, and what not">${() => html`<${Seal} seat=${seat} entries=${entries} say=${table.say} />`}</${Opened}></div>`}
  </div>`;
}

/** @param {{table: Table}} props */
function Whole({ table }) {
  return html`<div class="whole">
    <${Opened} title="The whole fight" hint="who wins, how long it takes, who survives">${() => html`<${FightOdds} ...${table} />`}</${Opened}>
    <${Opened} title="Campaigns" hint="the same fight with other values, many times" isOpen=${keptCampaign(table.fight.id) !== null}>${() => html`<${Campaign} ...${table} />`}</${Opened}>
  </div>`;
}

/**
 * A panel that is made when it is first opened, and kept.
 * @param {{title: string, hint: string, isOpen?: boolean, children?: any}} props
 */
function Opened({ title, hint, isOpen = false, children }) {
  const [first] = useState(isOpen);
  const [seen, setSeen] = useState(isOpen);
  const [make] = Array.isArray(children) ? children : [children];
  return html`<details class="panel" open=${first} onToggle=${(/** @type {any} */ event) => event.target === event.currentTarget && setSeen(true)}>
    <summary><h2>${title}</h2> <span class="hint">${hint}</span></summary>${seen && make()}
  </details>`;
}

/**
 * Panels of which a phone shows one.
 * @param {{panels: Map<string, any>, tab: string, setTab: (tab: string) => void}} props
 */
function Tabs({ panels, tab, setTab: setChosen }) {
  const names = [...panels.keys()];
  const chosen = panels.has(tab) ? tab : names[0] ?? "";
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length] ?? "";
    setChosen(next);
    document.getElementById(`tab-${idOf(next)}`)?.focus();
  };
  return html`<div class="panel tabs"><div role="tablist" aria-label="The fight" onKeyDown=${onKey}>${names.map((name) => html`
      <button key=${name} type="button" role="tab" id=${`tab-${idOf(name)}`} aria-selected=${String(name === chosen)} aria-controls="tabpanel"
        tabindex=${name === chosen ? 0 : -1} onClick=${() => setChosen(name)}>${name}</button>`)}</div>
    <div role="tabpanel" id="tabpanel" aria-labelledby=${`tab-${idOf(chosen)}`} tabindex="0">${panels.get(chosen)}</div>
  </div>`;
}

/**
 * @param {string} name
 * @param {any} content
 * @returns {[string, any]}
 */
function panel(name, content) {
  return [name, content];
}

/** @param {string} name */
function idOf(name) {
  return name.toLowerCase().replaceAll(" ", "-");
}

function useNarrow() {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const change = () => setNarrow(NARROW.matches);
    NARROW.addEventListener("change", change);
    return () => NARROW.removeEventListener("change", change);
  }, []);
  return isNarrow;
}

/**
 * Return what all panels are given.
 * @param {Session} session
 * @returns {Table}
 */
function tableOf(session) {
  const { play, state, rulings, version, seat, named, order, picking, hint } = session.view;
  if (!play || !session.fight) throw new TypeError("no encounter is open");
  const role = seat?.role ?? "viewer";
  const isReferee = role === "referee";
  const onSelect = isReferee ? (/** @type {string} */ id) => session.select(id) : undefined;
  const onHex = isReferee ? (/** @type {readonly [number, number]} */ hex) => session.place(hex) : undefined;
  const onPicked = isReferee ? () => session.set({ picking: null }) : undefined;
  const say = (/** @type {string} */ text) => session.say(text);
  const onProblem = (/** @type {unknown} */ problem) => session.set({ problem });
  return { umpire: session.umpire, fight: session.fight, family: play.name, play, state, rulings, version, role, selected: named, onSelect, onHex, onPicked, hexes: hexesNamed(play, order), picking, hint, order, say, onProblem };
}

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
place.replaceChildren();
render(html`<${App} session=${new Session()} />`, place);

// @ts-check
// The table: turns, the ground, what happened, and the order bar, in one frame that does not scroll.

import { Stage } from "../board/stage.js";
import { AskForDice } from "../dice/dice.js";
import { Tray } from "../dice/tray.js";
import { tap } from "../fight/choosing.js";
import { End } from "../story/end.js";
import { useReplay } from "../story/replay.js";
import { Transcript } from "../story/transcript.js";
import { Problem } from "../words/faults.js";
import { sentencesOf } from "../words/wording.js";
import { styled } from "../words/styles.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { open } from "../options/filling.js";
import { Automatic, usePlaying } from "./automatic.js";
import { Bar } from "./bar.js";
import { Gauge } from "./gauge.js";
import { Head } from "./head.js";
import { onKey } from "./keys.js";
import { PhaseBar } from "./rounds.js";
import { Turns } from "./turns.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").Table} Shared
 */

/** @param {{session: Session}} props */
export function Table({ session }) {
  const { play, state, situation, entries, asking, more, problem, version } = session.view;
  const [isTold, setTold] = useState(false);
  const shared = sharedOf(session);
  usePlaying(session);
  const replay = useReplay(session);
  const shown = replay.at === null ? session : /** @type {Session} */ (Object.create(session, { view: { value: replay.view } }));
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => onKey(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [session]);
  const isReferee = shared.role === "referee";
  return html`<div class=${`play ${shared.role}`} data-version=${version}>
    <${Head} session=${session} said=${shortly(shown.view.situation)} />
    <aside class="turns" aria-labelledby="turns"><h2 id="turns" class="unseen">Turns</h2><${Turns} session=${shown} /><${Automatic} session=${session} /></aside>
    <main id="content" class="stage" tabindex="-1">
      <${PhaseBar} session=${session} />
      ${isReferee && html`<${Gauge} session=${session} table=${shared} open=${() => open(session)} />`}
      <${Stage} session=${shown} tap=${(/** @type {string | null} */ figure, /** @type {import("../board/hexes.js").Hex | null} */ hex, /** @type {boolean} */ isDrop) => isReferee && replay.at === null && tap(session, figure, hex, isDrop)}>
        ${play && html`<${Tray} play=${play} state=${state} entry=${shown.view.thrown} isDrawn=${shown.view.version >= (shown.view.thrown?.version ?? 0)} landing=${session.landing} />`}
      </${Stage}>
      ${replay.at === null ? html`<${End} key=${String(situation?.over)} session=${session} replay=${replay} />`
      : html`<p class="again" role="status"><span>Watching again: ${replay.at + 1} of ${replay.count}</span>
        <button type="button" aria-label="The act before" disabled=${replay.at === 0} onClick=${() => replay.step(-1)}>‹</button>
        <button type="button" onClick=${replay.toggle}>${replay.isRunning ? "Pause" : "Go on"}</button>
        <button type="button" aria-label="The next act" disabled=${replay.at + 1 === replay.count} onClick=${() => replay.step(1)}>›</button>
        <button type="button" onClick=${replay.stop}>Stop</button></p>`}
      ${!isReferee && html`<${Problem} problem=${problem} />`}
    </main>
    <aside class=${isTold ? "cards is-out" : "cards"} aria-labelledby="told">
      <div class="cards-head"><h2 id="told">What happened</h2><button type="button" class="phone-only" onClick=${() => setTold(!isTold)}>${isTold ? "Back" : "All"}</button></div>
      ${play && html`<${Transcript} play=${play} state=${state} entries=${entries} />`}
    </aside>
    ${isReferee && html`<${Bar} session=${session} />`}
    ${more && isReferee && html`<${AllOptions} session=${session} table=${shared} />`}
    ${asking && html`<${DiceSheet} key=${`${asking.steps.length} ${asking.need.text}`} asking=${asking} />`}
  </div>`;
}

/**
 * All options, which are loaded when they are first opened.
 * @param {{session: Session, table: Shared}} props
 */
function AllOptions(props) {
  const [More, setMore] = useState(/** @type {any} */ (null));
  useEffect(() => {
    void Promise.all([import("./more.js"), styled(["odds"])]).then(([told]) => setMore(() => told.More));
  }, []);
  return More && html`<${More} ...${props} />`;
}

/**
 * The roll that people are asked for, on a sheet; leaving it puts the dice back.
 * @param {{asking: import("../fight/session.js").Asking}} props
 */
function DiceSheet({ asking }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} class="dice-sheet" aria-labelledby="asked" onCancel=${(/** @type {Event} */ event) => {
    event.preventDefault();
    asking.cancel();
  }}><${AskForDice} asking=${asking} /></dialog>`;
}

/**
 * Return whose turn it is in a line: who has won, in which round all choose, or who is next.
 * @param {import("../words/state.js").Situation | null} situation
 */
function shortly(situation) {
  const sentences = sentencesOf(situation?.text ?? "");
  const [first = ""] = sentences;
  if (situation?.over) return first;
  return situation?.decision === "orders" ? first.replace(/: .*/, "") : sentences.join(" ");
}

/**
 * Return what parts of the table are given.
 * @param {Session} session
 * @returns {Shared}
 */
function sharedOf(session) {
  const { play, state, rulings, version, seat, order } = session.view;
  if (!play || !session.fight) throw new TypeError("no encounter is open");
  return {
    umpire: session.umpire, fight: session.fight, family: play.name, play, state, rulings, version, role: seat?.role ?? "viewer", order,
    say: (text) => session.say(text),
    onProblem: (problem) => session.set({ problem }),
  };
}

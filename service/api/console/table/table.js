// @ts-check
// The table: turns, the ground, what happened, and the order bar, in one frame that does not scroll.

import { BattleMap } from "../board/map.js";
import { AskForDice } from "../dice/dice.js";
import { moveOf } from "../fight/choice.js";
import { tap } from "../fight/choosing.js";
import { Transcript } from "../story/transcript.js";
import { Problem } from "../words/faults.js";
import { hasMap } from "../words/state.js";
import { plain } from "../words/wording.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { Bar } from "./bar.js";
import { Head } from "./head.js";
import { More } from "./more.js";
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
  const isReferee = shared.role === "referee";
  const mapped = hasMap(shared.play, state);
  return html`<div class=${`play ${shared.role} ${mapped ? "mapped" : "plain"}`} data-version=${version}>
    <${Head} session=${session} />
    <aside class="turns" aria-labelledby="turns"><h2 id="turns" class="unseen">Turns</h2><${Turns} session=${session} /></aside>
    <main id="content" class="stage" tabindex="-1">
      <p class="situation">${plain(situation?.text ?? "")}</p>
      ${mapped && html`<${BattleMap} ...${shared} />`}
      ${!isReferee && html`<${Problem} problem=${problem} />`}
    </main>
    <aside class=${isTold ? "cards is-out" : "cards"} aria-labelledby="told">
      <div class="cards-head"><h2 id="told">What happened</h2><button type="button" class="phone-only" onClick=${() => setTold(!isTold)}>${isTold ? "Back" : "All"}</button></div>
      ${play && html`<${Transcript} play=${play} state=${state} entries=${entries} />`}
    </aside>
    ${isReferee && html`<${Bar} session=${session} />`}
    ${more && isReferee && html`<${More} session=${session} table=${shared} />`}
    ${asking && html`<${DiceSheet} key=${`${asking.steps.length} ${asking.need.text}`} asking=${asking} />`}
  </div>`;
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
 * Return what parts of the table are given.
 * @param {Session} session
 * @returns {Shared}
 */
function sharedOf(session) {
  const { play, state, rulings, version, seat, hint, order, choosing: { choice } } = session.view;
  if (!play || !session.fight) throw new TypeError("no encounter is open");
  const role = seat?.role ?? "viewer";
  const move = moveOf(choice);
  const onTap = role === "referee" ? (/** @type {string | null} */ id, /** @type {readonly [number, number]} */ hex) => tap(session, id, hex) : undefined;
  return {
    umpire: session.umpire, fight: session.fight, family: play.name, play, state, rulings, version, role,
    selected: [choice.figure, move?.target ?? null].filter((each) => each !== null),
    hexes: move?.hex ? [move.hex] : [], onTap, hint, order,
    say: (text) => session.say(text),
    onProblem: (problem) => session.set({ problem }),
  };
}

// @ts-check
// The top line: which fight, whether it is live, and what else can be done with it.

import { forget } from "../fight/seat.js";
import { tellingOf } from "../fight/session.js";
import { open } from "../options/filling.js";
import { titleOf } from "../start/begin.js";
import { Share } from "../start/share.js";
import { Icon } from "../words/icons.js";
import { Theme } from "../words/theme.js";
import { html } from "../vendor/preact.js";
import { plain } from "../words/wording.js";
import { KeyHelp } from "./key_help.js";

/** @typedef {import("../fight/session.js").Session} Session */

/** @type {{[live: string]: string}} */
const LIVE = { connecting: "connecting", live: "live", cut: "connection lost, trying again", ended: "no longer live" };

/** @param {{session: Session, said: string}} props   `said` is whose turn it is, in a sentence */
export function Head({ session, said }) {
  const { play, phase, seat, live, reveal, title, state } = session.view;
  const isOpen = phase === "table" && seat !== null && play !== null;
  const isReferee = seat?.role === "referee";
  const leave = () => {
    forget();
    session.leave();
  };
  return html`<header class="top">
    <a class="brand" href="/docs">Umpire</a>
    ${isOpen && html`<div class="fight-head"><h1 class="fight-title">${title ?? titleOf(play, state)}</h1><p class="situation" title=${said}>${said}</p></div>
      <p class="now"><span class=${`live ${live}`}><span>${LIVE[live]}</span></span>${!isReferee && html` <span class="tag">watching</span>`}</p>`}
    <span class="tools">
      ${isOpen && isReferee && html`<${Back} session=${session} />`}
      ${isOpen && isReferee && html`<button type="button" onClick=${() => open(session)}><${Icon} name="options" /><span>All options</span></button>`}
      ${isOpen && isReferee && seat.viewer && html`<${Share} seat=${seat} reveal=${reveal} say=${(/** @type {string} */ text) => session.say(text)} />`}
      ${isOpen && html`<button type="button" onClick=${leave}><${Icon} name="leave" /><span>${isReferee ? "Fights" : "Leave"}</span></button>`}
      ${isOpen && isReferee && html`<${KeyHelp} />`}
      <${Theme} />
    </span>
  </header>`;
}

/**
 * Undo and redo, which say what they take back or play again.
 * @param {{session: Session}} props
 */
function Back({ session }) {
  const { busy } = session.view;
  const { undone, redone } = session.history;
  const button = (/** @type {"undo" | "redo"} */ kind, /** @type {string} */ label, /** @type {import("../words/state.js").Entry | null} */ entry) => {
    const what = entry ? `${kind === "undo" ? "Takes back" : "Plays again"}: ${plain(tellingOf(entry))}` : "";
    return html`<button type="button" class=${kind} disabled=${busy || !entry} title=${what} aria-describedby=${entry ? `${kind}-what` : undefined} onClick=${() => void session.restore(kind)}><${Icon} name=${kind} /><span>${label}</span></button>
      ${entry && html`<span class="unseen" id=${`${kind}-what`}>${what}</span>`}`;
  };
  return html`${button("undo", "Undo", undone)}${redone && button("redo", "Redo", redone)}`;
}

// @ts-check
// The end of a fight, over its board: who has won, who stands, how the chances went, and the story.

import { Mini, shareOf } from "../board/token.js";
import { tokensOf } from "../board/scene.js";
import { inOrder } from "../fight/history.js";
import { html, useState } from "../vendor/preact.js";
import { saveFile } from "../words/files.js";
import { marksOf } from "../words/sides.js";
import { called, sidesOf } from "../words/state.js";
import { capital, sentencesOf } from "../words/wording.js";
import { Chart, pointsOf, useChances } from "./chart.js";
import { Luck } from "./luck.js";
import { storyOf, turningOf } from "./story.js";
import { writtenOf } from "./written.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 */

/** @param {{session: Session, replay: import("./replay.js").Replay}} props */
export function End({ session, replay }) {
  const { play, state, situation, entries, seat, request, busy } = session.view;
  const [isClosed, setClosed] = useState(false);
  const isAsking = useChances(session);
  if (!play || !situation?.over) return null;
  if (isClosed) return html`<p class="again"><button type="button" onClick=${() => setClosed(false)}>How it went</button></p>`;
  const [, ...rest] = sentencesOf(situation.text);
  const ordered = inOrder(entries);
  const side = situation.winner ?? "";
  const turn = isAsking ? null : turningOf(pointsOf(session.view, side));
  const story = storyOf(play, state, ordered, turn, situation.winner);
  const winners = tokensOf(session.view).filter(({ isOut, place }) => !isOut && place === sidesOf(play, state).indexOf(side));
  const winner = marksOf(sidesOf(play, state)).get(side) ?? null;
  const title = titleOf(session.view);
  const top = [title, ...story, ...rest];
  const copy = () => void navigator.clipboard?.writeText(top.join("\n")).then(() => session.say("The story is copied."), () => session.say("This browser does not let the page copy."));
  return html`<section class=${winner === null ? "end-sheet" : `end-sheet of-side side-${winner.colour}`} aria-labelledby="ended">
    <h2 id="ended">${title}</h2>
    <p class="podium">${winners.map(({ id, name, mark, pools: [pool] }) => html`<span key=${id} class="stands"><${Mini} mark=${mark} name=${name} share=${pool?.full ? shareOf(pool) : null} size=${46} /> ${capital(name)}</span>`)}<span>${rest.join(" ")}</span></p>
    ${seat?.role === "referee" ? html`<${Chart} session=${session} turn=${turn} isAsking=${isAsking} goTo=${replay.count > 0 ? replay.goTo : null} />`
    : html`<p class="hint">Who wins, act by act, is shown to the referee alone: it counts figures that may be hidden from you.</p>`}
    <ol class="story">${story.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ol>
    ${seat?.role === "referee" && html`<${Luck} session=${session} />`}
    <p class="row">
      ${seat?.role === "referee" && html`<button type="button" class="main" disabled=${busy || !request} onClick=${() => void session.fightAgain()}>Fight again</button>`}
      ${replay.count > 0 && html`<button type="button" onClick=${replay.begin}>Watch again</button>`}
      <button type="button" onClick=${copy}>Copy the story</button>
      <button type="button" onClick=${() => saveFile(`fight-${seat?.id.slice(0, 8)}.txt`, writtenOf(session.view, top), "text/plain")}>Save as text</button>
      ${seat?.role === "referee" && html`<button type="button" title="All entries with their dice and signatures, which prove them" onClick=${() => void exported(session)}>Export the log</button>`}
      <button type="button" onClick=${() => setClosed(true)}>Back to the board</button>
    </p>
  </section>`;
}

/**
 * Return who has won and how, as a title: "Victory for Red, by rout".
 * @param {import("../fight/session.js").View} view
 */
function titleOf({ play, state, situation }) {
  const [first = ""] = sentencesOf(situation?.text ?? "");
  const text = capital(first.replace(/^The fight is over: /, "").replace(/\.$/, ""));
  const name = play ? called(play, state, situation?.winner ?? null) : "";
  return name === "" ? text : text.replace(`Victory for ${name}`, () => `Victory for ${capital(name)}`);
}

/** @param {Session} session */
async function exported({ fight, view: { seat } }) {
  const lines = ((await fight?.log()) ?? []).map((entry) => JSON.stringify(entry));
  saveFile(`fight-${seat?.id.slice(0, 8)}.jsonl`, `${lines.join("\n")}\n`, "application/x-ndjson");
}

// @ts-check
// The end of a fight, over its board: who has won, who stands, the story, and how the chances went.

import { Mini, shareOf } from "../board/token.js";
import { tokensOf } from "../board/scene.js";
import { html, useState } from "../vendor/preact.js";
import { saveFile } from "../words/files.js";
import { marksOf } from "../words/sides.js";
import { called, sidesOf } from "../words/state.js";
import { capital, plain } from "../words/wording.js";
import { storyOf, turningOf } from "./story.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 */

/** @param {{session: Session, replay: import("./replay.js").Replay}} props */
export function End({ session, replay }) {
  const { play, state, situation, entries, seat, chances } = session.view;
  const [isClosed, setClosed] = useState(false);
  if (!play || !situation?.over) return null;
  if (isClosed) return html`<p class="again"><button type="button" onClick=${() => setClosed(false)}>How it went</button></p>`;
  const [first = "", ...rest] = plain(situation.text).split(/(?<=\.) /);
  const ordered = [...entries.values()].sort((one, other) => one.version - other.version);
  const story = [...storyOf(play, state, ordered, ""), ...turningOf(pointsOf(session.view, situation.winner ?? ""), entries, called(play, state, situation.winner))];
  const winners = tokensOf(session.view).filter(({ isOut, place }) => !isOut && place === sidesOf(play, state).indexOf(situation.winner ?? ""));
  const winner = marksOf(sidesOf(play, state)).get(situation.winner ?? "") ?? null;
  const copy = () => void navigator.clipboard?.writeText([...story, plain(situation.text)].join("\n")).then(() => session.say("The story is copied."), () => session.say("This browser does not let the page copy."));
  return html`<section class=${winner === null ? "end-sheet" : `end-sheet of-side side-${winner.colour}`} aria-labelledby="ended">
    <h2 id="ended">${first.replace(/^The fight is over: (.)/, (_, letter) => letter.toUpperCase()).replace(/\.$/, "")}</h2>
    <p class="podium">${winners.map(({ id, name, mark, pools: [pool] }) => html`<span key=${id} class="stands"><${Mini} mark=${mark} name=${name} share=${pool?.full ? shareOf(pool) : null} size=${46} /> ${capital(name)}</span>`)}<span>${rest.join(" ")}</span></p>
    ${chances.size > 0 && html`<${Chart} session=${session} goTo=${replay.count > 0 ? replay.goTo : null} />`}
    <ol class="story">${story.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ol>
    ${seat?.role === "referee" && html`<${Luck} session=${session} />`}
    <p class="row">
      ${replay.count > 0 && html`<button type="button" onClick=${replay.begin}>Watch again</button>`}
      ${seat?.role === "referee" && html`<button type="button" onClick=${() => void exported(session)}>Export the log</button>`}
      <button type="button" onClick=${copy}>Copy the story</button>
      <button type="button" onClick=${() => setClosed(true)}>Back to the board</button>
    </p>
  </section>`;
}

/** @param {Session} session */
async function exported({ fight, view: { seat } }) {
  const lines = ((await fight?.log()) ?? []).map((entry) => JSON.stringify(entry));
  saveFile(`fight-${seat?.id.slice(0, 8)}.jsonl`, `${lines.join("\n")}\n`, "application/x-ndjson");
}

const WIDE = 640;
const HIGH = 120;

/**
 * The chances of the first side from act to act; a press on an act shows it on the board.
 * @param {{session: Session, goTo: ((version: number) => void) | null}} props
 */
function Chart({ session: { view }, goTo }) {
  const { play, state, version, entries } = view;
  const sides = play ? sidesOf(play, state) : [];
  const [first = ""] = sides;
  const marks = marksOf(sides);
  const colour = (/** @type {number} */ place) => marks.get(sides[place] ?? "")?.colour ?? 0;
  const points = pointsOf(view, first);
  const from = points[0]?.at ?? 1;
  const x = (/** @type {number} */ at) => (((at - from) / Math.max(1, version - from)) * WIDE).toFixed(1);
  const y = (/** @type {number} */ share) => (HIGH - share * HIGH).toFixed(1);
  const path = points.map(({ at, share }, place) => `${place ? "L" : "M"}${x(at)} ${y(share)}`).join("");
  const said = points.map(({ share }) => `${Math.round(100 * share)} %`).join(", ");
  const named = (/** @type {number} */ place) => capital(play ? called(play, state, sides[place] ?? "") : sides[place] ?? "");
  const rounds = new Map([...entries.values()].map((entry) => /** @type {[number | null, number]} */ ([entry.situation?.round ?? null, entry.version])).reverse());
  return html`<figure class="chart"><svg viewBox=${`-8 -8 ${WIDE + 16} ${HIGH + 16}`} role=${goTo ? "group" : "img"} aria-label=${`Chances of ${named(0)}, act by act: ${said}`}>
      <rect class=${sides.length === 2 ? `chart-side side-${colour(1)}` : "chart-ground"} width=${WIDE} height=${HIGH} /><path class=${`chart-side side-${colour(0)}`} d=${`${path}V${HIGH}H${x(from)}z`} />
      ${[...rounds].filter(([round, at]) => round !== null && at > from && at < version).map(([round, at]) => html`<path key=${round} class="chart-round" d=${`M${x(at)} 0V${HIGH}`} />`)}
      <path class="chart-half" d=${`M0 ${HIGH / 2}H${WIDE}`} /><path class="chart-line" d=${path} />
      ${points.map(({ at, share }) => html`<circle key=${at} class="chart-dot" cx=${x(at)} cy=${y(share)} r="5" />
        ${goTo && html`<circle class="chart-touch" cx=${x(at)} cy=${y(share)} r="16" role="button" tabindex="0" aria-label=${`Act ${at - 1}: ${Math.round(100 * share)} %. Show it.`} onClick=${() => goTo(at)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          goTo(at);
        }} />`}`)}
    </svg><figcaption><b class=${`g-part side-${colour(0)}`}>${named(0)}</b><span class="hint">who wins, act by act${goTo ? ": press a dot to see it" : ""}</span>${sides.length === 2 && html`<b class=${`g-part side-${colour(1)}`}>${named(1)}</b>`}</figcaption></figure>`;
}

/**
 * Return the chance of a side after each version at which it was asked for, and how it ended.
 * @param {import("../fight/session.js").View} view
 * @param {string} side
 */
function pointsOf({ chances, version, situation }, side) {
  const known = [...chances].filter(([at]) => at < version).sort(([one], [other]) => one - other).map(([at, odds]) => ({ at, share: shareIn(odds, side) }));
  return [...known, { at: version, share: situation?.winner === side ? 1 : 0 }];
}

/**
 * How lucky each side was: asked for by a press, since the fight is played again and again for it.
 * @param {{session: Session}} props
 */
function Luck({ session }) {
  const { play, state } = session.view;
  const [told, setTold] = useState(/** @type {{side: string, share: number}[] | null} */ (null));
  const [isAsked, setAsked] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const ask = () => {
    setAsked(true);
    session.fight?.luck().then((/** @type {any} */ luck) => setTold(luck.sides.map((/** @type {any} */ each) => ({ side: each.side, share: each.percentile.value / 100 }))), () => setUnknown(true));
  };
  if (isUnknown) return html`<p class="hint" role="status">Its luck is not known.</p>`;
  if (told) {
    return html`<ul class="lucky" role="status">${told.map(({ side, share }) => html`<li key=${side}>
      <span>${luckSaid(play ? capital(called(play, state, side)) : side, share)}</span><span class="luck-scale" aria-hidden="true"><span style=${{ left: `${100 * share}%` }} /></span></li>`)}</ul>`;
  }
  return html`<p class="row"><button type="button" disabled=${isAsked} onClick=${ask}>${isAsked ? "Playing it again and again…" : "How lucky was it?"}</button></p>`;
}

/** From which share of replays on luck is good, and up to which it is bad. */
const FAIR = { least: 0.3, most: 0.7 };

/**
 * @param {string} name   of a side
 * @param {number} share   of the replays that went worse
 */
function luckSaid(name, share) {
  const word = share > FAIR.most ? "Good luck" : share < FAIR.least ? "Bad luck" : "Fair dice";
  return `${word} for ${name}: better than in ${Math.round(100 * share)} of 100 replays`;
}

/**
 * @param {any} odds
 * @param {string} side
 */
function shareIn(odds, side) {
  return odds.winner?.find((/** @type {{side: string, chance: {decimal: number}}} */ each) => each.side === side)?.chance.decimal ?? 0;
}

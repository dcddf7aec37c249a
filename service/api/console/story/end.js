// @ts-check
// The end of a fight, over its board: who has won, who stands, the story, and how the chances went.

import { Mini, shareOf } from "../board/token.js";
import { tokensOf } from "../board/scene.js";
import { html, useState } from "../vendor/preact.js";
import { saveFile } from "../words/files.js";
import { marksOf } from "../words/sides.js";
import { called, sidesOf } from "../words/state.js";
import { plain } from "../words/wording.js";
import { storyOf, turningOf } from "./story.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 */

/** @param {{session: Session, watch: (() => void) | null}} props   `watch` plays the fight again on the board, if it can */
export function End({ session, watch }) {
  const { play, state, situation, entries, seat, chances } = session.view;
  const [isClosed, setClosed] = useState(false);
  if (!play || !situation?.over || isClosed) return null;
  const [first = "", ...rest] = plain(situation.text).split(/(?<=\.) /);
  const ordered = [...entries.values()].sort((one, other) => one.version - other.version);
  const story = [...storyOf(play, state, ordered, ""), ...turningOf(pointsOf(session.view, situation.winner ?? ""), entries, called(play, state, situation.winner))];
  const winners = tokensOf(session.view).filter(({ isOut, place }) => !isOut && place === sidesOf(play, state).indexOf(situation.winner ?? ""));
  const winner = marksOf(sidesOf(play, state)).get(situation.winner ?? "") ?? null;
  const copy = () => void navigator.clipboard?.writeText([...story, plain(situation.text)].join("\n")).then(() => session.say("The story is copied."), () => session.say("This browser does not let the page copy."));
  return html`<section class="end-sheet" aria-labelledby="ended">
    <h2 id="ended" class=${winner === null ? "" : `of-side side-${winner.colour}`}>${first.replace(/^The fight is over: (.)/, (_, letter) => letter.toUpperCase()).replace(/\.$/, "")}</h2>
    <p>${rest.join(" ")}</p>
    <p class="podium">${winners.map(({ id, name, mark, pools: [pool] }) => html`<span key=${id} class="stands"><${Mini} mark=${mark} name=${name} share=${pool?.full ? shareOf(pool) : null} size=${52} /> ${name}</span>`)}</p>
    ${chances.size > 1 && html`<${Chart} session=${session} />`}
    ${seat?.role === "referee" && html`<${Luck} session=${session} />`}
    <ol class="story">${story.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ol>
    <p class="row">
      ${watch && html`<button type="button" onClick=${watch}>Watch again</button>`}
      ${seat?.role === "referee" && html`<button type="button" onClick=${() => exported(session)}>Export the log</button>`}
      <button type="button" onClick=${copy}>Copy the story</button>
      <button type="button" onClick=${() => setClosed(true)}>Back to the board</button>
    </p>
  </section>`;
}

/** @param {Session} session */
function exported({ view: { entries, seat } }) {
  const lines = [...entries.values()].sort((one, other) => one.version - other.version).map((entry) => JSON.stringify(entry));
  saveFile(`fight-${seat?.id.slice(0, 8)}.jsonl`, `${lines.join("\n")}\n`, "application/x-ndjson");
}

const WIDE = 560;
const HIGH = 90;

/**
 * The chances of the first side from act to act.
 * @param {{session: Session}} props
 */
function Chart({ session: { view } }) {
  const { play, state, version } = view;
  const sides = play ? sidesOf(play, state) : [];
  const [first = ""] = sides;
  const marks = marksOf(sides);
  const colour = (/** @type {number} */ place) => marks.get(sides[place] ?? "")?.colour ?? 0;
  const points = pointsOf(view, first);
  const x = (/** @type {number} */ at) => (((at - 1) / Math.max(1, version - 1)) * WIDE).toFixed(1);
  const y = (/** @type {number} */ share) => (HIGH - share * HIGH).toFixed(1);
  const path = points.map(({ at, share }, place) => `${place ? "L" : "M"}${x(at)} ${y(share)}`).join("");
  const said = points.map(({ share }) => `${Math.round(100 * share)} %`).join(", ");
  return html`<figure class="chart"><svg viewBox=${`-4 -4 ${WIDE + 8} ${HIGH + 8}`} role="img" aria-label=${`Chances of ${first}, act by act: ${said}`}>
      <rect class=${sides.length === 2 ? `chart-side side-${colour(1)}` : "chart-ground"} width=${WIDE} height=${HIGH} /><path class=${`chart-side side-${colour(0)}`} d=${`${path}V${HIGH}H${x(points[0]?.at ?? 1)}z`} /><path class="chart-half" d=${`M0 ${HIGH / 2}H${WIDE}`} /><path class="chart-line" d=${path} />
      ${points.map(({ at, share }) => html`<circle key=${at} class="chart-dot" cx=${x(at)} cy=${y(share)} r="4" />`)}
    </svg><figcaption class="hint">Who wins, act by act: ${play ? called(play, state, first) : first} below the line${sides.length === 2 && play ? `, ${called(play, state, sides[1] ?? "")} above it` : ""}</figcaption></figure>`;
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
  const [told, setTold] = useState(/** @type {string[] | null} */ (null));
  const [isAsked, setAsked] = useState(false);
  const ask = () => {
    setAsked(true);
    session.fight?.luck().then((/** @type {any} */ luck) => setTold(luck.sides.map((/** @type {any} */ each) =>
      `${play ? called(play, state, each.side) : each.side}: better dice than in ${Math.round(each.percentile.value)} of 100 replays.`)), () => setTold(["Its luck is not known."]));
  };
  if (told) return html`<ul class="luck" role="status">${told.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`;
  return html`<p class="row"><button type="button" disabled=${isAsked} onClick=${ask}>${isAsked ? "Playing it again and again…" : "How lucky was it?"}</button></p>`;
}

/**
 * @param {any} odds
 * @param {string} side
 */
function shareIn(odds, side) {
  return odds.winner?.find((/** @type {{side: string, chance: {decimal: number}}} */ each) => each.side === side)?.chance.decimal ?? 0;
}

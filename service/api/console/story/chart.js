// @ts-check
// The chart of a fight that is over: who wins, act by act. Chances that were not asked for while it was played are asked for now.

import { isAborted } from "../fight/problems.js";
import { wholeFightOf } from "../whole/fights.js";
import { marksOf } from "../words/sides.js";
import { sideCalled, sidesOf } from "../words/state.js";
import { capital } from "../words/wording.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { UmpireProblem } from "../vendor/umpire.js";
import { standingVersions } from "./story.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../fight/session.js").View} View
 * @typedef {import("./story.js").Point} Point
 */

const WIDE = 640;
const HIGH = 120;
const FIGHTS = 32;
/** More acts than this are not asked for, so that a long fight has its chart soon, too. */
const MOST_POINTS = 24;
const MOST_TRIES = 4;
const PAUSE = 1500;

/**
 * Ask for the chances that the chart of a fight that is over lacks, one after the other, so that its course is soon seen and
 * then filled in; return whether some are still asked for.
 * @param {Session} session
 */
export function useChances(session) {
  const { play, seat, situation, entries, version, chances } = session.view;
  const [isDone, setDone] = useState(false);
  const isEnded = seat?.role === "referee" && situation?.over === true;
  const isAsked = isEnded && entries.size >= version;
  useEffect(() => {
    const procedure = play ? wholeFightOf(play) : null;
    if (!isAsked || !procedure) return;
    const leaving = new AbortController();
    void asked(session, procedure, leaving.signal).catch(() => {}).finally(() => leaving.signal.aborted || setDone(true)); // the chart is drawn of what is known
    return () => leaving.abort();
  }, [isAsked]);
  return isEnded && !isDone && versionsOf(session.view).some((each) => !chances.has(each));
}

/**
 * @param {Session} session
 * @param {string} procedure
 * @param {AbortSignal} signal
 */
async function asked(session, procedure, signal) {
  const { fight, view: { chances } } = session;
  for (const version of coarseFirst(versionsOf(session.view)).filter((each) => !chances.has(each))) {
    for (let tries = 1; fight && tries <= MOST_TRIES; tries += 1) {
      try {
        const told = await fight.odds(procedure, {}, { forecast: { method: "sampled", max_fights: FIGHTS }, atVersion: version, signal });
        await session.landing.landed();
        session.learn(version, /** @type {any} */ (told.odds));
        break;
      } catch (error) {
        if (isAborted(error) || signal.aborted || !(error instanceof UmpireProblem) || (error.status < 500 && error.status !== 429)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000 * (error.retryAfter ?? 0) || PAUSE)); // it has much to do
        if (signal.aborted) return;
      }
    }
  }
}

/**
 * Return the same things in another order: the first and the last one, then the middle of each stretch that is left.
 * @template T
 * @param {readonly T[]} all
 * @returns {T[]}
 */
export function coarseFirst(all) {
  const found = [...new Set([0, all.length - 1])].filter((place) => place >= 0);
  const stretches = [[0, all.length - 1]];
  for (let at = 0; at < stretches.length; at += 1) {
    const [from = 0, until = 0] = stretches[at] ?? [];
    const middle = Math.floor((from + until) / 2);
    if (until - from < 2) continue;
    found.push(middle);
    stretches.push([from, middle], [middle, until]);
  }
  return found.flatMap((place) => all.slice(place, place + 1));
}

/**
 * Return the versions after which the chart has a point: all that stand, or as many of them in equal steps as are asked for.
 * @param {View} view
 */
function versionsOf({ entries, version }) {
  const kept = standingVersions(entries).filter((each) => each < version);
  const step = Math.max(1, kept.length / MOST_POINTS);
  return [...new Set(Array.from({ length: Math.ceil(kept.length / step) }, (_, place) => kept[Math.floor(place * step)] ?? 1))];
}

/**
 * The chances of the first side from act to act; a press on an act shows it on the board.
 * @param {{session: Session, turn: import("./story.js").Turn | null, isAsking: boolean, goTo: ((version: number) => void) | null}} props   `isAsking`: more chances will be known
 */
export function Chart({ session: { view }, turn, isAsking, goTo }) {
  const { play, state, version, entries } = view;
  const sides = play ? sidesOf(play, state) : [];
  const [first = ""] = sides;
  const marks = marksOf(sides);
  const colour = (/** @type {number} */ place) => marks.get(sides[place] ?? "")?.colour ?? 0;
  const points = pointsOf(view, first);
  const wanted = versionsOf(view);
  const known = wanted.filter((each) => view.chances.has(each)).length;
  const from = 1;
  const until = points.at(-1)?.at ?? from;
  const x = (/** @type {number} */ at) => (((at - from) / Math.max(1, version - from)) * WIDE).toFixed(1);
  const y = (/** @type {number} */ share) => (HIGH - share * HIGH).toFixed(1);
  const path = points.map(({ at, share }, place) => `${place ? "L" : "M"}${x(at)} ${y(share)}`).join("");
  const said = points.map(({ share }) => `${Math.round(100 * share)} %`).join(", ");
  const named = (/** @type {number} */ place) => capital(play ? sideCalled(play, state, sides[place] ?? "") : sides[place] ?? "");
  const rounds = new Map([...entries.values()].map((entry) => /** @type {[number | null, number]} */ ([entry.situation?.round ?? null, entry.version])).reverse());
  const isKnown = points.length > 1;
  return html`<figure class="chart"><svg viewBox=${`-8 -8 ${WIDE + 16} ${HIGH + 16}`} role=${goTo && isKnown ? "group" : "img"} aria-label=${isKnown ? `Chances of ${named(0)}, act by act: ${said}` : "The chances are being worked out"}>
      <rect class="chart-ground" width=${WIDE} height=${HIGH} />
      ${isKnown && html`<rect class=${sides.length === 2 ? `chart-side side-${colour(1)}` : "chart-ground"} x=${x(points[0]?.at ?? from)} width=${(Number(x(until)) - Number(x(points[0]?.at ?? from))).toFixed(1)} height=${HIGH} /><path class=${`chart-side side-${colour(0)}`} d=${`${path}V${HIGH}H${x(points[0]?.at ?? from)}z`} />`}
      ${isKnown && [...rounds].filter(([round, at]) => round !== null && at > from && at < version).map(([round, at]) => html`<path key=${round} class="chart-round" d=${`M${x(at)} 0V${HIGH}`} />`)}
      <path class="chart-half" d=${`M0 ${HIGH / 2}H${WIDE}`} />${isKnown && html`<path class="chart-line" d=${path} />
      ${points.map(({ at, share }) => html`<circle key=${at} class=${at === turn?.version ? "chart-dot is-turn" : "chart-dot"} cx=${x(at)} cy=${y(share)} r=${at === turn?.version ? 8 : 5} />
        ${goTo && html`<circle class="chart-touch" cx=${x(at)} cy=${y(share)} r="16" role="button" tabindex="0" aria-label=${`Act ${at - 1}: ${Math.round(100 * share)} %. Show it.`} onClick=${() => goTo(at)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          goTo(at);
        }} />`}`)}`}
    </svg><figcaption><b class=${`g-part side-${colour(0)}`}><span class="g-name">${named(0)}</span></b><span class="hint">who wins, act by act${isAsking ? `: ${known} of ${wanted.length} worked out…` : goTo ? ": press a dot to see it" : ""}</span>${sides.length === 2 && html`<b class=${`g-part side-${colour(1)}`}><span class="g-name">${named(1)}</span></b>`}</figcaption></figure>`;
}

/**
 * Return the chance of a side after each version for which it is known, and how it ended.
 * @param {View} view
 * @param {string} side
 * @returns {Point[]}
 */
export function pointsOf({ chances, version, situation, entries }, side) {
  const kept = new Set(standingVersions(entries));
  const known = [...chances].filter(([at]) => at < version && kept.has(at)).sort(([one], [other]) => one - other).map(([at, odds]) => ({ at, share: shareIn(odds, side) }));
  return [...known, { at: version, share: situation?.winner === side ? 1 : 0 }];
}

/**
 * @param {any} odds
 * @param {string} side
 */
function shareIn(odds, side) {
  return odds.winner?.find((/** @type {{side: string, chance: {decimal: number}}} */ each) => each.side === side)?.chance.decimal ?? 0;
}

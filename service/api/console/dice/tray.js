// @ts-check
// Dice that fall: the rolls of the newest act, one group after the other, on the board; a press ends it at once.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { marksOf } from "../words/sides.js";
import { called, figuresOf, sidesOf } from "../words/state.js";
import { capital } from "../words/wording.js";
import { Die } from "./dice.js";
import { FALLING, PACE, throwsOf } from "./throws.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 */

/**
 * @param {{play: Play, state: Loose, entry: Entry | null}} props   `entry` is the newest act, if it has just happened
 */
export function Tray({ play, state, entry }) {
  const here = useRef(/** @type {HTMLDivElement | null} */ (null));
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const groups = entry ? throwsOf(entry) : [];
  const [shown, setShown] = useState({ version: 0, count: 0 });
  const count = shown.version === entry?.version ? shown.count : isCalm ? groups.length : 0;
  useEffect(() => {
    if (!entry || count > groups.length) return;
    const timer = setTimeout(() => setShown({ version: entry.version, count: count + 1 }), count === groups.length ? PACE.rest : count === 0 ? 0 : PACE.fall);
    return () => clearTimeout(timer);
  }, [entry?.version, count]);
  const falling = entry && count > 0 && count <= groups.length ? groups[count - 1]?.key ?? null : null;
  useEffect(() => void document.dispatchEvent(new CustomEvent(FALLING, { detail: falling })), [entry?.version, falling]);
  useLayoutEffect(() => {
    const tray = here.current;
    const board = /** @type {HTMLElement | null | undefined} */ (tray?.parentElement?.querySelector(".board-host"));
    if (tray && board) tray.dataset.at = board.dataset.free ?? "bottom";
  }, [entry?.version, count > 0]);
  if (!entry || groups.length === 0 || count === 0 || count > groups.length) return null;
  const skip = () => setShown({ version: entry.version, count: groups.length + 1 });
  const marks = marksOf(sidesOf(play, state));
  const sides = new Map(figuresOf(play, state).map(({ id, side }) => [id, side]));
  const colourOf = (/** @type {string | null} */ actor) => {
    const colour = marks.get(sides.get(actor ?? "") ?? actor ?? "")?.colour;
    return colour === undefined ? "" : `side-${colour}`;
  };
  const first = Math.max(0, Math.ceil(count / PACE.most) - 1) * PACE.most;
  const seen = groups.slice(first, first + PACE.most);
  return html`<div key=${entry.version} class="tray" ref=${here} aria-hidden="true" onClick=${skip}>${seen.map((group, place) => html`<div key=${group.key} class=${["throw", group.tone, colourOf(group.actor), first + place === count - 1 && "is-new", first + place >= count && "is-coming"].filter(Boolean).join(" ")}>
    <small>${[capital(called(play, state, group.actor)), group.label].filter(Boolean).join(": ")}</small>
    <span class="thrown">${group.faces.map((face, n) => html`<span key=${n} class=${`fallen turn-${(Number(face) * 3 + n) % 5}`}><${Die} dice=${group.dice} face=${face} size=${36} /></span>`)}</span>
    <b>${group.said}</b></div>`)}</div>`;
}

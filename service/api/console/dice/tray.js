// @ts-check
// Dice that fall: the rolls of the newest act, one group after the other, on the board; a press ends it at once.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
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
 * @param {{play: Play, state: Loose, entry: Entry | null, isDrawn: boolean, landing: import("./landing.js").Landing}} props   `entry` is the newest
 * act, if it has just happened; `isDrawn`: the board shows what came of it
 */
export function Tray({ play, state, entry, isDrawn, landing }) {
  const here = useRef(/** @type {HTMLDivElement | null} */ (null));
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const groups = useMemo(() => (entry ? throwsOf(entry) : []), [entry]);
  const [shown, setShown] = useState({ version: 0, count: 0, isDown: false });
  const { count, isDown } = shown.version === entry?.version ? shown : { count: isCalm ? groups.length : 0, isDown: isCalm };
  const isMoving = isDrawn && groups.length > 0 && count <= groups.length && !isDown;
  useEffect(() => {
    if (!entry || !isDrawn || count > groups.length) return;
    const isFalling = count > 0 && !isDown;
    const wait = count === 0 ? PACE.start : isFalling ? PACE.fall : count < groups.length ? PACE.gap : PACE.rest;
    const timer = setTimeout(() => setShown({ version: entry.version, count: isFalling ? count : count + 1, isDown: isFalling }), wait);
    return () => clearTimeout(timer);
  }, [entry?.version, isDrawn, count, isDown]);
  useLayoutEffect(() => {
    if (!isMoving) return;
    landing.begin();
    return () => landing.end();
  }, [entry?.version, isMoving]);
  const falling = entry && count > 0 && count <= groups.length ? groups[count - 1]?.key ?? null : null;
  useEffect(() => void document.dispatchEvent(new CustomEvent(FALLING, { detail: falling })), [entry?.version, falling]);
  useLayoutEffect(() => {
    const tray = here.current;
    const board = /** @type {HTMLElement | null | undefined} */ (tray?.parentElement?.querySelector(".board-host"));
    if (tray && board) tray.dataset.at = board.dataset.free ?? "bottom";
  }, [entry?.version, count > 0]);
  const first = Math.max(0, Math.ceil(count / PACE.most) - 1) * PACE.most;
  const thrown = useMemo(() => throwsSaid(play, state, groups.slice(first, first + PACE.most)), [entry, first]);
  if (!entry || groups.length === 0 || count === 0 || count > groups.length) return null;
  const skip = () => setShown({ version: entry.version, count: groups.length + 1, isDown: true });
  return html`<div key=${entry.version} class="tray" ref=${here} aria-hidden="true" onClick=${skip}>${thrown.map(({ key, kind, content }, place) =>
    html`<div key=${key} class=${[kind, first + place === count - 1 && "is-new", first + place >= count && "is-coming"].filter(Boolean).join(" ")}>${content}</div>`)}</div>`;
}

/**
 * Return what groups of dice look like, which is the same until they are gone.
 * @param {Play} play
 * @param {Loose} state
 * @param {readonly import("./throws.js").Throw[]} groups
 */
function throwsSaid(play, state, groups) {
  const marks = marksOf(sidesOf(play, state));
  const sides = new Map(figuresOf(play, state).map(({ id, side }) => [id, side]));
  const colourOf = (/** @type {string | null} */ actor) => {
    const colour = marks.get(sides.get(actor ?? "") ?? actor ?? "")?.colour;
    return colour === undefined ? "" : `side-${colour}`;
  };
  return groups.map(({ key, tone, actor, label, faces, dice, said }) => ({ key, kind: `throw ${tone} ${colourOf(actor)}`, content: html`<small>${[capital(called(play, state, actor)), label].filter(Boolean).join(": ")}</small>
    <span class="thrown">${faces.map((face, n) => html`<span key=${n} class=${`fallen turn-${(Number(face) * 3 + n) % 5}`}><${Die} dice=${dice} face=${face} size=${36} /></span>`)}</span>
    <b>${said}</b>` }));
}

// @ts-check
// How a figure is drawn: the silhouette of its side with two letters, and a ring along it for what is left.

import { html } from "../vendor/preact.js";
import { SHAPES } from "../words/sides.js";
import { capital, lettersOf } from "../words/wording.js";
import { shape, worded } from "./layers.js";
import { halfTag } from "./tags.js";

/**
 * @typedef {import("../words/sides.js").Mark} Mark
 */

/** How much larger a shape is drawn than the side's sign, and how far below its middle the letters stand. */
const FITS = [[1, 0], [0.94, 0], [1.16, 0], [1.28, 0.14], [1.06, 0], [1.3, 0.06]];
const UNIT = 11;
/** The radius of the side's sign. */
const SMALL = 24;
/** Radii below which the number would cover the letters. */
const LEAST = 12;
/** Pixels of the smallest letters. */
const LEAST_MINI = 12.1;

/**
 * Return the outline of a side's figures at a radius.
 * @param {number} shape
 * @param {number} radius
 */
export function outlineOf(shape, radius) {
  const [size = 1] = FITS[shape] ?? [];
  return scaled(SHAPES[shape] ?? "", (radius * size) / UNIT);
}

/**
 * Return how far below the middle letters stand, in radii.
 * @param {number} shape
 */
export function sinkOf(shape) {
  return FITS[shape]?.[1] ?? 0;
}

/**
 * Return a path whose numbers are so many times as large; flags of arcs stay.
 * @param {string} path
 * @param {number} times
 */
export function scaled(path, times) {
  return path.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, command, numbers) => {
    const isArc = command.toLowerCase() === "a";
    const told = [...numbers.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([text], place) => {
      const isFlag = isArc && place % 7 >= 2 && place % 7 <= 4;
      return isFlag ? text : String(Number((Number(text) * times).toFixed(2)));
    });
    return `${command}${told.join(" ")}`;
  });
}

/**
 * A figure, small: for lists and cards. Its name stands beside it.
 * @param {{ mark: Mark | undefined, name: string, share?: number | null, isOut?: boolean, size?: number }} props
 */
export function Mini({ mark, name, share = null, isOut = false, size = 38 }) {
  const shape = mark?.shape ?? 0;
  const ring = outlineOf(shape, 20.5);
  const left = Math.max(0, Math.min(1, share ?? 1));
  const letters = Math.max(16, (LEAST_MINI * 50) / size);
  return html`<svg class=${`mini side-${mark?.colour ?? 0} ${isOut ? "is-out" : ""}`} viewBox="-25 -25 50 50" width=${size} height=${size} aria-hidden="true" focusable="false">
    <path class="track" d=${ring} />
    ${share !== null && html`<path class=${left <= 1 / 3 ? "left low" : "left"} d=${ring} pathLength="100" stroke-dasharray=${`${(100 * left).toFixed(1)} 101`} />`}
    <path class="plate" d=${outlineOf(shape, 16.5)} />
    <text class="letters" y=${letters * 0.345 + 16 * sinkOf(shape)} font-size=${letters.toFixed(1)} text-anchor="middle">${lettersOf(name)}</text>
  </svg>`;
}

/** A figure on the board, whose elements are kept as long as it is there. */
export class TokenShape {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.group = shape("g", { class: "token", "data-figure": id });
    this.touch = shape("circle", { class: "touch" });
    this.looks = shape("g", { "aria-hidden": "true" });
    this.group.append(this.looks, this.touch);
    this.drawn = "";
    this.isOut = false;
    this.place = { x: 0, y: 0, radius: 0 };
  }
}

/**
 * Draw a figure at its place: only what has changed, so that places and rings go over from one state to the next.
 * @param {TokenShape} known
 * @param {import("./scene.js").Token} token
 * @param {import("./scene.js").Scene} scene
 * @param {{x: number, y: number, radius: number, spots: import("./tags.js").Spots}} place
 */
export function drawToken(known, token, scene, place) {
  const { group, touch, looks } = known;
  const { radius, spots } = place;
  const [pool, ...others] = token.pools;
  const facing = token.isOut ? null : token.facing;
  const drawn = JSON.stringify([token.name, token.mark, radius, facing, token.isOut, token.isHidden, token.isForced, token.chance, spots, pool?.left ?? null, others.map((each) => [each.full, each.isSpent, shareOf(each) === 1])]);
  if (known.drawn !== drawn) looks.replaceChildren(...partsOf(token, radius, facing, spots));
  known.drawn = drawn;
  known.place = place;
  const isTarget = scene.target === token.id;
  group.setAttribute("class", ["token", `side-${token.mark.colour}`, token.id === scene.actor && "is-now", token.lit, isTarget && "is-chosen", token.isOut && "is-out", token.isHidden && "is-hidden"].filter(Boolean).join(" "));
  group.style.setProperty("transform", `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`);
  for (const [place, each] of token.pools.entries()) {
    const ring = looks.querySelector(`.ring-${place}`);
    const share = shareOf(each);
    ring?.setAttribute("stroke-dasharray", `${(100 * share).toFixed(1)} 101`);
    ring?.classList.toggle("low", share <= 1 / 3);
  }
  touch.setAttribute("r", String(Math.max(radius + 8, 22)));
  touch.setAttribute("role", scene.isReferee ? "button" : "img");
  touch.setAttribute("aria-label", token.label);
  if (scene.isReferee && (token.lit === "can" || token.id === scene.actor)) touch.setAttribute("tabindex", "0");
  else if (scene.isReferee) touch.setAttribute("tabindex", "-1");
  else touch.removeAttribute("tabindex");
  if (scene.isReferee) touch.setAttribute("aria-pressed", String(isTarget));
  else touch.removeAttribute("aria-pressed");
}

/**
 * Return what share of something is left, from 0 to 1.
 * @param {import("../words/facts.js").Pool} pool
 */
export function shareOf({ left, full, isSpent }) {
  if (left === null || !full) return 1;
  const share = Math.max(0, Math.min(1, left / full));
  return isSpent ? 1 - share : share;
}

/**
 * @param {import("./scene.js").Token} token
 * @param {number} radius
 * @param {number | null} facing
 * @param {import("./tags.js").Spots} spots
 */
function partsOf({ name, mark, pools, isOut, isForced, chance }, radius, facing, spots) {
  const ring = (/** @type {number} */ place) => outlineOf(mark.shape, radius + 3 + 6 * place);
  const [pool, ...others] = pools;
  const rings = pools.filter(({ isSpent }) => !isSpent);
  const slots = others.filter(({ isSpent, full }) => isSpent && full !== null && full <= 20);
  const parts = [shape("path", { class: "halo", d: outlineOf(mark.shape, radius + 5 + 6 * Math.max(1, rings.filter((each, nth) => nth === 0 || shareOf(each) < 1).length)) })];
  if (facing !== null) parts.push(shape("path", { class: "wedge", transform: `rotate(${facing * 60})`, d: `M0 ${-(radius + 15)}l7.5 8h-15z` }));
  for (const [place, each] of pools.entries()) {
    const nth = rings.indexOf(each);
    if (each.isSpent || (nth > 0 && shareOf(each) === 1)) continue; // a second ring that is whole says nothing
    parts.push(shape("path", { class: "track", d: ring(nth) }), shape("path", { class: `left ring-${place} nth-${nth}`, d: ring(nth), pathLength: 100 }));
  }
  if (rings.length === 0) parts.push(shape("path", { class: "track", d: ring(0) }));
  parts.push(shape("path", { class: "plate", d: outlineOf(mark.shape, radius - 2) }), lettered(lettersOf(name), radius * (0.34 + sinkOf(mark.shape)), Math.max(LEAST, radius * 0.9)));
  if (pool && pool.left !== null && !isOut) parts.push(numbered(pool.left, radius));
  if (isOut) parts.push(pip(radius, "fallen", "M-4-4l8 8M4-4l-8 8"));
  else if (isForced) parts.push(pip(radius, "forced", "M0-5v6M0 4v.5"));
  const under = underOf(pools, radius);
  if (spots.name) parts.push(named(name, spots.name));
  if (chance) parts.push(tagged(chance, spots.chance));
  for (const each of slots) parts.push(boxes(each, under + 15, Math.min(6, (2.5 * radius) / (each.full ?? 1))));
  return parts;
}

/**
 * @param {string} letters
 * @param {number} y
 * @param {number} size
 */
function lettered(letters, y, size) {
  const text = worded(letters, Number(y.toFixed(1)), "letters");
  text.setAttribute("font-size", size.toFixed(1));
  return text;
}

/**
 * The number of what is left, on a pill at the lower right.
 * @param {number} number
 * @param {number} radius
 */
function numbered(number, radius) {
  const isSmall = radius < SMALL;
  const half = (isSmall ? 4 : 6) + 4 * String(number).length;
  const high = isSmall ? 8 : 10;
  const pill = shape("g", { class: isSmall ? "number is-small" : "number", transform: `translate(${Math.max(radius * 0.86, half + 3).toFixed(1)} ${Math.max(radius * 0.82, 14).toFixed(1)})` });
  pill.append(shape("rect", { x: -half, y: -high, width: 2 * half, height: 2 * high, rx: high }), worded(String(number).replace("-", "−"), isSmall ? 4.3 : 4.8, ""));
  return pill;
}

/**
 * Return how far a figure with its rings reaches below its middle.
 * @param {readonly import("../words/facts.js").Pool[]} pools
 * @param {number} radius
 */
export function underOf(pools, radius) {
  return radius + 12 + 6 * Math.max(1, pools.filter(({ isSpent }) => !isSpent).length);
}

/**
 * @param {string} name
 * @param {{x: number, y: number}} spot   the middle of the line
 */
function named(name, { x, y }) {
  const text = worded(capital(name), Number((y + 4.5).toFixed(1)), "name");
  text.setAttribute("x", x.toFixed(1));
  return text;
}

/**
 * The chance of what is meant for a figure, on a tag beside it.
 * @param {string} text
 * @param {{x: number, y: number}} spot   its middle
 */
function tagged(text, { x, y }) {
  const half = halfTag(text);
  const tag = shape("g", { class: "tag-chance", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  tag.append(shape("rect", { x: -half, y: -10, width: 2 * half, height: 20, rx: 4 }), worded(text, 4.8, ""));
  return tag;
}

/**
 * @param {number} radius
 * @param {string} kind
 * @param {string} path
 */
function pip(radius, kind, path) {
  const made = shape("g", { class: `pip ${kind}`, transform: `translate(${(radius * 0.85).toFixed(1)} ${(-radius * 0.85).toFixed(1)})` });
  made.append(shape("circle", { r: 10 }), shape("path", { d: path }));
  return made;
}

/**
 * A small box for each slot, full as far as it is taken.
 * @param {import("../words/facts.js").Pool} pool
 * @param {number} y
 * @param {number} wide   of a box and the room beside it
 */
function boxes({ left, full }, y, wide) {
  const count = full ?? 0;
  const row = shape("g", { class: "slots", transform: `translate(0 ${y})` });
  for (let place = 0; place < count; place += 1) row.append(shape("rect", { class: place < (left ?? 0) ? "full" : "", x: ((place - count / 2) * wide).toFixed(1), y: 0, width: (wide * 0.75).toFixed(1), height: 7, rx: 1 }));
  return row;
}

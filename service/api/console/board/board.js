// @ts-check
// The board in the page: layers of SVG, in which figures are kept from one state to the next, so that they walk.

import { Fingers } from "./fingers.js";
import { cornersOf, fittingAll, hexAt, isUnfit, moved, placeOf, radiusOf, zoomed } from "./hexes.js";
import { linesOf } from "./lines.js";
import { arrowOf, bondOf, drawGround, drawStripes, shape, textures } from "./layers.js";
import { spotsOf } from "./tags.js";
import { drawToken, TokenShape, underOf } from "./token.js";
import { keyOf, NO_GROUND } from "./terrain.js";

/**
 * @typedef {import("./hexes.js").Hex} Hex
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").Token} Token
 * @typedef {{x: number, y: number}} Point
 */

const LAYERS = ["ground", "lit", "bonds", "arrows", "tokens"];
const WHEEL = 0.002;
const NEARER = 1.4;
const BUBBLE_MS = 3200;
/** Pixels of dice at an edge of the board. */
const TRAY = 110;
/** @type {{[key: string]: [number, number]}} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /**
   * @param {HTMLElement} host   what the board is put into; nothing else is changed
   * @param {(figure: string | null, hex: Hex | null, isDrop: boolean) => void} tap   called when a figure or a hex is
   * pressed, or who acts is dropped on it
   */
  constructor(host, tap) {
    this.host = host;
    this.tap = tap;
    this.svg = /** @type {SVGSVGElement} */ (shape("svg", { class: "board", role: "group", "aria-label": "The board" }));
    /** @type {{[name: string]: SVGElement}} */
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, shape("g", { class: `l-${name}` })]));
    this.svg.append(textures(), ...Object.values(this.layers));
    this.bubble = document.createElement("p");
    this.bubble.className = "bubble";
    this.bubble.hidden = true;
    host.replaceChildren(this.svg, this.bubble);
    /** @type {Map<string, TokenShape>} */
    this.tokens = new Map();
    this.ground = NO_GROUND;
    /** @type {Scene | null} */
    this.scene = null;
    this.size = { width: 0, height: 0 };
    /** @type {import("./hexes.js").View | null} */
    this.view = null;
    this.isOwnView = false;
    /** @type {SVGElement | null} who acts, while it is dragged */
    this.dragged = null;
    this.fingers = new Fingers({ move: (dx, dy, way) => (this.dragged ? this.drag(this.dragged, way) : this.look((view) => moved(view, dx, dy))), zoom: (factor, x, y) => this.zoom(factor, x, y) });
    this.timer = 0;
    this.leaving = new AbortController();
    this.listen();
  }

  listen() {
    const { host, leaving: { signal } } = this;
    const watching = new ResizeObserver(([entry]) => this.resize(entry?.contentRect.width ?? 0, entry?.contentRect.height ?? 0));
    watching.observe(host);
    signal.addEventListener("abort", () => watching.disconnect());
    host.addEventListener("click", (event) => this.click(event), { signal });
    host.addEventListener("keydown", (event) => this.press(event), { signal });
    host.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    host.addEventListener("dblclick", () => this.fit(), { signal });
    host.addEventListener("pointerdown", (event) => this.down(event), { signal });
    host.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => this.fingers.move(pointerId, clientX, clientY), { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      host.addEventListener(name, (event) => this.up(event), { signal });
    }
  }

  close() {
    clearTimeout(this.timer);
    this.leaving.abort();
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    this.size = { width, height };
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.redraw();
  }

  /** @param {import("./terrain.js").Ground} ground */
  lay(ground) {
    this.ground = ground;
    this.redraw();
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.scene = scene;
    this.redraw();
  }

  /** Show all figures. */
  fit() {
    this.isOwnView = false;
    this.view = null;
    this.redraw();
  }

  /** @param {(view: import("./hexes.js").View) => import("./hexes.js").View} change */
  look(change) {
    if (!this.view) return;
    this.isOwnView = true;
    this.view = change(this.view);
    this.redraw();
  }

  /**
   * @param {number} factor
   * @param {number} clientX
   * @param {number} clientY
   */
  zoom(factor, clientX, clientY) {
    const { left, top } = this.host.getBoundingClientRect();
    this.look((view) => zoomed(view, factor, clientX - left, clientY - top));
  }

  redraw() {
    const { scene, size: { width, height } } = this;
    if (!scene || width === 0 || height === 0) return;
    const places = scene.board === "hexes" ? this.hexPlaces(scene) : this.linePlaces(scene);
    this.drawTokens(scene, places.at, places.radius);
    const point = (/** @type {string} */ id) => places.at.get(id) ?? null;
    this.layers.bonds?.replaceChildren(...scene.bonds.filter((pair) => !scene.tokens.some(({ id, isOut }) => isOut && pair.includes(id))).flatMap(([one, other]) => bondOf(point(one), point(other), places.radius)));
    this.layers.arrows?.replaceChildren(...scene.arrows.flatMap((arrow) => {
      const from = point(arrow.from);
      const to = arrow.hex && this.view ? placeOf(this.view, arrow.hex) : point(arrow.to ?? "");
      const mark = scene.tokens.find(({ id }) => id === arrow.from)?.mark ?? null;
      return arrowOf(from, to, { radius: places.radius, kind: kindOf(arrow, scene.actor), isBent: scene.board === "lines", colour: mark?.colour ?? null });
    }));
  }

  /** @param {Scene} scene */
  hexPlaces(scene) {
    const hexes = scene.tokens.flatMap(({ hex }) => (hex ? [hex] : []));
    if (!this.view || (!this.isOwnView && isUnfit(this.view, hexes, scene.places, this.size))) this.view = fittingAll(hexes, scene.places, this.size);
    const { view } = this;
    drawGround(/** @type {SVGElement} */ (this.layers.ground), this.ground, view, this.size, hexes);
    this.host.dataset.free = emptierEnd(hexes.map((hex) => placeOf(view, hex).y), this.size.height);
    const corners = cornersOf(view.side - 3);
    const lit = scene.places.map((hex) => {
      const { x, y } = placeOf(view, hex);
      const isChosen = scene.hex !== null && keyOf(scene.hex) === keyOf(hex);
      const words = this.ground.cells.get(keyOf(hex))?.words;
      const goal = shape("g", { class: `goal ${isChosen ? "is-chosen" : ""}`, "data-hex": keyOf(hex), role: "button", tabindex: "-1", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
        "aria-label": `Go to hex ${hex[0]}, ${hex[1]}${words ? `, ${words}` : ""}`.replaceAll("-", "−") });
      goal.append(shape("polygon", { points: corners }));
      return goal;
    });
    this.layers.lit?.replaceChildren(...lit);
    return { at: new Map(scene.tokens.flatMap(({ id, hex }) => (hex ? [[id, placeOf(view, hex)]] : []))), radius: radiusOf(view) };
  }

  /** @param {Scene} scene */
  linePlaces(scene) {
    this.view = null;
    const { places, radius, stripes, gap } = linesOf(scene.tokens, scene.bonds, scene.bands, this.size);
    this.layers.lit?.replaceChildren();
    drawStripes(/** @type {SVGElement} */ (this.layers.ground), stripes, gap, this.size, [...places.values()].map((place) => ({ ...place, radius })));
    this.host.dataset.free = "middle";
    return { at: places, radius };
  }

  /**
   * @param {Scene} scene
   * @param {ReadonlyMap<string, Point>} at
   * @param {number} radius
   */
  drawTokens(scene, at, radius) {
    const shown = [...scene.tokens].sort((one, other) => Number(other.isOut) - Number(one.isOut));
    const weight = (/** @type {Token} */ { id, isOut, chance }) => Number(id === scene.actor || id === scene.target) * 4 + Number(chance !== "") * 2 - Number(isOut) * 8;
    const named = [...scene.tokens].sort((one, other) => weight(other) - weight(one)).map(({ id, name, chance, pools }) => ({ id, name, chance, under: underOf(pools, radius) }));
    const spots = spotsOf(named, at, radius, this.size);
    for (const token of shown) {
      const place = at.get(token.id);
      if (!place) continue;
      const known = this.tokens.get(token.id) ?? new TokenShape(token.id);
      if (!this.tokens.has(token.id)) this.layers.tokens?.append(known.group);
      this.tokens.set(token.id, known);
      if (token.isOut && !known.isOut) this.layers.tokens?.prepend(known.group); // who stands over the fallen can be seen and pressed
      else if (known.isOut && !token.isOut) this.layers.tokens?.append(known.group);
      known.isOut = token.isOut;
      drawToken(known, token, scene, { ...place, radius, spots: spots.get(token.id) ?? { name: null, chance: { x: 0, y: 0 } } });
    }
    for (const [id, { group }] of this.tokens) {
      if (at.has(id)) continue;
      group.remove();
      this.tokens.delete(id);
    }
  }

  /**
   * A finger touches the board: on who acts it takes hold of it, else it moves the ground.
   * @param {PointerEvent} event
   */
  down({ pointerId, clientX, clientY, target }) {
    this.fingers.down(pointerId, clientX, clientY);
    const held = this.scene?.isReferee && target instanceof Element ? /** @type {SVGElement | null} */ (target.closest("[data-figure]")) : null;
    this.dragged = held !== null && held.dataset.figure === this.scene?.actor ? held : null;
    if (this.dragged) this.host.setPointerCapture(pointerId);
  }

  /**
   * Draw who is dragged where the finger is.
   * @param {SVGElement} held
   * @param {Point} way   since it was touched
   */
  drag({ style }, { x, y }) {
    style.setProperty("translate", `${x.toFixed(1)}px ${y.toFixed(1)}px`);
  }

  /**
   * A finger leaves: who was dragged goes back to its place, and is sent to where it was dropped.
   * @param {PointerEvent} event
   */
  up({ pointerId, type, clientX, clientY }) {
    this.fingers.up(pointerId);
    const { dragged } = this;
    if (!dragged || !this.fingers.hasMoved) return;
    this.dragged = null;
    const below = type === "pointerup" ? document.elementsFromPoint(clientX, clientY).find((each) => !dragged.contains(each)) : undefined;
    dragged.style.removeProperty("translate");
    if (below && this.host.contains(below)) this.choose(below, clientX, clientY, true);
  }

  /** @param {MouseEvent} event */
  click({ target, clientX, clientY }) {
    if (!this.fingers.hasMoved && target instanceof Element) this.choose(target, clientX, clientY, false);
  }

  /**
   * Tell which figure or hex was meant.
   * @param {Element} target   what lies there
   * @param {number} clientX
   * @param {number} clientY
   * @param {boolean} isDrop   whether who acts was dropped there
   */
  choose(target, clientX, clientY, isDrop) {
    const { left, top } = this.host.getBoundingClientRect();
    const found = /** @type {SVGElement | null} */ (target.closest("[data-figure], [data-hex]"));
    const [q = 0, r = 0] = found?.dataset.hex?.split(",").map(Number) ?? (this.view ? hexAt(this.view, clientX - left, clientY - top) : []);
    if (found?.dataset.figure) this.tap(found.dataset.figure, null, isDrop);
    else if (this.view) this.tap(null, [q, r], isDrop);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    const here = event.target.closest("[data-figure], [data-hex]");
    const way = WAYS[event.key];
    if (here && (event.key === "Enter" || event.key === " ")) this.choose(here, 0, 0, false);
    else if (way && here) this.step(here, way);
    else if (event.key === "+" || event.key === "-") this.zoomMiddle(event.key === "+" ? NEARER : 1 / NEARER);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} factor */
  zoomMiddle(factor) {
    this.look((view) => zoomed(view, factor, this.size.width / 2, this.size.height / 2));
  }

  /**
   * Go to the nearest figure or lit hex in a direction.
   * @param {Element} here
   * @param {[number, number]} way
   */
  step(here, [right, down]) {
    const middle = (/** @type {Element} */ each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x = 0, y = 0] = middle(here);
    const others = [...this.svg.querySelectorAll(".touch, .goal")].filter((each) => !here.contains(each)).map((each) => {
      const [otherX = 0, otherY = 0] = middle(each);
      const along = (otherX - x) * right + (otherY - y) * down;
      const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
      return { each, along, cost: along + 2 * aside };
    }).filter(({ along }) => along > 4).sort((one, other) => one.cost - other.cost);
    const [next] = others;
    if (next) /** @type {SVGElement} */ (next.each).focus({ preventScroll: true });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (this.scene?.board !== "hexes") return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * WHEEL), event.clientX, event.clientY);
  }

  /**
   * Say something at a figure for a while.
   * @param {string} figure
   * @param {string} text
   */
  say(figure, text) {
    const place = this.tokens.get(figure)?.place;
    clearTimeout(this.timer);
    this.bubble.hidden = text === "" || !place;
    if (!place) return;
    this.bubble.textContent = text;
    this.bubble.style.setProperty("left", `${Math.max(8, Math.min(this.size.width - 232, place.x - 112))}px`);
    const isLow = place.y > this.size.height * 0.4;
    this.bubble.style.setProperty("top", isLow ? "auto" : `${place.y + place.radius + 30}px`);
    this.bubble.style.setProperty("bottom", isLow ? `${this.size.height - place.y + place.radius + 12}px` : "auto");
    this.timer = setTimeout(() => (this.bubble.hidden = true), BUBBLE_MS);
  }
}

/**
 * Return what an arrow is, by which it is drawn.
 * @param {import("./scene.js").Arrow} arrow
 * @param {string | null} actor   who is looked at
 */
function kindOf({ from, isOwn, isAhead }, actor) {
  return [isOwn && "own", isAhead && "is-ahead", from === actor && "is-looked"].filter(Boolean).join(" ");
}

/**
 * Return at which end of the board dice cover fewer figures: below, unless more stand there.
 * @param {readonly number[]} heights   of the figures
 * @param {number} height   of the board
 */
function emptierEnd(heights, height) {
  const above = heights.filter((y) => y < TRAY).length;
  const below = heights.filter((y) => y > height - TRAY).length;
  return above < below ? "top" : "bottom";
}

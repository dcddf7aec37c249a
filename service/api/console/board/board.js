// @ts-check
// The map on the page: figures are buttons, keys step from hex to hex, fingers and buttons zoom.

import { centreOf, CORNERS, faultOf, figuresAt, hexAt, keyOf, labelOf, sceneOf, themed, unstyled } from "./drawing.js";
import { spotAfter, spotIn } from "./steps.js";
import { aroundFigures, boxOf, Fingers, moved, showing, written, zoomed } from "./viewing.js";

/** @typedef {import("./drawing.js").Hex} Hex */
/** @typedef {import("./steps.js").Spot} Spot */
/** @typedef {import("./viewing.js").Box} Box */

const SPACE = "http://www.w3.org/2000/svg";
const MOVED_IN = 350;
/** Milliseconds in which a figure goes from its old place to its new one. */
const WHEEL = 0.002;

/** @type {Set<string>} */
const adopted = new Set();

/** A map in an element of the page, which is all that it changes. */
export class Board {
  /**
   * @param {HTMLElement} host The element that the map is put into.
   * @param {(id: string | null, hex: Hex) => void} choose Called when a figure is pressed, or a hex where none is.
   * @param {boolean} isForm Whether pressing does anything; else figures and hexes are only to be looked at.
   */
  constructor(host, choose, isForm) {
    this.host = host;
    this.choose = choose;
    this.isForm = isForm;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {import("./drawing.js").Scene} */
    this.scene = { ground: new Map(), figures: [] };
    /** @type {Map<string, SVGGElement>} */
    this.figures = new Map();
    /** @type {Spot} */
    this.spot = { hex: [0, 0], figure: null };
    this.whole = boxOf("0 0 1 1");
    this.box = this.whole;
    this.isOwnView = false;
    this.cursor = shape("g", { class: "cursor", role: isForm ? "button" : "img", tabindex: "-1", display: "none" });
    this.cursor.append(shape("polygon", { points: CORNERS }));
    this.goals = shape("g", { class: "goals", "aria-hidden": "true" });
    this.fingers = new Fingers({ move: (dx, dy) => this.drag(dx, dy), zoom: (factor, x, y) => this.pinch(factor, x, y) });
    this.leaving = new AbortController();
    this.listen();
  }

  /** Take part in what happens to the element. */
  listen() {
    const { host, leaving: { signal } } = this;
    host.addEventListener("keydown", (event) => this.press(event), { signal });
    host.addEventListener("click", (event) => this.click(event), { signal });
    host.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    host.addEventListener("pointerdown", ({ pointerId, clientX, clientY }) => this.fingers.down(pointerId, clientX, clientY), { signal });
    host.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => this.fingers.move(pointerId, clientX, clientY), { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      host.addEventListener(name, ({ pointerId }) => this.fingers.up(pointerId), { signal });
    }
  }

  /** Leave the element alone from now on. */
  close() {
    this.leaving.abort();
  }

  /**
   * Show a map instead of the one before; whoever was at a figure is there still.
   * @param {string} text The file that the service drew.
   */
  draw(text) {
    const svg = parsed(text);
    const hadFocus = this.host.contains(document.activeElement) && document.activeElement !== this.host;
    const before = new Map([...this.figures].map(([id, each]) => [id, each.getAttribute("transform")]));
    const isFirst = this.svg === null;
    this.svg = svg;
    this.scene = sceneOf(svg);
    this.whole = boxOf(svg.getAttribute("viewBox") ?? "");
    this.host.replaceChildren(svg);
    this.equip(svg);
    if (isFirst || !this.isOwnView) this.seeFigures();
    else this.see(this.box);
    this.go(spotIn(this.scene, isFirst ? null : this.spot), hadFocus);
    this.walk(before);
  }

  /**
   * Make a checked drawing one that can be used: figures become buttons, and the map something to move about in.
   * @param {SVGSVGElement} svg
   */
  equip(svg) {
    for (const name of ["width", "height", "aria-labelledby", "aria-describedby"]) svg.removeAttribute(name);
    svg.setAttribute("role", "application");
    svg.setAttribute("aria-label", svg.querySelector("title")?.textContent ?? "Map");
    svg.setAttribute("aria-describedby", `${this.host.id}-keys`);
    svg.querySelector(":scope > title")?.remove();
    svg.querySelector(":scope > desc")?.remove();
    this.figures = new Map();
    for (const each of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll("[data-figure]"))) {
      const id = each.getAttribute("data-figure") ?? "";
      this.figures.set(id, each);
      each.setAttribute("role", this.isForm ? "button" : "img");
      each.setAttribute("tabindex", "-1");
      each.setAttribute("aria-label", each.querySelector("title")?.textContent ?? id);
      each.prepend(shape("circle", { class: "hit", r: "21" }), shape("circle", { class: "ring", r: "18" }));
    }
    const figures = svg.querySelector(":scope > .figures");
    svg.insertBefore(this.goals, figures);
    svg.insertBefore(this.cursor, figures);
  }

  /**
   * Show which figures and hexes the form names.
   * @param {readonly string[]} selected
   * @param {readonly Hex[]} hexes
   */
  mark(selected, hexes) {
    this.goals.replaceChildren(...hexes.map((hex) => {
      const { x, y } = centreOf(hex);
      return shape("polygon", { points: CORNERS, transform: `translate(${x} ${y})` });
    }));
    for (const [id, each] of this.figures) {
      if (this.isForm) each.setAttribute("aria-pressed", String(selected.includes(id)));
      each.classList.toggle("named", selected.includes(id));
    }
  }

  /**
   * Go to a place: its element can be reached by Tab from now on, and nothing else of the map.
   * @param {Spot} spot
   * @param {boolean} withFocus
   */
  go(spot, withFocus) {
    this.spot = spot;
    const figure = spot.figure === null ? undefined : this.figures.get(spot.figure);
    for (const each of this.figures.values()) each.setAttribute("tabindex", each === figure ? "0" : "-1");
    const { x, y } = centreOf(spot.hex);
    this.cursor.setAttribute("transform", `translate(${x} ${y})`);
    this.cursor.setAttribute("aria-label", labelOf(this.scene, spot.hex));
    this.cursor.setAttribute("tabindex", figure || !this.scene.ground.size ? "-1" : "0");
    this.cursor.setAttribute("display", figure ? "none" : "inline");
    if (!withFocus) return;
    this.see(showing(this.box, { x, y }, this.whole));
    (figure ?? this.cursor).focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.choose(this.spot.figure, this.spot.hex);
    } else if (event.key === "+" || event.key === "-") {
      this.zoom(event.key === "+" ? 1.5 : 1 / 1.5);
    } else {
      const spot = spotAfter(this.scene, this.spot, event.key);
      if (!spot) return;
      this.go(spot, true);
    }
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.fingers.hasMoved || !(event.target instanceof Element)) return;
    const id = event.target.closest("[data-figure]")?.getAttribute("data-figure") ?? event.target.getAttribute("data-body");
    const { x, y } = this.pointAt(event.clientX, event.clientY);
    const hex = hexAt(x, y);
    const figure = id ?? figuresAt(this.scene, hex)[0]?.id ?? null;
    if (figure === null) {
      if (!this.isForm || !this.scene.ground.has(keyOf(hex))) return;
      this.go({ hex, figure }, false);
      this.cursor.focus({ preventScroll: true });
    } else {
      this.go({ hex: this.scene.figures.find((each) => each.id === figure)?.hexes[0] ?? hex, figure }, false);
      this.figures.get(figure)?.focus({ preventScroll: true });
    }
    this.choose(figure, hex);
  }

  /** Bring the keyboard to the map, where it was last. */
  focus() {
    this.go(this.spot, true);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.pinch(Math.exp(-event.deltaY * WHEEL), event.clientX, event.clientY);
  }

  /**
   * Zoom towards the middle.
   * @param {number} factor Above 1: nearer.
   */
  zoom(factor) {
    this.isOwnView = true;
    this.see(zoomed(this.box, factor, this.whole));
  }

  /**
   * Zoom towards a point of the window.
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  pinch(factor, x, y) {
    this.isOwnView = true;
    this.see(zoomed(this.box, factor, this.whole, this.pointAt(x, y)));
  }

  /**
   * Move the map by pixels.
   * @param {number} dx
   * @param {number} dy
   */
  drag(dx, dy) {
    const scale = this.scale();
    this.isOwnView = true;
    this.see(moved(this.box, dx * scale, dy * scale, this.whole));
  }

  /** Show the figures and what is around them. */
  seeFigures() {
    this.isOwnView = false;
    this.see(aroundFigures(this.scene, this.whole));
  }

  /** Show the whole map with its legend. */
  seeAll() {
    this.isOwnView = true;
    this.see(this.whole);
  }

  /** @param {Box} box */
  see(box) {
    this.box = box;
    this.svg?.setAttribute("viewBox", written(box));
    this.host.classList.toggle("moved", this.isOwnView);
  }

  /** Return how many units of the drawing a pixel is. */
  scale() {
    const { clientWidth, clientHeight } = this.host;
    return Math.max(this.box.width / (clientWidth || 1), this.box.height / (clientHeight || 1));
  }

  /**
   * Return the point of the drawing at a point of the window.
   * @param {number} x
   * @param {number} y
   */
  pointAt(x, y) {
    const { left, top, width, height } = this.host.getBoundingClientRect();
    const scale = this.scale();
    const middle = { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
    return { x: middle.x + (x - left - width / 2) * scale, y: middle.y + (y - top - height / 2) * scale };
  }

  /**
   * Let figures go from where they were to where they are, unless its reader wants no motion.
   * @param {ReadonlyMap<string, string | null>} before
   */
  walk(before) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [id, each] of this.figures) {
      const [from, to] = [before.get(id), each.getAttribute("transform")].map((text) => placed(text ?? null));
      if (from && to && from !== to) each.animate([{ transform: from }, { transform: to }], { duration: MOVED_IN, easing: "ease-in-out" });
    }
  }
}

/**
 * Return a transformation of an SVG attribute as style sheets have it.
 * @param {string | null} text
 */
function placed(text) {
  return text === null ? "" : text.replace(/translate\(([-\d.]+) ([-\d.]+)\)/, "translate($1px, $2px)");
}

/**
 * Return an element of a drawing.
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
function shape(name, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SPACE, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/**
 * Read a drawing, and take it into the page if nothing in it is more than a drawing. Its style sheet reaches no farther
 * than its class; it is adopted by the page once, as a policy without inline styles allows.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function parsed(text) {
  const { markup, rules, fault } = unstyled(text);
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  const found = fault ?? faultOf(root) ?? (root.localName === "svg" ? null : "another root");
  if (found) throw new Error(`The map is not shown, since it has something that no map has: ${found}.`);
  adopt(rules);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/**
 * Take the rules of a drawing into the page.
 * @param {string} rules
 */
function adopt(rules) {
  if (adopted.has(rules)) return;
  adopted.add(rules);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themed(rules));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

// @ts-check
// What lies under the figures and between them: ground, stripes, ties and arrows, as elements of SVG.

import { cornersOf, hexesIn, placeOf } from "./hexes.js";
import { keyOf } from "./terrain.js";

/**
 * @typedef {import("./hexes.js").View} View
 * @typedef {import("./hexes.js").Size} Size
 * @typedef {{x: number, y: number}} Point
 */

const SPACE = "http://www.w3.org/2000/svg";
/** Sides of hexes below which words would not fit in them. */
const ROOM = 34;

/**
 * Return an element of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function shape(name, attributes = {}) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SPACE, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** What ground looks like besides its colour: the lines of a tile. @type {readonly {name: string, looks: readonly string[], size: number, path: string}[]} */
const TEXTURES = [
  { name: "hatch", looks: ["solid", "closed"], size: 9, path: "M-2 11 11-2M-2 2 2-2M7 11 11 7" },
  { name: "peaks", looks: ["rough", "difficult"], size: 18, path: "M2 8l3.5-4 3.5 4M11 16l3.5-4 3.5 4" },
  { name: "waves", looks: ["water"], size: 18, path: "M0 6q4.5-4 9 0t9 0M0 15q4.5-4 9 0t9 0" },
  { name: "stairs", looks: ["stairs"], size: 8, path: "M0 4h8" },
];

/** Return the tiles of textures, for the drawing that uses them. */
export function textures() {
  const defs = shape("defs");
  for (const { name, size, path } of TEXTURES) {
    const tile = shape("pattern", { id: `texture-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse" });
    tile.append(shape("path", { class: "pattern", d: path }));
    defs.append(tile);
  }
  return defs;
}

/**
 * Draw the ground of a map, if it is not drawn so already.
 * @param {SVGElement} layer
 * @param {import("./terrain.js").Ground} ground
 * @param {View} view
 * @param {Size} size
 * @param {readonly import("./hexes.js").Hex[]} figures   the hexes on which somebody stands, whose words would lie below the figure
 */
export function drawGround(layer, ground, view, { width, height }, figures) {
  const stoodOn = new Set(figures.map(keyOf));
  const drawn = JSON.stringify([view, width, height, ground.cells.size, ground.edges.length, ground.items.length, [...stoodOn].filter((key) => ground.cells.get(key)?.words)]);
  if (layer.dataset.drawn === drawn) return;
  layer.dataset.drawn = drawn;
  const points = cornersOf(view.side);
  const cells = [...ground.cells.values()].flatMap(({ hex, look, words }) => {
    const { x, y } = placeOf(view, hex);
    if (x < -view.side || y < -view.side || x > width + view.side || y > height + view.side) return [];
    const cell = shape("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
    cell.append(shape("polygon", { class: `hex look-${look}`, points }));
    const texture = TEXTURES.find(({ looks }) => looks.includes(look));
    if (texture) cell.append(shape("polygon", { class: "texture", points, fill: `url(#texture-${texture.name})` }));
    if (words && view.side >= ROOM && !stoodOn.has(keyOf(hex))) cell.append(worded(words, view.side * 0.72, "ground-word"));
    return [cell];
  });
  const beyond = ground.cells.size === 0 ? [] : hexesIn(view, { width, height }).filter((hex) => !ground.cells.has(keyOf(hex))).map((hex) => {
    const { x, y } = placeOf(view, hex);
    return shape("polygon", { class: "hex beyond", points, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  });
  const edges = ground.edges.map(({ points: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], look }) => shape("path", {
    class: `edge edge-${look.replaceAll(" ", "-")}`, d: `M${at(view, x1, y1)}L${at(view, x2, y2)}`,
  }));
  const items = ground.items.map(({ x, y, name }) => {
    const item = shape("g", { class: "item", transform: `translate(${at(view, x, y)})` });
    item.append(shape("circle", { r: 5 }), worded(name, 19, "ground-word"));
    return item;
  });
  layer.replaceChildren(...beyond, ...cells, ...edges, ...items);
}

/**
 * @param {View} view
 * @param {number} x   in sides of a hex
 * @param {number} y
 */
function at(view, x, y) {
  return `${(view.x + x * view.side).toFixed(1)} ${(view.y + y * view.side).toFixed(1)}`;
}

/**
 * Return a text in the middle of a place.
 * @param {string} text
 * @param {number} y
 * @param {string} kind   its class
 */
export function worded(text, y, kind) {
  const made = shape("text", { class: kind, y, "text-anchor": "middle" });
  made.textContent = text;
  return made;
}

/**
 * Draw the stripes of a board of lines.
 * @param {SVGElement} layer
 * @param {readonly {y: number, height: number, name: string}[]} stripes
 * @param {number} gap   from the middle to the first ranks
 * @param {Size} size
 * @param {readonly {x: number, y: number, radius: number}[]} figures   which words do not cover
 */
export function drawStripes(layer, stripes, gap, { width, height }, figures) {
  layer.dataset.drawn = "";
  const middle = shape("rect", { class: "middle", x: 0, y: height / 2 - gap, width, height: 2 * gap });
  layer.replaceChildren(middle, ...stripes.flatMap(({ y, height: high, name }, place) => {
    const half = name.length * 3.5;
    const spots = [y + 18, y + high - 8].flatMap((at) => [12 + half, width - 12 - half, width / 2].map((x) => ({ x, at })));
    const free = spots.find(({ x, at }) => figures.every((each) => Math.abs(each.x - x) > half + each.radius + 10 || at < each.y - each.radius - 30 || at - 14 > each.y + each.radius + 24));
    const label = worded(free ? name : "", free?.at ?? y, "band-word");
    label.setAttribute("x", String(free?.x ?? 0));
    return [shape("rect", { class: place % 2 ? "band odd" : "band", x: 0, y, width, height: high }), label];
  }));
}

/**
 * Return the bar between two who are tied to each other.
 * @param {Point | null} one
 * @param {Point | null} other
 * @param {number} radius
 */
export function bondOf(one, other, radius) {
  if (!one || !other) return [];
  const cut = shortened(one, other, radius + 4);
  return cut ? [shape("path", { class: "bond", d: `M${cut.join("L")}` })] : [];
}

/**
 * Return the arrow of what somebody means to do.
 * @param {Point | null} from
 * @param {Point | null} to
 * @param {{radius: number, kind: string, isBent: boolean, colour: number | null}} how   `kind` has the classes by which it is drawn
 */
export function arrowOf(from, to, { radius, kind, isBent, colour }) {
  if (!from || !to || colour === null) return [];
  const cut = shortened(from, to, radius + 9);
  if (!cut) return [];
  const [start = "", end = ""] = cut;
  const [sx = 0, sy = 0] = start.split(" ").map(Number);
  const [ex = 0, ey = 0] = end.split(" ").map(Number);
  const bend = isBent ? Math.min(40, Math.abs(ex - sx) * 0.15) + 10 : 0;
  const control = { x: (sx + ex) / 2 + bend, y: (sy + ey) / 2 };
  const turn = (Math.atan2(ey - control.y, ex - control.x) * 180) / Math.PI;
  const arrow = shape("g", { class: `arrow side-${colour} ${kind}` });
  arrow.append(shape("path", { class: "shaft", d: `M${start}Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${end}` }),
    shape("path", { class: "tip", d: "M3 0l-11-6v12z", transform: `translate(${end}) rotate(${turn.toFixed(1)})` }));
  return [arrow];
}

/**
 * Return the two ends of a line between two points that leaves so much free at each; null if nothing is left.
 * @param {Point} from
 * @param {Point} to
 * @param {number} free
 */
function shortened(from, to, free) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  if (far < 2 * free + 6) return null;
  const ends = [[from.x + (dx * free) / far, from.y + (dy * free) / far], [to.x - (dx * free) / far, to.y - (dy * free) / far]];
  return ends.map((end) => end.map((each) => each.toFixed(1)).join(" "));
}

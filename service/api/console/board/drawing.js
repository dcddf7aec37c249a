// @ts-check
// The service's drawing of a map: checked before it becomes part of the page, and read for what stands where.

/**
 * A hex as [q, r].
 * @typedef {readonly [number, number]} Hex
 */

/**
 * An element of a parsed drawing, as far as it is looked at.
 * @typedef {object} Node
 * @property {string} localName
 * @property {Iterable<{ name: string, value: string }>} attributes
 * @property {Iterable<Node>} children
 * @property {string | null} textContent
 */

/**
 * A figure of a drawing: the hexes that it fills, its head first, and what its element says of it in words.
 * @typedef {{ id: string, hexes: Hex[], label: string }} DrawnFigure
 */

/**
 * What a drawing has: what the ground of each hex is ("" for open ground), and the figures in their order.
 * @typedef {{ ground: ReadonlyMap<string, string>, figures: readonly DrawnFigure[] }} Scene
 */

const ELEMENTS = new Set(["svg", "title", "desc", "defs", "pattern", "g", "path", "circle", "rect", "text"]);
const ATTRIBUTES = new Set([
  ..."xmlns class id role aria-labelledby aria-describedby aria-hidden viewBox width height".split(" "),
  ..."x y r cx cy d fill transform patternUnits".split(" "),
]);
const DATA = /^data-[a-z-]+$/;
const OWN_PATTERN = /^url\(#umpire-[a-z0-9-]+\)$/;
const SVG = "http://www.w3.org/2000/svg";
const UNSAFE = /url\(|javascript:|@import|expression\(|<|\\/i;
const SIDE = 30;
/** The length of a side of a hex in the service's drawings. */
const DOWN = (SIDE * Math.sqrt(3)) / 2;

/**
 * Return why a drawing must not become part of the page: an element or an attribute that the service never draws; null
 * if there is no reason.
 * @param {Node} node
 * @returns {string | null}
 */
export function faultOf(node) {
  if (!ELEMENTS.has(node.localName)) return `the element <${node.localName}>`;
  for (const { name, value } of node.attributes) {
    if (DATA.test(name)) continue;
    if (!ATTRIBUTES.has(name) || (name === "xmlns" && value !== SVG)) return `the attribute ${name}`;
    if (UNSAFE.test(value) && !(name === "fill" && OWN_PATTERN.test(value))) return `the value of ${name}`;
  }
  for (const child of node.children) {
    const fault = faultOf(child);
    if (fault) return fault;
  }
  return null;
}

/**
 * Return what a checked drawing shows.
 * @param {Node} root
 * @returns {Scene}
 */
export function sceneOf(root) {
  /** @type {Map<string, string>} */
  const ground = new Map();
  /** @type {DrawnFigure[]} */
  const figures = [];
  for (const each of descendants(root)) {
    const path = attribute(each, "data-ground") === null ? null : attribute(each, "d");
    const title = [...each.children].find(({ localName }) => localName === "title")?.textContent ?? "";
    for (const hex of hexesOfPath(path ?? "")) ground.set(keyOf(hex), title);
    const id = attribute(each, "data-figure");
    if (id !== null) figures.push({ id, hexes: hexesOf(attribute(each, "data-hexes") ?? ""), label: title });
  }
  return { ground, figures };
}

/**
 * @param {Node} node
 * @returns {Generator<Node>}
 */
function* descendants(node) {
  yield node;
  for (const child of node.children) yield* descendants(child);
}

/**
 * @param {Node} node
 * @param {string} name
 */
function attribute(node, name) {
  for (const each of node.attributes) if (each.name === name) return each.value;
  return null;
}

/**
 * Return the hexes of a path of outlines: each begins at the right corner of its hex.
 * @param {string} path
 * @returns {Hex[]}
 */
export function hexesOfPath(path) {
  return [...path.matchAll(/M(-?[\d.]+)[ ,]?(-?[\d.]+)/g)].map(([, x, y]) => hexAt(Number(x) - SIDE, Number(y)));
}

/**
 * Return the hexes of a list as drawings have it: "0,0 1,-1".
 * @param {string} list
 * @returns {Hex[]}
 */
export function hexesOf(list) {
  return [...list.matchAll(/(-?\d+),(-?\d+)/g)].map(([, q, r]) => [Number(q), Number(r)]);
}

/**
 * Return the centre of a hex in a drawing: x to the right, y down.
 * @param {Hex} hex
 */
export function centreOf([q, r]) {
  return { x: 1.5 * SIDE * q, y: DOWN * (2 * r + q) };
}

/**
 * Return the hex in which a point of a drawing lies.
 * @param {number} x
 * @param {number} y
 * @returns {Hex}
 */
export function hexAt(x, y) {
  const q = x / (1.5 * SIDE);
  const r = (y / DOWN - q) / 2;
  const [wholeQ, wholeR, wholeS] = [Math.round(q), Math.round(r), Math.round(-q - r)];
  const [offQ, offR, offS] = [Math.abs(wholeQ - q), Math.abs(wholeR - r), Math.abs(wholeS + q + r)];
  if (offQ > offR && offQ > offS) return [-wholeR - wholeS + 0, wholeR + 0];
  if (offR > offS) return [wholeQ + 0, -wholeQ - wholeS + 0];
  return [wholeQ + 0, wholeR + 0];
}

/** The corners of a hex around its centre, as the points of a polygon. */
export const CORNERS = [[1, 0], [0.5, 1], [-0.5, 1], [-1, 0], [-0.5, -1], [0.5, -1]]
  .map(([x = 0, y = 0]) => `${x * SIDE},${(y * DOWN).toFixed(2)}`).join(" ");

/**
 * Return the key of a hex in a scene.
 * @param {Hex} hex
 */
export function keyOf([q, r]) {
  return `${q},${r}`;
}

/**
 * Return what a hex is called: "hex 1, −2, rough ground, empty".
 * @param {Scene} scene
 * @param {Hex} hex
 */
export function labelOf(scene, hex) {
  const ground = scene.ground.get(keyOf(hex));
  return [`hex ${hex[0]}, ${hex[1]}`.replaceAll("-", "−"), ground, "empty"].filter(Boolean).join(", ");
}

/**
 * Return the figures of which some part is in a hex.
 * @param {Scene} scene
 * @param {Hex} hex
 */
export function figuresAt(scene, hex) {
  return scene.figures.filter((figure) => figure.hexes.some((each) => keyOf(each) === keyOf(hex)));
}

/**
 * Return a drawing without its style sheet, and the rules of that; a policy without inline styles applies none that is
 * part of a page.
 * @param {string} text
 * @returns {{ markup: string, rules: string, fault: string | null }}
 */
export function unstyled(text) {
  const [whole = "", rules = ""] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
  const fault = /<!(DOCTYPE|ENTITY)/i.test(text) ? "a document type" : UNSAFE.test(rules) ? "its style sheet" : null;
  return { markup: text.replace(whole, ""), rules, fault };
}

/**
 * Return the rules of a drawing so that they follow the colours that the page was told to have, too, and not the system
 * alone.
 * @param {string} rules
 */
export function themed(rules) {
  return rules.replace(/@media\(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}/, (media, dark) =>
    `${media.replace(dark, `:root:not([data-theme="light"]){${dark}}`)}:root[data-theme="dark"]{${dark}}`);
}

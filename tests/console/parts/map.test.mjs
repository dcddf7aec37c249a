// The map: what of a drawing may become part of the page, where keys lead, and what is seen of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { centreOf, faultOf, figuresAt, hexAt, hexesOfPath, keyOf, labelOf, sceneOf, themed, unstyled } from "../../../service/api/console/board/drawing.js";
import { spotAfter, spotIn } from "../../../service/api/console/board/steps.js";
import { aroundFigures, boxOf, Fingers, moved, showing, written, zoomed } from "../../../service/api/console/board/viewing.js";
import { families, parsed } from "./data.mjs";

const drawn = Object.values(families).filter(({ map }) => map !== null);

function hexOf(facts) {
  return facts.figures.flatMap(({ hexes }) => hexes);
}

test("what the service draws has no fault, and its figures stand on ground that is drawn", () => {
  assert.ok(drawn.length >= 2);
  for (const { map, state, play } of drawn) {
    const { markup, rules, fault } = unstyled(map);
    const root = parsed(markup);
    assert.deepEqual([fault, faultOf(root)], [null, null]);
    assert.ok(rules.startsWith(".umpire-map "));
    const scene = sceneOf(root);
    const placed = play.figures.flatMap((list) => state[list]).filter(({ hex }) => hex);
    assert.deepEqual(scene.figures.map(({ id }) => id).sort(), placed.map(({ id }) => id).sort());
    for (const figure of placed) assert.ok(figuresAt(scene, figure.hex).some(({ id }) => id === figure.id));
    assert.ok(hexOf(scene).every((hex) => scene.ground.has(keyOf(hex))));
    for (const { label, id } of scene.figures) assert.match(label, new RegExp(`^${placed.find((each) => each.id === id).name ?? id} \\(`));
  }
});

test("a drawing with anything else is refused, and says what", () => {
  const map = unstyled(drawn[0].map).markup;
  const within = (markup) => faultOf(parsed(map.replace("</svg>", `${markup}</svg>`)));
  assert.equal(within("<script>steal()</script>"), "the element <script>");
  assert.equal(within("<foreignObject/>"), "the element <foreignObject>");
  assert.equal(within('<a href="/x"/>'), "the element <a>");
  assert.equal(within('<use href="#x"/>'), "the element <use>");
  assert.equal(within('<g><image href="https://elsewhere.example/x.png"/></g>'), "the element <image>");
  assert.equal(within('<g><g><rect onclick="steal()"/></g></g>'), "the attribute onclick");
  assert.equal(within('<rect style="fill:red"/>'), "the attribute style");
  assert.equal(within('<rect xlink:href="x"/>'), "the attribute xlink:href");
  assert.equal(within('<rect fill="url(https://elsewhere.example/#x)"/>'), "the value of fill");
  assert.equal(within('<rect class="url(x)"/>'), "the value of class");
  assert.equal(within("<style>.a{}</style>"), "the element <style>");
  assert.equal(unstyled("<svg><style>@import 'x'</style></svg>").fault, "its style sheet");
  assert.equal(unstyled("<svg><style>.a{background:url(x)}</style></svg>").fault, "its style sheet");
  assert.equal(unstyled('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>').fault, "a document type");
  assert.equal(within('<g xmlns="http://www.w3.org/1999/xhtml"/>'), "the attribute xmlns");
});

test("names of figures are text, whatever is written in them", () => {
  const map = unstyled(drawn[0].map).markup;
  const id = sceneOf(parsed(map)).figures[0].id;
  const named = map.replaceAll(`data-figure="${id}"`, 'data-figure="url(javascript:x)&lt;b&gt;"');
  assert.equal(faultOf(parsed(named)), null);
  assert.equal(sceneOf(parsed(named)).figures[0].id, "url(javascript:x)<b>");
});

test("a point lies in the hex whose centre is nearest", () => {
  for (let q = -7; q <= 7; q += 1) {
    for (let r = -7; r <= 7; r += 1) {
      const { x, y } = centreOf([q, r]);
      for (const [dx, dy] of [[0, 0], [24, 3], [-24, -3], [3, 24], [-12, 20]]) assert.deepEqual(hexAt(x + dx, y + dy), [q + 0, r + 0]);
    }
  }
  assert.deepEqual(hexesOfPath("M30 0l-15 25.98zM-60 -51.96l-15 25.98z"), [[0, 0], [-2, 0]]);
});

const FIGURES = [
  { id: "ash", hexes: [[0, 0]], label: "Ash" },
  { id: "orc", hexes: [[1, -1]], label: "Orc" },
  { id: "ogre", hexes: [[0, 2], [0, 3]], label: "Ogre" },
];
const GROUND = new Map();
for (let q = -3; q <= 3; q += 1) for (let r = -3; r <= 3; r += 1) GROUND.set(keyOf([q, r]), q === 2 ? "rough ground" : "");
const SCENE = { ground: GROUND, figures: FIGURES };
const HOME = { hex: [0, 0], figure: "ash" };

test("keys step to the six neighbours, clockwise from north", () => {
  const steps = { ArrowUp: [0, -1], w: [0, -1], e: [1, -1], D: [1, 0], ArrowDown: [0, 1], s: [0, 1], a: [-1, 1], Q: [-1, 0] };
  for (const [key, hex] of Object.entries(steps)) assert.deepEqual(spotAfter(SCENE, HOME, key).hex, hex);
  assert.equal(spotAfter(SCENE, HOME, "e").figure, "orc");
  assert.equal(spotAfter(SCENE, HOME, "d").figure, null);
  assert.equal(spotAfter(SCENE, HOME, "x"), null);
  assert.equal(spotAfter(SCENE, { hex: [0, 2], figure: "ogre" }, "s").figure, "ogre");
  assert.equal(spotAfter(SCENE, { hex: [0, -3], figure: null }, "w"), null);
});

test("left and right lead from figure to figure, round and round; Home and End to the first and the last", () => {
  assert.equal(spotAfter(SCENE, HOME, "ArrowRight").figure, "orc");
  assert.equal(spotAfter(SCENE, HOME, "ArrowLeft").figure, "ogre");
  assert.equal(spotAfter(SCENE, { hex: [3, 3], figure: null }, "ArrowRight").figure, "ash");
  assert.equal(spotAfter(SCENE, HOME, "End").figure, "ogre");
  assert.equal(spotAfter(SCENE, { hex: [0, 2], figure: "ogre" }, "Home").figure, "ash");
  assert.equal(spotAfter({ ground: GROUND, figures: [] }, { hex: [0, 0], figure: null }, "ArrowRight"), null);
});

test("who was at a figure is there after it has moved, and who was at a hex is there still", () => {
  const later = { ground: GROUND, figures: [{ ...FIGURES[0], hexes: [[2, 2]] }, FIGURES[2]] };
  assert.deepEqual(spotIn(later, HOME), { hex: [2, 2], figure: "ash" });
  assert.deepEqual(spotIn(later, { hex: [1, -1], figure: "orc" }), { hex: [1, -1], figure: null });
  assert.deepEqual(spotIn(later, null), { hex: [2, 2], figure: "ash" });
  assert.deepEqual(spotIn({ ground: new Map(), figures: [] }, null), { hex: [0, 0], figure: null });
});

test("an empty hex is called by its place and its ground", () => {
  assert.equal(labelOf(SCENE, [2, -1]), "hex 2, −1, rough ground, empty");
  assert.equal(labelOf(SCENE, [0, 1]), "hex 0, 1, empty");
});

const WHOLE = boxOf("-500 -400 1000 800");

test("the map opens on its figures, unless they take nearly all of it", () => {
  const box = aroundFigures(SCENE, WHOLE);
  assert.ok(box.width < WHOLE.width && box.height < WHOLE.height);
  for (const { x, y } of FIGURES.flatMap(({ hexes }) => hexes).map(centreOf)) {
    assert.ok(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
  }
  assert.deepEqual(aroundFigures({ ground: GROUND, figures: [] }, WHOLE), WHOLE);
  const far = [{ id: "a", hexes: [[-9, 0]], label: "" }, { id: "b", hexes: [[9, 0]], label: "" }, { id: "c", hexes: [[0, 7]], label: "" }, { id: "d", hexes: [[0, -7]], label: "" }];
  assert.deepEqual(aroundFigures({ ground: GROUND, figures: far }, WHOLE), WHOLE);
});

test("zooming keeps its point where it is, and ends at three hexes and at the whole map", () => {
  const nearer = zoomed(WHOLE, 2, WHOLE, { x: 100, y: -100 });
  assert.deepEqual(nearer, { x: -200, y: -250, width: 500, height: 400 });
  assert.deepEqual(zoomed(nearer, 0.001, WHOLE).width, WHOLE.width);
  assert.equal(zoomed(WHOLE, 1e6, WHOLE).width, 160);
  assert.equal(written({ x: 1 / 3, y: 0, width: 10, height: 2.005 }), "0.33 0 10 2");
});

test("the map cannot be moved out of sight, and shows where the keys lead", () => {
  const box = { x: 0, y: 0, width: 200, height: 200 };
  assert.deepEqual(moved(box, 10, -20, WHOLE), { x: -10, y: 20, width: 200, height: 200 });
  const far = moved(box, 1e6, -1e6, WHOLE);
  assert.deepEqual([far.x + 100, far.y + 100], [-500, 400]);
  const shown = showing(box, { x: 300, y: 100 }, WHOLE);
  assert.ok(shown.x + shown.width > 300 && shown.x < 300);
  assert.deepEqual(showing(box, { x: 100, y: 100 }, WHOLE), box);
});

test("one finger moves the map after some pixels, two zoom about their middle", () => {
  const told = [];
  const fingers = new Fingers({ move: (dx, dy) => told.push(["move", dx, dy]), zoom: (factor, x, y) => told.push(["zoom", factor, x, y]) });
  fingers.down(1, 0, 0);
  fingers.move(1, 3, 0);
  assert.deepEqual([told, fingers.hasMoved], [[], false]);
  fingers.move(1, 13, 0);
  assert.deepEqual([told.pop(), fingers.hasMoved], [["move", 10, 0], true]);
  fingers.down(2, 113, 0);
  fingers.move(2, 213, 0);
  assert.deepEqual(told.pop(), ["zoom", 2, 113, 0]);
  fingers.up(2);
  fingers.move(2, 0, 0);
  fingers.up(1);
  fingers.down(1, 5, 5);
  assert.deepEqual([told, fingers.hasMoved], [[], false]);
});

test("a drawing follows the colours that the page was told to have", () => {
  const rules = themed(unstyled(drawn[0].map).rules);
  const dark = /prefers-color-scheme:dark\)\{:root:not\(\[data-theme="light"\]\)\{(.*)\}\}:root\[data-theme="dark"\]\{(.*)\}$/.exec(rules);
  assert.equal(dark[1], dark[2]);
  assert.match(dark[1], /^\.umpire-map \.paper\{fill:#121212\}/);
});

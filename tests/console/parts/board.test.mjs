// The boards: where hexes and ranks lie in the window, what the ground of a map is, and what is shown of a fight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cornersOf, edgeOf, fitting, fittingAll, hexAt, hexesIn, isUnfit, moved, placeOf, radiusOf, shows, zoomed } from "../../../service/api/console/board/hexes.js";
import { linesOf } from "../../../service/api/console/board/lines.js";
import { bondsOf, sceneOf, tokensOf } from "../../../service/api/console/board/scene.js";
import { halfTag, spotsOf } from "../../../service/api/console/board/tags.js";
import { groundOf, hexesOfPath, keyOf } from "../../../service/api/console/board/terrain.js";
import { outlineOf, scaled, shareOf } from "../../../service/api/console/board/token.js";
import { lettersOf } from "../../../service/api/console/words/wording.js";
import { begun, meantByFoes } from "../../../service/api/console/fight/choice.js";
import { sidesOf } from "../../../service/api/console/words/state.js";
import { SHAPES } from "../../../service/api/console/words/sides.js";
import { families, parsed } from "./data.mjs";

const WINDOWS = [{ width: 700, height: 560 }, { width: 1240, height: 800 }, { width: 390, height: 380 }];

/** What a page knows of the fight that a family begins with. */
function viewOf({ play, state, situation, suggest, moves }, role = "referee") {
  const choosing = {
    version: 1, suggested: null, suggestions: new Map(), meant: suggest ? meantByFoes(situation, suggest.ahead, sidesOf(play, state)) : [],
    choice: suggest ? begun(situation, suggest.figures) : { figure: null, picks: new Map() },
    lists: new Map((moves?.figures ?? []).map((each) => [each.figure, each])),
  };
  return { play, state, situation, choosing, version: 1, seat: { role }, request: { state } };
}

test("a point lies in the hex whose middle is nearest, at any nearness", () => {
  for (const view of [{ side: 30, x: 0, y: 0 }, { side: 47, x: 311, y: -20 }]) {
    for (let q = -7; q <= 7; q += 1) {
      for (let r = -7; r <= 7; r += 1) {
        const { x, y } = placeOf(view, [q, r]);
        for (const [dx, dy] of [[0, 0], [0.8, 0.1], [-0.8, -0.1], [0.1, 0.77], [-0.4, 0.66]]) assert.deepEqual(hexAt(view, x + dx * view.side, y + dy * view.side), [q + 0, r + 0]);
      }
    }
  }
});

test("two to twenty-four figures are all in the window, and none is nearer to another than their radii", () => {
  for (const size of WINDOWS) {
    for (let count = 2; count <= 24; count += 1) {
      const hexes = Array.from({ length: count }, (_, place) => [(place % 5) - 2, Math.floor(place / 5) - 2]);
      const view = fitting(hexes, size);
      assert.ok(shows(view, hexes, size), `${count} in ${size.width}`);
      const apart = Math.hypot(placeOf(view, [0, 0]).x - placeOf(view, [1, 0]).x, placeOf(view, [0, 0]).y - placeOf(view, [1, 0]).y);
      assert.ok(apart >= 2 * radiusOf(view) * 0.85);
    }
  }
});

test("places that would make figures too small to read are left out of the view, which comes nearer when all are near", () => {
  const figures = [[0, 0], [1, 0]];
  const phone = WINDOWS[2];
  assert.ok(shows(fittingAll(figures, [[3, 0]], phone), [[3, 0]], phone));
  const far = fittingAll(figures, [[12, 0]], phone);
  assert.deepEqual(far, fitting(figures, phone));
  assert.equal(isUnfit(far, figures, [[12, 0]], phone), false);
  assert.equal(isUnfit(far, [...figures, [5, 0]], [], phone), true);
  assert.equal(isUnfit({ ...far, side: far.side / 2 }, figures, [], phone), true);
});

test("the window is full of hexes, none of which lies outside it", () => {
  const view = { side: 30, x: 100, y: 80 };
  const seen = new Set(hexesIn(view, WINDOWS[2]).map(keyOf));
  for (let x = 0; x <= 390; x += 13) for (let y = 0; y <= 380; y += 13) assert.ok(seen.has(keyOf(hexAt(view, x, y))));
  assert.ok(seen.size < 150);
});

test("words stand where they cover no figure and no other word; a name that finds no such place is left out", () => {
  const figures = ["Ash", "Gort", "Mag"].map((name) => ({ id: name, name, chance: "63 %", under: 32 }));
  const apart = new Map([["Ash", { x: 60, y: 200 }], ["Gort", { x: 180, y: 200 }], ["Mag", { x: 300, y: 200 }]]);
  for (const { name, chance } of spotsOf(figures, apart, 18, WINDOWS[2]).values()) assert.deepEqual([name, chance], [{ x: 0, y: 37 }, { x: 0, y: -38 }]);
  const stacked = new Map([["Ash", { x: 180, y: 200 }], ["Gort", { x: 180, y: 150 }], ["Mag", { x: 180, y: 100 }]]);
  const spots = spotsOf(figures, stacked, 18, WINDOWS[2]);
  const boxes = [...stacked].flatMap(([id, { x, y }]) => {
    const { name, chance } = spots.get(id);
    const tag = { left: x + chance.x - halfTag("63 %"), right: x + chance.x + halfTag("63 %"), top: y + chance.y - 10, bottom: y + chance.y + 10 };
    return [tag, ...(name ? [{ left: x + name.x - 14, right: x + name.x + 14, top: y + name.y - 7, bottom: y + name.y + 7 }] : [])];
  });
  for (const [place, one] of boxes.entries()) for (const other of boxes.slice(place + 1)) assert.ok(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top);
  const crowd = Array.from({ length: 25 }, (_, n) => ({ id: `${n}`, name: "Somebody", chance: "", under: 20 }));
  const places = new Map(crowd.map(({ id }, n) => [id, { x: 60 + (n % 5) * 24, y: 60 + Math.floor(n / 5) * 24 }]));
  assert.ok([...spotsOf(crowd, places, 12, WINDOWS[2]).values()].some(({ name }) => name === null));
});

test("what is pressed stays where it is while the ground comes nearer, and moves with the finger", () => {
  const view = fitting([[0, 0], [4, -2]], WINDOWS[0]);
  const hex = hexAt(view, 200, 150);
  assert.deepEqual(hexAt(zoomed(view, 1.3, 200, 150), 200, 150), hex);
  const { x, y } = placeOf(view, hex);
  assert.deepEqual(placeOf(moved(view, 10, -5), hex), { x: x + 10, y: y - 5 });
  assert.equal(cornersOf(10).split(" ").length, 6);
  assert.ok(edgeOf(10, 0).every(({ y: high }) => Math.abs(high + 10 * Math.sqrt(3) / 2) < 1e-9));
});

test("the ground of each map is read from the service's drawing, and has a place for each figure", () => {
  const mapped = Object.values(families).filter(({ map }) => map !== null);
  assert.ok(mapped.length >= 2);
  for (const { map, state, play } of mapped) {
    const ground = groundOf(parsed(map));
    for (const record of play.figures.flatMap((list) => state[list]).filter(({ hex }) => hex)) assert.ok(ground.cells.has(keyOf(record.hex)), record.id);
    assert.ok([...ground.cells.values()].every(({ look }) => /^[a-z]+$/.test(look)));
  }
  assert.deepEqual(hexesOfPath("M30 0l-15 25.98zM-60 -51.96l-15 25.98z"), [[0, 0], [-2, 0]]);
  const drawing = parsed('<svg><g><path class="edge wall" data-edge="wall" d="M30 -155.88h30"><title>wall</title></path><path class="edge" data-edge="low wall" d="M0 0l15-25.98"/><path class="item" d="M57.5 -2.5h5v5h-5z"><title>lantern</title></path></g></svg>');
  const { edges, items } = groundOf(drawing);
  assert.deepEqual(edges.map(({ look }) => look), ["wall", "low wall"]);
  assert.deepEqual(edges[0].points.map((each) => Math.round(each * 100) / 100), [1, -5.2, 2, -5.2]);
  assert.deepEqual(items, [{ x: 2, y: 0, name: "lantern" }]);
});

test("a drawing that is anything else is no ground, and nothing of it is kept", () => {
  const { cells, edges, items } = groundOf(parsed("<svg><script>steal()</script><path d=\"M0 0h1\"/></svg>"));
  assert.deepEqual([cells.size, edges, items], [0, [], []]);
});

const rank = (ids, place, more = {}) => ids.map((id) => ({ id, place, isOut: false, at: null, ...more }));

test("two ranks face each other with all figures in the window, none over another", () => {
  for (const size of WINDOWS) {
    for (let count = 1; count <= 12; count += 1) {
      const figures = [...rank(Array.from({ length: count }, (_, n) => `a${n}`), 0), ...rank(Array.from({ length: count }, (_, n) => `b${n}`), 1)];
      const { places, radius } = linesOf(figures, [["a0", "b0"]], [], size);
      const all = [...places.values()];
      assert.equal(all.length, 2 * count);
      for (const { x, y } of all) assert.ok(x > 0 && x < size.width && y - radius >= 0 && y + radius <= size.height, `${count} in ${size.width}: ${y} ${radius}`);
      for (const [place, one] of all.entries()) for (const other of all.slice(place + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 1.6 * radius, `${count} in ${size.width}`);
    }
  }
});

test("who is tied to somebody stands face to face, the others a rank behind, and who is out lies farthest back", () => {
  const figures = [...rank(["a", "b"], 0), ...rank(["x", "y", "z"], 1), ...rank(["dead"], 0, { isOut: true })];
  const { places } = linesOf(figures, [["a", "y"], ["b", "x"]], [], WINDOWS[0]);
  const at = (id) => places.get(id);
  assert.ok(at("y").x < at("x").x);
  assert.ok(at("z").y < at("x").y);
  assert.ok(at("dead").y > at("a").y);
});

test("bands of distance are stripes, and a figure stands in the one of its nearest foe", () => {
  const bands = [{ name: "close", up_to: 2 }, { name: "near", up_to: 20 }, { name: "far", up_to: null }];
  const figures = [...rank(["a"], 0, { at: { x: 0, y: 0 } }), ...rank(["bow"], 1, { at: { x: 15, y: 0 } }), ...rank(["knife"], 1, { at: { x: 1, y: 0 } })];
  const { places, stripes } = linesOf(figures, [], bands, WINDOWS[0]);
  assert.deepEqual(stripes.map(({ name }) => name), ["near", "close", "close", "near"]);
  assert.ok(places.get("bow").y < places.get("knife").y);
});

test("every family's fight has its figures on the board that it declares, with what they can lose and a sentence each", () => {
  for (const [family, facts] of Object.entries(families)) {
    const tokens = tokensOf(viewOf(facts));
    assert.ok(tokens.length > 1, family);
    assert.ok(new Set(tokens.map(({ place }) => place)).size > 1, family);
    for (const token of tokens) {
      assert.ok(token.pools.length > 0, `${family} ${token.id}`);
      assert.ok(token.pools[0].full > 0 && token.pools[0].left <= token.pools[0].full, `${family} ${token.id}`);
      assert.ok(token.label.startsWith(`${token.name}: `) && token.label.endsWith("."), token.label);
      assert.doesNotMatch(token.label, /_|null|undefined|\[/);
      assert.equal(token.hex !== null, facts.play.board === "hexes", family);
    }
    assert.ok(bondsOf(facts.play, facts.state).every(([one, other]) => one !== other), family);
  }
});

test("viewers see the same figures without numbers, and nothing that is lit or meant", () => {
  for (const [family, facts] of Object.entries(families)) {
    const scene = sceneOf(viewOf({ ...facts, state: facts.seen }, "viewer"));
    assert.ok(scene.tokens.length > 1, family);
    assert.deepEqual(scene.tokens.flatMap(({ pools }) => pools), [], family);
    assert.deepEqual([scene.arrows, scene.places, scene.actor], [[], [], null], family);
    assert.ok(scene.tokens.every(({ lit }) => lit === ""), family);
  }
});

test("a referee sees who is looked at, arrows of all who mean to aim at somebody, and foes that are lit", () => {
  for (const [family, facts] of Object.entries(families).filter(([, { suggest }]) => suggest !== null)) {
    const scene = sceneOf(viewOf(facts));
    assert.equal(scene.actor, facts.situation.next[0], family);
    assert.ok(scene.arrows.length > 0, family);
    assert.ok(scene.arrows.every(({ isOwn }) => !isOwn), family);
    assert.deepEqual(scene.arrows.filter(({ isAhead }) => !isAhead).map(({ from }) => from).filter((id) => !facts.situation.next.includes(id)), [], family);
    assert.ok(scene.tokens.some(({ lit }) => lit === "can"), family);
  }
});

test("what foes mean to do are arrows of those who wait, at whom rather than where to, and viewers get none", () => {
  const view = viewOf(Object.values(families).find(({ situation }) => situation.decision === "turn"));
  const [one, other] = tokensOf(view).map(({ id }) => id);
  const meant = [{ figure: one, target: other, hex: [1, 0] }, { figure: other, target: null, hex: [2, 0] }, { figure: one, target: null, hex: null }, { figure: one, target: one, hex: null }];
  const choosing = { ...view.choosing, choice: { figure: null, picks: new Map() }, meant };
  const how = { isOwn: false, isAhead: true };
  assert.deepEqual(sceneOf({ ...view, choosing }).arrows, [{ from: one, to: other, hex: null, ...how }, { from: other, to: null, hex: [2, 0], ...how }]);
  assert.deepEqual(sceneOf({ ...view, choosing, seat: { role: "viewer" } }).arrows, []);
});

test("letters, outlines and rings", () => {
  assert.deepEqual(["Ash", "ogre 1", "The Watch", "x", "Town guard 2", "wolf 12", "7"].map(lettersOf), ["As", "O1", "TW", "X", "Tg2", "W12", "7"]);
  assert.equal(scaled("M-11 0a11 11 0 1 0 22 0z", 2), "M-22 0a22 22 0 1 0 44 0z");
  for (const [place] of SHAPES.entries()) assert.match(outlineOf(place, 20), /^M[-\d. a-zA-Z]+z$/);
  assert.deepEqual([{ left: 5, full: 10 }, { left: -3, full: 10 }, { left: 4, full: 16, isSpent: true }, { left: 3, full: null }].map(shareOf), [0.5, 0, 0.75, 1]);
});

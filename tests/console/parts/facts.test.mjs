// The table of figures, and how sides are told apart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, poolsOf, rowsOf } from "../../../service/api/console/words/facts.js";
import { SHAPES, marksOf } from "../../../service/api/console/words/sides.js";
import { sidesOf } from "../../../service/api/console/words/state.js";
import { families, parsed, scheme } from "./data.mjs";

test("every family's figures are rows with a name, a side, and what is left of somebody", () => {
  for (const [family, { play, state }] of Object.entries(families)) {
    const rows = rowsOf(play, state);
    const records = play.figures.flatMap((list) => state[list]);
    assert.deepEqual(rows.map(({ id }) => id), records.map(({ id }) => id), family);
    assert.deepEqual(rows.map(({ name }) => name), records.map(({ id, name }) => name ?? id), family);
    assert.ok(rows.every(({ side }) => side), family);
    assert.ok(rows.some(({ pools }) => pools.length), family);
  }
});

test("viewers read the same facts without the numbers", () => {
  const said = Object.values(families).map(({ play, state, seen }) => [state, seen].map((each) => rowsOf(play, each).flatMap(({ conditions }) => conditions)));
  assert.ok(said.some(([all]) => all.length > 0));
  for (const [all, shown] of said) assert.deepEqual(shown.filter((each) => !all.includes(each)), []);
  for (const [family, { play, seen }] of Object.entries(families)) {
    const rows = rowsOf(play, seen);
    assert.ok(rows.length > 1, family);
    assert.deepEqual(rows.flatMap(({ pools }) => pools), [], family);
  }
});

test("rows say where figures stand: the hex and the facing of the map, or where another list puts them", () => {
  for (const { play, state, map } of Object.values(families)) {
    if (map === null) continue;
    const drawn = [...walk(parsed(map))].map(({ attributes }) => Object.fromEntries(attributes.map(({ name, value }) => [name, value])));
    const placed = new Map(drawn.filter((each) => each["data-figure"]).map((each) => [each["data-figure"], each]));
    const compass = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
    for (const { id, place } of rowsOf(play, state)) {
      const [, q, r, facing] = /^hex (\S+), ([^,]+), facing (\S+)$/.exec(place.replaceAll("−", "-")) ?? [];
      const figure = placed.get(id);
      if (q === undefined) assert.equal(figure, undefined);
      else assert.deepEqual([figure["data-hexes"].split(" ")[0], compass[figure["data-facing"]]], [`${q},${r}`, facing]);
    }
  }
  const play = { figures: ["units"], pools: [], places: ["x", "y"], visible: ["positions", "unit"], side: "side", state: "S", definitions: {} };
  const state = { units: [{ id: "a" }, { id: "b" }], positions: [{ unit: "b", x: 3, y: -1 }] };
  assert.equal(placeOf(play, state, state.units[1]), "x 3, y −1");
  assert.equal(placeOf(play, state, state.units[0]), "");
});

const PLAY = {
  figures: ["people"],
  pools: [
    { name: "grit", left: "grit", full: ["grit_max"], times: null, is_spent: false }, { name: "luck", left: "luck", full: [], times: null, is_spent: false },
    { name: "wounds", left: "hurt", full: ["slots", "other"], times: "heads", is_spent: true },
  ], places: ["hex", "facing"], side: "side", state: "State",
  visible: ["people", "id", "side", "status", "stunned", "standing", "engaged_with", "conditions", "state", "aim", "foe", "holds", "fighting", "is_pc", "chief_id"],
  definitions: {
    State: { properties: { people: { items: { $ref: "#/definitions/Person" } } } },
    Status: { enum: ["active", "down"], type: "string" },
    Person: { properties: {
      status: { $ref: "#/definitions/Status", default: "active" },
      stunned: { type: "boolean", default: false }, fighting: { type: "boolean", default: true }, is_pc: { type: "boolean", default: false },
      engaged_with: { items: { type: "string" }, default: [] },
      conditions: { items: { enum: ["on_fire", "blind"] }, default: [] },
      chief_id: { type: "string" },
      state: { anyOf: [{ $ref: "#/definitions/Inner" }, { type: "null" }] },
      grit: { type: "integer" }, grit_max: { type: "integer" }, luck: { description: "Luck left; null: all." }, skill: { type: "integer" },
    } },
    Inner: { properties: { aim: { anyOf: [{ enum: ["high", "low"] }, { type: "null" }], default: null }, holds: { items: { type: "object" } } } },
  },
};

function rowOf(person) {
  return rowsOf(PLAY, { people: [{ id: "ash", name: "Ash", side: "red", ...person }, { id: "orc", name: "Orc", side: "blue", status: "active" }] })[0];
}

test("what has befallen a figure is said in words, and nothing that is as usual", () => {
  assert.deepEqual(rowOf({ status: "active", fighting: true, is_pc: true }).conditions, []);
  assert.deepEqual(rowOf({ status: "down", stunned: true, fighting: false }).conditions, ["down", "stunned", "not fighting"]);
  assert.deepEqual(rowOf({ engaged_with: ["orc"], conditions: ["on_fire"], chief_id: "orc" }).conditions, ["engaged with Orc", "on fire", "chief Orc"]);
  assert.deepEqual(rowOf({ state: { aim: "high", holds: [{ foe: "orc", arm: 1 }] } }).conditions, ["aim: high", "holds: Orc"]);
  assert.deepEqual(rowOf({ secret: "plan", state: null }).conditions, []);
});

test("pools are what the family declares: all there if it is not said, as much as the fight began with if no field says how much", () => {
  const pool = (name, left, full, isSpent = false) => ({ name, left, full, isSpent });
  assert.deepEqual(rowOf({ grit: 3, grit_max: 9, skill: 12, luck: null }).pools, [pool("grit", 3, 9)]);
  assert.deepEqual(rowOf({ grit: null, grit_max: 9 }).pools, [pool("grit", 9, 9)]);
  assert.deepEqual(rowOf({ luck: 2 }).pools, [pool("luck", 2, 2)]);
  assert.deepEqual(rowOf({ hurt: null, slots: null, other: 4, heads: 3 }).pools, [pool("wounds", 0, 12, true)]);
  assert.deepEqual(poolsOf(PLAY, { luck: 2 }, { luck: 7 }), [pool("luck", 2, 7)]);
  assert.deepEqual(poolsOf(PLAY, {}, { luck: 7 }), []);
});

test("sides have the shapes and colours of the service's maps", () => {
  for (const [sides, marks] of scheme.cases) assert.deepEqual([...marksOf(sides)].map(([side, { shape, colour }]) => [side, shape, colour]), marks);
  const paths = scheme.glyphs.map((glyph) => / d="([^"]+)"/.exec(glyph)?.[1]);
  assert.equal(SHAPES.length, paths.length);
  paths.forEach((path, place) => path === undefined || assert.equal(SHAPES[place], path));
  assert.deepEqual(scheme.glyphs.flatMap((glyph, place) => (glyph === '<circle r="11"/>' ? [place] : [])), [0]);
});

test("the table and the map of a fight give a side the same mark", () => {
  for (const { play, state, map } of Object.values(families)) {
    if (map === null) continue;
    const marks = marksOf(sidesOf(play, state));
    const groups = [...walk(parsed(map))].filter(({ attributes }) => attributes.some(({ name }) => name === "data-figure"));
    assert.ok(groups.length > 1);
    for (const { attributes, children } of groups) {
      const side = attributes.find(({ name }) => name === "data-side").value;
      const shape = children.find(({ attributes: each }) => each.some(({ name, value }) => name === "class" && /^figure /.test(value)));
      const colour = Number(/ s(\d)/.exec(shape.attributes.find(({ name }) => name === "class").value)[1]);
      const path = shape.children[0].attributes.find(({ name }) => name === "d")?.value;
      assert.equal(marks.get(side).colour, colour);
      assert.ok(path === undefined ? marks.get(side).shape === 0 : SHAPES[marks.get(side).shape] === path);
    }
  }
});

function* walk(node) {
  yield node;
  for (const child of node.children) yield* walk(child);
}

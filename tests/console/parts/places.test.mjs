// Hexes in orders: what pressing one on the map makes of an order, and which ones the map shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderOf } from "../../../service/api/console/options/orders.js";
import { hexesNamed, hexInWords, ledTo, nowhere, picked } from "../../../service/api/console/options/places.js";
import { families } from "./data.mjs";

const mapped = Object.entries(families).filter(([, { map }]) => map !== null);

/** The orders of a family's examples that lead to a hex. */
function leading({ play, state }) {
  return play.moves.map(({ procedure }) => orderOf(play, state, procedure)).filter((order) => ledTo(play, order, [1, -1]) !== null);
}

test("each family on hexes has moves that lead to a hex, which is then the order's, and the map's", () => {
  assert.ok(mapped.length >= 2);
  for (const [family, facts] of mapped) {
    const orders = leading(facts);
    assert.ok(orders.length > 0, family);
    for (const order of orders) {
      const input = ledTo(facts.play, order, [1, -1]);
      assert.notDeepEqual(input, order.input, family);
      assert.ok(hexesNamed(facts.play, { ...order, input }).some(([q, r]) => q === 1 && r === -1), `${family} ${order.procedure}`);
      assert.equal(hexesNamed(facts.play, order).some(([q, r]) => q === 1 && r === -1), false, family);
    }
  }
});

test("an order that leads to no hex says which moves do", () => {
  for (const [family, facts] of Object.entries(families)) {
    const { play, state } = facts;
    const led = new Set(leading(facts).map(({ procedure }) => procedure));
    const other = play.moves.find(({ procedure }) => !led.has(procedure));
    const said = nowhere(play, state, orderOf(play, state, other.procedure));
    assert.match(said, / leads to no hex as it is\./, family);
    assert.equal(said.includes("Moves that do: "), led.size > 0, family);
  }
});

const STEP = { type: "object", required: ["to"], properties: { to: { $ref: "#/definitions/Hex" }, slowly: { type: "boolean" } } };
const ADVANCE = { type: "object", required: ["kind"], properties: { kind: { const: "advance" } } };
const TOWARD = { type: "object", required: ["kind", "hex"], properties: { kind: { const: "toward" }, hex: { $ref: "#/definitions/Hex" } } };
const PLAY = {
  places: ["hex"],
  begins: { state: {} },
  moves: ["walk", "command", "wait"].map((procedure) => ({ procedure, input: procedure, example: { input: {} } })),
  definitions: {
    Hex: { type: "array", minItems: 2, maxItems: 2, items: { type: "integer" } },
    walk: { type: "object", properties: { path: { type: "array", items: STEP } } },
    command: { type: "object", properties: { order: { discriminator: { propertyName: "kind" }, oneOf: [ADVANCE, TOWARD] } } },
    wait: { type: "object", properties: { zone: { type: "array", items: { $ref: "#/definitions/Hex" } }, blind: { anyOf: [{ $ref: "#/definitions/Hex" }, { type: "null" }] } } },
  },
};
const led = (procedure, input, hex) => ledTo(PLAY, { procedure, input }, hex);

test("steps lead on to a neighbour, are cut at a hex that they pass, and begin anew elsewhere", () => {
  const path = [{ to: [0, -1], slowly: true }, { to: [0, -2] }];
  assert.deepEqual(led("walk", { path }, [1, -3]).path, [...path, { to: [1, -3] }]);
  assert.deepEqual(led("walk", { path }, [0, -1]).path, [path[0]]);
  assert.deepEqual(led("walk", { path }, [4, 4]).path, [{ to: [4, 4] }]);
});

test("a command to go on becomes one to go there, and another hex takes its place", () => {
  const there = led("command", { order: { kind: "advance" } }, [2, 0]);
  assert.deepEqual(there, { order: { kind: "toward", hex: [2, 0] } });
  assert.deepEqual(led("command", there, [3, 1]), { order: { kind: "toward", hex: [3, 1] } });
});

test("what names no hex yet is not given one unasked", () => {
  assert.equal(led("wait", {}, [0, 0]), null);
  assert.deepEqual(led("wait", { blind: [1, 1] }, [0, 0]), { blind: [0, 0] });
});

test("a field that waits for a hex takes it, and a list takes and gives back each", () => {
  assert.deepEqual(picked({ a: [{ b: 1 }] }, { pointer: "/a/0/c~1d", several: false }, [1, 2]), { a: [{ b: 1, "c/d": [1, 2] }] });
  const zone = (input, hex) => picked(input, { pointer: "/zone", several: true }, hex);
  const both = zone(zone({}, [0, 1]), [0, 2]);
  assert.deepEqual(both, { zone: [[0, 1], [0, 2]] });
  assert.deepEqual(zone(both, [0, 1]), { zone: [[0, 2]] });
  assert.equal(hexInWords([1, -2]), "1, −2");
});

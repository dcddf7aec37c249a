// What the transcript says of dice, and the code that is read aloud at the table.
import assert from "node:assert/strict";
import { test } from "node:test";

import { codeOf, hashOf, restingOf } from "../../../service/api/console/whole/seal.js";

const dice = (seed_by, supplied_faces = 0, supplied_cards = 0) => ({ seed_by, supplied_faces, supplied_cards });

test("an act says whose dice it was played with", () => {
  assert.equal(restingOf({ dice: dice("service"), draw: { n: 7, values: [] } }), "The dice were fixed before this act, in draw 7.");
  const values = [{ seat: "ann", value: "" }, { seat: "bor", value: "" }];
  assert.equal(restingOf({ dice: dice("table"), draw: { n: 7, values } }), "The dice were fixed before this act, in draw 7, with values of ann, bor.");
  assert.equal(restingOf({ dice: dice("caller"), draw: { n: 1, values: [] } }), "Rolled from a seed that the referee named.");
  assert.equal(restingOf({ dice: dice(null, 3), draw: { n: 1, values: [] } }), "Dice were brought to the table.");
  assert.equal(restingOf({ dice: dice(null, 0, 1), draw: { n: 1, values: [] } }), "Dice were brought to the table.");
  const some = restingOf({ dice: dice("service", 2, 1), draw: { n: 7, values: [] } });
  assert.equal(some, "Dice were brought to the table. The dice were fixed before this act, in draw 7.");
  assert.equal(restingOf({ dice: dice("service"), draw: null }), "Rolled by the service; from what, is not shown.");
  assert.equal(restingOf({ dice: null }), "");
});

test("a code is the first 100 bits of a head's hash in letters", async () => {
  const hash = await hashOf("a\n\n\u2014 x y\n");
  assert.equal(hash, "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7");
  assert.equal(codeOf(hash), "Q5BI-7RJC-QA6T-CBS6-PPHD");
  assert.equal(codeOf("0".repeat(64)), "AAAA-AAAA-AAAA-AAAA-AAAA");
  assert.equal(codeOf("f".repeat(64)), "7777-7777-7777-7777-7777");
});

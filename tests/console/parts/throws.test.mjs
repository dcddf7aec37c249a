// How the dice of an act fall: which ones, what is said of them, and how long the page waits for them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PACE, pauseAfter, throwsOf } from "../../../service/api/console/dice/throws.js";

const roll = (n, more = {}) => ({ n, actor: "ash", label: "To Hit", dice: "3d6", faces: [1, 2, 3], card: null, total: 6, target: { total: 10 }, margin: 4, ...more });

test("the page waits until all dice have fallen, and as long where nothing moves as for an act without dice", () => {
  const looked = pauseAfter(null, false);
  assert.equal(pauseAfter({ steps: [roll(1), roll(2)] }, false), looked + 2 * PACE.fall);
  assert.equal(pauseAfter({ steps: [] }, false), looked);
  assert.equal(pauseAfter({ steps: [roll(1), roll(2)] }, true), looked);
});

test("only the last rolls of a long round fall, and steps without dice do not", () => {
  const steps = Array.from({ length: 9 }, (_, at) => roll(at));
  assert.deepEqual(throwsOf({ steps }).map(({ key }) => key), [3, 4, 5, 6, 7, 8]);
  assert.deepEqual(throwsOf({ steps: [roll(1, { dice: null, faces: null }), roll(2, { faces: [] })] }), []);
});

test("a roll says its sum and what it was against, and whether it was good", () => {
  const said = (more) => throwsOf({ steps: [roll(1, more)] }).map((each) => [each.said, each.tone, each.faces]);
  assert.deepEqual(said(), [["6 ≤ 10", "good", [1, 2, 3]]]);
  assert.deepEqual(said({ total: 12, margin: -2 }), [["12 > 10", "bad", [1, 2, 3]]]);
  assert.deepEqual(said({ total: null, target: null, margin: null }), [["6", "plain", [1, 2, 3]]]);
  assert.deepEqual(said({ card: "QH", faces: null, total: null, target: null, margin: null }), [["", "plain", ["QH"]]]);
});

// How the dice of an act fall: which ones, what is said of them, and how long the page waits for them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Landing } from "../../../service/api/console/dice/landing.js";
import { PACE, pauseAfter, throwsOf } from "../../../service/api/console/dice/throws.js";

const roll = (n, more = {}) => ({ n, actor: "ash", label: "To Hit", dice: "3d6", faces: [1, 2, 3], card: null, total: 6, target: { total: 10 }, margin: 4, ...more });

test("the page waits until all dice have fallen, and as long where nothing moves as for an act without dice", () => {
  const looked = pauseAfter(null, false);
  assert.equal(pauseAfter({ steps: [roll(1), roll(2)] }, false), looked + PACE.start + 2 * (PACE.fall + PACE.gap));
  assert.equal(pauseAfter({ steps: [] }, false), looked);
  assert.equal(pauseAfter({ steps: [roll(1), roll(2)] }, true), looked);
});

test("what has to be drawn waits while dice fall, and goes on at once when none do", async () => {
  const landing = new Landing();
  const drawn = [];
  const draw = async (name) => {
    await landing.landed();
    drawn.push(name);
  };
  await draw("before");
  landing.begin();
  const waiting = Promise.all([draw("one"), draw("two")]);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(drawn, ["before"]);
  landing.end();
  await waiting;
  await draw("after");
  assert.deepEqual(drawn, ["before", "one", "two", "after"]);
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

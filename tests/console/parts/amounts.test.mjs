// How much harm an attack may do: columns that leave nothing out, and a sentence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, fallsFrom, harmSaid, meanSaid, spentBy, withoutTail } from "../../../service/api/console/words/amounts.js";
import { families } from "./data.mjs";

const harm = (amounts, falls = 0) => ({ number: "injury", amounts: amounts.map(([amount, decimal]) => ({ amount, chance: { decimal } })), falls: { decimal: falls } });

test("columns begin with the least harm, and leave out that there is none", () => {
  assert.deepEqual(columnsOf(harm([[0, 0.5], [2, 0.25], [4, 0.25]])), [{ from: 2, to: 2, share: 0.25 }, { from: 3, to: 3, share: 0 }, { from: 4, to: 4, share: 0.25 }]);
  assert.deepEqual(columnsOf(harm([[0, 1]])), []);
});

test("the chance that all that is left is lost is that of all amounts from there on", () => {
  assert.deepEqual([1, 4, 5].map((from) => spentBy(harm([[0, 0.5], [2, 0.25], [4, 0.25]]), from)), [0.5, 0.25, 0]);
});

test("many amounts stand together, and their chances are kept", () => {
  const columns = columnsOf(harm([...Array(100).keys()].map((amount) => [amount, 0.01])));
  assert.equal(columns.length, 20);
  assert.deepEqual([columns[0].from, columns[0].to, columns.at(-1).to >= 99], [1, 5, true]);
  assert.ok(Math.abs(columns.reduce((all, { share }) => all + share, 0) - 0.99) < 1e-9);
});

test("the sentence has the range, the mean of what harms, and the chance that the target falls", () => {
  assert.equal(harmSaid(harm([[0, 1]]), false), "No harm can come of it");
  assert.equal(harmSaid(harm([[0, 0.5], [3, 0.5]], 1), true), "If it harms: 3");
  assert.equal(harmSaid(harm([[0, 0.5], [2, 0.25], [4, 0.25]], 0.25), false), "If it harms: 2 to 4, on average 3.0 · out of the fight 25\u00a0%");
});

test("the odds of the service tell it of attacks, and of nothing else", () => {
  for (const [family, { odds }] of Object.entries(families)) {
    for (const [procedure, told] of Object.entries(odds)) {
      assert.equal("harm" in told, procedure === "resolve-attack" && family !== "mass", `${family}/${procedure}`);
      if (told.harm) assert.ok(harmSaid(told.harm, false).length > 0 && columnsOf(told.harm).every(({ share }) => share >= 0));
    }
  }
});

test("the line stands where the target has nothing left of what is harmed, else of what it has first", () => {
  const pool = (name, left, isSpent = false) => ({ name, left, full: 20, isSpent });
  assert.equal(fallsFrom("injury", [pool("hit points", 11), pool("fatigue points", 3)]), 11);
  assert.equal(fallsFrom("fatigue_lost", [pool("endurance", 11), pool("fatigue", 3)]), 3);
  assert.equal(fallsFrom("injury", [pool("injuries", 2, true), pool("stamina", 7)]), 7);
  assert.deepEqual([fallsFrom("injury", [pool("hit points", -4)]), fallsFrom("injury", [pool("hit points", null)]), fallsFrom("injury", [])], [null, null, null]);
});

test("very large amounts that hardly come have no columns, and the mean is of what harms", () => {
  const columns = (...shares) => shares.map((share, place) => ({ from: place + 1, to: place + 1, share }));
  assert.equal(withoutTail(columns(0.5, 0.492, 0.004, 0.004)).length, 2);
  assert.equal(withoutTail(columns(0.5, 0.4, 0.1)).length, 3);
  assert.deepEqual([withoutTail([]), withoutTail(columns(0)).length], [[], 1]);
  assert.deepEqual([meanSaid(harm([[0, 0.5], [2, 0.25], [4, 0.25]])), meanSaid(harm([[0, 1]])), meanSaid(harm([[12, 0.5], [13, 0.5]]))], ["3.0", "", "13"]);
});

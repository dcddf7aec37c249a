// Which turns the page plays by itself: those of sides that are left to it, and dice for who is next if all sides are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { givenIn, servedIn } from "../../../service/api/console/fight/choosing.js";
import { followingIn } from "../../../service/api/console/fight/choice.js";
import { isAutomatic } from "../../../service/api/console/table/automatic.js";

const ORDER = [{ id: "ash", side: "red" }, { id: "orc", side: "blue" }];
const view = (next, automatic, more = {}) => ({
  version: 1, situation: { decision: "turn", next, order: ORDER }, automatic, busy: false, problem: null, seat: { role: "referee" }, asking: null, more: false,
  choosing: { version: 1, suggested: { procedure: "resolve-turn", input: {} }, choice: { figure: next[0] ?? null, picks: new Map(next.map((id) => [id, { moves: [], isOwn: false }])) } },
  ...more,
});

test("turns of sides that are left to the page are played, and no others", () => {
  assert.ok(isAutomatic(view(["orc"], ["blue"])));
  assert.ok(!isAutomatic(view(["ash"], ["blue"])));
  assert.ok(!isAutomatic(view(["orc"], ["blue"], { busy: true })));
});

test("dice decide who is next by themselves only if all sides are left to the page", () => {
  assert.ok(isAutomatic(view([], ["red", "blue"])));
  assert.ok(!isAutomatic(view([], ["blue"])));
  assert.ok(!isAutomatic(view([], [])));
});

test("orders of sides that are left to the service are not asked for, and a round of such orders alone is played by itself", () => {
  const orders = (automatic, own = []) => {
    const told = view(["ash", "orc"], automatic);
    const picks = new Map([...told.choosing.choice.picks].map(([id, pick]) => [id, { ...pick, isOwn: own.includes(id) }]));
    return { ...told, situation: { ...told.situation, decision: "orders" }, choosing: { ...told.choosing, choice: { figure: "ash", picks } } };
  };
  assert.ok(isAutomatic(orders(["red", "blue"])));
  assert.ok(!isAutomatic(orders(["blue"])));
  assert.ok(!isAutomatic(orders(["red", "blue"], ["ash"])));
  assert.deepEqual([...servedIn(orders(["blue"]))], ["orc"]);
  assert.deepEqual([...servedIn(orders(["blue"], ["orc"]))], []);
  assert.deepEqual(givenIn(orders(["blue"])), { given: 0, asked: 1, served: 1 });
  assert.deepEqual(givenIn(orders(["blue"], ["ash"])), { given: 1, asked: 1, served: 1 });
  const { choosing: { choice } } = orders([]);
  assert.equal(followingIn(choice), "orc");
  assert.equal(followingIn(choice, new Set(["orc"])), null);
});

// Questions of the first page are asked until the service answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered } from "../../../service/api/console/start/answered.js";

const TIMES = { longest: 20, pause: 1 };
const forever = () => new AbortController().signal;

test("what fails or has no answer for long is asked again, and the problem is taken back when it is answered", async () => {
  const told = [];
  let asked = 0;
  const hanging = (signal) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
  const ask = (signal) => [() => Promise.reject(new Error("away")), () => hanging(signal), async () => "here"][asked++]();
  assert.equal(await answered(ask, (problem) => told.push(problem?.message ?? null), forever(), TIMES), "here");
  assert.equal(asked, 3);
  assert.equal(told[0], "away");
  assert.deepEqual([told.length, told.at(-1)], [3, null]);
});

test("a refusal that would come again is told, and not asked again; a busy service is", async () => {
  const told = [];
  const refusing = (status) => Promise.reject(Object.assign(new Error("no"), { status }));
  assert.equal(await answered(() => refusing(404), (problem) => told.push(problem.status), forever(), TIMES), undefined);
  let asked = 0;
  assert.equal(await answered(() => (asked++ === 0 ? refusing(429) : Promise.resolve(1)), (problem) => told.push(problem?.status ?? null), forever(), TIMES), 1);
  assert.deepEqual(told, [404, 429, null]);
});

test("nothing is asked or told when nobody needs the answer any more", async () => {
  const leaving = new AbortController();
  const told = [];
  const asking = answered((signal) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason))), (problem) => told.push(problem), leaving.signal, { longest: 10_000, pause: 1 });
  leaving.abort();
  assert.deepEqual([await asking, told], [undefined, []]);
  assert.equal(await answered(async () => 1, () => {}, leaving.signal, TIMES), undefined);
});

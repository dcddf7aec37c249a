// Odds of an act: when they are asked for, and what is said of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Asking } from "../../../service/api/console/whole/asking.js";
import { isOfAct, termsOf, told } from "../../../service/api/console/whole/chances.js";
import { refusalOf } from "../../../service/api/console/fight/problems.js";
import { amount, bounds, capital, decimal, fraction, inWords, listed, percent, points } from "../../../service/api/console/words/wording.js";
import { families } from "./data.mjs";

/** Timers that run when the test says so. */
class Clock {
  constructor() {
    this.now = 0;
    this.waiting = new Map();
    this.setTimeout = (call, wait) => {
      const timer = {};
      this.waiting.set(timer, [this.now + wait, call]);
      return timer;
    };
    this.clearTimeout = (timer) => this.waiting.delete(timer);
  }

  pass(milliseconds) {
    this.now += milliseconds;
    for (const [timer, [due, call]] of [...this.waiting]) if (due <= this.now) this.waiting.delete(timer), call();
  }
}

function asking() {
  const clock = new Clock(), said = [], sent = [];
  const made = new Asking((asked) => said.push([asked.state, asked.answer]), { timers: clock });
  const ask = (name) => made.ask((signal) => new Promise((answer, refuse) => sent.push({ name, signal, answer, refuse })));
  return { clock, said, sent, made, ask };
}

const settled = () => new Promise((done) => setImmediate(done));

test("odds are asked for 250 ms after the last change, once", async () => {
  const { clock, said, sent, ask } = asking();
  ask("one");
  clock.pass(249);
  ask("two");
  clock.pass(249);
  assert.deepEqual(sent, []);
  clock.pass(1);
  assert.deepEqual(sent.map(({ name }) => name), ["two"]);
  sent[0].answer("odds");
  await settled();
  assert.deepEqual(said, [["waiting", null], ["waiting", null], ["answered", "odds"]]);
});

test("the request before is aborted, and its answer is not told even if it comes", async () => {
  const { clock, said, sent, ask } = asking();
  ask("one");
  clock.pass(250);
  ask("two");
  assert.ok(sent[0].signal.aborted);
  clock.pass(250);
  sent[0].answer("late");
  sent[1].answer("new");
  await settled();
  assert.deepEqual(said.at(-1), ["answered", "new"]);
  assert.ok(!said.some(([, answer]) => answer === "late"));
  assert.ok(!sent[1].signal.aborted);
});

test("the answer before stands while another is waited for, and is forgotten with its act", async () => {
  const { clock, said, sent, made, ask } = asking();
  ask("one");
  clock.pass(250);
  sent[0].answer("odds");
  await settled();
  ask("two");
  assert.deepEqual(said.at(-1), ["waiting", "odds"]);
  made.clear();
  clock.pass(250);
  assert.deepEqual([said.at(-1), sent.length], [["nothing", null], 1]);
});

test("a refusal is told, an abort is not", async () => {
  const { clock, said, sent, made, ask } = asking();
  ask("one");
  clock.pass(250);
  sent[0].refuse(new DOMException("gone", "AbortError"));
  await settled();
  assert.deepEqual(said.at(-1)[0], "waiting");
  ask("two");
  clock.pass(250);
  made.stop();
  sent[1].refuse(new Error("late"));
  await settled();
  assert.deepEqual(said.at(-1)[0], "waiting");
  ask("three");
  clock.pass(250);
  sent[2].refuse(new Error("no"));
  await settled();
  assert.deepEqual(said.at(-1), ["refused", null]);
});

test("problems say whether too much was asked, whether there are no odds, or what does not fit", () => {
  const problem = (type, detail) => Object.assign(new Error(detail), { type: `/problems/${type}`, detail });
  assert.deepEqual(refusalOf(problem("odds-too-large", "Too many paths.")), { kind: "too much", text: "Too many paths." });
  assert.equal(refusalOf(problem("unknown-procedure", "No odds.")).kind, "none");
  assert.equal(refusalOf(problem("does-not-fit", "Ash is no number.")).kind, "refused");
  assert.deepEqual(refusalOf(new TypeError("cut")), { kind: "lost", text: "cut" });
  assert.equal(refusalOf("?").text, "The service did not answer.");
});

test("every odds of every family is rows whose shares are chances, and whose terms add up to them", () => {
  let seen = 0;
  for (const [family, { odds }] of Object.entries(families)) {
    for (const [procedure, answer] of Object.entries(odds)) {
      if (!isOfAct(answer)) continue;
      seen += 1;
      const { main, more, always, never } = told(answer);
      assert.equal(main.length + more.length + always.length + never.length, answer.events.length, `${family}/${procedure}`);
      for (const row of [...main, ...more]) {
        assert.ok(row.share > 0 && row.share < 1 && /%$/.test(row.percent));
        const { terms, left } = termsOf(answer, row.event);
        assert.ok(terms.length > 0 && terms.every(({ label }) => label), `${family}/${procedure} ${row.event}`);
        const [fact, value] = row.event.split("=");
        const within = answer.outcomes.filter(({ verdict }) => (value === undefined ? verdict[fact] === true : verdict[fact] === value));
        assert.equal(terms.length + left, within.length);
        assert.ok(Math.abs(within.reduce((sum, { chance }) => sum + chance.decimal, 0) - row.share) < 1e-9);
      }
    }
  }
  assert.ok(seen >= 5);
});

const ODDS = {
  residual: { decimal: 0 },
  means: [{ number: "damage", decimal: 7.456 }, { number: "stray_hits", decimal: 0 }],
  events: [
    { event: "outcome=hit", chance: { decimal: 0.75, numerator: "3", denominator: "4" } },
    { event: "outcome=miss", chance: { decimal: 0.25, numerator: "1", denominator: "4" } },
    { event: "pool=none", chance: { decimal: 0.25, numerator: "1", denominator: "4" } },
    { event: "badly_hurt", chance: { decimal: 0, numerator: "0", denominator: "1" } },
    { event: "status=active", chance: { decimal: 1, numerator: "1", denominator: "1" } },
  ],
  outcomes: [
    { verdict: { outcome: "hit", damage: 3, pool: "endurance", badly_hurt: false, limbs: ["arm"] }, chance: { decimal: 0.25, numerator: "1", denominator: "4" } },
    { verdict: { outcome: "hit", damage: 9, pool: "endurance", badly_hurt: false, limbs: [] }, chance: { decimal: 0.5, numerator: "1", denominator: "2" } },
    { verdict: { outcome: "miss", damage: 0, pool: "none", badly_hurt: false, limbs: [] }, chance: { decimal: 0.25, numerator: "1", denominator: "4" } },
  ],
};

test("what can come of the act stands first, what is certain in a sentence", () => {
  assert.deepEqual(told(ODDS), {
    main: [
      { event: "outcome=hit", label: "hit", share: 0.75, percent: "75\u00a0%", fraction: "3 / 4" },
      { event: "outcome=miss", label: "miss", share: 0.25, percent: "25\u00a0%", fraction: "1 / 4" },
    ],
    more: [{ event: "pool=none", label: "pool: none", share: 0.25, percent: "25\u00a0%", fraction: "1 / 4" }],
    always: ["status: active"], never: ["badly hurt"], means: ["damage 7.46"], rest: "",
  });
  assert.equal(told({ ...ODDS, residual: { decimal: 1e-9 } }).rest, "under 0.1\u00a0%");
});

test("an event opens to the outcomes that it is the sum of, the likeliest first, told by what they differ in", () => {
  assert.deepEqual(termsOf(ODDS, "outcome=hit").terms, [
    { label: "damage 9", percent: "50\u00a0%", fraction: "1 / 2" },
    { label: "damage 3, limbs arm", percent: "25\u00a0%", fraction: "1 / 4" },
  ]);
  assert.deepEqual(termsOf(ODDS, "outcome=miss"), { terms: [{ label: "nothing else", percent: "25\u00a0%", fraction: "1 / 4" }], left: 0, leftShare: "0\u00a0%" });
  const many = { ...ODDS, outcomes: Array.from({ length: 20 }, (_, damage) => ({ verdict: { outcome: "hit", damage }, chance: { decimal: 0.05 } })) };
  const { terms, left, leftShare } = termsOf(many, "outcome=hit");
  assert.deepEqual([terms.length, left, leftShare], [12, 8, "40\u00a0%"]);
});

test("numbers are written as people read them", () => {
  assert.deepEqual([0, 1, 0.5, 0.7383, 0.0001, 0.99996].map(percent), ["0\u00a0%", "100\u00a0%", "50\u00a0%", "73.8\u00a0%", "under 0.1\u00a0%", "over 99.9\u00a0%"]);
  assert.equal(bounds({ decimal: 0.5, low: 0.45, high: 0.552 }), "45 to 55.2\u00a0%");
  assert.equal(bounds({ decimal: 0.5, low: 0.5, high: 0.5 }), "");
  assert.equal(bounds({ decimal: 0.5 }), "");
  assert.equal(fraction({ decimal: 0.7383, numerator: "7383", denominator: "10000" }), "7,383 / 10,000");
  assert.equal(fraction({ decimal: 0.5, numerator: "1".repeat(20), denominator: "2".repeat(20) }), "");
  assert.equal(fraction({ decimal: 1, numerator: "1", denominator: "1" }), "");
  assert.deepEqual([0.0451, -0.2, 0.0001].map(points), ["+4.5 points", "−20 points", "0"]);
  assert.deepEqual([12345.6, 17.49, 0.123, -3].map(decimal), ["12346", "17.5", "0.12", "-3"]);
  assert.deepEqual([amount(1, "round"), amount(1200, "fight")], ["1 round", "1,200 fights"]);
  assert.deepEqual([inWords("hp_max"), capital("hit"), listed([]), listed(["a"]), listed(["a", "b", "c"])], ["hp max", "Hit", "", "a", "a, b and c"]);
});

// Whole fights, what decides them, and campaigns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedOf, filled, numbersOf, worthOf, worthSaid } from "../../../service/api/console/whole/deciding.js";
import {
  bodyOf, chanceSaid, columnsOf, endingsOf, examplesOf, fatesOf, howOf, methodSaid, roundsSaid, spreadSaid, survivorsSaid, wholeFightOf,
} from "../../../service/api/console/whole/fights.js";
import { campaignOf, faultOf, gridOf, isOver, merged, progressSaid, rangeAround, valuesOf } from "../../../service/api/console/whole/sweep.js";
import { barsOf } from "../../../service/api/console/table/gauge.js";
import { families } from "./data.mjs";

const SAMPLED = { kind: "sampled", stopped: "half_width", unresolved: null, fights: 128, level: 0.95 };
const EXACT = { kind: "exact", stopped: "complete", unresolved: 0, fights: null, level: null };
const HALF = { decimal: 0.5, low: 0.4, high: 0.6 };

function tableOf({ play, state }) {
  return { play, state };
}

test("every family's whole fight is told: endings that add up, rounds, each figure, fights to watch", () => {
  for (const [family, each] of Object.entries(families)) {
    const { play, state, fight: { odds } } = each;
    assert.ok(wholeFightOf(play), family);
    const endings = endingsOf(odds, tableOf(each));
    assert.ok(Math.abs(endings.reduce((sum, { share }) => sum + share, 0) - 1) < 0.01, family);
    assert.ok(endings.every(({ said }) => /^(about|exactly) /.test(said)), family);
    assert.ok(roundsSaid(odds).startsWith("Half of the fights are over after "), family);
    const columns = columnsOf(odds);
    assert.ok(columns.length > 0 && columns.length <= 24, family);
    assert.ok(Math.abs(columns.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-6, family);
    const fates = fatesOf(odds, tableOf(each));
    const names = play.figures.flatMap((list) => state[list]).map(({ id, name }) => name ?? id);
    assert.deepEqual(names.filter((name) => !fates.some((fate) => fate.name === name)).filter((name) => odds.figures.some(({ id }) => id === name)), [], family);
    assert.ok(fates.filter(({ name }) => names.includes(name)).length > 1, family);
    assert.ok(survivorsSaid(odds, tableOf(each)).length > 0, family);
    assert.ok(examplesOf(odds, tableOf(each)).some(({ kind }) => kind === "typical"), family);
    assert.deepEqual(Object.keys(bodyOf(odds) ?? {}), ["input"], `${family} has its rulings at their defaults`);
  }
});

test("each number says whether it is exact or sampled", () => {
  assert.equal(chanceSaid(HALF, SAMPLED), "about 50\u00a0% (40 to 60\u00a0%)");
  assert.equal(chanceSaid({ decimal: 0.125 }, EXACT), "exactly 12.5\u00a0%");
  assert.deepEqual([EXACT, SAMPLED, { ...EXACT, kind: "bounded" }].map(howOf), ["exact", "sampled", "within bounds"]);
  assert.equal(methodSaid(EXACT), "Exact: every path of the dice is counted.");
  assert.match(methodSaid(SAMPLED), /^Sampled: 128 fights played\. .* 95\u00a0% of such samples\.$/);
  assert.match(methodSaid({ ...SAMPLED, stopped: "max_seconds" }), /The time was up/);
  assert.match(methodSaid({ ...EXACT, kind: "bounded", unresolved: 0.004 }), /but for 0\.4\u00a0%/);
});

test("many numbers of rounds share columns, and none is lost", () => {
  const distribution = Array.from({ length: 100 }, (_, place) => ({ rounds: place + 1, chance: { decimal: 0.01 } }));
  const columns = columnsOf({ rounds: { spread: null, distribution } });
  assert.equal(columns.length, 20);
  assert.deepEqual([columns[0].label, columns.at(-1).label], ["1–5", "96–100"]);
  assert.ok(Math.abs(columns.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
  assert.deepEqual(columnsOf({ rounds: { spread: null, distribution: [] } }), []);
});

test("medians are told with nine tenths of the fights, or alone if there is nothing more to tell", () => {
  assert.equal(spreadSaid({ mean: 12, p5: 0, p50: 11, p95: 1037 }), "11 (0 to 1,037)");
  assert.equal(spreadSaid({ mean: 3, p5: 3, p50: 3, p95: 3 }), "3");
  assert.equal(roundsSaid({ rounds: { spread: { mean: 2, p5: 2, p50: 2, p95: 2 }, distribution: [] } }), "Half of the fights are over after 2 rounds. The mean is 2.");
  assert.equal(roundsSaid({ rounds: { spread: null, distribution: [] } }), "");
});

test("the numbers of a fight's figures can be found, changed and swept, but not where they stand", () => {
  for (const [family, { play, state, fight: { odds }, worth }] of Object.entries(families)) {
    const { input } = filled(play, state, bodyOf(odds));
    const numbers = numbersOf(play, state, input);
    assert.ok(numbers.length > numbersOf(play, state, bodyOf(odds).input).length, `${family}: what is at its default is found, too`);
    assert.ok(numbers.length > 3, family);
    for (const { pointer, value } of numbers) {
      const found = pointer.split("/").slice(1).reduce((part, name) => part[name], { input });
      assert.equal(found, value, `${family} ${pointer}`);
      assert.ok(!pointer.split("/").some((name) => play.places.includes(name) || name === "meta"), pointer);
    }
    assert.ok(new Set(numbers.map(({ figure }) => figure)).size > 1, family);
    const { rows, reach } = worthOf(worth, numbers);
    assert.equal(rows.length, worth.numbers.length);
    const unknown = rows.filter(({ label }) => label.startsWith("/")).map(({ pointer }) => pointer.split("/"));
    assert.ok(unknown.every((names) => names.some((name) => play.places.includes(name))), `${family}: all but places have words`);
    assert.ok(rows.length - unknown.length > 1, family);
    assert.ok(rows.every(({ bars }) => bars.every(({ low, high, share }) => low <= share && share <= high && Math.abs(low) <= reach)), family);
    assert.match(worthSaid(worth, "red"), /^As it is, .* of \d+ fights are won by red\./);
  }
});

test("zeros come last, so that the sixteen numbers that are tried are those that matter", () => {
  const integer = { type: "integer" };
  const arms = { items: { properties: { damage: integer, die: integer } } };
  const play = {
    places: ["hex"], figures: ["people"], side: "side", state: "S",
    definitions: {
      S: { properties: { people: { items: { $ref: "#/definitions/P" } } } },
      P: { properties: { level: integer, hex: { items: integer }, skill: integer, arms, luck: { type: "number" }, pace: { type: "number" } } },
    },
  };
  const people = [{ id: "a" }];
  const input = { scene: { people: [{ id: "a", level: 0, hex: [1, 2], skill: 4, arms: [{ name: "axe", damage: 3 }, { die: 6 }], luck: 1.5, pace: 3 }], items: [{ id: "lamp", weight: 2 }] }, max_rounds: 9 };
  const numbers = numbersOf(play, { people }, input);
  assert.deepEqual(numbers.map(({ pointer, label, value }) => [pointer, label, value]), [
    ["/input/scene/people/0/skill", "skill", 4], ["/input/scene/people/0/arms/0/damage", "arms axe damage", 3],
    ["/input/scene/people/0/arms/1/die", "arms 2 die", 6], ["/input/scene/people/0/level", "level", 0],
  ]);
  const many = Array.from({ length: 40 }, (_, place) => ({ pointer: `/${place}` }));
  assert.deepEqual(askedOf({ input }, many, "red"), { input, side: "red", pointers: many.slice(0, 16).map(({ pointer }) => pointer) });
});

test("a sweep is the values of one number or two, and not more than can be shown", () => {
  assert.deepEqual(rangeAround({ pointer: "/p", value: 6 }), { pointer: "/p", from: 4, to: 8, step: 1 });
  assert.deepEqual(rangeAround({ pointer: "/p", value: 1 }), { pointer: "/p", from: 0, to: 3, step: 1 });
  assert.deepEqual(rangeAround({ pointer: "/p", value: 50 }), { pointer: "/p", from: 40, to: 60, step: 5 });
  assert.deepEqual(rangeAround({ pointer: "/p", value: -3 }), { pointer: "/p", from: -5, to: -1, step: 1 });
  assert.deepEqual(valuesOf({ pointer: "", from: 2, to: 7, step: 2 }), [2, 4, 6]);
  const range = (from, to, step = 1, pointer = "/p") => ({ pointer, from, to, step });
  assert.equal(faultOf([range(1, 5)]), "");
  assert.match(faultOf([range(5, 1)]), /ends before/);
  assert.match(faultOf([range(1, 5, 0)]), /whole numbers/);
  assert.match(faultOf([range(1, Number.NaN)]), /whole numbers/);
  assert.match(faultOf([range(1, 100)]), /at most 20/);
  assert.match(faultOf([range(1, 5), range(1, 5)]), /two different/);
  assert.match(faultOf([range(1, 20), range(1, 20, 1, "/q")]), /400 cells/);
  assert.deepEqual(campaignOf("f/resolve-skirmish", { input: { a: 1 } }, [range(1, 3)], 200), {
    operation: "f/resolve-skirmish", request: { input: { a: 1 } }, axes: [{ pointer: "/p", values: [1, 2, 3] }], max_fights: 200, half_width: 0.02,
  });
});

function cell(number, share, more = {}) {
  const chance = { decimal: share, low: Math.max(0, share - 0.1), high: Math.min(1, share + 0.1) };
  return { cell: number, labels: [], fights: 100, stopped: null, winner: [{ side: "red", chance }], ...more };
}

function campaign(results, more = {}) {
  return { status: "running", version: 2, share: 0.25, fights: 100, cells: 6, seconds_left: 7, problem: null, results, ...more };
}

test("the heat map fills: an event changes its cells, and the others stay", () => {
  const first = merged(null, campaign([cell(1, 0.5)]));
  const then = merged(first, campaign([cell(0, 0.2), cell(1, 0.6, { fights: 200, stopped: "half_width" })], { version: 3 }));
  assert.deepEqual(then.results.map(({ cell: number, fights }) => [number, fights]), [[0, 100], [1, 200]]);
  const axes = [{ pointer: "/a", values: [4, 5] }, { pointer: "/b", values: [1, 2, 3] }];
  const { rows, columns } = gridOf(axes, then, "red");
  assert.deepEqual([rows.map(({ label }) => label), columns], [["4", "5"], ["1", "2", "3"]]);
  assert.deepEqual(rows[0].squares.map(({ cell: number, shade, percent, isDone }) => [number, shade, percent, isDone]), [
    [0, 2, "20\u00a0%", false], [1, 6, "60\u00a0%", true], [2, null, "…", false],
  ]);
  assert.deepEqual([rows[1].squares[2].cell, rows[1].squares[2].name], [5, "5, 3"]);
  assert.equal(rows[0].squares[1].said, "60\u00a0% (50 to 70\u00a0%) of 200 fights");
  assert.equal(gridOf(axes, then, "blue").rows[0].squares[0].shade, 0);
});

test("one number makes one column", () => {
  const { rows, columns } = gridOf([{ pointer: "/a", values: [4, 5] }], null, "red");
  assert.deepEqual([columns, rows.map(({ squares }) => squares.map(({ cell: number, name }) => [number, name]))], [[""], [[[0, "4"]], [[1, "5"]]]]);
});

test("how far a campaign is, is said in a sentence", () => {
  assert.equal(progressSaid(campaign([])), "25\u00a0% played: 100 fights in 6 cells, at most 7 seconds left.");
  assert.equal(progressSaid(campaign([], { status: "done", share: 1, fights: 1200 })), "Done: 1,200 fights in 6 cells.");
  assert.equal(progressSaid(campaign([], { status: "cancelled" })), "Cancelled: 100 fights in 6 cells.");
  assert.equal(progressSaid(campaign([], { status: "failed", problem: "no dice" })), "It failed: no dice");
  assert.deepEqual(["queued", "running", "done", "cancelled", "failed"].map((status) => isOver(campaign([], { status }))), [false, false, true, true, true]);
});

test("the bar of who wins now is full, and its fog lies where two parts meet, as wide as what one of them may have too much", () => {
  const [first, nobody, last] = barsOf([{ share: 0.5, low: 0.4 }, { share: 0.1, low: 0.1 }, { share: 0.4, low: 0.3 }]);
  assert.deepEqual([first.from, first.wide, first.fogFrom, first.fog], [0, 500, 400, 100]);
  assert.deepEqual([nobody.from, nobody.wide, nobody.fog], [500, 100, 0]);
  assert.deepEqual([last.from, last.wide, last.fogFrom, last.fog], [600, 400, 600, 100]);
  for (const [family, { fight: { odds }, ...each }] of Object.entries(families)) {
    const bars = barsOf(endingsOf(odds, tableOf(each)));
    assert.ok(Math.abs(bars.reduce((sum, { wide }) => sum + wide, 0) - 1000) <= bars.length, family);
    assert.ok(bars.every(({ from, wide, fogFrom, fog }) => fogFrom >= from && fogFrom + fog <= from + wide), family);
  }
});

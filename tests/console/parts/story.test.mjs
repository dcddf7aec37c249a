// What is told of a fight: the word of each entry, the dice that fall, and the story at the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { coarseFirst } from "../../../service/api/console/story/chart.js";
import { throwsOf } from "../../../service/api/console/dice/throws.js";
import { framesOf } from "../../../service/api/console/story/frames.js";
import { headlineOf, partiesOf } from "../../../service/api/console/story/headline.js";
import { luckSaid, shownOf } from "../../../service/api/console/story/luck.js";
import { standing, storyOf, turningOf } from "../../../service/api/console/story/story.js";
import { writtenOf } from "../../../service/api/console/story/written.js";
import { cardsSaid, pointed, sentencesOf } from "../../../service/api/console/words/wording.js";
import { fightersOf, sideCalled } from "../../../service/api/console/words/state.js";
import { wantedBy } from "../../../service/api/console/table/keys.js";
import { families } from "./data.mjs";

const PLAY = { figures: ["people"], side: "side" };
const STATE = { people: [{ id: "ash", name: "Ash", side: "watch" }], sides: [{ id: "watch", name: "The Watch" }] };
const entry = (version, kind, summary, verdict = {}, more = {}) => ({ version, kind, summary, operation: kind === "act" ? "tactics/resolve-round" : null, outcome: { verdict, ...more }, steps: [] });
const BEGUN = entry(1, "create", "The fight begins: Ash against Orc.");
const FIRST = entry(2, "act", "Ash hit Orc; Orc misses Ash.", { endurance_lost: 4, sides_standing: 2 }, { round: 1 });
const HEAVY = entry(3, "act", "Ash hit Orc at [1, -2].", { endurance_lost: 9, fallen: 1 });
const LAST = entry(4, "act", "Orc is down.", { winner: "watch", fallen: 1 });

test("the first word of an entry is its result: who has won, what a blow came to, who fell, else what was played", () => {
  assert.deepEqual(headlineOf(PLAY, STATE, FIRST), { word: "Round 1", lines: ["Ash hit Orc", "Orc misses Ash."], chips: ["4 endurance lost"], tone: "hurt", isTold: false });
  assert.equal(headlineOf(PLAY, STATE, HEAVY).word, "1 down");
  assert.deepEqual(headlineOf(PLAY, STATE, HEAVY).lines, ["Ash hit Orc at hex 1, −2."]);
  assert.deepEqual([headlineOf(PLAY, STATE, LAST).word, headlineOf(PLAY, STATE, LAST).tone], ["Victory for The Watch", "end"]);
  assert.equal(headlineOf(PLAY, STATE, entry(5, "act", "x", { outcome: "not_hit" })).word, "Not hit");
  const turn = (summary) => headlineOf(PLAY, STATE, { ...entry(8, "act", summary, { injury: 3 }), operation: "tactics/resolve-turn" });
  assert.deepEqual(turn("Ash hit Orc; Orc falls."), { word: "Ash hit Orc", lines: ["Orc falls."], chips: ["3 injury"], tone: "hurt", isTold: true });
  assert.deepEqual([turn("Ash hit Orc. Orc is out. It ends.").word, turn("Ash hit Orc. Orc is out. It ends.").lines], ["Ash hit Orc", ["Orc is out.", "It ends."]]);
  assert.deepEqual([turn("Ash waits.").word, turn("Ash waits.").lines], ["Ash waits", []]);
  const rolled = { ...entry(9, "act", "The fight went on."), operation: "tactics/resolve-turn", situation: { over: false, text: "Round 2. Ash is next." } };
  assert.deepEqual(headlineOf(PLAY, STATE, rolled), { word: "Round 2. Ash is next", lines: [], chips: [], tone: "calm", isTold: true });
  assert.equal(headlineOf(PLAY, STATE, { ...rolled, situation: null }).word, "The fight went on");
  assert.equal(headlineOf(PLAY, STATE, entry(6, "undo", "x")).word, "Taken back");
  assert.equal(headlineOf(PLAY, STATE, entry(7, "act", "x", { draw: true })).word, "A draw");
});

test("who acted and at whom are the first two that its first sentence names, for viewers as well", () => {
  const state = { people: [["orc", "Orc"], ["orc1", "Orc 1"], ["ash", "Ash"]].map(([id, name]) => ({ id, name, side: "watch" })) };
  const parties = (summary, operation = "tactics/resolve-turn") => partiesOf(PLAY, state, { ...entry(2, "act", summary), operation, input: null }).map(({ id }) => id);
  assert.deepEqual([parties("Ash hits Orc; Orc 1 falls."), parties("orc waits."), parties("Orc 1 misses Ash."), parties("Ashes fall."), parties("Ash hits Orc.", "tactics/resolve-round")], [["ash", "orc"], ["orc"], ["orc1", "ash"], [], []]);
});

test("the story is who met whom, first blood, the heaviest blow, where it turned, and the last act, each told once", () => {
  const [first, heavy, last] = [FIRST, HEAVY, LAST].map((each, place) => ({ ...each, situation: { round: place + 1, text: `Second ${place + 1}. Ash is next.` } }));
  const begun = { ...BEGUN, situation: { round: 1, text: "Second 1. Ash is next." } };
  assert.deepEqual(storyOf(PLAY, STATE, [begun, first, heavy, last], { version: 3, from: 0.41, to: 0.934 }, "watch"), [
    "Ash met Orc.", "First blood in second 1: Ash hit Orc; Orc misses Ash (4 endurance lost).",
    "The heaviest blow and the turning point in second 1: Ash hit Orc at hex 1, −2 (9 endurance lost and 1 fallen). The chance of The Watch went from 41 to 93 in 100.", "The last act in second 2: Orc is down (1 fallen).",
  ]);
  assert.deepEqual(storyOf(PLAY, STATE, [BEGUN, { ...LAST, summary: "Orc is down. The fight is over: victory for watch." }], null, "watch"), ["Ash met Orc.", "First blood, the heaviest blow and the last act: Orc is down (1 fallen)."]);
  assert.deepEqual(storyOf(PLAY, STATE, [], null, null), []);
});

test("the story of a round tells its blows one by one, and whom it cost", () => {
  const state = { people: [["ash", "Ash", "watch"], ["orc", "Orc", "horde"]].map(([id, name, side]) => ({ id, name, side })) };
  const outcome = { strikes: [{ attacker: "ash", target: "orc", outcome: "hit", damage: 3 }, { attacker: "orc", target: "ash", outcome: "hit", damage: 8 }], verdict: { fallen: 1 } };
  const round = { ...entry(2, "act", "Ash hit Orc; Orc hit Ash. Ash dropped out of the fight. The fight is over: victory for horde."), outcome };
  assert.deepEqual(storyOf(PLAY, state, [BEGUN, round], { version: 2, from: 0.2, to: 1 }, "horde"), [
    "Ash met Orc.", "First blood: Ash against Orc, hit for 3.", "The heaviest blow: Orc against Ash, hit for 8.",
    "The turning point and the last act: Ash dropped out of the fight. The chance of Horde went from 20 to 100 in 100.",
  ]);
});

test("luck is told in a sentence: of two sides the winner's, since the other's is its mirror", () => {
  const both = [{ side: "watch", share: 0.82 }, { side: "horde", share: 0.18 }];
  assert.deepEqual([shownOf(both, "watch"), shownOf([...both, both[0]], "watch").length], [[both[0]], 3]);
  assert.equal(luckSaid("Red", 0.82), "Good luck for Red: of 100 replays with other dice, 82 go worse");
  assert.deepEqual([0.95, 0.5, 0.2, 0.05].map((share) => luckSaid("Red", share).split(" for ")[0]), ["Great luck", "Fair dice", "Bad luck", "Terrible luck"]);
  assert.deepEqual([luckSaid("Red", 0), luckSaid("Red", 1)], ["Terrible luck for Red: other dice do better nearly every time", "Great luck for Red: other dice do worse nearly every time"]);
});

test("cards are told in words, and nothing else that looks like one", () => {
  assert.equal(cardsSaid("Ana drew QH. Bo acted on 10S. Order: Ana (7D), then Bo (JOKER1). AC 15, 6C"), "Ana drew queen of hearts. Bo acted on 10 of spades. Order: Ana (7 of diamonds), then Bo (a joker). AC 15, 6C");
  assert.deepEqual(sentencesOf("Ana drew 2C. It is at [1, -2]."), ["Ana drew 2 of clubs.", "It is at hex 1, −2."]);
  assert.deepEqual(sentencesOf("It rolled 14 against -5 (4 - 3 armor, -2 long-handled)."), ["It rolled 14 against −5 (4 − 3 armor, −2 long-handled)."]);
  assert.deepEqual(["Move to [-2, 5]", "Strike Mag (swing), going to [0, -3]", "Shoot at Mag"].map(pointed), ["Move there", "Strike Mag (swing), going there", "Shoot at Mag"]);
});

test("a fight is written with its story, each entry and all steps, without words of records", () => {
  const steps = [{ n: 1, rule: "r", actor: "ash", label: "To hit", faces: [3, 4], text: "Ash rolled 7 against -1." }, { n: 2, rule: "r", actor: "ash", label: "Damage", faces: [5], text: null }];
  const entries = new Map([[2, { ...HEAVY, version: 2, steps }], [1, BEGUN], [3, entry(3, "undo", "")]]);
  assert.equal(writtenOf({ play: PLAY, state: STATE, entries }, ["Victory for The Watch", "Ash met Orc."]),
    "Victory for The Watch\nAsh met Orc.\n\n1. The fight begins: Ash against Orc.\n2. Ash hit Orc at hex 1, −2.\n   - Ash rolled 7 against −1.\n   - Ash, Damage: 5\n3. Taken back\n");
  for (const [family, { play, state, log }] of Object.entries(families)) {
    const text = writtenOf({ play, state, entries: new Map(log.entries.map((each) => [each.version, each])) }, []);
    assert.ok(text.split("\n").length > log.entries.length, family);
    assert.doesNotMatch(text, /_|\bnull\b|undefined|\[/, family);
  }
});

test("a side that is called after a colour is told of by who fights for it", () => {
  const people = [["a", "Ash", "red"], ["b", "Orc 1", "blue"], ["c", "Orc 2", "blue"], ["d", "Elm", "watch"]].map(([id, name, side]) => ({ id, name, side }));
  const state = { people, leaders: [{ id: "l", name: "Leader of red", side: "red" }], sides: [{ id: "red" }, { id: "blue" }, { id: "watch", name: "The Watch" }, { id: "gang" }] };
  const play = { figures: ["leaders", "people"], side: "side" };
  assert.deepEqual(["red", "blue", "watch", "gang"].map((side) => sideCalled(play, state, side)), ["Ash", "Orc ×2", "The Watch", "gang"]);
  assert.equal(fightersOf(play, state, "nobody"), "");
});

test("what was taken back is no part of the story", () => {
  const undone = [BEGUN, FIRST, HEAVY, entry(4, "undo", ""), entry(5, "redo", ""), entry(6, "undo", ""), { ...LAST, version: 7 }];
  assert.deepEqual(standing(undone).map(({ version }) => version), [1, 2, 7]);
});

test("the turning point is the act by which the winner's chance rose most, if it rose by much", () => {
  const points = [{ at: 1, share: 0.5 }, { at: 2, share: 0.41 }, { at: 3, share: 0.934 }, { at: 4, share: 1 }];
  assert.deepEqual(turningOf(points), { version: 3, from: 0.41, to: 0.934 });
  assert.equal(turningOf([{ at: 1, share: 0.95 }, { at: 4, share: 1 }]), null);
  assert.equal(turningOf([{ at: 4, share: 1 }]), null);
});

test("the chart is asked for from its ends inwards, so that it is whole before it is fine", () => {
  assert.deepEqual(coarseFirst([1, 2, 3, 4, 5, 6, 7, 8, 9]), [1, 9, 5, 3, 7, 2, 4, 6, 8]);
  for (const count of [0, 1, 2, 3, 10, 24]) {
    const all = Array.from({ length: count }, (_, place) => place);
    assert.deepEqual(coarseFirst(all).sort((one, other) => one - other), all);
  }
});

test("dice fall in groups with their sum and what it was against; of a long round the last ones, and cards one by one", () => {
  const step = (n, more) => ({ n, actor: "ash", label: "Strike", dice: "3d6", faces: [1, 2, 3], card: null, total: 6, target: { total: 11 }, margin: 5, ...more });
  const [first, second, third] = throwsOf({ steps: [step(1), step(2, { target: null, margin: null, total: null }), step(3, { dice: "deck", faces: [], card: "QH", total: null, target: null, margin: null }), step(4, { dice: null, faces: [] })] });
  assert.deepEqual([first.said, first.tone, first.label], ["6 ≤ 11", "good", "strike"]);
  assert.deepEqual([second.said, second.tone], ["6", "plain"]);
  assert.deepEqual([third.faces, third.said], [["QH"], ""]);
  assert.deepEqual(throwsOf({ steps: Array.from({ length: 9 }, (_, n) => step(n)) }).map(({ key }) => key), [3, 4, 5, 6, 7, 8]);
  assert.deepEqual([step(1, { margin: -1 }), step(1, { target: { total: 5 } }), step(1, { target: null, margin: -1 })].map((each) => throwsOf({ steps: [each] })[0].tone), ["good", "bad", "bad"]);
  assert.equal(throwsOf({ steps: [step(1, { target: { total: 5 } })] })[0].said, "6 > 5");
});

test("keys press what stands for them, and leave Enter and Space to a button that has the focus", () => {
  assert.deepEqual(["1", "u", "U", "n", "D", "w", "x"].map((key) => wantedBy(key, false)), [".kinds .kind:nth-of-type(1)", "button.undo", "button.undo", "#next", "#own", "button.gauge", ""]);
  assert.deepEqual([wantedBy("Enter", false), wantedBy(" ", false), wantedBy("Enter", true)], ["#go", "#go", ""]);
});

test("the states of a fight are read out of its log: every figure is as it was after each act, and after one was taken back", () => {
  for (const [family, { play, log: { entries, states } }] of Object.entries(families)) {
    const frames = framesOf(play, new Map(entries.map((each) => [each.version, each])));
    assert.ok(states.length > 2 && entries.some(({ kind }) => kind === "undo"), family);
    for (const [version, state] of states) {
      for (const list of play.figures) assert.deepEqual(frames.get(version).state[list], state[list], `${family}, version ${version}`);
      assert.equal(frames.get(version).situation, entries.find((each) => each.version === version).situation);
    }
  }
});

test("entries before the first whole state have none, and what an outcome does not tell stays as it was", () => {
  const play = { figures: ["people"], side: "side" };
  const entries = [entry(1, "act", "x"), { ...entry(2, "create", "x"), state: { people: [{ id: "ash", side: "a", hp: 9 }, { id: "orc", side: "b", hp: 5 }], round: 1 }, situation: null }, entry(3, "act", "x", {}, { state: [{ id: "orc", side: "b", hp: 2 }], items: [{ id: "ash" }] }), { ...entry(4, "undo", "x"), returns_to: 2 }];
  const frames = framesOf(play, new Map(entries.map((each) => [each.version, each])));
  assert.deepEqual([...frames.keys()], [2, 3, 4]);
  assert.deepEqual(frames.get(3).state, { people: [{ id: "ash", side: "a", hp: 9 }, { id: "orc", side: "b", hp: 2 }], round: 1 });
  assert.equal(frames.get(4).state, frames.get(2).state);
});

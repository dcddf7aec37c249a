// Rounds of joint orders: the phases of their steps, and one card for each exchange.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exchangesOf } from "../../../service/api/console/story/exchanges.js";
import { asideIn } from "../../../service/api/console/story/headline.js";
import { phasesIn, phasesOf } from "../../../service/api/console/story/phases.js";
import { families } from "./data.mjs";

const PLAY = { figures: ["people"], side: "side" };
const STATE = { people: [["ash", "Ash", "watch"], ["elm", "Elm", "watch"], ["orc", "Orc", "gang"]].map(([id, name, side]) => ({ id, name, side })), sides: [] };
const step = (n, rule, actor, more = {}) => ({ n, rule: `tactics/${rule}`, actor, dice: null, faces: [], text: "", ...more });
const blow = (n, actor) => step(n, "attack/contest", actor, { dice: "3d6", faces: [1, 2, 3], target: { total: 11 } });

test("a step belongs to the phase under way if it may, else to the next that it may belong to, and goes back where there is none", () => {
  const phases = [{ name: "Initiative", rules: ["initiative/"] }, { name: "Shooting", rules: ["attack/"] }, { name: "Movement", rules: ["move/", "lock/"] }, { name: "Melee", rules: ["attack/", "lock/"] }];
  const rules = ["round/begin", "initiative/roll", "attack/contest", "injury/roll", "move/allowance", "lock/create", "attack/contest", "lock/create", "move/late"];
  assert.deepEqual(phasesOf(phases, rules.map((rule, n) => step(n, rule, null))), [-1, 0, 1, 1, 2, 2, 3, 3, 2]);
  assert.deepEqual(phasesOf([], [step(1, "attack/contest", null)]), [-1]);
});

test("phases stand in the order that the rulings of the fight give them, and the dice of a round go through them in it", () => {
  for (const [family, { play }] of Object.entries(families)) {
    assert.deepEqual(phasesIn(play, {}), play.phases, family);
    for (const { ruling, option, phases } of play.phase_orders) assert.deepEqual(phasesIn(play, { [ruling]: option }).map(({ name }) => name), phases, family);
  }
  const { play } = families.heroic;
  const [{ ruling, option }] = play.phase_orders;
  const steps = ["initiative/roll", "attack/contest", "fatigue/roll", "morale/check"].map((rule, n) => step(n, rule, null));
  const named = (rulings) => phasesOf(phasesIn(play, rulings), steps).map((at) => phasesIn(play, rulings)[at].name);
  assert.deepEqual(named({ [ruling]: option }), ["Initiative", "Shooting", "Fatigue", "Morale"]);
  assert.deepEqual(phasesOf(phasesIn(play, { [ruling]: option }), steps), [0, 1, 4, 5]);
});

test("each blow of a round is an exchange with its result first, and has the steps of the two who took part", () => {
  const steps = [step(1, "initiative/roll", "watch", { dice: "d6" }), blow(2, "ash"), step(3, "attack/defense", "orc", { dice: "3d6" }), step(4, "injury/damage", "ash"), blow(5, "ash"), step(6, "attack/defense", "orc"), step(7, "injury/together", null), blow(8, "orc")];
  const outcome = { melee: { attacks: [{ attacker: "ash", target: "orc", outcome: "hit", injury: 7 }, { attacker: "ash", target: "orc", outcome: "dodged", injury: 0 }, { attacker: "orc", target: "elm", outcome: "critical_miss", injury: null }], injuries: [{ unit: "orc", injury: 7 }] }, changes: [{ figure: "orc", by: "ash", injury: 7, before: {}, after: {} }] };
  const told = exchangesOf(PLAY, STATE, { kind: "act", operation: "tactics/resolve-round", outcome, steps });
  assert.deepEqual(told.map(({ word, isHurt, who, whom }) => [word, isHurt, who.name, whom.name]), [["Hit for 7", true, "Ash", "Orc"], ["Dodged", false, "Ash", "Orc"], ["Critical miss", false, "Orc", "Elm"]]);
  assert.deepEqual(told.map(({ steps: of }) => of.map(({ n }) => n)), [[2, 3, 4], [5, 6], [8]]);
  assert.deepEqual(exchangesOf(PLAY, STATE, { kind: "act", operation: "tactics/resolve-turn", outcome, steps }), []);
  assert.deepEqual(exchangesOf(PLAY, STATE, { kind: "hidden", operation: null, outcome: null, steps: null }), []);
});

test("two who strike at the same time have one exchange with the rolls of both", () => {
  const rolled = (n, actor) => step(n, "battle/roll", actor, { dice: "d6", faces: [n] });
  const steps = [step(1, "initiative/card", "ash", { dice: "deck" }), rolled(2, "ash"), rolled(3, "orc"), rolled(4, "elm"), step(5, "battle/compare", null, { text: "Ash scored 2 and Orc 3." })];
  const outcome = { battle: [{ pair: ["ash", "orc"], damage: 2, to: "orc" }, { pair: ["elm", "orc"], damage: 0, to: null }], events: [{ unit: "ash", foe: "orc", power: "cast-pilum", hits: [{ unit: "orc", damage: 1 }] }, { unit: "ash", foe: "orc", power: null, hits: [] }] };
  const told = exchangesOf(PLAY, STATE, { kind: "act", operation: "tactics/resolve-round", outcome, steps });
  assert.deepEqual(told.map(({ word, isMutual, isHurt }) => [word, isMutual, isHurt]), [["Orc lost 2", true, true], ["Neither gave way", true, false], ["Cast pilum for 1", false, true]]);
  assert.deepEqual(told[0].steps.map(({ n }) => n), [2, 3, 5]);
});

test("who commands is no party of an exchange between units", () => {
  const state = { ...STATE, leaders: [{ id: "ana", name: "Ana", side: "watch" }] };
  const outcome = { events: [{ commander: "ana", unit: "ash", foe: "orc", power: "charge", hits: [{ damage: 2 }] }, { commander: "ana", unit: "ash", foe: null, power: "wall", hits: [{ damage: 0 }] }] };
  const steps = [step(1, "power/charge", "ash", { text: "Ash met Orc." }), step(2, "power/charge", "orc", { text: "Orc lost 2." })];
  const told = exchangesOf({ figures: ["people", "leaders"], side: "side" }, state, { kind: "act", operation: "tactics/resolve-round", outcome, steps });
  assert.deepEqual(told.map(({ word, who, whom, steps: of }) => [word, who.name, whom.name, of.map(({ n }) => n)]), [["Charge for 2", "Ash", "Orc", [1]]]);
});

test("what a round says besides its exchanges names one figure or none", () => {
  assert.deepEqual(asideIn(PLAY, STATE, ["Watch had the initiative", "Ash hit Orc", "More happened. Orc broke and fled."]), ["Watch had the initiative", "Orc broke and fled"]);
});

test("rounds of the service are told by exchanges, and most of their steps have a phase", () => {
  for (const [family, { play, log: { entries, states } }] of Object.entries(families)) {
    const rounds = entries.filter(({ operation }) => operation?.endsWith("/resolve-round"));
    assert.equal(play.phases.length > 0, rounds.length > 0, family);
    const blows = rounds.flatMap((entry) => exchangesOf(play, states.at(-1)[1], entry));
    assert.equal(blows.length > 0, rounds.length > 0, family);
    for (const { steps, word } of blows) assert.ok(steps.length > 0 && /^[A-Z]/.test(word) && !word.includes("_"), `${family}: ${word}`);
    for (const { steps } of rounds) assert.ok(phasesOf(play.phases, steps).filter((at) => at >= 0).length > steps.length / 2, family);
  }
});

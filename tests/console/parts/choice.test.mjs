// What is chosen before it is played: suggestions, other moves, targets, and what is posted for all of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aimedAt, asSuggested, begun, combined, firstOf, followingIn, kindsOf, ledTo, lookedAt, moveOf, postedFor, whyNot, withMove,
} from "../../../service/api/console/fight/choice.js";
import { prepare, UNKNOWN } from "../../../service/api/console/fight/choosing.js";
import { joined, movesOf } from "../../../service/api/console/vendor/umpire.js";
import { sidesOf } from "../../../service/api/console/words/state.js";
import { families } from "./data.mjs";

const offering = Object.entries(families).filter(([, { suggest }]) => suggest !== null);
const listOf = ({ moves }, figure) => moves.figures.find((each) => each.figure === figure);
const suggestedIn = ({ suggest: { procedure, input } }) => ({ procedure, input });

test("all who choose begin with what is suggested, and that is what is posted", () => {
  assert.ok(offering.length > 3);
  for (const [family, facts] of offering) {
    const choice = begun(facts.situation, facts.suggest.figures);
    assert.deepEqual([...choice.picks.keys()], facts.situation.next, family);
    assert.equal(choice.figure, facts.situation.next[0], family);
    assert.deepEqual(asSuggested(choice), facts.situation.next, family);
    assert.equal(postedFor(choice, suggestedIn(facts)).input, facts.suggest.input, family);
  }
});

test("suggestions that are put together here are those that the service puts together", () => {
  for (const [family, { suggest }] of offering) {
    const together = suggest.figures.flatMap(({ moves }) => moves.slice(0, 1).map((first) => ({ ...first, input: combined(moves) })));
    assert.deepEqual(joined(together), { procedure: suggest.procedure, input: suggest.input }, family);
  }
});

test("agreeing to every suggestion posts what is suggested, one after the other until nobody is left", () => {
  for (const [family, facts] of offering) {
    let choice = begun(facts.situation, facts.suggest.figures);
    for (let left = facts.situation.next.length; left > 0; left -= 1) {
      assert.equal(asSuggested(choice).length, left, family);
      choice = withMove(choice);
      const following = followingIn(choice);
      assert.equal(following === null, left === 1, family);
      if (following !== null) choice = lookedAt(choice, following);
    }
    assert.deepEqual(postedFor(choice, null), suggestedIn(facts), family);
  }
});

test("who is looked at next is the first after this one, and after the last one the first who still does what is suggested", () => {
  const choice = (figure, ...own) => ({ figure, picks: new Map(["ash", "elm", "orc"].map((id) => [id, { moves: [], isOwn: own.includes(id) }])) });
  assert.equal(followingIn(choice("ash")), "elm");
  assert.equal(followingIn(choice("ash", "ash", "elm")), "orc");
  assert.equal(followingIn(choice("orc", "orc")), "ash");
  assert.equal(followingIn(choice("elm", "elm", "orc")), "ash");
  assert.equal(followingIn(choice("orc", "orc"), new Set(["ash"])), "elm");
  assert.equal(followingIn(choice("orc", "ash", "elm", "orc")), null);
});

test("another move of one figure takes the place of its suggestion alone", () => {
  for (const [family, facts] of offering) {
    const choice = begun(facts.situation, facts.suggest.figures);
    const listed = listOf(facts, choice.figure);
    const other = listed.moves.find(({ suggested, needs }) => !suggested && needs.length === 0);
    const changed = withMove(choice, other);
    assert.equal(moveOf(changed).key, other.key, family);
    const rest = facts.suggest.figures.slice(1).filter(({ moves }) => moves.length > 0).map(({ moves }) => ({ ...moves[0], input: combined(moves) }));
    assert.deepEqual(postedFor(changed, null), joined([other, ...rest]), family);
    const needing = listed.moves.find(({ needs }) => needs.length > 0);
    if (needing) assert.equal(postedFor(withMove(choice, needing), suggestedIn(facts)), null, family);
  }
});

test("kinds keep the order of the list, hold every move, and those that are barred come last", () => {
  for (const [family, facts] of offering) {
    for (const listed of facts.moves.figures) {
      const kinds = kindsOf(listed);
      assert.equal(kinds.reduce((sum, { moves }) => sum + moves.length, 0), listed.moves.length, family);
      const possible = kinds.map(({ moves }) => moves.length > 0);
      assert.deepEqual(possible, [...possible].sort((one, other) => Number(other) - Number(one)), family);
      for (const kind of kinds.filter(({ moves }) => moves.some(({ suggested }) => suggested))) assert.ok(firstOf(kind, null).suggested, family);
    }
  }
});

const move = (key, more = {}) => ({ key, kind: key.split("/")[0], label: key, procedure: "resolve-round", input: { orders: [{ key }] }, target: null, hex: null, free: [], needs: [], suggested: false, ...more });
const LISTED = {
  figure: "ash", forced: false, truncated: false,
  moves: [
    move("attack/orc/calm", { target: "orc" }), move("attack/orc/wild", { target: "orc", suggested: true }), move("attack/elf/calm", { target: "elf" }),
    move("attack/elf/wild", { target: "elf" }), move("march/0,1", { hex: [0, 1], target: "elf" }), move("rally", { needs: ["/orders/0/x"] }),
  ],
  barred: [{ kind: "march", label: "March", why: "Too far.", targets: ["elf"] }, { kind: "attack", label: "Strike", why: "It is down.", targets: ["ogre", "elf"] }],
};
const WILD = LISTED.moves[1];

test("aiming at another figure keeps the kind and the way of the move before", () => {
  assert.equal(aimedAt(LISTED, WILD, "elf").key, "attack/elf/wild");
  assert.equal(aimedAt(LISTED, LISTED.moves[0], "elf").key, "attack/elf/calm");
  assert.equal(aimedAt(LISTED, null, "orc").key, "attack/orc/wild");
  assert.equal(aimedAt(LISTED, WILD, "ogre"), null);
});

test("a hex leads to the move that goes there, or to none", () => {
  assert.equal(ledTo(LISTED, WILD, [0, 1]).key, "march/0,1");
  assert.equal(ledTo(LISTED, WILD, [5, 5]), null);
});

test("each hex that is listed as a place is a move with its way, which a hex leads to", () => {
  const places = offering.flatMap(([, facts]) => facts.moves.figures).filter(({ places }) => places.length > 0);
  assert.ok(places.length > 0);
  for (const listed of places) {
    const moves = movesOf(listed);
    assert.equal(moves.length, listed.moves.length + listed.places.reduce((sum, { hexes }) => sum + hexes.length, 0));
    assert.equal(new Set(moves.map(({ key }) => key)).size, moves.length);
    for (const place of listed.places) {
      const { hex, value } = place.hexes.at(-1);
      const move = moves.find(({ key }) => key === `${place.key}/${hex.join(",")}`);
      assert.deepEqual([move.kind, move.target, move.hex], [place.kind, place.target, hex]);
      assert.deepEqual(move.input, filledIn(place.input, place.fills, value));
      assert.deepEqual(ledTo({ ...listed, moves }, move, hex), move);
    }
  }
});

/** An input with a value at a pointer. */
function filledIn(input, pointer, value) {
  const whole = structuredClone(input);
  const path = pointer.split("/").slice(1);
  path.slice(0, -1).reduce((part, name) => part[name], whole)[path.at(-1)] = value;
  return whole;
}

test("why a figure cannot be aimed at is said of the kind of the move before first", () => {
  assert.deepEqual(whyNot(LISTED, WILD, "ogre"), ["It is down."]);
  assert.deepEqual(whyNot(LISTED, WILD, "elf"), ["It is down.", "Too far."]);
  assert.deepEqual(whyNot(LISTED, LISTED.moves[4], "elf"), ["Too far.", "It is down."]);
  assert.deepEqual(whyNot(LISTED, WILD, "nobody"), []);
});

test("what has to be filled in is chosen last", () => {
  const kind = kindsOf({ ...LISTED, moves: [move("rally", { needs: ["/x"] }), move("rally/two")] })[0];
  assert.equal(firstOf(kind, null).key, "rally/two");
});

/** A page on which a fight is chosen for: its service suggests and lists the same, but for moves that are `gone`. */
function tableOf(facts, gone = new Set()) {
  const fight = {
    suggest: async () => facts.suggest,
    moves: async (figure) => {
      const listed = listOf(facts, figure);
      return { ...listed, moves: listed.moves.filter(({ key }) => !gone.has(key)) };
    },
  };
  return {
    fight, following: new AbortController(), landing: { landed: async () => undefined }, prepared: 0, made: 0,
    view: { offers: true, seat: { role: "referee" }, situation: facts.situation, version: 1, choosing: UNKNOWN, play: facts.play, state: facts.state },
    set(changes) { this.view = { ...this.view, ...changes }; },
  };
}

test("what foes mean to do is known with what is suggested: of those who wait and are not of the first side", async () => {
  for (const [family, facts] of offering) {
    const session = tableOf(facts);
    await prepare(session);
    const [own] = sidesOf(facts.play, facts.state);
    const waiting = facts.situation.decision === "turn" ? facts.situation.order.filter(({ side, status, forced }) => side !== own && status === "waiting" && forced === null) : [];
    assert.deepEqual(session.view.choosing.meant.map(({ figure }) => figure), waiting.map(({ id }) => id), family);
  }
  assert.ok(offering.some(([, { suggest }]) => suggest.ahead.length > 0));
});

test("who is overtaken in the middle of a round keeps an order that can still be given", async () => {
  for (const [family, facts] of offering) {
    const gone = new Set();
    const session = tableOf(facts, gone);
    await prepare(session);
    const [id] = facts.situation.next;
    const other = listOf(facts, id).moves.find(({ suggested, needs }) => !suggested && needs.length === 0);
    session.set({ choosing: { ...session.view.choosing, choice: withMove(session.view.choosing.choice, other) } });
    const chosen = () => [moveOf(session.view.choosing.choice).key, session.view.choosing.choice.picks.get(id).isOwn];

    session.set({ version: 2 });
    await prepare(session);
    assert.deepEqual(chosen(), [other.key, true], family);

    gone.add(other.key);
    session.set({ version: 3 });
    await prepare(session);
    assert.equal(chosen()[1], false, family);
  }
});

test("an order is not kept for another round, nor after an act of this page", async () => {
  for (const [family, facts] of offering) {
    for (const [made, round] of [[2, 0], [0, 1]]) {
      const session = tableOf(facts);
      await prepare(session);
      session.set({ choosing: { ...session.view.choosing, choice: withMove(session.view.choosing.choice) } });
      session.made = made;
      session.set({ version: 2, situation: { ...facts.situation, round: facts.situation.round + round } });
      await prepare(session);
      assert.deepEqual(asSuggested(session.view.choosing.choice), facts.situation.next, family);
    }
  }
});

// Fights that are built of figures, and party files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { figuresIn, found, joinedBy, lineUpOf, NOBODY, partyIn, partyOf, picked, sheetIn, titleOf } from "../../../service/api/console/start/picks.js";

const STOCK = [
  { id: "knight", name: "Knight", tags: ["human", "soldier"], power: 95 },
  { id: "goblin", name: "Goblin", tags: ["raider"], power: 20 },
];
const three = [1, 2, 3].reduce((picks) => picked(picks, "blue", "goblin", 1), NOBODY);
const fight = picked(three, "red", "knight", 1);

test("a fight needs somebody on each side, and figures are counted", () => {
  assert.equal(lineUpOf(NOBODY, null), null);
  assert.equal(lineUpOf(three, null), null);
  assert.deepEqual(lineUpOf(fight, null), { sides: { red: ["knight"], blue: ["goblin*3"] } });
  assert.deepEqual(lineUpOf(picked(fight, "blue", "goblin", -1), null)?.sides.blue, ["goblin*2"]);
  assert.equal(lineUpOf(picked(fight, "red", "knight", -1), null), null);
  assert.equal(titleOf(fight, STOCK), "Knight against 3 × Goblin");
});

test("figures are found by words of their names and tags", () => {
  assert.deepEqual(found(STOCK, "").map(({ id }) => id), ["knight", "goblin"]);
  assert.deepEqual(found(STOCK, "Human sold").map(({ id }) => id), ["knight"]);
  assert.deepEqual(found(STOCK, "human raider"), []);
});

test("a party file is read back as it was written, and others are refused in words", () => {
  const party = partyOf("opposed", "opposed@2", [{ id: "ash", name: "Ash", figure: { endurance: 12 } }]);
  assert.deepEqual(partyIn(JSON.stringify(party), "opposed"), party);
  assert.deepEqual(figuresIn(party), [{ id: "ash", name: "Ash", tags: [], power: null }]);
  assert.deepEqual(lineUpOf(fight, party)?.party, party);
  assert.throws(() => partyIn(JSON.stringify(party), "mass"), /of the rules opposed, not mass/);
  assert.throws(() => partyIn("{}", "mass"), /no party file/);
  assert.throws(() => partyIn("?", "mass"));
});

test("sheets of other programs are known by their form, and their portraits are left out", () => {
  const gcs = sheetIn({ version: 5, profile: { name: "Wren", portrait: "a megabyte" }, attributes: [] });
  assert.deepEqual(JSON.parse(JSON.stringify(gcs)), { version: 5, profile: { name: "Wren" }, attributes: [] });
  const actor = sheetIn({ name: "Ivo", type: "character", img: "a picture", prototypeToken: {}, system: { HP: {} } });
  assert.deepEqual(JSON.parse(JSON.stringify(actor)), { name: "Ivo", type: "character", system: { HP: {} } });
  for (const other of [null, [], 3, {}, { umpire: "party@1" }]) assert.equal(sheetIn(other), null);
});

test("a figure joins a party under an id of its name, and takes the place of one that was called so", () => {
  const empty = partyOf("tactical", "tactical@2", []);
  const one = joinedBy(empty, "Aldith the Warden", { st: 12 }, { format: "gcs", at: "warden.gcs" });
  const again = joinedBy(one, "Aldith  the Warden!", { st: 13 }, { format: "gcs", at: "warden.gcs" });
  assert.deepEqual(again.figures.map(({ id, figure }) => [id, figure]), [["aldith-the-warden", { st: 13 }]]);
  assert.equal(joinedBy(empty, "???", {}, { format: "gga", at: "x" }).figures[0].id, "figure");
});

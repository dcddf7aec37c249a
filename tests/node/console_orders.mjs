// What the console makes of the play pages of families: node console_orders.mjs FOLDER FILE, where FILE has the pages.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { referencesOf, fitted, shapeOf } = await load("options/fields.js");
const { firstOrder, inputOf, namedBy, orderOf } = await load("options/orders.js");
const { cardAfter, faceOf, isComplete, keysOf } = await load("dice/faces.js");
const { historyOf } = await load("fight/history.js");
const { figuresOf, sidesOf } = await load("words/state.js");

/** The same text with each id of a figure replaced by another. */
const renamed = (value, ids) => JSON.parse(JSON.stringify(value), (_, each) => (typeof each === "string" && ids.has(each) ? `${each}-2` : each));

const played = {};
for (const [family, play] of Object.entries(JSON.parse(readFileSync(file, "utf8")))) {
  const { state } = play.begins;
  const figures = figuresOf(play, state);
  const ids = new Set(figures.map((each) => each.id));
  const other = renamed(state, ids);
  const first = firstOrder(play, state);
  const [who, whom] = namedBy(play, first);
  played[family] = {
    first: first.procedure, who, whom,
    sides: sidesOf(play, state),
    references: [...referencesOf(play).keys()],
    orders: Object.fromEntries(play.moves.map((move) => [move.procedure, orderOf(play, state, move.procedure).input])),
    fitted: play.moves.every((move) => JSON.stringify(fitted(play, move.example.input, other)) === JSON.stringify(renamed(move.example.input, ids))),
    kinds: Object.fromEntries(play.moves.map((move) => [move.procedure, Object.fromEntries(
      Object.entries(inputOf(play, move.procedure).properties ?? {}).map(([name, schema]) => [name, shapeOf(play, referencesOf(play), name, schema).kind]))])),
  };
}
const log = (...entries) => new Map(entries.map(([version, kind, returns_to = null]) => [version, { version, kind, returns_to, summary: "" }]));
const back = (...entries) => {
  const { undone, redone } = historyOf(log(...entries));
  return [undone?.version ?? null, redone?.version ?? null];
};
const histories = [
  back([1, "create"]),
  back([1, "create"], [2, "act"]),
  back([1, "create"], [2, "act"], [3, "act"], [4, "undo", 2]),
  back([1, "create"], [2, "act"], [3, "act"], [4, "undo", 2], [5, "undo", 1]),
  back([1, "create"], [2, "act"], [3, "act"], [4, "undo", 2], [5, "undo", 1], [6, "redo", 2]),
  back([1, "create"], [2, "act"], [3, "undo", 1], [4, "act"]),
  back([1, "create"], [2, "act"], [3, "undo", 1], [4, "act"], [5, "undo", 1], [6, "redo", 4]),
];
const faces = [["7", "d8"], ["0", "d10"], ["00", "d100"], ["9", "3d6"], ["x", "d6"], ["", "d6"], ["qh", "deck of 54 cards"], ["1X", "deck of 54 cards"], ["10♥", "deck"], ["ace of spades", "deck"], ["t c", "deck"], ["joker", "deck"], ["JOKER2", "deck"], ["", "deck"]].map(([text, dice]) => faceOf(text, dice));
const complete = [["4", "3d6"], ["1", "d20"], ["3", "d20"], ["15", "d100"], ["10", "d100"], ["00", "d100"], ["9", "d6"]].map(([text, dice]) => isComplete(text, dice));
console.log(JSON.stringify({ played, histories, faces, complete, keys: [keysOf("2d4"), keysOf("d100")], pressed: [cardAfter("", { rank: "Q" }), cardAfter("Q", { suit: "H" }), cardAfter("qh", { rank: "10" }), cardAfter("JOKER1", { suit: "S" })] }));

// Puts tokens on the hexes of Foundry's four grids, by the stand-in, and says where they are and how they are turned:
// node foundry_hexes.mjs
import { HexGrid, Token } from "./foundry_documents.mjs";

globalThis.CONST = { GRID_TYPES: { HEXODDR: 2, HEXEVENR: 3, HEXODDQ: 4, HEXEVENQ: 5 } };
const { placeOfToken, tokenAt } = await import("../../../clients/foundry/src/hexes.js");
const told = {};
for (const kind of ["HEXODDR", "HEXEVENR", "HEXODDQ", "HEXEVENQ"]) {
  told[kind] = [];
  const scene = { grid: new HexGrid(kind, 100), getFlag: () => ({ q: 3, r: -2 }) };
  for (const from of [[0, 0], [1, 4], [-2, 3]]) {
    for (const [facing, step] of [[0, [0, -1]], [1, [1, -1]], [2, [1, 0]], [3, [0, 1]], [4, [-1, 1]], [5, [-1, 0]]]) {
      const here = new Token({ size: { width: 120, height: 90 } });
      const there = new Token({ size: { width: 100, height: 100 } });
      Object.assign(here, tokenAt(scene, here, { hex: from, facing }));
      Object.assign(there, tokenAt(scene, there, { hex: [from[0] + step[0], from[1] + step[1]], facing: 0 }));
      const [dx, dy] = [there.x + 50 - here.x - 60, there.y + 50 - here.y - 45];
      const seen = placeOfToken(scene, here, { places: ["hex", "facing"] });
      const way = (Math.atan2(dx, -dy) * 180) / Math.PI; // clockwise from north
      told[kind].push({ from, facing, seen, rotation: here.rotation, way: ((way % 360) + 360) % 360 });
    }
  }
}
told.square = placeOfToken({ grid: { type: 1 }, getFlag: () => undefined }, new Token({ x: 0, y: 0 }), { places: ["hex"] });
console.log(JSON.stringify(told));

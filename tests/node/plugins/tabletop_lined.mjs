// Puts figures of a state where tokens stand, on hexes and in yards: node tabletop_lined.mjs STATE
import { standing } from "../../../clients/tabletop/src/index.js";

const state = JSON.parse(process.argv[2]);
const known = new Set(["hex", "facing", "hidden"]);
const hexes = new Map([["a", { place: { hex: [4, -2], facing: 3 }, fields: { hidden: true, other: 1 } }], ["b", { place: { hex: [9, 0] }, fields: {} }]]);
const yards = new Map([["a", { place: { yards: { x: 2, y: 1.5 } }, fields: {} }]]);
const positions = [{ unit: "a", x: 0, y: 0 }, { unit: "b", x: 0, y: 0 }];
console.log(JSON.stringify([standing(state, "figures", known, hexes), standing({ figures: state.figures, positions }, "figures", known, yards)]));

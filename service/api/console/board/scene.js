// @ts-check
// What the board shows of a fight: its figures and how they are, who is tied to whom, what is lit, and what is meant.

import { aimedAt, kindsOf, moveOf, whyNot } from "../fight/choice.js";
import { rowsOf } from "../words/facts.js";
import { marksOf } from "../words/sides.js";
import { called, chanceSaid, figuresOf, recordsOf, sidesOf } from "../words/state.js";
import { inWords, listed as inARow, plain } from "../words/wording.js";

/**
 * @typedef {import("./hexes.js").Hex} Hex
 * @typedef {import("../fight/session.js").View} View
 * @typedef {import("../words/facts.js").Pool} Pool
 * @typedef {import("../words/sides.js").Mark} Mark
 * @typedef {import("../words/state.js").Loose} Loose
 *
 * @typedef {object} Token   a figure on the board
 * @property {string} id
 * @property {string} name
 * @property {Mark} mark   of its side
 * @property {number} place   of its side: 0 is the first
 * @property {Pool[]} pools
 * @property {Hex | null} hex
 * @property {number | null} facing
 * @property {{x: number, y: number} | null} at   where it stands on a field without hexes
 * @property {boolean} isOut
 * @property {boolean} isHidden
 * @property {boolean} isForced
 * @property {"can" | "cannot" | ""} lit   whether it can be aimed at; nothing for who acts, and its friends
 * @property {string} chance   the chance of what is meant for it, in words; nothing where there is none
 * @property {string} label   all of it in a sentence
 *
 * @typedef {object} Arrow   what somebody means to do
 * @property {string} from
 * @property {string | null} to
 * @property {Hex | null} hex
 * @property {boolean} isOwn   whether somebody has chosen it; else it is only suggested
 * @property {boolean} isAhead   whether it is what one means to do who waits for its turn
 *
 * @typedef {object} Scene
 * @property {"hexes" | "lines"} board
 * @property {import("./lines.js").Band[]} bands
 * @property {Token[]} tokens
 * @property {[string, string][]} bonds
 * @property {Arrow[]} arrows
 * @property {string | null} actor   who is looked at
 * @property {string | null} target
 * @property {Hex | null} hex   where the choice leads
 * @property {Hex[]} places   the hexes that can be gone to
 * @property {boolean} isReferee
 */

/**
 * Return what the board shows.
 * @param {View} view
 * @returns {Scene}
 */
export function sceneOf(view) {
  const { play, state, situation, choosing: { choice, lists, meant, version }, seat } = view;
  if (!play) throw new TypeError("no encounter is open");
  const isReferee = seat?.role === "referee" && situation?.over === false;
  const move = isReferee ? moveOf(choice) : null;
  const known = isReferee && version === view.version ? lists.get(choice.figure ?? "") ?? null : null;
  const kind = known && kindsOf(known).find((each) => each.kind === move?.kind);
  const chosen = [...choice.picks].flatMap(([id, { moves, isOwn }]) => moves.flatMap((each) => arrowFrom(id, each, { isOwn, isAhead: false })));
  const arrows = !isReferee ? [] : [...meant.flatMap(({ figure, target, hex }) => arrowFrom(figure, { target, hex: target === null ? hex : null }, { isOwn: false, isAhead: true })), ...chosen];
  return {
    board: play.board, bands: play.bands, bonds: bondsOf(play, state), arrows, isReferee,
    tokens: tokensOf(view).map((token) => ({ ...token, ...litFor(token, view, known) })),
    actor: isReferee ? choice.figure : null,
    target: move?.hex ? null : move?.target ?? null,
    hex: move?.hex ?? null,
    places: (kind?.moves ?? []).flatMap(({ hex, target }) => (hex && (move?.target == null || target === move.target) ? [hex] : [])),
  };
}

/**
 * Return the arrow of what somebody means to do; none of what leads nowhere.
 * @param {string} from
 * @param {{target: string | null, hex: Hex | null}} move
 * @param {{isOwn: boolean, isAhead: boolean}} how
 * @returns {Arrow[]}
 */
function arrowFrom(from, { target, hex }, how) {
  return target === from || (target === null && hex === null) ? [] : [{ from, to: hex ? null : target, hex, ...how }];
}

/**
 * Return whether a figure can be aimed at, with which chance, and its sentence.
 * @param {Token} token
 * @param {View} view
 * @param {import("../words/state.js").FigureMoves | null} known
 */
function litFor({ id, label }, { choosing: { choice } }, known) {
  if (!known) return { lit: /** @type {const} */ (""), chance: "", label };
  const move = moveOf(choice);
  const can = known.moves.some(({ target, hex }) => target === id && hex === null);
  const why = can ? [] : whyNot(known, move, id);
  const lit = can ? /** @type {const} */ ("can") : why.length > 0 ? /** @type {const} */ ("cannot") : /** @type {const} */ ("");
  const meant = can ? aimedAt(known, move, id) : null;
  const chance = meant ? chanceSaid(meant) : "";
  const said = meant ? `${meant.key === move?.key ? "Chosen: " : ""}${[plain(meant.label), chance].filter(Boolean).join(", ")}.` : plain(why[0] ?? "");
  return { lit, chance, label: said ? `${label} ${said}` : label };
}

/**
 * Return the figures as they are drawn; those who take part without a place on the board, such as commanders off it, are
 * left out on hexes.
 * @param {View} view
 * @returns {Token[]}
 */
export function tokensOf({ play, state, situation, request }) {
  if (!play) return [];
  const rows = new Map(rowsOf(play, state, request?.state).map((row) => [row.id, row]));
  const turns = new Map(situation?.order.map((turn) => [turn.id, turn]));
  const marks = marksOf(sidesOf(play, state));
  return figuresOf(play, state).flatMap(({ id, name, side, place, record }) => {
    const row = rows.get(id);
    const turn = turns.get(id);
    const hex = Array.isArray(record.hex) ? /** @type {Hex} */ (/** @type {unknown} */ (record.hex)) : null;
    if (play.board === "hexes" && hex === null) return [];
    const pools = row?.pools ?? [];
    const fate = turn?.fate ?? null;
    const isOut = turn ? turn.status === "out" : isDown(row);
    const facts = [side === null ? "" : called(play, state, side), ...pools.map(poolSaid), fate ? inWords(fate) : inARow(row?.conditions ?? [])];
    return [{
      id, name, place, pools, hex, isOut, at: play.bands.length > 0 ? standingOf(play, state, id) : null,
      mark: marks.get(side ?? "") ?? { shape: 0, colour: 0 },
      facing: typeof record.facing === "number" ? record.facing : null,
      isHidden: record.hidden === true, isForced: turn?.forced != null, lit: /** @type {const} */ (""), chance: "",
      label: `${name}: ${facts.filter(Boolean).join(", ")}.`,
    }];
  });
}

/**
 * Tell whether a figure that takes no turns is out of the fight: nothing is left of what it has first.
 * @param {import("../words/facts.js").Row | undefined} row
 */
function isDown(row) {
  const left = row?.pools[0]?.left;
  return left != null && left <= 0;
}

/**
 * Return what is left of something in words: "11 of 14 hit points".
 * @param {Pool} pool
 */
export function poolSaid({ name, left, full }) {
  if (left === null) return "";
  return (full === null ? `${left} ${name}` : `${left} of ${full} ${name}`).replace(/^-/, "−");
}

/**
 * Return where a figure stands, as another list of the state says; figures that are in none stand at its origin.
 * @param {import("../words/state.js").Play} play
 * @param {Loose} state
 * @param {string} id
 */
function standingOf(play, state, id) {
  const found = Object.entries(state).filter(([list, value]) => !play.figures.includes(list) && Array.isArray(value))
    .flatMap(([, value]) => value).find((/** @type {any} */ each) => each && typeof each === "object" && ("x" in each || "y" in each) && Object.values(each).includes(id));
  return { x: Number(found?.x ?? 0), y: Number(found?.y ?? 0) };
}

/**
 * Return who is tied to whom: a field of a figure lists the others, and a record of the state names two.
 * @param {import("../words/state.js").Play} play
 * @param {Loose} state
 * @returns {[string, string][]}
 */
export function bondsOf(play, state) {
  const figures = recordsOf(play, state).map(([, record]) => record);
  const ids = new Set(figures.map(({ id }) => id));
  const own = figures.flatMap((record) => play.bonds.flatMap((name) => (Array.isArray(record[name]) ? record[name] : []).map((/** @type {unknown} */ other) => [record.id, other])));
  const held = play.bonds.flatMap((name) => (Array.isArray(state[name]) ? state[name] : []).map((/** @type {Loose} */ each) => Object.values(each).filter((value) => ids.has(value))));
  const pairs = [...own, ...held].filter((pair) => pair.length === 2 && pair.every((each) => ids.has(each)) && pair[0] !== pair[1]);
  const keyed = new Map(pairs.map((pair) => [JSON.stringify([...pair].sort()), /** @type {[string, string]} */ (pair)]));
  return [...keyed.values()];
}

// @ts-check
// What the console knows of an encounter, as types, and the questions that every panel asks of it. No DOM here.

import { COLOUR_WORDS } from "./sides.js";

/**
 * @typedef {import("../vendor/umpire.js").Umpire} Umpire
 * @typedef {ReturnType<Umpire["encounter"]>} Encounter   a handle of one encounter, with its token
 *
 * @typedef {{[name: string]: any}} Loose   JSON whose form the family decides
 *
 * @typedef {object} PlayMove   a move that an encounter of the family knows
 * @property {string} procedure   its name in addresses: the last part of its path
 * @property {string} path
 * @property {string} summary
 * @property {string} input   name of the definition of `input`
 * @property {{input: Loose}} example   a request for the encounter that `begins` creates
 * @property {boolean} whole_fight   whether it plays the fight to its end, so that its odds tell who wins
 *
 * @typedef {{title: string, request: {family: string, state: Loose}}} Example   a fight to begin with
 *
 * @typedef {object} Play   the answer of GET /v1/families/{family}/play
 * @property {string} name
 * @property {string | null} state   name of the definition of the state
 * @property {{family: string, state: Loose}} begins   a request that creates an encounter
 * @property {Example[]} fights   fights to begin with; the first is `begins`
 * @property {PlayMove[]} moves
 * @property {string[]} visible
 * @property {string[]} places
 * @property {string[]} figures   lists of the state that hold figures
 * @property {string} side   field of a figure that says for whom it fights
 * @property {"hexes" | "lines"} board   what figures stand on
 * @property {{name: string, left: string, full: string[], times: string | null, is_spent: boolean}[]} pools   what figures can lose
 * @property {{name: string, up_to: number | null}[]} bands   names of distances, the nearest first
 * @property {string[]} bonds   fields that tie two figures to each other
 * @property {{name: string, rules: string[]}[]} phases   parts of a round whose orders are given before the dice
 * @property {{ruling: string, option: string, phases: string[]}[]} phase_orders   other orders of them, by the ruling that decides it
 * @property {{[name: string]: Schema}} definitions   JSON Schemas by name
 *
 * @typedef {object} Schema   a JSON Schema
 * @property {string} [$ref]
 * @property {string} [type]
 * @property {string} [title]
 * @property {string} [description]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {unknown} [default]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {Schema} [items]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [allOf]
 * @property {{propertyName: string, mapping?: {[value: string]: string}}} [discriminator]
 * @property {string[]} [required]
 * @property {{[name: string]: Schema}} [properties]
 *
 * @typedef {object} Term   one modifier of a number
 * @property {string} rule
 * @property {string} label
 * @property {number} value
 *
 * @typedef {{base: number, terms: Term[], total: number}} Tally   a number and what it is the sum of
 *
 * @typedef {object} Step   one step of a transcript
 * @property {number} n
 * @property {string} rule
 * @property {string | null} actor
 * @property {string} label
 * @property {string | null} dice
 * @property {number[]} faces
 * @property {string | null} card
 * @property {string | null} source
 * @property {number | null} total
 * @property {Tally | null} target
 * @property {number | null} margin
 * @property {string | null} text   viewers may not see it
 * @property {string[]} cites
 *
 * @typedef {object} Need   the dice that a procedure waits for
 * @property {string} rule
 * @property {string} label
 * @property {string} dice   the pool, such as 3d6, or the deck
 * @property {string | null} actor
 * @property {number} missing
 * @property {string} text
 *
 * @typedef {object} Entry   an entry of the log, as far as the token sees it
 * @property {number} version
 * @property {string} kind   create, act, correct, undo, redo, void, join, contribute, announce, end; for viewers also hidden
 * @property {string | null} operation
 * @property {Loose | null} input
 * @property {Loose | null} outcome
 * @property {Step[] | null} steps
 * @property {string[] | null} warnings
 * @property {number | null} returns_to
 * @property {boolean} secret
 * @property {string} summary
 * @property {Dice | null} [dice]
 * @property {Draw | null} [draw]
 * @property {string | null} [head]   the signed note of its version
 * @property {Loose | null} [state]   of the first entry: what the fight began with
 * @property {Loose} [rulings]
 * @property {Situation | null} [situation]   after it
 *
 * @typedef {object} Dice   whose dice an act was played with
 * @property {string | null} seed_by
 * @property {number} supplied_faces
 * @property {number} supplied_cards
 *
 * @typedef {{n: number, values: {seat: string, value: string}[]}} Draw   the draw that an act has taken
 *
 * @typedef {object} TurnEntry   one who takes turns
 * @property {string} id
 * @property {string} side
 * @property {string} status   next, acted, waiting or out
 * @property {string | null} fate   what has become of it; null: it stands
 * @property {string | null} forced   what the rules make it do
 *
 * @typedef {object} Situation   whose turn it is, and whether the fight is over
 * @property {number | null} round
 * @property {string} decision   orders: all in `next` choose before the dice; none: it is over; else who is next chooses alone
 * @property {string | null} procedure
 * @property {TurnEntry[]} order
 * @property {string[]} next
 * @property {boolean} over
 * @property {string | null} winner   id of a side
 * @property {string} text
 *
 * @typedef {object} LegalMove   a move that a figure may make now, ready to be posted
 * @property {number | null} chance   that its attack gets through
 * @property {{procedure: string, input: Loose} | null} odds   what the odds of its attack are asked for
 * @property {string} key
 * @property {string} kind
 * @property {string} label
 * @property {string} procedure
 * @property {Loose} input
 * @property {string | null} target
 * @property {[number, number] | null} hex
 * @property {string[]} free
 * @property {string[]} needs   pointers to what has to be filled in
 * @property {boolean} suggested
 *
 * @typedef {{kind: string, label: string, why: string, targets: string[]}} BarredMove   what is not possible, and why
 * @typedef {{figure: string, forced: boolean, moves: LegalMove[], barred: BarredMove[], truncated: boolean}} FigureMoves
 * @typedef {{figure: string, moves: LegalMove[], why: string}} Suggestion
 * @typedef {{figure: string, kind: string, label: string, target: string | null, hex: [number, number] | null, why: string}} Foreseen   what one who waits would do
 *
 * @typedef {object} Order   the move that the form has now: what odds are asked for and what would be played
 * @property {string} procedure
 * @property {Loose} input
 *
 * @typedef {object} Figure   a figure of the state, found by the fields that the play page names
 * @property {string} id
 * @property {string} name   what players call it
 * @property {string | null} side   id of its side
 * @property {number} place   0 for the first side, 1 for the second ...; sides differ in colour, shape and pattern by it
 * @property {string} list   name of the list of the state that it is in
 * @property {Loose} record   all that the token sees of it
 *
 * @typedef {object} Table   what every panel is given as props
 * @property {Umpire} umpire
 * @property {Encounter} fight
 * @property {string} family
 * @property {Play} play
 * @property {Loose} state   the state as the token sees it
 * @property {Loose} rulings   of the encounter
 * @property {number} version   the version of `state`; it grows with each change
 * @property {"referee" | "viewer"} role
 * @property {Order | null} order   what the form says now; null for viewers
 * @property {(sentence: string) => void} say   read a sentence aloud to who uses a screen reader
 * @property {(problem: unknown) => void} onProblem   show a problem at the place of the order
 */

/**
 * Return the figures of a state, in its order.
 * @param {Play} play
 * @param {Loose} state
 * @returns {Figure[]}
 */
export function figuresOf(play, state) {
  const sides = sidesOf(play, state);
  return recordsOf(play, state).map(([list, record]) => {
    const side = record[play.side] ?? null;
    return { id: record.id, name: nameOf(record), side, place: Math.max(0, sides.indexOf(side)), list, record };
  });
}

/**
 * Return the ids of the sides, in the order in which the state names them.
 * @param {Play} play
 * @param {Loose} state
 * @returns {string[]}
 */
export function sidesOf(play, state) {
  const listed = Array.isArray(state?.sides) ? state.sides.map((/** @type {Loose} */ each) => each.id) : [];
  const held = recordsOf(play, state).map(([, record]) => record[play.side]);
  return [...new Set([...listed, ...held].filter((each) => typeof each === "string"))];
}

/**
 * Return what players call a figure, a side or any other record: its name, else its id.
 * @param {Loose} record
 * @returns {string}
 */
export function nameOf(record) {
  return record.name ?? record.id;
}

/**
 * Return what players call whoever has an id.
 * @param {Play} play
 * @param {Loose} state
 * @param {string | null} id
 * @returns {string}
 */
export function called(play, state, id) {
  if (id === null) return "";
  const sides = Array.isArray(state?.sides) ? state.sides : [];
  const found = [...recordsOf(play, state).map(([, record]) => record), ...sides].find((each) => each.id === id);
  return found ? nameOf(found) : id;
}

/**
 * Return who fights for a side, in short: "Knight, Goblin ×3". The longest list of figures counts: who commands is in another.
 * @param {Play} play
 * @param {Loose} state
 * @param {string} side
 */
export function fightersOf(play, state, side) {
  const all = figuresOf(play, state);
  const lists = [...new Set(all.map(({ list }) => list))].map((list) => all.filter((each) => each.list === list));
  const [longest = []] = lists.sort((one, other) => other.length - one.length);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { name } of longest.filter((each) => each.side === side)) {
    const kind = name.replace(/ \d+$/, "");
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(", ");
}

/**
 * Return what a side is called where it is told of without its figures: by its name, or by who fights for it if that is a colour.
 * @param {Play} play
 * @param {Loose} state
 * @param {string} side
 */
export function sideCalled(play, state, side) {
  const name = called(play, state, side);
  return name.toLowerCase() in COLOUR_WORDS ? fightersOf(play, state, side) || name : name;
}

/**
 * Return the chance of a move in words: "70 %"; nothing where it is not known, or certain.
 * @param {LegalMove} move
 */
export function chanceSaid({ chance }) {
  if (chance === null || chance === 1) return "";
  return chance > 0 && chance < 0.005 ? "<1\u00a0%" : chance > 0.995 ? ">99\u00a0%" : `${Math.round(100 * chance)}\u00a0%`;
}

/**
 * Return a name of the API in words: "resolve-attack" and "hp_max" become "Resolve attack" and "Hp max".
 * @param {string} name
 */
export function worded(name) {
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Return what a move is called: "resolve-attack" is "Attack".
 * @param {string} procedure
 */
export function moveName(procedure) {
  return worded(procedure.replace(/^(resolve|roll)-/, ""));
}

/**
 * Return the address of the explanation of a rule by its id.
 * @param {string} id   such as "family/attack/sequence"
 */
export function ruleAddress(id) {
  const [family, ...rest] = id.split("/");
  return `/docs/families/${family}/rules/${rest.join("/")}`;
}

/**
 * @param {Play} play
 * @param {Loose} state
 * @returns {[list: string, record: Loose][]}
 */
export function recordsOf(play, state) {
  return play.figures.flatMap((list) =>
    (Array.isArray(state?.[list]) ? state[list] : [])
      .filter((/** @type {Loose} */ each) => typeof each?.id === "string")
      .map((/** @type {Loose} */ each) => /** @type {[string, Loose]} */ ([list, each])));
}

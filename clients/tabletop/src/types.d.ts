// What the tabletop core needs to know of the service's answers: the parts that it reads, and no others.
// An encounter of the TypeScript client is a `Fight`.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Row = { [name: string]: any };

export interface Need {
  rule: string;
  label: string;
  /** "3d6", "d100", or the name of a deck. */
  dice: string;
  actor: string | null;
  missing: number;
  text: string;
}

export interface Term {
  rule: string;
  label: string;
  value: number;
}

export interface Tally {
  base: number;
  terms: readonly Term[];
  total: number;
}

export interface Step {
  n: number;
  rule: string;
  actor: string | null;
  label: string;
  dice: string | null;
  faces: readonly number[];
  card: string | null;
  total: number | null;
  target: Tally | null;
  margin: number | null;
  text: string;
}

/** One entry of an encounter's log. For viewers `steps` is cut as `reveal` says, and hidden parts are null. */
export interface Entry {
  version: number;
  kind: string;
  family: string | null;
  operation: string | null;
  summary: string;
  secret: boolean;
  steps: readonly Step[] | null;
  warnings: readonly string[] | null;
  names: { [id: string]: string } | null;
}

/** An encounter as its token sees it. */
export interface View {
  id: string;
  version: number;
  family: string;
  state: Row;
  situation: Situation | null;
}

/** Whose turn it is: the parts that are read. */
export interface Situation {
  round: number | null;
  decision: string;
  order: readonly { id: string; status: string; fate: string | null }[];
  next: readonly string[];
  over: boolean;
  text: string;
}

/** `GET /v1/families/{name}/play`: how a family is played. */
export interface Play {
  name: string;
  /** Name of the definition of the state. */
  state: string | null;
  /** A request that creates an encounter. */
  begins: any;
  moves: readonly Move[];
  /** Fields whose words viewers see. */
  visible: readonly string[];
  /** Fields whose numbers viewers see: where figures stand and face. */
  places: readonly string[];
  /** Lists of the state that hold figures. */
  figures: readonly string[];
  /** The field of a figure that says for whom it fights. */
  side: string;
  /** What figures lose in a fight; the first is what is drawn around them. */
  pools: readonly Pool[];
  definitions: { [name: string]: any };
}

export interface Move {
  procedure: string;
  summary: string;
  input: string;
  example: any;
}

/** A fight as the client gives it. Its answers are a `View` and each an `Entry`: to the contract states and steps are JSON. */
export interface Fight {
  readonly situation: Situation;
  moves(figure: string, options?: { signal?: AbortSignal; audience?: "players"; chances?: boolean }): Promise<any>;
  read(options?: { signal?: AbortSignal }): Promise<any>;
  follow(options: { after?: number; signal?: AbortSignal; onConnection?: (isOpen: boolean) => void }): AsyncIterable<any>;
}

export type Hex = readonly [number, number];

export interface Point {
  x: number;
  y: number;
}

/** How a tabletop draws hexes: which way they point, how long a side is, and the centre of hex [0, 0], in its units. */
export interface Layout {
  top: "flat" | "pointy";
  side: number;
  origin: Point;
}

/** The ground of a tabletop: its hexes, if it has any, and for figures that stand in yards the length of a yard. */
export interface Ground {
  hexes: Layout | null;
  origin: Point;
  yard: number;
}

/** Where a figure stands: on a hex, or in yards along and across the field; `facing` is a hexside, 0 is north. */
export interface Place {
  hex?: Hex;
  yards?: Point;
  facing?: number;
}

/** What happened to one figure between two states. */
export interface Change {
  kind: "come" | "gone" | "change";
  figure: string;
  /** The tabletop's own id, from the figure's `meta`, if it has one. */
  token: string | null;
  name: string;
  list: string;
  /** Its record afterwards; for one that is gone, before. */
  now: Row;
  /** Where it stands now, if it stands elsewhere or faces another side than before. */
  place: Place | null;
  /** The names of its other fields that changed. */
  fields: string[];
}

/** A token of the tabletop that takes part in a fight. */
export interface Token {
  token: string;
  /** The id of the figure whose record it plays. */
  figure: string;
  place?: Place;
  /** Fields that the tabletop says better than the record. */
  fields?: Row;
}

/** How a field is made of a record of the other side: a path, or one of these. */
export type Rule =
  | string
  | { value: Json }
  | { number: string }
  | { path: string; default?: Json; values?: { [word: string]: Json } }
  | { record: Rules }
  | { list: Rule[] }
  | { each: string; where?: { path: string; is: Json }; first?: boolean; record: Rules };

export type Rules = { [field: string]: Rule };

/** What of the answer of a conversion says which figure of the catalogue was taken. */
export interface Likened {
  likeness: { figure: string; by: "name" | "kind" | "nothing"; why: string; others: readonly string[] } | null;
}

/** A figure of a catalogue in one line. */
export interface FigureLine {
  id: string;
  name: string;
  tags: readonly string[];
  /** Share of duels, in percent, that it wins against the others of its family. */
  power: number;
}

/** Something that figures lose in a fight, or fill up, such as injuries (`is_spent`). */
export interface Pool {
  name: string;
  left: string;
  /** The fields that say how much there can be: the first that a figure has. */
  full: readonly string[];
  /** The field by which that is multiplied, such as the size of a group. */
  times: string | null;
  is_spent: boolean;
}

/** What a figure may do now, as the service lists it. */
export interface Listed {
  figure: string;
  moves: readonly { key: string; label: string; target: string | null; chance: number | null; suggested: boolean; needs: readonly string[] }[];
  places: readonly { kind: string; label: string; hexes: readonly { hex: Hex; cost: number }[] }[];
  barred: readonly { label: string; why: string }[];
}

/** What somebody is offered: nothing in it but words, keys and the hexes to which moves lead. */
export interface Offer {
  figure: string;
  name: string;
  moves: { key: string; label: string; target: string | null; hex: Hex | null; chance: number | null; suggested: boolean }[];
  barred: { label: string; why: string }[];
}

/** How a figure is, as far as viewers may know. */
export interface Seen {
  side: string | null;
  /** Where it stands in the round: next, acted, waiting or out; null if it takes no turns. */
  turn: string | null;
  /** What is not as usual, in words. */
  state: string[];
  /** What is left of hit points and the like; empty where viewers see no numbers. */
  pools: { name: string; left: number; full: number | null }[];
}

/** An element as data: `[tag, attributes, ...children]`; a child is an element or a text. */
export type Tree = [string, { [attribute: string]: string }, ...(Tree | string)[]];

// The parts of Foundry's API that the module calls, written by hand from its public documentation (versions 13 and 14).
// They are not Foundry's own types, and nothing of Foundry was run: what is wrong here is wrong in the module, too.

interface Point {
  x: number;
  y: number;
}

interface Cube {
  q: number;
  r: number;
  s: number;
}

interface Grid {
  /** One of CONST.GRID_TYPES. */
  type: number;
  /** Pixels of a cell, how long it is, and in which units. */
  size: number;
  distance: number;
  units: string;
  getCube(point: Point): Cube;
  getCenterPoint(cube: Cube): Point;
  getTopLeftPoint(cube: Cube): Point;
}

interface Flagged {
  id: string;
  getFlag(scope: string, name: string): any;
  setFlag(scope: string, name: string, value: unknown): Promise<unknown>;
  unsetFlag(scope: string, name: string): Promise<unknown>;
}

interface Actor extends Flagged {
  name: string;
  toObject(): { name: string; type: string; system: any; items?: readonly any[] };
  testUserPermission(user: User, permission: "OWNER"): boolean;
  update(changes: Record<string, unknown>): Promise<unknown>;
  modifyTokenAttribute(attribute: string, value: number, isDelta: boolean, isBar: boolean): Promise<unknown>;
  toggleStatusEffect(status: string, options: { overlay: boolean; active: boolean }): Promise<unknown>;
}

type Bar = { type: "bar"; attribute: string; value: number; max: number } | { type: "value"; attribute: string; value: number };

interface TokenDocument extends Flagged {
  name: string;
  x: number;
  y: number;
  rotation: number;
  hidden: boolean;
  disposition: number;
  actor: Actor | null;
  /** The actor of the world, also of a token that has a copy of it. */
  baseActor: Actor | null;
  getSize(): { width: number; height: number };
  getBarAttribute(bar: "bar1"): Bar | null;
}

interface Embedding {
  createEmbeddedDocuments(kind: string, data: Record<string, unknown>[], options?: Record<string, unknown>): Promise<unknown>;
  updateEmbeddedDocuments(kind: string, updates: Record<string, unknown>[], options?: Record<string, unknown>): Promise<unknown>;
  deleteEmbeddedDocuments(kind: string, ids: string[], options?: Record<string, unknown>): Promise<unknown>;
}

interface Scene extends Flagged, Embedding {
  grid: Grid;
  tokens: { get(id: string): TokenDocument | undefined };
}

interface Combatant extends Flagged {
  initiative: number | null;
  hidden: boolean;
  defeated: boolean;
}

interface Combat extends Flagged, Embedding {
  round: number;
  turn: number | null;
  combatants: Iterable<Combatant>;
  /** The combatants in the order of their turns. */
  turns: Combatant[];
  activate(): Promise<unknown>;
  update(changes: Record<string, unknown>, options?: Record<string, unknown>): Promise<unknown>;
  delete(options?: Record<string, unknown>): Promise<unknown>;
}

interface User {
  id: string;
  isGM: boolean;
  isSelf: boolean;
  active: boolean;
  targets: Iterable<{ document: TokenDocument }>;
}

interface Setting {
  scope: "world" | "client";
  config: boolean;
  type: unknown;
  default: unknown;
  onChange?: (value: any) => void;
}

interface SettingsMenu {
  name: string;
  label: string;
  hint: string;
  icon: string;
  type: new () => any;
  restricted: boolean;
}

interface DialogButton {
  action: string;
  label: string;
  default: boolean;
  callback(event: Event, button: HTMLButtonElement): unknown;
}

declare namespace foundry.applications {
  /** The windows that are open, by id. */
  const instances: { get(id: string): { close(): Promise<unknown> } | undefined };
}

declare namespace foundry.applications.api {
  class ApplicationV2 {
    element: HTMLElement;
    render(options?: { force: boolean }): Promise<this>;
    close(): Promise<this>;
  }
  const DialogV2: {
    wait(config: { id: string; window: { title: string }; position: { width: number }; content: string; buttons: DialogButton[]; rejectClose: false }): Promise<any>;
  };
}

interface DiceTerm {
  results: { result: number }[];
}

declare class Roll {
  constructor(formula: string);
  dice: DiceTerm[];
  evaluate(options?: { allowInteractive?: boolean }): Promise<Roll>;
}

declare class ChatMessage {
  static create(data: { content: string; rolls?: Roll[]; flags?: Record<string, unknown> }): Promise<unknown>;
  flags: Record<string, any>;
}

declare function getDocumentClass(name: "Combat"): { create(data: Record<string, unknown>): Promise<Combat> };
declare const CONFIG: { specialStatusEffects: { DEFEATED: string } };
declare const CONST: { GRID_TYPES: Record<"HEXODDR" | "HEXEVENR" | "HEXODDQ" | "HEXEVENQ", number> };
declare const Hooks: {
  once(name: string, listener: (...told: any[]) => void): number;
  on(name: string, listener: (...told: any[]) => boolean | void): number;
};
interface GridLayer {
  addHighlightLayer(name: string): unknown;
  clearHighlightLayer(name: string): void;
  highlightPosition(name: string, look: { x: number; y: number; color: number; border: number; alpha: number }): unknown;
}

/** Without a canvas, as a user may set it, there are no layers. */
declare const canvas: { scene: Scene | null; tokens?: { controlled: { document: TokenDocument }[] }; interface?: { grid: GridLayer } };
declare const ui: { notifications: { info(text: string): void; warn(text: string): void; error(text: string): void } };
declare const game: {
  user: User;
  users: { activeGM: User | null; get(id: string): User | undefined; filter(test: (user: User) => boolean): User[] };
  release: { generation: number };
  system: { id: string };
  scenes: { get(id: string): Scene | undefined };
  combats: { find(test: (combat: Combat) => boolean): Combat | undefined; filter(test: (combat: Combat) => boolean): Combat[] };
  settings: {
    register(module: string, name: string, setting: Setting): void;
    registerMenu(module: string, name: string, menu: SettingsMenu): void;
    get(module: string, name: string): any;
    set(module: string, name: string, value: unknown): Promise<unknown>;
  };
  socket: {
    emit(event: string, told: unknown): void;
    on(event: string, listener: (told: any, sender: string) => void): void;
  };
  i18n: { localize(key: string): string };
};

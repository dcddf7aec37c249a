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
  getCube(point: Point): Cube;
  getCenterPoint(cube: Cube): Point;
}

interface Actor {
  testUserPermission(user: User, permission: "OWNER"): boolean;
  update(changes: Record<string, unknown>): Promise<unknown>;
}

interface TokenDocument {
  id: string;
  name: string;
  x: number;
  y: number;
  rotation: number;
  hidden: boolean;
  disposition: number;
  actor: Actor | null;
  getSize(): { width: number; height: number };
}

interface Scene {
  id: string;
  grid: Grid;
  tokens: { get(id: string): TokenDocument | undefined };
  getFlag(scope: string, name: string): any;
  setFlag(scope: string, name: string, value: unknown): Promise<unknown>;
  updateEmbeddedDocuments(kind: "Token", updates: Record<string, unknown>[], options?: Record<string, unknown>): Promise<unknown>;
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
  name?: string;
  hint?: string;
  choices?: Record<string, string>;
  onChange?: (value: any) => void;
}

interface DiceTerm {
  results: { result: number }[];
}

declare class Roll {
  constructor(formula: string);
  dice: DiceTerm[];
  evaluate(options?: { allowInteractive?: boolean }): Promise<Roll>;
}

declare const ChatMessage: { create(data: { content: string; rolls?: Roll[]; flags?: Record<string, unknown> }): Promise<unknown> };
declare const CONST: { GRID_TYPES: Record<"HEXODDR" | "HEXEVENR" | "HEXODDQ" | "HEXEVENQ", number> };
declare const Hooks: {
  once(name: string, listener: (...told: any[]) => void): number;
  on(name: string, listener: (...told: any[]) => void): number;
};
declare const canvas: { scene: Scene | null; tokens: { controlled: { document: TokenDocument }[] } };
declare const ui: { notifications: { info(text: string): void; warn(text: string): void; error(text: string): void } };
declare const game: {
  user: User;
  users: { activeGM: User | null; get(id: string): User | undefined };
  scenes: { get(id: string): Scene | undefined };
  settings: {
    register(module: string, name: string, setting: Setting): void;
    get(module: string, name: string): any;
    set(module: string, name: string, value: unknown): Promise<unknown>;
  };
  socket: {
    emit(event: string, told: unknown): void;
    on(event: string, listener: (told: any, sender: string) => void): void;
  };
  i18n: { localize(key: string): string };
};

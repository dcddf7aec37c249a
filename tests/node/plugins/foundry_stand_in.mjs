// A stand-in for the parts of Foundry's API that the module calls, made by hand from its public documentation: the world
// that all clients share, and the globals of each client. It is not Foundry, and shows nothing about Foundry's behaviour.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const GRID_TYPES = { GRIDLESS: 0, SQUARE: 1, HEXODDR: 2, HEXEVENR: 3, HEXODDQ: 4, HEXEVENQ: 5 };
const ROOT = Math.sqrt(3);

/** A grid of hexes by the documented layouts: `size` is the distance between opposite sides. */
export class HexGrid {
  constructor(kind, size) {
    this.type = GRID_TYPES[kind];
    this.size = size;
    this.columns = kind.endsWith("Q");
    this.start = kind.includes("EVEN") ? 1 : 0.5; // where the first column or row begins: the even ones may be shifted
  }

  getCenterPoint({ q, r }) {
    const long = (this.size * 2) / ROOT;
    if (this.columns) return { x: long * (0.75 * q + 0.5), y: this.size * (r + q / 2 + this.start) };
    return { x: this.size * (q + r / 2 + this.start), y: long * (0.75 * r + 0.5) };
  }

  getCube(point) {
    const near = [];
    for (let q = -40; q <= 40; q += 1) for (let r = -60; r <= 60; r += 1) near.push({ q, r, s: -q - r });
    const far = (cube) => Math.hypot(this.getCenterPoint(cube).x - point.x, this.getCenterPoint(cube).y - point.y);
    return near.reduce((best, cube) => (far(cube) < far(best) ? cube : best));
  }
}

/** A token of the scene. */
export class Token {
  constructor(told) {
    Object.assign(this, { rotation: 0, hidden: false, disposition: -1, size: { width: 100, height: 100 } }, told);
  }

  getSize() {
    return this.size;
  }
}

/** An actor, whose owners may act with its tokens. */
export class Actor {
  constructor(told) {
    Object.assign(this, told);
    this.updates = [];
  }

  testUserPermission(user, permission) {
    return permission === "OWNER" && (user.isGM || this.owners.includes(user.id));
  }

  async update(changes) {
    this.updates.push(changes);
    for (const [path, value] of Object.entries(changes)) {
      const names = path.split(".");
      names.slice(0, -1).reduce((inner, name) => inner[name], this)[names.at(-1)] = value;
    }
  }
}

/** What all clients share: users, settings, the scene, the chat; and everything that was sent, for the test to read. */
export class World {
  constructor(users, grid, tokens) {
    this.users = users;
    this.settings = new Map();
    this.messages = [];
    this.traffic = [];
    this.clients = [];
    this.flags = {};
    this.moves = [];
    const byId = new Map(tokens.map((each) => [each.id, each]));
    this.scene = {
      id: "scene00000000000",
      grid,
      tokens: byId,
      getFlag: (scope, name) => this.flags[`${scope}.${name}`],
      setFlag: async (scope, name, value) => (this.flags[`${scope}.${name}`] = value),
    };
  }

  get activeGM() {
    return this.users.find(({ isGM, active }) => isGM && active) ?? null;
  }

  move(id, fields, options = {}) {
    const token = this.scene.tokens.get(id);
    Object.assign(token, fields);
    for (const client of this.clients) client.call("updateToken", token, fields, options);
  }

  send(event, told, sender) {
    const text = JSON.stringify(told);
    this.traffic.push(text);
    for (const client of this.clients) if (client.user.id !== sender) client.hear(event, JSON.parse(text), sender);
  }
}

/** A browser with the module in it. */
export class Client {
  constructor(world, user, program) {
    Object.assign(this, { world, user, settings: new Map(), declared: new Map(), hooks: {}, heard: {}, said: [], sent: [], faces: [], controlled: [], targets: [] });
    world.clients.push(this);
    const timers = { setTimeout, clearTimeout, AbortController, AbortSignal, TextDecoder, fetch: this.#fetch, crypto, structuredClone, URL, URLSearchParams };
    const globals = { ...timers, ...this.#foundry(), location: { href: "http://127.0.0.1:30000/game" } };
    this.context = vm.createContext(globals);
    vm.runInContext(readFileSync(program, "utf8"), this.context, { filename: program });
    this.call("init");
    this.call("ready");
    this.controls = { tokens: { tools: {} } };
    this.call("getSceneControlButtons", this.controls);
  }

  /** Send a request, and remember to whom with which key. */
  #fetch = (url, init) => {
    this.sent.push({ url: String(url), key: new Headers(init?.headers).get("x-api-key") });
    return fetch(url, init);
  };

  call(hook, ...told) {
    for (const listener of this.hooks[hook] ?? []) listener(...told);
  }

  hear(event, told, sender) {
    for (const listener of this.heard[event] ?? []) listener(told, sender);
  }

  click(tool) {
    return this.controls.tokens.tools[tool].onChange();
  }

  #foundry() {
    const { world, user } = this;
    const listen = (all) => (name, listener) => (all[name] ??= []).push(listener);
    const say = (kind) => (text) => this.said.push([kind, text]);
    const own = this.#user();
    const roll = this.#rollClass();
    return {
      CONST: { GRID_TYPES },
      Hooks: { once: listen(this.hooks), on: listen(this.hooks) },
      ui: { notifications: { info: say("info"), warn: say("warn"), error: say("error") } },
      canvas: { scene: this.#scene(), tokens: { get controlled() { return own.client.controlled; } } },
      ChatMessage: { create: async (data) => world.messages.push({ by: user.id, content: data.content, rolls: (data.rolls ?? []).length, flags: data.flags }) },
      Roll: roll,
      game: {
        user: own,
        users: { get activeGM() { return world.activeGM && { ...world.activeGM, isSelf: world.activeGM === user }; }, get: (id) => world.users.find((each) => each.id === id) },
        scenes: { get: (id) => (id === world.scene.id ? this.#scene() : undefined) },
        settings: { register: (module, name, setting) => this.declared.set(name, setting), get: (module, name) => this.#get(name), set: (module, name, value) => this.#set(name, value) },
        socket: { emit: (event, told) => world.send(event, told, user.id), on: listen(this.heard) },
        i18n: { localize: (key) => key },
      },
    };
  }

  #user() {
    const client = this;
    return { ...this.user, isSelf: true, client, get targets() { return client.targets; } };
  }

  #scene() {
    const { world, user } = this;
    return {
      ...world.scene,
      updateEmbeddedDocuments: async (kind, updates, options) => {
        if (!user.isGM) throw new Error("A player may not move these tokens.");
        world.moves.push({ updates, options });
        for (const { _id, ...fields } of updates) world.move(_id, fields, options);
      },
    };
  }

  #rollClass() {
    const client = this;
    return class Roll {
      constructor(formula) {
        this.formula = formula;
        this.dice = [];
      }

      async evaluate(options) {
        const [count, sides] = this.formula.split("d").map(Number);
        if (!options?.allowInteractive || !(sides > 0)) throw new Error(`not a roll by the user's dice configuration: ${this.formula}`);
        this.dice = [{ results: client.faces.splice(0, count).map((result) => ({ result })) }];
        return this;
      }
    };
  }

  #get(name) {
    const kept = this.declared.get(name).scope === "world" ? this.world.settings : this.settings;
    return structuredClone(kept.has(name) ? kept.get(name) : this.declared.get(name).default);
  }

  async #set(name, value) {
    const isWorld = this.declared.get(name).scope === "world";
    if (isWorld && !this.user.isGM) throw new Error("A player may not change settings of the world.");
    (isWorld ? this.world.settings : this.settings).set(name, structuredClone(value));
    for (const client of isWorld ? this.world.clients : [this]) client.declared.get(name).onChange?.(value);
  }
}

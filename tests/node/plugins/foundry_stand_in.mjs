// A stand-in for the world and the clients of Foundry, made by hand from the public documentation of versions 13 and 14. It
// is not Foundry, and shows nothing about Foundry's behaviour. Both generations are alike but for how tokens are moved.
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { Combat, GRID_TYPES } from "./foundry_documents.mjs";
import { cleaned, formIn } from "./foundry_forms.mjs";

/** What all clients share: users, settings, the scene, the chat; and everything that was sent, for the test to read. */
export class World {
  settings = new Map();
  messages = [];
  traffic = [];
  clients = [];
  combats = [];
  flags = {};
  moves = [];
  stopped = [];
  walls = [];
  numbers = 0;

  constructor({ generation, system }, users, grid, tokens) {
    Object.assign(this, { generation, system, users });
    this.scene = {
      id: "scene00000000000",
      grid,
      tokens: new Map(tokens.map((each) => [each.id, each])),
      getFlag: (scope, name) => this.flags[`${scope}.${name}`],
      setFlag: async (scope, name, value) => (this.flags[`${scope}.${name}`] = value),
    };
  }

  get activeGM() {
    return this.users.find(({ isGM, active }) => isGM && active) ?? null;
  }

  /** Move a token as somebody does by hand. */
  move(id, fields, options = {}) {
    const token = this.scene.tokens.get(id);
    Object.assign(token, fields);
    for (const client of this.clients) client.call("updateToken", token, fields, options);
  }

  /**
   * Update a token as the API does: a wall on its way stops it where it is, unless walls are ignored. Version 14 reads the
   * options of the whole update, version 13 those of the token in `movement`.
   */
  update({ _id, ...fields }, options) {
    const token = this.scene.tokens.get(_id);
    const { constrainOptions } = this.generation >= 14 ? options : (options.movement?.[_id] ?? {});
    const [dx, dy] = [token.size.width / 2, token.size.height / 2];
    const way = [{ x: token.x + dx, y: token.y + dy }, { x: (fields.x ?? token.x) + dx, y: (fields.y ?? token.y) + dy }];
    const isStopped = !constrainOptions?.ignoreWalls && this.walls.some((wall) => crosses(way, wall));
    if (isStopped) this.stopped.push(_id);
    const { x, y, ...others } = fields;
    this.move(_id, isStopped ? others : fields, options);
  }

  send(event, told, sender) {
    const text = JSON.stringify(told);
    this.traffic.push(text);
    for (const client of this.clients) if (client.user.id !== sender) client.hear(event, JSON.parse(text), sender);
  }
}

/** Tell whether two segments cross. */
function crosses([a, b], [c, d]) {
  const side = (p, q, r) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

/** The layer of the grid, which draws positions on layers that have been added before. */
class GridLayer {
  highlightLayers = {};

  addHighlightLayer(name) {
    this.highlightLayers[name] ??= new Map();
  }

  clearHighlightLayer(name) {
    this.highlightLayers[name]?.clear();
  }

  highlightPosition(name, { x, y, color, border, alpha }) {
    if (![x, y, color, border, alpha].every(Number.isFinite)) throw new Error("A position needs numbers.");
    this.highlightLayers[name]?.set(`${x},${y}`, { x, y });
  }
}

/** A browser with the module in it; `answers` are what its user does in the windows that open, one after the other. */
export class Client {
  settings = new Map();
  declared = new Map();
  menus = new Map();
  hooks = {};
  heard = {};
  said = [];
  sent = [];
  faces = [];
  controlled = [];
  targets = [];
  windows = [];
  answers = [];
  open = new Map();
  gridLayer = new GridLayer();

  constructor(world, user, program) {
    Object.assign(this, { world, user });
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

  /** Send a request, and remember to whom with which key, and how much. */
  #fetch = (url, init) => {
    this.sent.push({ url: String(url), key: new Headers(init?.headers).get("x-api-key"), body: init?.body ?? "" });
    return fetch(url, init);
  };

  /** Call the listeners of a hook; the first that refuses ends it, as for hooks before an update. */
  call(hook, ...told) {
    return (this.hooks[hook] ?? []).every((listener) => listener(...told) !== false);
  }

  hear(event, told, sender) {
    for (const listener of this.heard[event] ?? []) listener(told, sender);
  }

  /** Select tokens, and no others. */
  select(...tokens) {
    const before = this.controlled;
    this.controlled = tokens.map((document) => ({ document }));
    for (const each of before) this.call("controlToken", each, false);
    for (const each of this.controlled) this.call("controlToken", each, true);
  }

  /** The hexes that are lit, as "q,r". */
  lit() {
    const positions = Object.values(this.gridLayer.highlightLayers).flatMap((layer) => [...layer.values()]);
    const { grid } = this.world.scene;
    const [{ x: right, y: down }, corner] = [grid.getCenterPoint({ q: 0, r: 0 }), grid.getTopLeftPoint({ q: 0, r: 0 })];
    return positions.map(({ x, y }) => grid.getCube({ x: x + right - corner.x, y: y + down - corner.y })).map(({ q, r }) => `${q},${r}`);
  }

  click(tool) {
    return this.controls.tokens.tools[tool].onChange();
  }

  /** Press a button of a card, as it is drawn in this client; tell whether there is one. */
  press(message, name) {
    const buttons = [...message.content.matchAll(/<button type="button" data-umpire="(\w+)">/g)].map(([, umpire]) => ({
      dataset: { umpire },
      isThere: true,
      addEventListener(event, listener) {
        this[event] = listener;
      },
      remove() {
        this.isThere = false;
      },
    }));
    this.call("renderChatMessageHTML", message, { querySelectorAll: () => buttons });
    const button = buttons.find(({ isThere, dataset }) => isThere && dataset.umpire === name);
    button?.click();
    return button !== undefined;
  }

  /** The entries that the module adds to the head of an actor's sheet, of the present form and of the one before. */
  headers(actor) {
    const [controls, buttons] = [[], []];
    this.call("getHeaderControlsApplicationV2", { document: actor }, controls);
    this.call("getActorSheetHeaderButtons", { actor }, buttons);
    return [...controls.map(({ onClick }) => onClick), ...buttons.map(({ onclick }) => onclick)];
  }

  /** Open a window of the settings, fill it in, and press a button of it; null: save it. */
  async setUp(values, action = null) {
    const { type: Window } = this.menus.get("setup");
    const window = new Window();
    const content = {};
    window._replaceHTML(await window._renderHTML(await window._prepareContext()), content);
    const form = formIn(content.innerHTML, values);
    Object.assign(window, { element: form, close: async () => (window.isClosed = true) });
    const { form: submitted, actions } = Window.DEFAULT_OPTIONS;
    await (action ? actions[action] : submitted.handler).call(window, {}, form, {});
    return { content: content.innerHTML, isClosed: window.isClosed ?? false };
  }

  #foundry() {
    const { world, user } = this;
    const listen = (all) => (name, listener) => (all[name] ??= []).push(listener);
    const say = (kind) => (text) => this.said.push([kind, text]);
    const own = this.#user();
    const find = (test) => world.combats.find(test);
    return {
      CONST: { GRID_TYPES },
      CONFIG: { specialStatusEffects: { DEFEATED: "dead" } },
      Hooks: { once: listen(this.hooks), on: listen(this.hooks) },
      ui: { notifications: { info: say("info"), warn: say("warn"), error: say("error") } },
      canvas: { scene: this.#scene(), interface: { grid: this.gridLayer }, tokens: { get controlled() { return own.client.controlled; } } },
      ChatMessage: { create: async (data) => world.messages.push({ by: user.id, content: cleaned(data.content), rolls: (data.rolls ?? []).length, flags: data.flags }) },
      Roll: this.#rollClass(),
      foundry: { applications: { instances: this.open, api: { ApplicationV2: class {}, DialogV2: { wait: (config) => this.#ask(config) } } } },
      getDocumentClass: () => ({ create: async (data) => world.combats[world.combats.push(new Combat(world, this, data)) - 1] }),
      game: {
        user: own,
        users: {
          get activeGM() { return world.activeGM && { ...world.activeGM, isSelf: world.activeGM === user }; },
          get: (id) => world.users.find((each) => each.id === id),
          filter: (test) => world.users.filter(test),
        },
        release: { generation: world.generation },
        system: { id: world.system },
        scenes: { get: (id) => (id === world.scene.id ? this.#scene() : undefined) },
        combats: { find, filter: (test) => world.combats.filter(test) },
        settings: {
          register: (module, name, setting) => this.declared.set(name, setting),
          registerMenu: (module, name, menu) => this.menus.set(name, menu),
          get: (module, name) => this.#get(name),
          set: (module, name, value) => this.#set(name, value),
        },
        socket: { emit: (event, told) => world.send(event, told, user.id), on: listen(this.heard) },
        i18n: { localize: (key) => key },
      },
    };
  }

  /** A window that asks: the next answer is given in it, once it is there; `{}` presses its first button with what it shows. */
  async #ask({ id, content, buttons }) {
    const window = { content: cleaned(content), actions: buttons.map(({ action }) => action), close: async () => (window.isClosed = true) };
    this.windows.push(window);
    this.open.set(id, window);
    while (!this.answers.length && !window.isClosed) await new Promise((wake) => setTimeout(wake, 10));
    if (window.isClosed) return null;
    this.open.delete(id);
    const answer = this.answers.shift();
    if (answer === null) return null;
    const button = answer.action ? buttons.find(({ action }) => action === answer.action) : buttons[0];
    const form = formIn(window.content, answer.values ?? {});
    return button.callback({}, { form });
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
        for (const each of updates) world.update(each, options);
      },
    };
  }

  #rollClass() {
    const client = this;
    let seed = 1 + client.world.clients.length;
    const die = (sides) => 1 + ((seed = (seed * 48271) % 2147483647) % sides); // the same each time
    return class Roll {
      constructor(formula) {
        this.formula = formula;
        this.dice = [];
      }

      async evaluate(options) {
        const [count, sides] = this.formula.split("d").map(Number);
        if (!options?.allowInteractive || !(sides > 0)) throw new Error(`not a roll by the user's dice configuration: ${this.formula}`);
        const given = client.faces.splice(0, count);
        const faces = Array.from({ length: count }, (_, place) => given[place] ?? die(sides));
        this.dice = [{ results: faces.map((result) => ({ result })) }];
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

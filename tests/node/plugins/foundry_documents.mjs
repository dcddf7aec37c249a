// A stand-in for the documents of Foundry that the module calls, made by hand from the public documentation of versions 13
// and 14: tokens, actors, combats. It is not Foundry, and shows nothing about Foundry's behaviour.

const GRID_TYPES = { GRIDLESS: 0, SQUARE: 1, HEXODDR: 2, HEXEVENR: 3, HEXODDQ: 4, HEXEVENQ: 5 };
const ROOT = Math.sqrt(3);

/** A grid of hexes by the documented layouts: `size` is the distance between opposite sides. */
export class HexGrid {
  constructor(kind, size) {
    Object.assign(this, { type: GRID_TYPES[kind], size, distance: 3, units: "ft" });
    this.columns = kind.endsWith("Q");
    this.start = kind.includes("EVEN") ? 1 : 0.5; // where the first column or row begins: the even ones may be shifted
  }

  getCenterPoint({ q, r }) {
    const long = (this.size * 2) / ROOT;
    if (this.columns) return { x: long * (0.75 * q + 0.5), y: this.size * (r + q / 2 + this.start) };
    return { x: this.size * (q + r / 2 + this.start), y: long * (0.75 * r + 0.5) };
  }

  getTopLeftPoint(cube) {
    const [{ x, y }, long] = [this.getCenterPoint(cube), (this.size * 2) / ROOT];
    return this.columns ? { x: x - long / 2, y: y - this.size / 2 } : { x: x - this.size / 2, y: y - long / 2 };
  }

  getCube(point) {
    const near = [];
    for (let q = -40; q <= 40; q += 1) for (let r = -60; r <= 60; r += 1) near.push({ q, r, s: -q - r });
    const far = (cube) => Math.hypot(this.getCenterPoint(cube).x - point.x, this.getCenterPoint(cube).y - point.y);
    return near.reduce((best, cube) => (far(cube) < far(best) ? cube : best));
  }
}

/** What has flags. */
class Flagged {
  flags = {};

  getFlag(scope, name) {
    return structuredClone(this.flags[`${scope}.${name}`]);
  }

  async setFlag(scope, name, value) {
    this.flags[`${scope}.${name}`] = JSON.parse(JSON.stringify(value));
  }

  async unsetFlag(scope, name) {
    delete this.flags[`${scope}.${name}`];
  }
}

function at(root, path) {
  return path.split(".").reduce((inner, name) => inner?.[name], root);
}

/** A token of the scene. */
export class Token extends Flagged {
  constructor(told) {
    super();
    Object.assign(this, { rotation: 0, hidden: false, disposition: -1, size: { width: 100, height: 100 }, bar: "hp" }, told);
  }

  get baseActor() {
    return this.actor;
  }

  getSize() {
    return this.size;
  }

  getBarAttribute(bar) {
    const found = bar === "bar1" && this.actor ? at(this.actor.system, this.bar) : undefined;
    if (found === undefined) return null;
    return typeof found === "number" ? { type: "value", attribute: this.bar, value: found } : { type: "bar", attribute: this.bar, value: Number(found.value), max: Number(found.max) };
  }
}

/** An actor, whose owners may act with its tokens. */
export class Actor extends Flagged {
  documentName = "Actor";
  updates = [];
  statuses = new Set();

  constructor(told) {
    super();
    Object.assign(this, told);
  }

  toObject() {
    const { name, type, system, items = [], img = "portrait.webp" } = this;
    return structuredClone({ name, type, system, img, effects: [{ name: "Shock" }], prototypeToken: { texture: { src: img } }, items });
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

  /** As documented: a bar's value is kept between nothing and its most. */
  async modifyTokenAttribute(attribute, value, isDelta, isBar) {
    const bar = at(this.system, attribute);
    const wanted = isDelta ? bar.value + value : value;
    return this.update({ [`system.${attribute}${isBar ? ".value" : ""}`]: isBar ? Math.min(Math.max(wanted, 0), bar.max) : wanted });
  }

  async toggleStatusEffect(status, { active }) {
    if (active) this.statuses.add(status);
    else this.statuses.delete(status);
  }
}

/** Somebody in a combat: a token, or only a name. */
class Combatant extends Flagged {
  constructor({ flags = {}, ...told }) {
    super();
    Object.assign(this, { tokenId: null, initiative: null, hidden: false, defeated: false }, told);
    for (const [scope, said] of Object.entries(flags)) for (const [name, value] of Object.entries(said)) this.flags[`${scope}.${name}`] = value;
  }
}

/** A combat with its combatants; it asks hooks before it is updated, and tells them that it was deleted. */
export class Combat extends Flagged {
  combatants = new Map();
  turn = null;
  active = false;

  constructor(world, client, { scene, round = 0, flags = {} }) {
    super();
    Object.assign(this, { world, client, scene, round, id: `combat${String(world.combats.length).padStart(10, "0")}` });
    for (const [scope, told] of Object.entries(flags)) for (const [name, value] of Object.entries(told)) this.flags[`${scope}.${name}`] = value;
    this.combatants[Symbol.iterator] = () => this.combatants.values();
  }

  /** The highest initiative is first; those without one are last. */
  get turns() {
    return [...this.combatants].sort((one, other) => (other.initiative ?? -Infinity) - (one.initiative ?? -Infinity) || one.id.localeCompare(other.id));
  }

  async activate() {
    for (const each of this.world.combats) each.active = each === this;
  }

  async createEmbeddedDocuments(kind, data) {
    for (const each of data) {
      const id = `combatant${String(this.world.numbers++).padStart(7, "0")}`;
      if (each.tokenId ? !this.world.scene.tokens.has(each.tokenId) : !each.name) throw new Error(`Nobody is called ${JSON.stringify(each)}.`);
      this.combatants.set(id, new Combatant({ id, ...each }));
    }
  }

  async updateEmbeddedDocuments(kind, updates) {
    for (const { _id, ...fields } of updates) Object.assign(this.combatants.get(_id), fields);
  }

  async deleteEmbeddedDocuments(kind, ids) {
    for (const id of ids) this.combatants.delete(id);
  }

  /** Update it from a client: `by` is whose hooks may refuse it. */
  async update(changes, options = {}, by = this.client) {
    if (by.call("preUpdateCombat", this, changes, options) === false) return undefined;
    Object.assign(this, changes);
    for (const client of this.world.clients) client.call("updateCombat", this, changes, options);
    return this;
  }

  /** As the button of the tracker: the next in order, then the next round. */
  async nextTurn(by) {
    const isLast = this.turn === null || this.turn + 1 >= this.combatants.size;
    return this.update(isLast ? { round: this.round + 1, turn: 0 } : { round: this.round, turn: this.turn + 1 }, { direction: 1 }, by);
  }

  async previousTurn(by) {
    return this.update({ round: this.round, turn: Math.max(0, (this.turn ?? 0) - 1) }, { direction: -1 }, by);
  }

  async delete(options = {}) {
    this.world.combats.splice(this.world.combats.indexOf(this), 1);
    for (const client of this.world.clients) client.call("deleteCombat", this, options);
  }
}

export { GRID_TYPES };

// @ts-check
// One encounter in this tab: it is begun or opened, followed, acted upon, undone. Panels draw `view` and call methods.
import { Umpire, UmpireProblem } from "../vendor/umpire.js";
import { Landing } from "../dice/landing.js";
import { historyOf } from "./history.js";
import { chosenOrder, prepare, UNKNOWN } from "./choosing.js";
import { called } from "../words/state.js";
import { fights, inShort, keepFight } from "./kept.js";
import { Overtaken } from "./problems.js";
import { forget, kept, keep } from "./seat.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Need} Need
 * @typedef {import("../words/state.js").Order} Order
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {import("../words/state.js").Step} Step
 * @typedef {import("./seat.js").Seat} Seat
 *
 * @typedef {{own: boolean, secret: boolean}} How   whether people roll, and whether viewers do not learn of it
 *
 * @typedef {object} Asking   a roll that people are asked for
 * @property {Need} need
 * @property {readonly Step[]} steps   what has happened so far
 * @property {(faces: any[]) => void} done
 * @property {() => void} cancel
 *
 * @typedef {object} View   all that is drawn
 * @property {"start" | "opening" | "table"} phase
 * @property {Seat | null} seat
 * @property {Play | null} play
 * @property {Set<string>} odds   the moves that have odds
 * @property {boolean} offers   whether the family lists moves
 * @property {import("../words/state.js").Situation | null} situation
 * @property {import("./choosing.js").Choosing} choosing   what is chosen for those who choose now
 * @property {Loose | null} request   what another fight like this is begun with
 * @property {How} how
 * @property {readonly string[]} automatic   the sides whose turns the page plays, as the service suggests
 * @property {ReadonlyMap<number, import("../whole/fights.js").FightOdds>} chances   who wins, by version
 * @property {Entry | null} thrown   the act that has just happened, whose dice fall
 * @property {string | null} title   what the fight was called when it was begun
 * @property {Loose} state
 * @property {number} version
 * @property {Loose} rulings
 * @property {string} reveal   what viewers see
 * @property {Map<number, Entry>} entries   by version
 * @property {"connecting" | "live" | "cut" | "ended"} live
 * @property {Order | null} order   what the form of all options says; null before it is opened
 * @property {boolean} more   whether all options are shown
 * @property {Asking | null} asking
 * @property {boolean} busy
 * @property {string} hint   why what was pressed leads nowhere
 * @property {string | null} pressed   the figure at which that is said
 * @property {unknown} problem
 * @property {string} said   the last sentence for screen readers
 */

class PutBack extends Error {}

/** @type {View} */
const EMPTY = {
  phase: "start", seat: null, play: null, odds: new Set(), offers: false, situation: null, choosing: UNKNOWN, request: null, how: { own: false, secret: false }, automatic: [], chances: new Map(), thrown: null, title: null, state: {}, rulings: {}, version: 0, reveal: "", entries: new Map(), live: "connecting",
  order: null, more: false, asking: null, hint: "", pressed: null, busy: false, problem: null, said: "",
};

export class Session {
  constructor() {
    /** @type {View} */
    this.view = EMPTY;
    /** @type {() => void} */
    this.onChange = () => {};
    this.umpire = new Umpire({ url: "" });
    /** @type {ReturnType<Umpire["encounter"]> | null} */
    this.fight = null;
    this.following = new AbortController();
    this.landing = new Landing();
    /** @type {Promise<void> | null} */
    this.reading = null;
    this.saidUpTo = 0;
    this.prepared = 0;
    this.made = 0; // the version that the last change of this page has led to
    /** @type {Map<string, Order>} */
    this.drafts = new Map();
  }

  /** @param {Partial<View>} changes */
  set(changes) {
    const { situation } = this.view;
    this.view = { ...this.view, ...changes };
    this.onChange();
    if (this.view.situation === situation) return;
    this.keep();
    void prepare(this);
  }

  /** Keep the fight of a referee in this browser, as it is now. */
  keep() {
    const { seat, play, title, situation, automatic, chances } = this.view;
    if (seat?.role !== "referee" || !play || !situation) return;
    const { id, token, viewer = null } = seat;
    keepFight({ id, token, viewer, title: title ?? play.name, family: play.name, said: situation.text, over: situation.over, automatic, chances: [...chances].map(([of, odds]) => [of, inShort(odds)]), seen: Date.now() });
  }

  /**
   * Take who wins after a version.
   * @param {number} version
   * @param {import("../whole/fights.js").FightOdds} odds
   */
  learn(version, odds) {
    this.set({ chances: new Map(this.view.chances).set(version, odds) });
    this.keep();
  }

  /**
   * Play the turns of some sides by themselves, now and when the fight is opened again.
   * @param {readonly string[]} automatic
   */
  playFor(automatic) {
    this.set({ automatic });
    this.keep();
  }

  /** @param {string} sentence */
  say(sentence) {
    this.set({ said: sentence });
  }

  /** Take up the encounter of the address or of this tab, if there is one. */
  async resume() {
    const seat = kept();
    if (seat) await this.open(seat);
  }

  /**
   * Create an encounter and open it.
   * @param {Loose} body
   */
  async begin(body) {
    await this.guarded(async () => {
      const created = /** @type {Loose} */ (await this.umpire.create(/** @type {any} */ (body)));
      await this.open({ id: created.id, token: created.referee, viewer: created.viewer });
    });
  }

  /**
   * Read an encounter and follow it; if that fails, say why on the first page.
   * @param {Seat} seat
   */
  async open(seat) {
    this.leave();
    this.set({ phase: "opening", seat });
    try {
      this.fight = this.umpire.encounter(seat.id, seat.token);
      const told = /** @type {Loose} */ (await this.fight.read());
      const [play, family] = await Promise.all([this.umpire.get(`/v1/families/${told.family}/play`), this.umpire.get(`/v1/families/${told.family}`)]);
      const procedures = /** @type {Loose[]} */ (/** @type {Loose} */ (family).procedures);
      const odds = new Set(procedures.flatMap((each) => (each.odds_path ? [each.name] : [])));
      const offers = procedures.some(({ name }) => name === "legal-moves");
      const { state, situation, rulings, version, reveal } = told;
      const title = typeof told.meta?.title === "string" ? told.meta.title : null;
      const { automatic = [], chances = [] } = fights().find(({ id }) => id === seat.id) ?? {};
      this.saidUpTo = version;
      keep({ ...seat, role: told.role });
      this.set({ phase: "table", seat: { ...seat, role: told.role }, play: /** @type {any} */ (play), odds, offers, automatic, chances: new Map(chances), title, state, situation, rulings, version, reveal });
      void this.follow();
    } catch (problem) {
      if (isGone(problem)) forget();
      this.set({ ...EMPTY, problem });
    }
  }

  /** Stop following and go back to the first page. */
  leave() {
    this.following.abort();
    this.following = new AbortController();
    this.fight = null;
    this.prepared = 0;
    this.drafts.clear();
    this.set({ ...EMPTY, entries: new Map(), chances: new Map() });
  }

  /** Follow anew: the browser has brought a page back that it had put aside. */
  again() {
    this.following = new AbortController();
    void this.follow();
  }

  /** Take every entry of the log, those of the past and each new one, until the feed ends. */
  async follow() {
    const { fight, following: { signal } } = this;
    if (!fight) return;
    const onConnection = (/** @type {boolean} */ isOpen) => {
      if (!signal.aborted) this.set({ live: isOpen ? "live" : "cut" });
    };
    try {
      const after = newest(this.view.entries);
      for await (const entry of fight.follow({ after, signal, onConnection })) {
        if (signal.aborted) return; // it is an entry of the fight that was open before
        this.take(/** @type {any} */ (entry));
      }
      if (!signal.aborted) this.set({ live: "ended" });
    } catch (problem) {
      if (!signal.aborted) this.set({ live: "ended", problem });
    }
  }

  /**
   * Take an entry, from the stream or from an answer; the same one may come twice, and the first one is kept.
   * @param {Entry} entry
   */
  take(entry) {
    if (this.view.entries.has(entry.version)) return;
    const entries = new Map(this.view.entries).set(entry.version, entry);
    this.set({ entries, ...(entry.kind === "create" && { request: begunWith(entry, this.view) }) });
    if (entry.version > this.saidUpTo) {
      this.saidUpTo = entry.version;
      this.set({ thrown: entry.kind === "act" ? entry : null });
      this.say(tellingOf(entry));
    }
    if (!this.view.busy || this.view.asking) this.keepUp(); // else the answer brings the state
  }

  /** Read the state if there are entries after it. */
  keepUp() {
    if (this.fight && this.isBehind()) this.reading ??= this.catchUp();
  }

  /** Read the state until it is that of the newest entry. */
  async catchUp() {
    try {
      for (let before = -1; this.fight && before < this.view.version && this.isBehind(); ) {
        before = this.view.version;
        const { state, situation, version, reveal } = /** @type {Loose} */ (await this.fight.read());
        if (version > this.view.version) this.set({ state, situation, version, reveal });
      }
    } catch (problem) {
      if (this.fight) this.set({ problem });
    } finally {
      this.reading = null;
    }
  }

  isBehind() {
    return newest(this.view.entries) > this.view.version;
  }

  /** Play what is chosen for those who choose now. */
  async playChoice() {
    const order = chosenOrder(this.view);
    if (order) await this.act(order);
  }

  /**
   * Play an order.
   * @param {Order} order
   */
  async act(order) {
    const { version, how: { own, secret } } = this.view;
    const { fight } = this;
    if (!fight) return;
    await this.guarded(async () => {
      const dice = own ? { dice: this.ask } : {};
      const told = /** @type {Loose} */ (
        await fight.act(/** @type {any} */ (order.procedure), order.input, { version, ...dice, secret })
      );
      const { outcome, steps, warnings, operation, dice: used, draw, head } = told;
      const summary = told.summary ?? outcome?.summary ?? "";
      this.changed(told, { kind: "act", operation, input: order.input, outcome, steps, warnings, secret, summary, dice: used, draw, head });
      this.set({ more: false });
    }, `Nothing of this order was played${own ? ", and dice that were rolled for it do not count" : ""}. It is kept as it was.`);
  }

  /** Begin the same fight again. */
  async fightAgain() {
    const { request } = this.view;
    if (request) await this.begin(request);
  }

  /** @param {"undo" | "redo"} kind */
  async restore(kind) {
    const { fight, view: { version } } = this;
    if (!fight) return;
    await this.guarded(async () => {
      const told = /** @type {Loose} */ (await fight[kind]({ version }));
      const { returns_to, summary, head } = told;
      this.changed(told, { kind, returns_to, summary, head });
    }, kind === "undo" ? "Nothing was taken back." : "Nothing was played again.");
  }

  /**
   * Take the answer to a change, which tells the new state and what the log says of it.
   * @param {Loose} told
   * @param {Partial<Entry>} entry
   */
  changed(told, entry) {
    this.made = told.version;
    if (told.version > this.view.version) this.set({ state: told.state, situation: told.situation, version: told.version });
    this.take(/** @type {Entry} */ ({
      operation: null, input: null, outcome: null, steps: [], warnings: [], returns_to: null, secret: false, summary: "",
      situation: told.situation, ...entry, version: told.version,
    }));
  }

  /** What undo and redo would do now. */
  get history() {
    return historyOf(this.view.entries);
  }

  /**
   * Ask people for the faces of a roll; who puts the dice back ends the act, and nothing has happened.
   * @type {(need: any, steps: readonly any[]) => Promise<any[]>}
   */
  ask = (asked, steps) =>
    new Promise((resolve, reject) => {
      const { play, state } = this.view;
      const name = play && asked.actor ? called(play, state, asked.actor) : "";
      const need = name && asked.text.startsWith(`${asked.actor} `) ? { ...asked, text: name + asked.text.slice(asked.actor.length) } : asked;
      const answered = (/** @type {() => void} */ then) => {
        this.set({ asking: null });
        then();
      };
      const done = (/** @type {any[]} */ faces) => answered(() => resolve(faces));
      this.set({ asking: { need, steps, done, cancel: () => answered(() => reject(new PutBack())) } });
      this.say(need.text);
    });

  /**
   * Do a thing once at a time, and show the problem that it has.
   * @param {() => Promise<void>} deed
   * @param {string} [undone]   what did not happen if somebody else was quicker
   */
  async guarded(deed, undone = "") {
    if (this.view.busy) return;
    this.set({ busy: true, problem: null });
    try {
      await deed();
    } catch (problem) {
      if (problem instanceof PutBack) this.say("The dice are put back. Nothing has happened.");
      else if (problem instanceof UmpireProblem && problem.status === 412) await this.overtaken(problem, undone);
      else this.set({ problem });
    } finally {
      this.set({ busy: false });
      this.keepUp();
    }
  }

  /**
   * Take up what somebody else has made of the fight meanwhile, and say so; the order stays in the form.
   * @param {UmpireProblem} problem
   * @param {string} undone
   */
  async overtaken(problem, undone) {
    try {
      const told = /** @type {Loose} */ ((await this.fight?.read()) ?? this.view);
      const { state, situation, version, reveal } = told.version > this.view.version ? told : this.view;
      this.set({ state, situation, version, reveal, problem: new Overtaken(problem, version, undone) });
    } catch {
      this.set({ problem });
    }
  }
}

/** @param {Map<number, Entry>} entries */
function newest(entries) {
  return Math.max(0, ...entries.keys());
}

/**
 * Return what an entry says in a sentence or two.
 * @param {Entry} entry
 * @returns {string}
 */
export function tellingOf(entry) {
  return entry.summary || entry.outcome?.summary || "";
}

/**
 * Return the request that begins a fight again, as its first entry says; null for viewers, who do not see all of it.
 * @param {Entry} entry
 * @param {View} view
 * @returns {Loose | null}
 */
function begunWith(entry, { play, seat, reveal, title }) {
  if (seat?.role !== "referee" || !play || !entry.state) return null;
  return { family: play.name, state: entry.state, rulings: entry.rulings, reveal, ...(title !== null && { meta: { title } }) };
}

/** @param {unknown} problem */
function isGone(problem) {
  return problem instanceof UmpireProblem && [401, 403, 404].includes(problem.status);
}

// @ts-check
/**
 * Acts of a fight, one after the other: each is made on the version that the one before left.
 *
 * @typedef {import("../../tabletop/src/types.js").Need} Need
 * @typedef {import("../../typescript/src/index.ts").Encounter} Encounter
 * @typedef {(need: Need) => Promise<{faces: (number | string)[], roll?: Roll}>} Rolls
 * @typedef {{procedure: string, input: any}} Act
 */
import { movesChosen } from "../../tabletop/src/index.js";
import { movesOf } from "../../typescript/src/index.ts";
import { text } from "./settings.js";

/** What is played in a fight, and taken back. */
export class Acts {
  /** @type {Promise<{version: number} | void>} The act under way; it never fails. */
  acting = Promise.resolve();
  /** @type {Roll[]} The rolls of the last act, if this client made them. */
  rolls = [];
  /** @type {Map<number, Act>} What can be played again, by version. */
  #known = new Map();
  /** The version whose state is the present one. */
  #at = 0;

  /**
   * @param {Encounter} fight
   * @param {AbortSignal} signal ends it
   */
  constructor(fight, signal) {
    this.fight = fight;
    this.signal = signal;
    this.options = { signal };
  }

  /** Return who chooses now. */
  get next() {
    return this.fight.situation.next;
  }

  /** Remember an entry of the log, so that it can be taken back or played again. @param {any} entry */
  remember({ version, kind, operation, input, returns_to: back }) {
    if (kind === "act") this.#known.set(version, { procedure: operation.split("/").at(-1), input });
    this.#at = back ?? version;
  }

  /**
   * Play moves that were listed for a version, by their keys.
   * @param {ReadonlyMap<string, string>} keys
   * @param {number} version
   * @param {Rolls | null} roll null: the service rolls
   */
  async playMoves(keys, version, roll) {
    const moves = await movesChosen(this.fight, keys, movesOf, this.options);
    if (!moves) throw new Error(text("WentOn"));
    return this.inTurn(() => this.fight.play(moves, { ...this.dice(roll), version }));
  }

  /** Play what the service chooses for all who are next, or roll who is next. @param {Rolls | null} roll */
  async playOn(roll) {
    return this.inTurn(async () => {
      const moves = this.next.length ? await this.fight.suggest(undefined, this.options) : [];
      return this.fight.play(moves, this.dice(roll));
    });
  }

  /**
   * Take the last change back; with `again` play it once more, with other dice.
   * @param {{version?: number, isAgain?: boolean, roll?: Rolls | null}} [asked] `version`: only if this is what was done last
   */
  async undo({ version, isAgain = false, roll = null } = {}) {
    return this.inTurn(async () => {
      if (version !== undefined && version !== this.#at) throw new Error(text("NotLast"));
      const act = this.#known.get(this.#at);
      const undone = await this.fight.undo(this.options);
      return isAgain && act ? this.fight.act(act.procedure, act.input, this.dice(roll)) : undone;
    });
  }

  /** Do something after the act under way, on the version that it left. @param {() => Promise<{version: number}>} what */
  async inTurn(what) {
    const act = this.acting.then(async () => {
      this.rolls = [];
      await this.fight.read(this.options);
      return what();
    });
    this.acting = act.catch(() => undefined);
    return act;
  }

  /** @param {Rolls | null} roll */
  dice(roll) {
    const dice = async (/** @type {Need} */ need) => {
      const { faces, roll: made } = await /** @type {Rolls} */ (roll)(need);
      if (made) this.rolls.push(made);
      return faces;
    };
    return { ...this.options, ...(roll && { dice }) };
  }
}

// @ts-check
/**
 * A fight as this browser sees it: who may do what, the newest state, and who wants to know of it.
 *
 * @typedef {import("../../tabletop/src/types.js").Play} Play
 * @typedef {import("../../tabletop/src/types.js").Row} Row
 * @typedef {import("../../tabletop/src/types.js").Entry} Entry
 * @typedef {import("../../tabletop/src/types.js").Place} Place
 * @typedef {import("../../tabletop/src/types.js").View} View
 * @typedef {import("./room.js").Shared} Shared
 * @typedef {import("./service.js").Umpire} Client
 * @typedef {ReturnType<Client["encounter"]>} Fight
 */
import { changesBetween, figuresOf, placeOf, seenIn, watched, wordsFor } from "../../tabletop/src/index.js";
import { follow, notify, tellState, track } from "./room.js";
import { keyFor } from "./seat.js";
import { Umpire } from "./service.js";

/** Return the words for an error of a request to a service. @param {unknown} error @param {string} service */
export function words(error, service) {
  return wordsFor(error, service, location.href);
}

export class Session {
  /** @type {Row | null} */
  state = null;
  /** @type {Set<(state: Row) => void>} */
  #listeners = new Set();

  /**
   * @param {Play} play
   * @param {Shared} shared
   * @param {Fight} fight
   * @param {Fight} seen the same fight with the viewer's token
   * @param {boolean} isReferee
   * @param {AbortSignal} signal ends it
   */
  constructor(play, shared, fight, seen, isReferee, signal) {
    this.play = play;
    this.shared = shared;
    this.fight = fight;
    this.seen = seen;
    this.isReferee = isReferee;
    this.signal = signal;
  }

  /**
   * Open the fight of a room.
   * @param {Shared} shared
   * @param {string | null} referee the referee's token, in the referee's browser
   * @param {AbortSignal} signal
   */
  static async open(shared, referee, signal) {
    const umpire = new Umpire({ url: shared.service, apiKey: (referee && keyFor(shared.service)) || undefined });
    const fight = umpire.encounter(shared.id, referee ?? shared.viewer);
    const { family, role } = await fight.read({ signal });
    const play = /** @type {Play} */ (await umpire.get(`/v1/families/${family}/play`, { signal }));
    return new Session(play, shared, fight, umpire.encounter(shared.id, shared.viewer), role === "referee", signal);
  }

  /** Call a function with the state now, and with each later one. @param {(state: Row) => void} listener */
  onState(listener) {
    this.#listeners.add(listener);
    if (this.state) listener(this.state);
  }

  /** Return every figure of the state. */
  figures() {
    return figuresOf(this.play, this.state ?? {}).map(({ figure }) => figure);
  }

  /** Return where the figures are, by id. @returns {Map<string, Place>} */
  places() {
    const placed = this.figures().map((figure) => /** @type {const} */ ([figure.id, placeOf(this.state ?? {}, figure)]));
    return new Map(placed.flatMap(([id, place]) => (place ? [[id, place]] : [])));
  }

  /**
   * Follow the fight until it ends: show each entry, and as the referee bring the tokens to where their figures are, and to what players may know of them.
   * @param {{entry(entry: Entry): void, connection(isOpen: boolean): void}} shown
   */
  async follow(shown) {
    const { version } = await this.fight.read({ signal: this.signal });
    const options = { signal: this.signal, onConnection: shown.connection };
    for await (const { entry, view, changes } of watched(this.fight, this.play, options)) {
      this.state = view.state;
      shown.entry(entry);
      if (this.isReferee) {
        await follow(this.shared.id, changes);
        await track(this.shared.id, this.fight.situation);
        await tellState(this.shared.id, seenIn(this.play, /** @type {View} */ (await this.seen.read({ signal: this.signal }))));
      }
      for (const listener of this.#listeners) listener(view.state);
      if (entry.version > version) await notify(entry.summary);
    }
  }

  /** Bring every token to where its figure is. */
  async bringAll() {
    if (this.isReferee && this.state) await follow(this.shared.id, changesBetween(this.play, null, this.state));
  }
}

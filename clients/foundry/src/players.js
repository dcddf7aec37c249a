// @ts-check
/**
 * What players and the active game master tell each other: what a token may do, what its player chose, and who rolls.
 *
 * Everything that is sent reaches every client, so no token of the service is ever in it.
 *
 * @typedef {import("../../tabletop/src/types.js").Need} Need
 * @typedef {import("../../tabletop/src/types.js").Offer} Offer
 * @typedef {import("./referee.js").Referee} Referee
 */
import { wordsFor } from "../../tabletop/src/index.js";
import { rolled } from "./dice.js";
import { light, placesOf, selectedToken } from "./lights.js";
import { setting, SOCKET, text } from "./settings.js";
import { chosen } from "./turns.js";

const LONGEST_ROLL = 120_000;

/** Ask the active game master for what one's tokens may do now. */
export function askForTurn() {
  game.socket.emit(SOCKET, { kind: "ask" });
}

/** Ask the active game master where the figure of a token may go now. @param {string} token */
export function askForPlaces(token) {
  game.socket.emit(SOCKET, { kind: "places", token });
}

/** Return the players who are here and own a token. @param {TokenDocument | undefined} token */
function playersOf(token) {
  return game.users.filter((user) => user.active && !user.isGM && (token?.actor?.testUserPermission(user, "OWNER") ?? false));
}

/** The talk between clients; `referee` is the referee on this client, or null. */
export class Talk {
  /** @type {Map<string, (faces: (number | string)[]) => void>} Rolls that the game master waits for, by user. */
  #waiting = new Map();

  /** @param {() => Referee | null} referee @param {(error: unknown) => void} failed */
  constructor(referee, failed) {
    game.socket.on(SOCKET, (told, sender) => {
      this.#heard(referee(), told, sender).catch(failed);
    });
  }

  /**
   * @param {Referee | null} referee
   * @param {any} told
   * @param {string} sender who sent it, as Foundry's server says
   */
  async #heard(referee, told, sender) {
    const isFromGM = game.users.get(sender)?.isGM ?? false;
    if (told.kind === "ask" && referee) await this.#answer(sender, () => this.#offerTo(referee, sender));
    else if (told.kind === "places" && referee) await this.#answer(sender, () => this.#lightFor(referee, sender, told.token));
    else if (told.kind === "choice" && referee) await this.#answer(sender, () => this.#choose(referee, told, sender));
    else if (told.kind === "faces") this.#waiting.get(sender)?.(told.faces);
    else if (told.to !== game.user.id || !isFromGM) return;
    else if (told.kind === "turn") await this.#take(told);
    else if (told.kind === "lit" && told.token === selectedToken()?.id) light(told.hexes);
    else if (told.kind === "roll") game.socket.emit(SOCKET, { kind: "faces", faces: (await rolled(told.need)).faces });
    else if (told.kind === "refused") ui.notifications.warn(told.text);
  }

  /** Do what a player asks for, and say why not if it fails. @param {string} player @param {() => Promise<unknown>} what */
  async #answer(player, what) {
    await what().catch((error) => game.socket.emit(SOCKET, { kind: "refused", to: player, text: wordsFor(error, setting("service"), location.href) }));
  }

  /** Show each player who is here what their tokens may do now. @param {Referee} referee */
  async announce(referee) {
    const owners = new Set(referee.next.flatMap((id) => playersOf(referee.scene?.tokens.get(id))));
    for (const { id } of owners) await this.#answer(id, () => this.#offerTo(referee, id));
  }

  /** @param {Referee} referee @param {string} player */
  async #offerTo(referee, player) {
    const own = referee.next.filter((id) => playersOf(referee.scene?.tokens.get(id)).some((user) => user.id === player));
    if (!own.length) throw new Error(text("NotYourTurn"));
    const { offers, version } = await referee.offers({ figures: own, isForPlayers: true });
    if (!offers.length) throw new Error(text("NoChoice"));
    game.socket.emit(SOCKET, { kind: "turn", to: player, offers, version });
  }

  /** Tell a player where a token of theirs may go now. @param {Referee} referee @param {string} player @param {string} token */
  async #lightFor(referee, player, token) {
    if (!playersOf(referee.scene?.tokens.get(token)).some(({ id }) => id === player)) return;
    game.socket.emit(SOCKET, { kind: "lit", to: player, token, hexes: await placesOf(referee, token, true) });
  }

  /** Let this player choose, and tell the game master. @param {{offers: Offer[], version: number}} told */
  async #take({ offers, version }) {
    const told = await chosen(offers, ["choose"]);
    if (told) game.socket.emit(SOCKET, { kind: "choice", keys: [...told.keys], version });
  }

  /** @param {Referee} referee @param {{keys: [string, string][], version: number}} told @param {string} player */
  async #choose(referee, { keys, version }, player) {
    const isTheirs = keys.every(([figure]) => playersOf(referee.scene?.tokens.get(figure)).some(({ id }) => id === player));
    if (!isTheirs) throw new Error(text("NotYours"));
    await referee.order(new Map(keys), version, this.dice(player));
  }

  /**
   * Return who rolls for a user: nobody here if the service does, this client for its own user, else the user's client.
   * @param {string} user
   * @returns {((need: Need) => Promise<{faces: (number | string)[], roll?: Roll}>) | null}
   */
  dice(user) {
    if (setting("dice") === "service") return null;
    return user === game.user.id ? rolled : (need) => this.#rollOf(user, need);
  }

  /** @param {string} user @param {Need} need @returns {Promise<{faces: (number | string)[]}>} */
  #rollOf(user, need) {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(text("NoRoll"))), LONGEST_ROLL);
      this.#waiting.set(user, (faces) => {
        clearTimeout(timer);
        this.#waiting.delete(user);
        done({ faces });
      });
      game.socket.emit(SOCKET, { kind: "roll", to: user, need });
    });
  }
}

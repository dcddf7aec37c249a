// @ts-check
/**
 * What players and the active game master tell each other: a player asks to act, the game master asks for a roll.
 *
 * Everything that is sent reaches every client, so no token of the service is ever in it.
 *
 * @typedef {import("../../tabletop/src/types.js").Need} Need
 * @typedef {import("./referee.js").Referee} Referee
 */
import { rolled } from "./dice.js";
import { setting, SOCKET, text } from "./settings.js";

const LONGEST_ROLL = 120_000;

/** Ask the active game master to act. @param {string} procedure @param {readonly string[]} figures */
export function askToAct(procedure, figures) {
  game.socket.emit(SOCKET, { kind: "act", procedure, figures });
}

/** The talk between clients; `referee` is the referee on this client, or null. */
export class Talk {
  /** @type {Map<string, (faces: number[]) => void>} Rolls that the game master waits for, by user. */
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
    if (told.kind === "act" && referee) await this.#actFor(referee, told, sender);
    else if (told.kind === "faces") this.#waiting.get(sender)?.(told.faces);
    else if (told.to !== game.user.id || !isFromGM) return;
    else if (told.kind === "roll") game.socket.emit(SOCKET, { kind: "faces", faces: (await rolled(told.need)).faces });
    else if (told.kind === "refused") ui.notifications.warn(told.text);
  }

  /**
   * @param {Referee} referee
   * @param {{procedure: string, figures: string[]}} asked
   * @param {string} sender
   */
  async #actFor(referee, { procedure, figures }, sender) {
    const user = game.users.get(sender);
    const actor = referee.scene?.tokens.get(figures[0])?.actor;
    try {
      if (!user || !actor?.testUserPermission(user, "OWNER")) throw new Error(text("NotYours"));
      await referee.act(procedure, figures, this.dice(sender));
    } catch (error) {
      game.socket.emit(SOCKET, { kind: "refused", to: sender, text: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * Return who rolls for a user: nobody here if the service does, this client for its own user, else the user's client.
   * @param {string} user
   * @returns {((need: Need) => Promise<{faces: number[], roll?: Roll}>) | null}
   */
  dice(user) {
    if (setting("dice") === "service") return null;
    return user === game.user.id ? rolled : (need) => this.#rollOf(user, need);
  }

  /** @param {string} user @param {Need} need @returns {Promise<{faces: number[]}>} */
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


// @ts-check
/**
 * The active game master's client acts, moves tokens and posts cards; no other client changes anything.
 *
 * @typedef {import("../../tabletop/src/types.js").Play} Play
 * @typedef {import("../../tabletop/src/types.js").Need} Need
 * @typedef {import("../../tabletop/src/types.js").Change} Change
 * @typedef {import("./settings.js").Shared} Shared
 */
import { at, changesBetween, correctionsFor, figuresOf, inputWith, mapped, moveOf, placeOf, watched } from "../../tabletop/src/index.js";
import { mappingOfWorld } from "./begin.js";
import { postCard } from "./chat.js";
import { placeOfToken, tokenAt } from "./hexes.js";
import { clientOf } from "./settings.js";

/** Told to Foundry with each move: it is the fight that moves the token, through walls if need be. */
const MOVED = { method: "api", autoRotate: false, constrainOptions: { ignoreWalls: true, ignoreCost: true }, umpire: true };

/** The referee of a fight, on the client that has the referee's token. */
export class Referee {
  /** @type {Promise<{version: number} | void>} The act under way; it never fails. */
  acting = Promise.resolve();
  /** @type {Roll[]} */
  rolls = [];

  /**
   * @param {Shared} shared
   * @param {string} token
   * @param {AbortSignal} signal ends it
   */
  constructor(shared, token, signal) {
    this.umpire = clientOf(shared.service);
    this.fight = this.umpire.encounter(shared.id, token);
    this.seen = this.umpire.encounter(shared.id, shared.viewer);
    this.shared = shared;
    this.signal = signal;
    /** @type {Promise<Play>} */
    this.play = this.fight.read({ signal }).then(({ family }) => /** @type {any} */ (this.umpire.get(`/v1/families/${family}/play`, { signal })));
  }

  /** Tell whether this client is the one that acts. */
  static isHere() {
    return game.users.activeGM?.isSelf ?? false;
  }

  /** Return the scene of the fight, which may be another than the one that is looked at. */
  get scene() {
    return game.scenes.get(this.shared.scene);
  }

  /** Move tokens by what the referee sees, until the fight ends. */
  async moveTokens() {
    const play = await this.play;
    for await (const { changes } of watched(this.fight, play, { signal: this.signal })) {
      if (Referee.isHere() && this.scene) await applied(this.scene, changes);
    }
  }

  /** Post a card of each new entry as viewers see it, until the fight ends. */
  async postCards() {
    const { version } = await this.seen.read({ signal: this.signal });
    const after = version === 1 ? 0 : version; // a fight that has just begun says so
    for await (const entry of this.seen.follow({ after, signal: this.signal })) {
      const acted = await this.acting;
      const rolls = acted?.version === entry.version ? this.rolls : [];
      if (Referee.isHere()) await postCard(/** @type {any} */ (entry), this.shared.service, rolls);
    }
  }

  /**
   * Play a move on two figures. Acts follow one another: each is made on the version that the one before left.
   * @param {string} procedure
   * @param {readonly string[]} figures
   * @param {((need: Need) => Promise<{faces: number[], roll?: Roll}>) | null} roll null: the service rolls
   */
  async act(procedure, figures, roll) {
    const play = await this.play;
    const input = inputWith(play, moveOf(play, procedure), figures);
    const act = this.acting.then(async () => {
      this.rolls = [];
      await this.fight.read({ signal: this.signal });
      return this.fight.act(procedure, input, { signal: this.signal, ...(roll && { dice: (/** @type {Need} */ need) => this.#faces(need, roll) }) });
    });
    this.acting = act.catch(() => undefined);
    return act;
  }

  /**
   * Tell the fight where a token stands that somebody moved; if the rules refuse, the token goes back.
   * @param {TokenDocument} token
   */
  async tell(token) {
    const { scene, signal } = this;
    const place = scene && placeOfToken(scene, token); // now: the feed may move it meanwhile
    const play = await this.play;
    const { state } = /** @type {{state: any}} */ (await this.fight.read({ signal }));
    const figure = figuresOf(play, state).find(({ figure: each }) => each.id === token.id)?.figure;
    if (!scene || !place || !figure || !placeOf(state, figure)?.hex) return;
    try {
      await this.fight.correct({ changes: correctionsFor(play, state, token.id, place) }, { signal });
    } catch (error) {
      await applied(scene, changesBetween(play, null, state));
      throw error;
    }
  }

  /** Undo the last change. */
  async undo() {
    await this.fight.read({ signal: this.signal });
    await this.fight.undo({ signal: this.signal });
  }

  /**
   * @param {Need} need
   * @param {(need: Need) => Promise<{faces: number[], roll?: Roll}>} roll
   */
  async #faces(need, roll) {
    const { faces, roll: made } = await roll(need);
    if (made) this.rolls.push(made);
    return faces;
  }
}

/**
 * Bring the scene's tokens to where their figures are, and write the values that their actors have otherwise.
 * @param {Scene} scene
 * @param {readonly Change[]} changes
 */
async function applied(scene, changes) {
  const { actor: rules } = mappingOfWorld();
  const found = changes.flatMap((change) => {
    const token = change.kind === "gone" ? undefined : scene.tokens.get(change.figure);
    return token ? [{ change, token }] : [];
  });
  const updates = found.flatMap(({ change, token }) => {
    const wanted = { ...(change.place ? tokenAt(scene, token, change.place) : {}), hidden: change.now.hidden ?? false };
    const changed = Object.entries(wanted).filter(([name, value]) => /** @type {any} */ (token)[name] !== value);
    return changed.length ? [{ _id: token.id, ...Object.fromEntries(changed) }] : [];
  });
  if (updates.length) await scene.updateEmbeddedDocuments("Token", updates, MOVED);
  for (const { change, token } of found) {
    const { actor } = token;
    const said = Object.entries(mapped(rules, change.now)).filter(([path, value]) => value !== null && ![undefined, value].includes(at(actor, path)));
    if (actor && said.length) await actor.update(Object.fromEntries(said));
  }
}

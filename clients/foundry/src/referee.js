// @ts-check
/**
 * The active game master's client acts, moves tokens, fills the tracker and posts cards; no other client changes anything.
 *
 * @typedef {import("../../tabletop/src/types.js").Play} Play
 * @typedef {import("../../tabletop/src/types.js").Offer} Offer
 * @typedef {import("./settings.js").Shared} Shared
 * @typedef {import("./acts.js").Rolls} Rolls
 */
import { calledOf, changesBetween, correctionsFor, figuresOf, offersOf, placeOf, same, watched } from "../../tabletop/src/index.js";
import { movesOf } from "../../typescript/src/index.ts";
import { Acts } from "./acts.js";
import { postCard } from "./chat.js";
import { placeOfToken, topOf } from "./hexes.js";
import { clientOf, setting, text } from "./settings.js";
import { applied } from "./tokens.js";
import { track } from "./tracker.js";

/** The referee of a fight, on the client that has the referee's token. */
export class Referee extends Acts {
  /** @type {Map<string, string>} What players have ordered for a round, by figure. */
  ordered = new Map();

  /**
   * @param {Shared} shared
   * @param {string} token
   * @param {AbortSignal} signal ends it
   */
  constructor(shared, token, signal) {
    const umpire = clientOf(shared.service);
    super(umpire.encounter(shared.id, token), signal);
    this.seen = umpire.encounter(shared.id, shared.viewer);
    this.shared = shared;
    /** @type {Promise<Play>} */
    this.play = /** @type {any} */ (umpire.get(`/v1/families/${shared.family}/play`, this.options));
  }

  /** Tell whether this client is the one that acts. */
  static isHere() {
    return game.users.activeGM?.isSelf ?? false;
  }

  /** Return the scene of the fight, which may be another than the one that is looked at. */
  get scene() {
    return game.scenes.get(this.shared.scene);
  }

  /** Return which way the hexes of the scene point; undefined: it has none. */
  get top() {
    return (this.scene && topOf(this.scene.grid)) ?? undefined;
  }

  /**
   * Move tokens and fill the tracker by what the referee sees, until the fight ends.
   * @param {(referee: Referee) => Promise<void>} announce called whenever others are next
   */
  async follow(announce) {
    const play = await this.play;
    let known = { at: 0, turn: /** @type {unknown[]} */ ([]) };
    for await (const { entry, view, changes } of watched(this.fight, play, this.options)) {
      this.remember(entry);
      if (!Referee.isHere() || !this.scene) continue;
      await applied(this.scene, play, changes);
      const { situation } = this.fight;
      await track(this.shared, this.scene, situation, namesIn(play, view.state));
      const now = { at: view.version, turn: [situation.round, situation.phase, situation.next] };
      if (now.at === known.at || (entry.kind === "correct" && same(now.turn, known.turn))) continue;
      known = now;
      this.ordered.clear();
      await announce(this);
    }
  }

  /** Post a card of each new entry as viewers see it, until the fight ends. */
  async postCards() {
    const { version } = await this.seen.read(this.options);
    const after = version === 1 ? 0 : version; // a fight that has just begun says so
    for await (const entry of this.seen.follow({ after, ...this.options })) {
      const acted = await this.acting;
      const rolls = acted?.version === entry.version ? this.rolls : [];
      if (Referee.isHere()) await postCard(/** @type {any} */ (entry), this.shared, rolls);
    }
  }

  /**
   * Return what figures may do now, those that have a choice; for players without what they may not know.
   * @param {{figures?: readonly string[], isForPlayers?: boolean}} [asked] left out: all who are next, for the game master
   * @returns {Promise<{offers: Offer[], version: number}>}
   */
  async offers({ figures, isForPlayers = false } = {}) {
    const chances = !isForPlayers || setting("chances") === "everyone";
    const asked = { ...(figures && { figures }), isForPlayers, chances, ...(this.top && { top: this.top }), ...this.options };
    const { offers, version } = await offersOf(this.fight, await this.play, asked);
    return { offers: offers.filter(({ moves }) => moves.length), version };
  }

  /**
   * Take orders of a player: a turn is played at once; where all choose before the dice, they wait for the game master.
   * @param {ReadonlyMap<string, string>} keys moves by figure
   * @param {number} version the one for which they were listed
   * @param {Rolls | null} roll
   */
  async order(keys, version, roll) {
    if (this.fight.situation.decision === "turn") return this.playMoves(keys, version, roll);
    if (version !== this.fight.version) throw new Error(text("WentOn"));
    for (const [figure, key] of keys) this.ordered.set(figure, key);
  }

  /**
   * Tell the fight where a token stands that somebody moved: if it is the turn of its figure, and it may go there, it goes;
   * else it is put there. If the rules refuse, the token goes back.
   * @param {TokenDocument} token
   * @param {Rolls | null} roll
   */
  async tell(token, roll) {
    const { scene } = this;
    const play = await this.play;
    const place = scene && placeOfToken(scene, token, play); // now: the feed may move it meanwhile
    const { state } = /** @type {{state: any}} */ (await this.fight.read(this.options));
    const figure = figuresOf(play, state).find(({ figure: each }) => each.id === token.id)?.figure;
    const stood = figure && placeOf(state, figure);
    if (!scene || !place || !(stood?.hex || stood?.yards)) return;
    try {
      const isTurn = this.fight.situation.decision === "turn" && this.next.includes(token.id) && !same(place.hex, stood.hex);
      const listed = isTurn ? movesOf(await this.fight.moves(token.id, this.options)) : [];
      const way = listed.find(({ hex, target, needs }) => hex !== null && target === null && !needs.length && same(hex, place.hex));
      if (way) await this.inTurn(() => this.fight.play(way, this.dice(roll)));
      else await this.fight.correct({ changes: correctionsFor(play, state, token.id, place) }, this.options);
    } catch (error) {
      await applied(scene, play, changesBetween(play, null, state));
      throw error;
    }
  }
}

/** Return what players call figures, by id. @param {Play} play @param {import("../../tabletop/src/types.js").Row} state @returns {Map<string, string>} */
function namesIn(play, state) {
  return new Map(figuresOf(play, state).map(({ figure }) => [figure.id, calledOf(figure)]));
}

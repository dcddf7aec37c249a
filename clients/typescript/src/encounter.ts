/** A remembered fight: act on it, look at it, follow it. */
import { withDice, type Dice } from "./dice.js";
import { follow, type FollowOptions } from "./follow.js";
import type {
  Audience, EncounterActed, EncounterChanged, EncounterCreated, EncounterDeleted, EncounterEntry, EncounterLog, EncounterLuck, EncounterMoves,
  EncounterOdds, EncounterPreview, EncounterSuggestions, EncounterTokens, EncounterView, EncountersCorrectBody,
  EncountersDrawMapBody, EncountersTokensBody, FeedEnded, FigureMoves, ForecastOptionsInput, LegalMove, LogDiverged,
  LogVerified, Places, Situation,
} from "./schema.js";
import type { Family, Json, OutcomeOf } from "./types.js";
import { freshKey, type ChangeOptions, type RequestOptions, type Sent, type Wire } from "./wire.js";

/** What a change of an encounter may say. */
export interface VersionOptions extends ChangeOptions {
  /** The version that you have seen; left out: the newest that this object was answered with. */
  version?: number | undefined;
}

/** How a procedure is played. */
export interface ActOptions extends VersionOptions {
  /** Who rolls; left out: the service. */
  dice?: Dice | undefined;
  /** Whether viewers see only that the encounter changed. */
  secret?: boolean | undefined;
}

/** For whom is answered what figures may do, or would do. */
interface AskedOptions extends RequestOptions {
  /** "players": nothing in the answer tells of hidden figures; left out: the referee. */
  audience?: Audience | undefined;
  /** Whether each attack has its chance to hit, for the referee. */
  chances?: boolean | undefined;
}

/** For whom is suggested, and whether for those who wait for their turn, too. */
export interface SuggestOptions extends AskedOptions {
  /** Whether the answer tells, too, what those would do who wait for their turn, if it were theirs now. */
  ahead?: boolean | undefined;
}

/** Which moves are listed, and for whom. */
export interface MovesOptions extends AskedOptions {
  /** Kinds of moves; left out: all. */
  kinds?: readonly string[] | undefined;
  /** The target of the moves; left out: any, or none. */
  target?: string | undefined;
}

/** What can be played: a move that is offered, or all that the service suggests. */
export type Playable = LegalMove | EncounterSuggestions;

/** An encounter, as far as the token lets its holder see and change it. */
export class Encounter<F extends Family = Family> {
  /** The newest version that this object was answered with; what `follow` yields does not count. */
  version: number | undefined;
  readonly #wire: Wire;
  #situation: Situation | undefined;

  constructor(wire: Wire, readonly id: string, readonly token: string | undefined, seen?: EncounterCreated) {
    this.#wire = wire;
    this.version = seen?.version;
    this.#situation = seen?.situation ?? undefined;
  }

  /**
   * Whose turn it is, and whether the fight is over, in the newest version that this object was answered with.
   *
   * Creation, acts and all other answers with a state bring it: nothing is asked. If none was seen yet, read the encounter.
   */
  get situation(): Situation {
    if (this.#situation === undefined) throw new TypeError("No situation of this encounter was seen yet: read it.");
    return this.#situation;
  }

  /** List what a figure may do now, and what not, and why; left out: of each who is next. */
  moves(figure: string, options?: MovesOptions): Promise<FigureMoves>;
  moves(figure?: undefined, options?: MovesOptions): Promise<FigureMoves[]>;
  async moves(figure?: string, { kinds, target, audience, chances, ...options }: MovesOptions = {}): Promise<FigureMoves | FigureMoves[]> {
    const { figures } = await this.#send<EncounterMoves>("GET", `/legal-moves${queryOf({ figure, kinds, target, audience, chances })}`, options);
    return figure === undefined ? figures : figures[0]!;
  }

  /** Say what the service would do with a figure, and why; left out: with all who are next. */
  suggest(figure?: string, { audience, chances, ahead, ...options }: SuggestOptions = {}): Promise<EncounterSuggestions> {
    return this.#send("GET", `/suggest${queryOf({ figure, audience, chances, ahead })}`, options);
  }

  /**
   * Play a move that is offered, or several of different figures at once, or all that is suggested.
   *
   * Of no moves: dice decide who is next, where the situation names nobody because they have to.
   */
  async play(moves: Playable | readonly Playable[], options: ActOptions = {}): Promise<EncounterActed> {
    const all = [moves].flat();
    const { procedure, input } = all.length > 0 ? joined(all) : { procedure: this.#rolling(), input: {} };
    return this.act(procedure, input, options);
  }

  /** The procedure that rolls who is next. */
  #rolling(): string {
    const told = this.#situation;
    if (!told?.procedure || told.decision !== "turn" || told.next.length > 0) throw new TypeError("There is no move to play.");
    return told.procedure;
  }

  /** Read the encounter as far as the token lets its holder see it. */
  read(options: RequestOptions = {}): Promise<EncounterView> {
    return this.#seen(this.#send("GET", "", options));
  }

  /**
   * Play a procedure on the stored state: figures by their ids, the rest is stored.
   *
   * Throws `UmpireProblem` with status 412 if somebody was quicker: read again, and decide again.
   */
  async act<P extends string>(procedure: P, input: Json, options: ActOptions = {}): Promise<EncounterActed & { outcome: OutcomeOf<F, P> }> {
    const { dice, secret, key } = options;
    const version = this.#versionOf(options);
    return this.#seen(withDice(dice, key, procedure, (source, round) =>
      this.#send("POST", `/${encodeURIComponent(procedure)}`, { ...options, version, key: round ?? freshKey() }, { input, dice: source, secret })));
  }

  /** Play a procedure on the stored state and store nothing; what the service rolls is not what an act would roll. */
  preview<P extends string>(
    procedure: P, input: Json, options: RequestOptions & { dice?: Dice | undefined } = {},
  ): Promise<EncounterPreview & { outcome: OutcomeOf<F, P> }> {
    return withDice(options.dice, undefined, procedure, (dice) => this.#send("POST", `/${encodeURIComponent(procedure)}/preview`, options, { input, dice }));
  }

  /** Compute the odds of a procedure on the stored state, or on that after an earlier version, for the referee. */
  odds(
    procedure: string, input: Json, options: RequestOptions & { forecast?: ForecastOptionsInput | undefined; atVersion?: number | undefined } = {},
  ): Promise<EncounterOdds> {
    const { forecast, atVersion: at_version } = options;
    return this.#send("POST", `/${encodeURIComponent(procedure)}/odds`, options, { input, forecast, at_version });
  }

  /** Return to the state before the last change. */
  undo(options: VersionOptions = {}): Promise<EncounterChanged> {
    return this.#change("POST", "/undo", options);
  }

  /** Return to the state that was last undone. */
  redo(options: VersionOptions = {}): Promise<EncounterChanged> {
    return this.#change("POST", "/redo", options);
  }

  /** Put values of the state right. */
  correct(body: EncountersCorrectBody, options: VersionOptions = {}): Promise<EncounterChanged> {
    return this.#change("PATCH", "", options, body);
  }

  /** Read the log from the first entry on, as far as the token lets its holder see it: all pages of it. */
  async log(options: RequestOptions = {}): Promise<EncounterEntry[]> {
    const entries: EncounterEntry[] = [];
    for (let after = ""; ; ) {
      const page: EncounterLog = await this.#send("GET", `/log?limit=100${after}`, options);
      entries.push(...page.entries);
      if (!page.more) return entries;
      after = `&after=${page.next}`;
    }
  }

  /** How lucky each side has been: the acts are played again and again with other dice. */
  luck(options: RequestOptions = {}): Promise<EncounterLuck> {
    return this.#send("GET", "/luck", options);
  }

  /** Have the service play the whole log again. */
  verify(options: ChangeOptions = {}): Promise<LogVerified | LogDiverged> {
    return this.#send("POST", "/verify", options);
  }

  /** Draw the map as an SVG file, with lines of fire and areas laid over it, if there are any. */
  map(overlay?: EncountersDrawMapBody, options: RequestOptions = {}): Promise<string> {
    return this.#send(overlay ? "POST" : "GET", "/map.svg", options, overlay);
  }

  /** Create a copy at its present version, with tokens and a log of its own. */
  async fork(options: ChangeOptions = {}): Promise<CreatedEncounter<F>> {
    const created: EncounterCreated = await this.#send("POST", "/fork", { ...options, key: options.key ?? freshKey() });
    return new CreatedEncounter(this.#wire, created);
  }

  /** Replace or revoke tokens; the old ones are invalid at once. */
  tokens(body: EncountersTokensBody, options: ChangeOptions = {}): Promise<EncounterTokens> {
    return this.#send("POST", "/tokens", { ...options, key: options.key ?? freshKey() }, body);
  }

  /** Delete the encounter, its log and its tokens. */
  async delete(options: VersionOptions = {}): Promise<EncounterDeleted> {
    return this.#send("DELETE", "", { ...options, version: this.#versionOf(options), key: options.key ?? freshKey() });
  }

  /**
   * Follow the log: yield each entry after a version once and in order, over lost connections.
   *
   * Left out, `after` is the version of now. Returns the reason why the feed ends, nothing if the signal ended it.
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<EncounterEntry, FeedEnded | undefined> {
    const { token = this.token, signal } = options;
    let { after } = options;
    if (after === undefined) after = (await this.#send<EncounterView>("GET", "", { token, signal })).version;
    return yield* follow<EncounterEntry>(this.#wire, this.#path("/stream"), { ...options, token, after });
  }

  #path(below: string): string {
    return `/v1/encounters/${encodeURIComponent(this.id)}${below}`;
  }

  #send<A>(method: Sent["method"], below: string, { token = this.token, key, signal, version }: VersionOptions, body?: object): Promise<A> {
    return this.#wire.json<A>({ method, path: this.#path(below), token, key, signal, version, body });
  }

  async #change(method: Sent["method"], below: string, options: VersionOptions, body?: object): Promise<EncounterChanged> {
    const said = { ...options, version: this.#versionOf(options), key: options.key ?? freshKey() };
    return this.#seen(this.#send(method, below, said, body));
  }

  #versionOf({ version = this.version }: VersionOptions): number {
    if (version === undefined) throw new TypeError("Name the version that you have seen, or read the encounter first.");
    return version;
  }

  async #seen<A extends { version: number; situation: Situation | null }>(answer: Promise<A>): Promise<A> {
    const told = await answer;
    if (told.version >= (this.version ?? 0)) {
      this.version = told.version;
      this.#situation = told.situation ?? undefined;
    }
    return told;
  }
}

/** A new encounter, with the tokens that are told only once; it acts as its referee. */
export class CreatedEncounter<F extends Family = Family> extends Encounter<F> {
  declare version: number;
  /** The token to change it and to read all of it. */
  readonly referee: string;
  /** The token to watch it. */
  readonly viewer: string;

  constructor(wire: Wire, readonly created: EncounterCreated) {
    super(wire, created.id, created.referee, created);
    this.referee = created.referee;
    this.viewer = created.viewer;
  }
}

/** Return all moves of a figure, those that `places` has, too: a move for each hex, with its way filled in. */
export function movesOf({ moves, places }: FigureMoves): LegalMove[] {
  return [...moves, ...places.flatMap((place) => place.hexes.map((each) => movedTo(place, each)))];
}

/** The move to a hex. */
function movedTo({ key, kind, label, procedure, target, input, fills, free }: Places, { hex, value }: Places["hexes"][number]): LegalMove {
  const filled = structuredClone(input) as Json;
  const path = fills.split("/").slice(1);
  const last = path.pop()!;
  const held = path.reduce<Json>((part, name) => part[name] as Json, filled);
  held[last] = value;
  return {
    key: `${key}/${hex.join(",")}`, kind, label: `${label} to [${hex.join(", ")}]`, procedure, input: filled,
    target, hex, free, needs: [], suggested: false, chance: null, odds: null,
  };
}

/** The procedure that plays some moves, and their inputs as one: lists of the same name are appended. */
export function joined(moves: readonly Playable[]): { procedure: string; input: Json } {
  const procedures = [...new Set(moves.map(({ procedure }) => procedure))];
  const [procedure] = procedures;
  if (!procedure) throw new TypeError("There is no move to play.");
  if (procedures.length > 1) throw new TypeError(`These moves are not played at once: they are of ${procedures.join(" and ")}.`);
  const input: Json = {};
  for (const [name, part] of moves.flatMap((move) => Object.entries(move.input as Json))) {
    const before = input[name];
    if (Array.isArray(part)) input[name] = [...((before ?? []) as unknown[]), ...part];
    else if (before === undefined) input[name] = part;
    else if (JSON.stringify(before) !== JSON.stringify(part)) {
      throw new TypeError(`These moves are not played at once: they have different values of ${name}.`);
    }
  }
  return { procedure, input };
}

/** A query of the values that are defined; empty if none is. */
function queryOf(values: Record<string, string | boolean | readonly string[] | undefined>): string {
  const query = new URLSearchParams(Object.entries(values).flatMap(([name, each]) => [each ?? []].flat().map((one) => [name, String(one)])));
  return query.size ? `?${query}` : "";
}

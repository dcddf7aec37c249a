/** The service as a whole. */
import { RunningCampaign, StartedCampaign } from "./campaign.js";
import { CONTRACT } from "./contract.js";
import { withDice, type Dice } from "./dice.js";
import { CreatedEncounter, Encounter } from "./encounter.js";
import type { CampaignStarted, CreateEncounter, DiceSourceInput, EncounterCreated, Meta, NewCampaign } from "./schema.js";
import type { Family, GetAnswer, OddsName, OperationName, PostAnswer, PostBody, PostPath, RequestOf, Resolved } from "./types.js";
import { freshKey, Wire, type ChangeOptions, type RequestOptions, type Settings } from "./wire.js";

/** How an operation that stores nothing is asked. */
export interface ResolveOptions extends ChangeOptions {
  /** Who rolls; left out: what the body says, else the service. */
  dice?: Dice | undefined;
}

/** What a service says of itself, compared with the contract that this client was made from. */
export interface Compatibility {
  /** Whether both have the same major version. */
  compatible: boolean;
  /** The comparison as a sentence. */
  text: string;
  /** What `/v1/meta` says. */
  service: Meta;
}

/** A service. */
export class Umpire {
  /** The version of the contract that this client was made from, and the SHA-256 of its document. */
  static readonly contract: { readonly version: string; readonly sha256: string } = CONTRACT;
  readonly #wire: Wire;

  constructor(settings: Settings = {}) {
    this.#wire = new Wire(settings);
  }

  /**
   * Resolve an operation that stores nothing, by its path below `/v1`, such as `opposed/resolve-attack`.
   *
   * Throws `UmpireProblem`; it has `needs` if the body brought too few dice and no callback can be asked.
   */
  resolve<N extends OperationName | (string & {})>(name: N, body: RequestOf<N>, options: ResolveOptions = {}): Promise<Resolved<N>> {
    const said = body as { dice?: DiceSourceInput; keep?: unknown; keep_with?: unknown };
    const stores = Boolean(said.keep ?? said.keep_with);
    return withDice<{ status?: unknown }>(options.dice ?? said.dice, options.key, name, (dice, key) =>
      this.#post(`/v1/${name}`, dice ? { ...body, dice } : body, { ...options, key: key ?? (stores ? freshKey() : undefined) }),
    ) as Promise<Resolved<N>>;
  }

  /** Compute the odds of an operation: the body is that of the operation. */
  odds<N extends OddsName | (string & {})>(name: N, body: RequestOf<`${N}/odds`>, options: RequestOptions = {}): Promise<Resolved<`${N}/odds`>> {
    return this.#post(`/v1/${name}/odds`, body, options);
  }

  /** Read any path, with its query if it has one: JSON as an object, anything else as text. */
  get<P extends string>(path: P, options: RequestOptions = {}): Promise<GetAnswer<P>> {
    return this.#wire.json<GetAnswer<P>>({ method: "GET", path, token: options.token, signal: options.signal });
  }

  /** Post to any path, as it stands in the contract; nothing is asked for and nothing added but the token and the key. */
  post<P extends PostPath | (string & {})>(path: P, body: PostBody<P>, options: ChangeOptions = {}): Promise<PostAnswer<P>> {
    return this.#post(path, body, options);
  }

  /** Create an encounter. */
  async create<F extends Family>(body: CreateEncounter & { family: F }, options: ChangeOptions = {}): Promise<CreatedEncounter<F>> {
    const created: EncounterCreated = await this.#post("/v1/encounters", body, { ...options, key: options.key ?? freshKey() });
    return new CreatedEncounter<F>(this.#wire, created);
  }

  /** Return an encounter by its id, and a token of its referee or its viewers; nothing is asked yet. */
  encounter<F extends Family = Family>(id: string, token?: string): Encounter<F> {
    return new Encounter<F>(this.#wire, id, token);
  }

  /** Start a campaign. */
  async campaign(body: NewCampaign, options: ChangeOptions = {}): Promise<StartedCampaign> {
    const started: CampaignStarted = await this.#post("/v1/campaigns", body, { ...options, key: options.key ?? freshKey() });
    return new StartedCampaign(this.#wire, started);
  }

  /** Return a campaign by its id, and the token to cancel it; nothing is asked yet. */
  campaignById(id: string, token?: string): RunningCampaign {
    return new RunningCampaign(this.#wire, id, token);
  }

  /** Ask the service for its version, and tell whether this client fits it: both must have the same major version. */
  async check(options: RequestOptions = {}): Promise<Compatibility> {
    const service = await this.get("/v1/meta", options);
    const major = (version: string): string | undefined => version.split(".")[0];
    const compatible = major(service.version) === major(CONTRACT.version);
    const text = `The service has version ${service.version}, and this client was made for ${CONTRACT.version}: ${
      compatible ? "they fit" : "another major version, so install the client that belongs to the service"
    }.`;
    return { compatible, text, service };
  }

  #post<A>(path: string, body: unknown, { token, signal, key }: ChangeOptions): Promise<A> {
    return this.#wire.json<A>({ method: "POST", path, body, token, signal, key });
  }
}

/** A campaign: one skirmish, played in the background for each combination of values. */
import { follow, type FollowOptions } from "./follow.js";
import type { Campaign, CampaignCancelled, CampaignCellOdds, CampaignFight, CampaignStarted, FeedEnded } from "./schema.js";
import { freshKey, type ChangeOptions, type RequestOptions, type Wire } from "./wire.js";

/** A campaign that was started, by its id. */
export class RunningCampaign {
  readonly #wire: Wire;

  constructor(wire: Wire, readonly id: string, readonly token?: string | undefined) {
    this.#wire = wire;
  }

  /** Read how far it is, and what its cells came to so far. */
  read(options: RequestOptions & { cell?: number | undefined } = {}): Promise<Campaign> {
    return this.#get(options.cell === undefined ? "" : `?cell=${options.cell}`, options);
  }

  /** Read the odds of one cell, counted from 0. */
  cell(cell: number, options: RequestOptions = {}): Promise<CampaignCellOdds> {
    return this.#get(`/cells/${cell}`, options);
  }

  /** Read the request that shows one fight of a cell in full: post it to its operation. */
  fight(fight: number, options: RequestOptions & { cell?: number | undefined } = {}): Promise<CampaignFight> {
    return this.#get(`/fights/${fight}?cell=${options.cell ?? 0}`, options);
  }

  /** Draw it as an SVG file: a heat map of the chance that a side wins; left out: the first side by id. */
  chart(options: RequestOptions & { side?: string | undefined } = {}): Promise<string> {
    return this.#get(`/chart.svg${options.side === undefined ? "" : `?side=${encodeURIComponent(options.side)}`}`, options);
  }

  /** Cancel it, by its token or the API key that started it; what was counted can still be read. */
  cancel(options: ChangeOptions = {}): Promise<CampaignCancelled> {
    const { token = this.token, signal, key = freshKey() } = options;
    return this.#wire.json({ method: "DELETE", path: this.#path(""), token, signal, key });
  }

  /**
   * Follow it to its end: yield its state at each checkpoint; `results` has the cells that changed since the one before.
   *
   * Left out, `after` is 0: the first state has all that is counted.
   */
  follow(options: FollowOptions = {}): AsyncGenerator<Campaign, FeedEnded | undefined> {
    return follow<Campaign>(this.#wire, this.#path("/stream"), options);
  }

  #path(below: string): string {
    return `/v1/campaigns/${encodeURIComponent(this.id)}${below}`;
  }

  #get<A>(below: string, { token, signal }: RequestOptions): Promise<A> {
    return this.#wire.json<A>({ method: "GET", path: this.#path(below), token, signal });
  }
}

/** A campaign that this program has started. */
export class StartedCampaign extends RunningCampaign {
  constructor(wire: Wire, readonly started: CampaignStarted) {
    super(wire, started.id, started.token);
  }
}

/** Requests over HTTP: headers, retries, waiting. */
import { problemOf, UmpireProblem, UmpireUnreachable } from "./problems.js";

/** How to reach the service. */
export interface Settings {
  /** Where the service is, such as `http://127.0.0.1:8000`; left out: where the page comes from. */
  url?: string | undefined;
  /** A bearer token for requests that name none. */
  token?: string | undefined;
  /** The key that the service's operator has given you, if the service needs one. */
  apiKey?: string | undefined;
  /** What sends requests; left out: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How often a request is sent again after a failure that may pass; left out: 3, so that it gives up after four. */
  retries?: number | undefined;
  /** Milliseconds without a byte after which a stream counts as lost; left out: 45 000, three heartbeats. */
  silence?: number | undefined;
}

/** What any request may say. */
export interface RequestOptions {
  /** The bearer token. */
  token?: string | undefined;
  /** Ends the request, and the waiting between retries. */
  signal?: AbortSignal | undefined;
}

/** What a request that changes something may say. */
export interface ChangeOptions extends RequestOptions {
  /** The idempotency key: a text of 16 characters or more that nobody can guess. Left out: 128 random bits. */
  key?: string | undefined;
}

/** One request. */
export interface Sent extends ChangeOptions {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
  version?: number | undefined;
  after?: number | undefined;
  retries?: number;
}

const LONGEST_WAIT = 60;
const PASSING = new Set([429, 502, 503, 504]);

export class Wire {
  readonly silence: number;
  readonly #url: string;
  readonly #token: string | undefined;
  readonly #apiKey: string | undefined;
  readonly #fetch: typeof globalThis.fetch;
  readonly #retries: number;

  constructor(settings: Settings) {
    this.#url = (settings.url ?? "").replace(/\/+$/, "");
    this.#token = settings.token;
    this.#apiKey = settings.apiKey;
    this.#fetch = settings.fetch ?? ((...words) => globalThis.fetch(...words));
    this.#retries = settings.retries ?? 3;
    this.silence = settings.silence ?? 45_000;
  }

  /** Send a request until it is answered, and return its JSON, or its text if it is none. */
  json<A>(request: Sent): Promise<A> {
    return this.send(request, async (answer) => (/\bjson\b/.test(answer.headers.get("content-type") ?? "") ? answer.json() : answer.text()));
  }

  /**
   * Send a request until it is answered, and return what `read` makes of the answer.
   *
   * It is sent again, unchanged and with the same key, after a lost connection, 429, 502, 503, 504, and 409 with
   * `Retry-After`: after the time that the answer says, else after a time that doubles.
   */
  async send<A>(request: Sent, read: (answer: Response) => Promise<A>): Promise<A> {
    const { signal, retries = this.#retries } = request;
    const init = this.#init(request);
    for (let tries = 0; ; tries++) {
      const failure = await this.#attempt(request, init, read);
      if ("done" in failure) return failure.done;
      signal?.throwIfAborted();
      const wait = failure.error instanceof UmpireProblem ? failure.error.retryAfter : undefined;
      const isOver = tries >= retries || (wait ?? 0) > LONGEST_WAIT || !isPassing(failure.error);
      if (isOver) throw failure.error;
      await sleep(wait === undefined ? backOff(tries) : wait * 1000, signal);
    }
  }

  async #attempt<A>(request: Sent, init: RequestInit, read: (answer: Response) => Promise<A>): Promise<{ done: A } | { error: Error }> {
    try {
      const answer = await this.#fetch(this.#url + request.path, init);
      if (answer.ok) return { done: await read(answer) };
      return { error: await problemOf(answer, request.path, retryAfterOf(answer)) };
    } catch (cause) {
      const text = `No answer came from ${this.#url || "this address"}${request.path}: ${cause instanceof Error ? cause.message : cause}`;
      return { error: new UmpireUnreachable(text, { cause }) };
    }
  }

  #init({ method, body, version, after, key, token = this.#token, signal }: Sent): RequestInit {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers["content-type"] = "application/json";
    if (this.#apiKey !== undefined) headers["x-api-key"] = this.#apiKey;
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
    if (version !== undefined) headers["if-match"] = `"${version}"`;
    if (after !== undefined) headers["last-event-id"] = `${after}`;
    if (key !== undefined) headers["idempotency-key"] = key;
    return { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }), ...(signal && { signal }) };
  }
}

/** Tell whether the same request may be answered later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof UmpireProblem)) return error instanceof UmpireUnreachable;
  return PASSING.has(error.status) || (error.status === 409 && error.retryAfter !== undefined);
}

/** Return the milliseconds to wait after a number of failures: they double up to 15 s, and differ from caller to caller. */
export function backOff(failures: number): number {
  return Math.min(200 * 2 ** failures, 15_000) * (0.5 + Math.random());
}

/** Wait for some milliseconds; if the signal aborts, throw its reason at once. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const leave = (): void => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", leave);
      done();
    }, milliseconds);
    if (signal?.aborted) leave();
    else signal?.addEventListener("abort", leave, { once: true });
  });
}

/** Return 128 random bits as a key; `crypto.randomUUID` is missing on pages that come over plain HTTP. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the seconds that an answer asks to wait; proxies may write a date. */
function retryAfterOf(answer: Response): number | undefined {
  const told = answer.headers.get("retry-after");
  if (told === null) return undefined;
  const seconds = /^\d+$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

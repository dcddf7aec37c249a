/** Live feeds: Server-Sent Events that go on by themselves after a lost connection, each entry once and in order. */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { UmpireProblem } from "./problems.js";
import type { FeedEnded } from "./schema.js";
import { backOff, isPassing, sleep, type RequestOptions, type Wire } from "./wire.js";

/** How to follow. */
export interface FollowOptions extends RequestOptions {
  /** The last version that you have; 0: from the beginning. */
  after?: number | undefined;
  /** Told `true` whenever the connection is open, and `false` whenever it is lost. */
  onConnection?: ((isOpen: boolean) => void) | undefined;
}

/** Reasons for which a feed ends, but not what it tells of. */
const GOES_ON = new Set(["stopping", "too_slow"]);

/**
 * Follow a feed from a version on: yield its entries, and return the reason why it ends; nothing if the signal ended it.
 *
 * A connection that was never open fails as any request does. Once it was open it is opened again for ever, after the
 * last entry that was yielded, until the feed ends, the service refuses, or the signal aborts.
 */
export async function* follow<E>(wire: Wire, path: string, options: FollowOptions): AsyncGenerator<E, FeedEnded | undefined> {
  const { token, signal, onConnection } = options;
  const seen = { after: options.after ?? 0, failures: 0 };
  for (let wasOpen = false; !signal?.aborted; ) {
    const request = { method: "GET", path, token, signal, after: seen.after, ...(wasOpen && { retries: 0 }) } as const;
    const opened = await wire.send(request, open).catch((error: Error) => error);
    if (signal?.aborted) return undefined;
    if (!(opened instanceof Error)) {
      wasOpen = true;
      onConnection?.(true);
      const ended = yield* entries<E>(new Events(opened, wire.silence), seen, () => onConnection?.(false));
      if (ended && !GOES_ON.has(ended.reason)) return ended;
    } else if (!wasOpen || !isPassing(opened)) {
      throw opened;
    }
    const told = opened instanceof UmpireProblem ? (opened.retryAfter ?? 0) : 0;
    await sleep(Math.max(backOff(seen.failures++), told * 1000), signal).catch(() => undefined);
  }
  return undefined;
}

/** Yield the entries of one connection that are new; return why the feed ends, or nothing if the connection is lost. */
async function* entries<E>(events: Events, seen: { after: number; failures: number }, closed: () => void): AsyncGenerator<E, FeedEnded | undefined> {
  try {
    for (let event = await events.next(); event; event = await events.next()) {
      seen.failures = 0;
      if (event.event === "end") return JSON.parse(event.data) as FeedEnded;
      const version = Number(event.id);
      if (event.event !== "entry" || version <= seen.after) continue;
      seen.after = version;
      yield JSON.parse(event.data) as E;
    }
    return undefined;
  } finally {
    events.close();
    closed();
  }
}

async function open(answer: Response): Promise<ReadableStream<Uint8Array>> {
  if (!answer.body) throw new TypeError("The answer is not a stream.");
  return answer.body;
}

/** The events of one connection. */
class Events {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #silence: number;
  readonly #decoder = new TextDecoder();
  readonly #waiting: EventSourceMessage[] = [];
  readonly #parser = createParser({ onEvent: (event) => this.#waiting.push(event) });

  constructor(stream: ReadableStream<Uint8Array>, silence: number) {
    this.#reader = stream.getReader();
    this.#silence = silence;
  }

  /** Wait for the next event; return nothing if the connection is closed, lost or silent for too long. */
  async next(): Promise<EventSourceMessage | undefined> {
    while (!this.#waiting.length) {
      const chunk = await this.#chunk();
      if (!chunk) return undefined;
      this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    }
    return this.#waiting.shift();
  }

  close(): void {
    this.#reader.cancel().catch(() => undefined);
  }

  async #chunk(): Promise<Uint8Array | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<undefined>((done) => {
      timer = setTimeout(done, this.#silence);
    });
    const read = this.#reader.read().then(({ value }) => value, () => undefined);
    try {
      return await Promise.race([read, silence]);
    } finally {
      clearTimeout(timer);
    }
  }
}

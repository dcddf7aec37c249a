// Follows an encounter through a proxy that loses connections: node follow.js ADDRESS ENCOUNTER STRIKE
import { Umpire, type CreateEncounter, type EncounterEntry, type FeedEnded } from "umpire-client";
import { Proxy, until } from "./proxy.js";

const [address, encounter, strike] = process.argv.slice(2) as [string, string, string];
const proxy = await new Proxy(address).start();
const umpire = new Umpire({ url: address });
const fight = await umpire.create(JSON.parse(encounter) as CreateEncounter);
const { input, dice } = JSON.parse(strike);
const act = () => fight.act("resolve-attack", input, { dice });

interface Watch {
  entries: EncounterEntry[];
  connections: boolean[];
  ended?: FeedEnded | undefined;
}

/** Follow in the background, over the proxy, as a viewer. */
function watch(more: { after?: number; signal?: AbortSignal }): Watch & { done: Promise<void> } {
  const screen = new Umpire({ url: proxy.address, silence: 1500 }).encounter(fight.id, fight.viewer);
  const seen: Watch = { entries: [], connections: [] };
  const feed = screen.follow({ ...more, onConnection: (isOpen) => seen.connections.push(isOpen) });
  const run = async (): Promise<void> => {
    for (let next = await feed.next(); ; next = await feed.next()) {
      if (next.done) return void (seen.ended = next.value);
      seen.entries.push(next.value);
    }
  };
  return Object.assign(seen, { done: run() });
}

const leaving = new AbortController();
const first = watch({ after: 1 });
const fresh = watch({ signal: leaving.signal });
const both = [first, fresh];
const have = (count: number) => until(() => both.every(({ entries }) => entries.length === count));
await until(() => both.every(({ connections }) => connections[0] === true));

proxy.refuses = true; // lost before anything came: whoever named no version must not miss the first entry either
proxy.drop();
await act();
proxy.refuses = false;
await have(1);

proxy.cutsNext = true; // an entry is cut in the middle
await act();
await have(2);

proxy.refuses = true; // entries come while nobody is there
proxy.drop();
await act();
await act();
proxy.refuses = false;
await have(4);

proxy.swallows = true; // a connection that is dead without being closed
await act();
await until(() => proxy.swallowed >= 2);
proxy.swallows = false;
await have(5);

leaving.abort();
await fresh.done;
const log = await fight.log();
const shown = await umpire.encounter(fight.id, fight.viewer).log();
await fight.delete();
await first.done;
const refused = await new Umpire({ url: address }).encounter(fight.id, fight.viewer).follow({ after: 1 }).next().catch((error) => error.status);
proxy.stop();
console.log(JSON.stringify({
  first: first.entries.map(({ version }) => version),
  fresh: fresh.entries.map(({ version }) => version),
  same: JSON.stringify(first.entries) === JSON.stringify(shown.slice(1)),
  log: log.map(({ version }) => version),
  cuts: proxy.cuts,
  ended: first.ended?.reason,
  left: fresh.ended === undefined,
  last: first.connections.at(-1),
  refused,
}));

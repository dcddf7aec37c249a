// What is sent again, how often, and with which key: node retries.js
import { UmpireUnreachable, type CreateEncounterOpposed, type NeedsDice, type Umpire } from "umpire-client";
import { asking, cut, events, failure, json, lost, problem } from "./stub.js";

const soon = { "retry-after": "0" };
const body: CreateEncounterOpposed = { family: "opposed", state: { sides: [], participants: [] } };
const created = { status: "created", id: "f".repeat(32), version: 1, referee: "r", viewer: "v" };
const acted = { status: "resolved", id: created.id, version: 2 };
const needs = (text: string): Partial<NeedsDice> => {
  const need = { rule: "a/b", label: "Strike", dice: "d100", actor: null, missing: 1, text };
  return { status: "needs_dice", need, needs: [need], steps: [] };
};
const keys = (asked: { headers: Record<string, unknown> }[]) => asked.map(({ headers }) => headers["idempotency-key"]);
const create = (umpire: Umpire) => umpire.create(body);
const read = (umpire: Umpire) => umpire.encounter(created.id, "v").read().catch(failure);
const undo = (umpire: Umpire) => umpire.encounter(created.id, "r").undo({ version: 1 }).catch(failure);

const [passing, exhausted, stale, inUse, refused, far, html, dated] = await Promise.all([
  asking([problem(503, soon), problem(429, soon), lost, json(201, created)], create),
  asking([1, 2, 3, 4].map(() => problem(503, soon)), read),
  asking([problem(412)], undo),
  asking([problem(409, soon), cut, json(200, acted)], undo),
  asking([problem(409)], undo),
  asking([problem(429, { "retry-after": "3600" })], read),
  asking([1, 2, 3, 4].map(() => (response) => void response.writeHead(502).end("<h1>Bad gateway</h1>")), read),
  asking([problem(503, { "retry-after": new Date(0).toUTCString() }), json(200, acted)], read),
]);

const faces = [15, 60, "QH"];
const [dice, plain, kept, never] = await Promise.all([
  asking([json(200, needs("one")), problem(503, soon), json(200, needs("two")), json(200, needs("three")), json(200, acted)],
    (umpire) => umpire.encounter(created.id, "r").act("resolve-attack", {}, { version: 7, key: "k".repeat(16), dice: () => faces.splice(0, 1) })),
  asking([json(200, acted)], (umpire) => umpire.resolve("dice/roll", { notation: "3d6" })),
  asking([json(200, acted)], (umpire) => umpire.resolve("dice/roll", { notation: "3d6", keep: true })),
  asking([json(200, needs("one"))], (umpire) => umpire.encounter(created.id, "r").act("resolve-attack", {}, { version: 7, dice: () => [] }).catch(failure)),
]);

const entry = (version: number) => `id: ${version}\nevent: entry\ndata: {"version": ${version}}\n\n`;
const feed = await asking(
  [events(`${entry(2)}event: end\ndata: {"reason": "stopping"}\n\n`), problem(503, soon), events(entry(2) + entry(3)), events(`${entry(4)}event: end\ndata: {"reason": "gone"}\n\n`)],
  async (umpire) => {
    const versions: number[] = [];
    const following = umpire.encounter(created.id, "v").follow({ after: 1 });
    for (let next = await following.next(); ; next = await following.next()) {
      if (next.done) return { versions, reason: next.value?.reason };
      versions.push(next.value.version);
    }
  },
);
const { made: closed } = await asking([], async (umpire) => umpire, { retries: 1 });
const absent = await closed.get("/v1/meta").catch((error) => error);
const known = await asking([problem(503, soon), json(200, acted)], (umpire) => umpire.encounter(created.id, "v").read(), { apiKey: "umpire_k" });
const leaving = new AbortController();
const left = await asking([(response) => {
  problem(503, { "retry-after": "30" })(response);
  setTimeout(() => leaving.abort(), 50);
}], (umpire) => umpire.get("/v1/meta", { signal: leaving.signal }).catch(failure));
const meta = (version: string) => asking([json(200, { version })], (umpire) => umpire.check());

console.log(JSON.stringify({
  passing: { version: passing.made.version, keys: keys(passing.asked), bodies: passing.asked.map((each) => each.body) },
  exhausted: { made: exhausted.made, count: exhausted.asked.length },
  stale: { made: stale.made, count: stale.asked.length },
  inUse: { made: inUse.made, keys: keys(inUse.asked), matches: inUse.asked.map(({ headers }) => headers["if-match"]) },
  known: known.asked.map(({ headers }) => [headers["x-api-key"], headers["authorization"]]),
  refused: { made: refused.made, count: refused.asked.length },
  far: { made: far.made, count: far.asked.length },
  html: { made: html.made, count: html.asked.length },
  dated: { made: dated.made, count: dated.asked.length },
  dice: { keys: keys(dice.asked), sent: dice.asked.map((each) => JSON.parse(each.body).dice) },
  plain: keys(plain.asked),
  kept: keys(kept.asked),
  never: never.made,
  feed: { ...feed.made, after: feed.asked.map(({ headers }) => headers["last-event-id"]) },
  absent: { isTyped: absent instanceof UmpireUnreachable, text: absent.message },
  left: { made: left.made, count: left.asked.length },
  meta: { same: (await meta("0.9.3")).made, other: (await meta("1.0.0")).made },
}));

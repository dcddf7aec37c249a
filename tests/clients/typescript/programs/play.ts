// Everything that the client offers, once, against the service: node play.js ADDRESS ENCOUNTER ROUND
import { movesOf, Umpire, type CreateEncounterOpposed, type CreateEncounterTactical, type OpposedResolveAttackRequest } from "umpire-client";
import { failure } from "./stub.js";

const [address, encounter, round] = process.argv.slice(2) as [string, string, string];
const umpire = new Umpire({ url: `${address}/` });
const body: OpposedResolveAttackRequest = {
  input: {
    attacker: { id: "Ash", manual_dexterity: 18, weapon: { base_chance: 45, rank: 6, damage_modifier: 4 } },
    defender: { id: "Orc", agility: 13, perception: 8, fatigue: 15, endurance: 20, armour_en: 1 },
  },
};
const name = "opposed/resolve-attack";

const rolled = await umpire.resolve(name, body);
const again = await umpire.resolve(name, body, { dice: { kind: "supplied", faces: rolled.dice.faces } });
const heard: unknown[] = [];
const own = await umpire.resolve(name, body, {
  dice: async (need, steps, needs) => {
    heard.push([need.text, steps.length, needs.length]);
    return [[15], [60], [8]][heard.length - 1] ?? [];
  },
});
const atOnce = await umpire.resolve(name, body, { dice: () => [15, 60, 8] });
const missing = await umpire.resolve(name, { ...body, dice: { kind: "supplied", faces: [15] } }).catch(failure);
const refused = await umpire.resolve(name, body, { dice: () => [1000] }).catch(failure);
const left = await umpire.resolve(name, body, { dice: () => Promise.reject(new Error("Escape")) }).catch(failure);
const cards = ["9C", "KD", "4S", "7H"];
const drawn = await umpire.resolve("mass/resolve-round", JSON.parse(round), { dice: (need) => cards.splice(0, need.missing) });
const odds = await umpire.odds(name, body);
const chosen = await umpire.post("/v1/opposed/resolve-attack", { ...body, fields: ["outcome.verdict.outcome"] });

const sent = { ...(JSON.parse(encounter) as CreateEncounterOpposed), dice_policy: { seeds: "referee" } } as const;
const key = "0123456789abcdef-one";
const [fight, twin] = [await umpire.create(sent, { key }), await umpire.create(sent, { key })];
const strike = { attacker: "Ash", defender: "Orc" };
const seeded = { kind: "seeded", seed: "sha256ctr1:16" } as const;
const preview = await fight.preview("resolve-attack", strike, { dice: () => [99] });
const before = (await fight.read()).version;
const first = { version: 1, key: `${key}-act`, dice: seeded };
const acted = await fight.act("resolve-attack", strike, first);
const repeated = await fight.act("resolve-attack", strike, first);
const stale = await fight.act("resolve-attack", strike, { version: 1 }).catch(failure);
const reused = await fight.act("resolve-attack", { ...strike, attacker: "Orc" }, first).catch(failure);
const unread = await umpire.encounter(fight.id, fight.referee).undo().catch(failure);
const undone = await fight.undo();
const redone = await fight.redo();
const corrected = await fight.correct({ changes: [], reveal: "all" });
const viewed = await umpire.encounter(fight.id, fight.viewer).act("resolve-attack", strike, { version: 5 }).catch(failure);
const secret = await fight.act("resolve-attack", strike, { dice: seeded, secret: true });
const entries = await umpire.encounter(fight.id, fight.viewer).log();
const copy = await fight.fork();
const tokens = await copy.tokens({ viewer: "rotate" });
const play = await umpire.get("/v1/families/opposed/play");

const led = await umpire.create(sent);
const unseen = umpire.encounter(led.id, led.referee);
const unknown = (() => { try { return unseen.situation; } catch (error) { return failure(error); } })();
let rounds = 0;
for (let told = led.created.situation; told && !told.over && rounds < 400; rounds++) {
  const listed = await led.moves();
  const wanted = listed.map(({ moves }) => moves.find(({ suggested }) => suggested) ?? moves[0]!);
  told = (await led.play(wanted)).situation;
}
const ended = await led.play(await led.suggest(undefined, { ahead: true })).catch(failure);
const { moves: [one] } = await fight.moves("Ash");
const narrow = await fight.moves("Ash", { kinds: ["attack", "restrain"], target: "Orc", audience: "players" });
const mixed = await fight.play([one!, { ...one!, procedure: "pursue" }]).catch(failure);
let face = 0;
const fresh = await umpire.create(sent);
const suggested = await fresh.play(await fresh.suggest(), { dice: (need) => Array.from({ length: need.missing }, () => 1 + (face++ % 10)) });
const walking = await umpire.create((await umpire.get("/v1/families/tactical/play")).begins as CreateEncounterTactical);
const [walker] = await walking.moves();
const walks = movesOf(walker!);
const walk = walks.at(-1)!;
const walked = (await walking.play(walk)).state as { figures: { id: string; hex: number[] }[] };

console.log(JSON.stringify({
  rolled: { status: rolled.status, seed: rolled.dice.seed_by, same: JSON.stringify(again.outcome) === JSON.stringify(rolled.outcome) },
  own: { heard, damage: own.outcome.verdict.damage, texts: own.steps.map(({ text }) => text) },
  atOnce: atOnce.dice.faces,
  missing, refused, left,
  drawn: { cards: drawn.dice.cards, left: cards.length },
  hit: odds.events.find(({ event }) => event === "outcome=hit")?.chance,
  chosen,
  twin: twin.id === fight.id && twin.referee === fight.referee,
  preview: { status: preview.status, face: preview.dice.faces[0], version: before },
  acted: { version: acted.version, outcome: acted.outcome.verdict.outcome, same: JSON.stringify(acted) === JSON.stringify(repeated) },
  odds: (await fight.odds("resolve-attack", strike)).version,
  stale, reused, unread, viewed,
  turns: [undone.returns_to, redone.version, corrected.reveal, secret.version, fight.version],
  entries: entries.map(({ kind }) => kind),
  verified: (await fight.verify()).status,
  luck: (await fight.luck()).sides.map(({ side }) => side),
  copy: [copy.version, tokens.referee, tokens.viewer !== copy.viewer],
  map: await fight.map().catch(failure),
  led: [rounds > 0, led.situation.over, led.situation.text.startsWith("The fight is over"), (await led.moves()).length],
  unknown, ended, mixed,
  narrow: [...new Set(narrow.moves.map(({ kind, target }) => `${kind} ${target}`))],
  walked: [walks.length - walker!.moves.length === walker!.places[0]!.hexes.length, walked.figures.find(({ id }) => id === walker!.figure)!.hex, walk.hex],
  read: ((await unseen.read()).situation === unseen.situation),
  suggested: suggested.dice.faces.slice(0, 4),
  play: play.moves.some(({ procedure }) => procedure === "resolve-attack"),
  check: (await umpire.check()).compatible,
  deleted: (await copy.delete()).status,
}));

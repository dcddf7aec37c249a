// Plays fights with the module in the stand-in for Foundry, on a real service:
// node play_foundry.mjs ADDRESS MODULE KEY GENERATION
// A game master and a player each have a client with the built module; the names of tokens try to be markup.
import { join } from "node:path";
import { Umpire } from "../../../service/api/console/vendor/umpire.js";
import { Actor, HexGrid, Token } from "./foundry_documents.mjs";
import { Client, World } from "./foundry_stand_in.mjs";
import { until } from "./until.mjs";

const [address, folder, key, generation] = process.argv.slice(2);
const program = join(folder, "umpire.js");
const EVIL = '<img src=x onerror="alert(1)">';
const gm = { id: "gm0000000000000a", isGM: true, active: true };
const player = { id: "player000000000b", isGM: false, active: true };

function actorOf(id, name, owners, hp = { value: 40, max: 40 }) {
  return new Actor({ id, name, type: "npc", owners, system: { attributes: { hp }, speed: 3, morale: { value: 0 } } });
}

const bar = "attributes.hp";
const ash = new Token({ id: "ash0000000000000", name: `Ash ${EVIL}`, x: 100, y: 100, disposition: 1, bar, actor: actorOf("a1", "Knight Errant", [player.id]) });
const orc = new Token({ id: "orc0000000000000", name: "Orc", x: 200, y: 100, rotation: 60, bar, actor: actorOf("a2", "Orc Raider", [], { value: 20, max: 40 }) });
const odd = new Token({ id: "odd0000000000000", name: "Odd", x: 300, y: 100, bar, actor: actorOf("a3", "Zyx", []) });
const world = new World({ generation: Number(generation), system: "homebrew" }, [gm, player], new HexGrid("HEXODDQ", 100), [ash, orc, odd]);
const master = new Client(world, gm, program);
const guest = new Client(world, player, program);
const documents = (...tokens) => tokens.map((document) => ({ document }));
const cards = (count) => until(() => world.messages.length >= count);
const umpire = new Umpire({ url: address, apiKey: key });
const fightNow = () => umpire.encounter(world.settings.get("fight").id, master.settings.get("referee").token);
const told = { generation: Number(generation) };

// Nothing has begun: a player is told so.
await guest.click("umpireTurn");
told.early = guest.said.splice(0);

// The window of the settings: without a key it says why; what is no JSON is not kept.
world.settings.set("service", address);
const without = await master.setUp({}, "reach");
told.reached = master.said.splice(0);
const wrong = await master.setUp({ numbers: "{" });
told.wrong = { said: master.said.splice(0), isClosed: wrong.isClosed, kept: world.settings.has("numbers") };
master.controlled = documents(ash, orc);
await master.click("umpireBegin");
told.keyless = { said: master.said.splice(0), keys: [...new Set(master.sent.splice(0).map((each) => each.key))], window: without.content };
await master.setUp({ key: ` ${key} ` });
const set = await master.setUp({ service: `${address}/`, family: "opposed", reveal: "faces", dice: "foundry", chances: "everyone" });
told.set = { isClosed: set.isClosed, families: [...set.content.matchAll(/<option value="(\w+)"[^>]*>/g)].map(([, value]) => value).slice(0, 5), settings: Object.fromEntries(world.settings) };

// A fight needs two sides. Then likenesses are chosen; the game master looks first, and may leave.
master.controlled = documents(orc, odd);
await master.click("umpireBegin");
told.one_side = master.said.splice(0);
master.controlled = documents(ash, orc, odd);
master.answers.push({ action: "look" }, null);
await master.click("umpireBegin");
told.left = { windows: master.windows.splice(0).map(({ content }) => content), fight: world.settings.has("fight"), flags: structuredClone(ash.actor.flags) };
master.answers.push({ action: "take" }, { action: "take", values: { "figure-2": "goblin" } });
await master.click("umpireBegin");
told.unchosen = master.said.splice(0);
told.kept = [ash, orc, odd].map(({ actor }) => actor.flags["umpire.figure"]);
master.windows.splice(0);
const first = { ...world.settings.get("fight"), referee: master.settings.get("referee").token };
const fight = fightNow();
told.begun = (await fight.read()).state.participants;
await cards(1);

/** Wait until the tracker says what the situation says, and return both. */
async function tracked(of = fight) {
  const { situation, version } = await of.read();
  const saying = () => {
    const [combat] = world.combats;
    if (!combat || world.combats.length > 1) return null;
    const { turns, turn, round } = combat;
    const figures = turns.map((each) => each.getFlag("umpire", "figure"));
    const said = { order: figures, next: figures[turn] ?? null, round, out: figures.filter((_, place) => turns[place].defeated) };
    const wanted = { order: situation.order.map(({ id }) => id), next: situation.over ? null : (situation.next[0] ?? null), round: Math.max(1, situation.round ?? 1), out: situation.order.filter(({ fate }) => fate !== null && fate !== "standing").map(({ id }) => id) };
    return JSON.stringify(said) === JSON.stringify(wanted) ? said : null;
  };
  return { ...(await until(saying)), version, over: situation.over, decision: situation.decision, waiting: situation.next };
}

/** Let those who are next choose: the player in the own window, which opens by itself, else the game master. */
async function pressed(now, of = fight) {
  if (now.waiting.includes(ash.id)) {
    const opened = guest.windows.length;
    await guest.click("umpireTurn"); // the window that is open may be of another fight
    await until(() => guest.windows.length > opened);
    guest.answers.push({});
  } else {
    if (now.waiting.length) master.answers.push({});
    await master.click("umpireTurn");
  }
  await until(async () => (await of.read()).version > now.version);
}

// After each act the tracker says what the situation says.
told.acts = [];
let now = await tracked();
while (told.acts.length < 12 && !now.over) {
  await pressed(now);
  now = await tracked();
  told.acts.push(now);
}
await cards(now.version);
const log = await new Umpire({ url: address }).encounter(first.id, first.viewer).log();
told.log = log.map(({ kind, summary, steps, dice }) => ({ kind, summary, labels: steps.map(({ label }) => label), faces: dice?.faces ?? null, dice: dice?.kind ?? null }));
told.cards = world.messages.map(({ content, rolls, flags, by }) => ({ content, rolls, flags, by }));
told.windows = { master: master.windows.splice(0), guest: guest.windows.splice(0) };
const shares = (await fight.read()).state.participants.map(({ id, endurance, endurance_max: most }) => [id, endurance / most]);
told.bars = await until(() => {
  const bars = shares.map(([id, share]) => ({ share, ...world.scene.tokens.get(id).actor.system.attributes.hp }));
  return bars.every(({ share, value, max }) => value === Math.ceil(Math.max(0, share) * max)) ? bars : null;
});
told.fallen = [ash, orc, odd].map(({ id, actor }) => [id, [...actor.statuses]]);
told.opposed_moves = world.moves.length;

// The buttons of cards: only a game master has them, and only the last act is taken back; again plays it once more.
const last = world.messages.length;
told.guest_presses = guest.press(world.messages[last - 1], "undo");
master.press(world.messages[1], "undo");
await until(() => master.said.length);
told.not_last = master.said.splice(0);
master.press(world.messages[last - 1], "again");
await cards(last + 2);
await tracked();
told.again = (await fight.log()).slice(-2).map(({ kind, operation, input, version }) => ({ kind, operation, input, version }));
told.before_again = (await fight.log()).at(-3).input;
const before = (await fight.read()).version;
master.press(world.messages.at(-1), "undo");
await until(async () => (await fight.read()).version > before);
told.card_undone = (await fight.log()).at(-1).kind;

// The button at the tokens undoes one change after the other, until somebody is next; players have none.
await guest.click("umpireUndo");
told.player_undo = guest.said.splice(0);
for (now = await tracked(); now.over || !now.waiting.length; now = await tracked()) {
  await master.click("umpireUndo");
  await until(async () => (await fight.read()).version > now.version);
}

// Next turn in the tracker lets the service choose for a foe; a step back does nothing.
for (; now.over || now.waiting.length !== 1 || now.waiting[0] === ash.id; now = await tracked()) {
  if (!now.over) await pressed(now);
  else {
    await master.click("umpireUndo");
    await until(async () => (await fight.read()).version > now.version);
  }
}
const [combat] = world.combats;
await combat.previousTurn(master);
told.back = master.said.splice(0);
await combat.nextTurn(master);
await until(async () => (await fight.read()).version > now.version);
told.next_turn = { kind: (await fight.log()).at(-1).kind, tracker: await tracked() };

// A player asks when it is another's turn, and chooses for a token of somebody else.
guest.answers.length = 0;
guest.windows.splice(0);
world.send("module.umpire", { kind: "choice", keys: [[orc.id, "any"]], version: 1 }, player.id);
await until(() => guest.said.length);
told.refused = guest.said.splice(0);

// Another fight, on hexes with walls: what the service says moves the tokens, and numbers of homebrew actors go over their likenesses.
const numbers = { figure: { speed: { number: "system.speed" } }, actor: { "system.morale.value": "morale" } };
await master.setUp({ family: "mass", numbers: JSON.stringify(numbers) });
Object.assign(ash, world.scene.grid.getCenterPoint({ q: 2, r: 1 }));
Object.assign(ash, { x: ash.x - 50, y: ash.y - 50, rotation: 300 });
const known = world.messages.length;
master.controlled = documents(ash, orc);
master.answers.push({ action: "take", values: { "figure-0": "knights", "figure-1": "orc-warband" } });
guest.answers.push(null);
await master.click("umpireBegin");
await cards(known + 1);
const battle = fightNow();
const { state, version } = await battle.read();
told.units = state.units.map(({ id, hex, facing, side, speed, morale_max: most }) => ({ id, hex, facing, side, speed, most }));
told.combats = world.combats.length;
world.walls = [[{ x: -2000, y: 330 }, { x: 2000, y: 260 }], [{ x: 380, y: -2000 }, { x: 380, y: 2000 }]];
await battle.correct({ changes: [{ pointer: "/units/0/hex", value: [4, 2] }, { pointer: "/units/0/facing", value: 3 }, { pointer: "/units/1/hidden", value: true }] }, { version });
await until(() => orc.hidden);
const centre = world.scene.grid.getCenterPoint({ q: 4, r: 2 });
told.moved = { dx: ash.x + 50 - centre.x, dy: ash.y + 50 - centre.y, rotation: ash.rotation, moves: world.moves, stopped: world.stopped };
told.commanders = (await tracked(battle)).order.map((id) => [id, [...world.combats[0].combatants].find((each) => each.getFlag("umpire", "figure") === id).name]);
told.morale = await until(() => ash.actor.system.morale.value);

// Somebody moves and turns a token: the fight is told. Onto another unit it may not go: it goes back.
const [free, taken] = [[6, -1], state.units[1].hex].map(([q, r]) => world.scene.grid.getCenterPoint({ q, r }));
world.move(ash.id, { x: free.x - 50, y: free.y - 50, rotation: 240 });
const knights = async () => (await battle.read()).state.units[0];
await until(async () => (await knights()).facing === 1);
told.dragged = await knights();
world.move(ash.id, { x: taken.x - 50, y: taken.y - 50 });
await until(() => master.said.length);
await until(() => Math.abs(ash.x + 50 - free.x) < 1);
told.put_back = { said: master.said.splice(0), hex: (await knights()).hex };

// A round of units: the game master orders for the commanders, and draws their cards from a real deck.
master.windows.splice(0);
master.answers.push({ action: "play" }, { values: { card: "QH" } }, { values: { card: "2S" } });
const unordered = (await battle.read()).version;
await master.click("umpireTurn");
await until(async () => (await battle.read()).version > unordered);
const { operation, dice } = (await battle.log()).at(-1);
told.round = { operation, cards: dice.cards, windows: master.windows.map(({ content }) => content) };

// All order at once: the player's order waits until the game master plays the round, with his own for the others. The token
// is hidden, and so is its combatant.
await master.setUp({ family: "heroic", numbers: "" });
for (const [each, x] of [[ash, 100], [orc, 400], [odd, 700]]) Object.assign(each, { x, y: 100, hidden: each === odd });
master.controlled = documents(ash, orc, odd);
guest.answers.length = 0;
master.answers.push({ action: "take", values: { "figure-0": "knight", "figure-1": "orc", "figure-2": "goblin-archer" } });
await master.click("umpireBegin");
const melee = fightNow();
told.yards = (await melee.read()).state.positions;
await tracked(melee);
told.hidden = [...world.combats[0].combatants].filter(({ hidden }) => hidden).map(({ tokenId }) => tokenId);
guest.windows.splice(0);
await guest.click("umpireTurn");
await until(() => guest.windows.length);
const early = (await melee.read()).version;
guest.answers.push({});
await until(() => !guest.answers.length);
await new Promise((wake) => setTimeout(wake, 300));
master.windows.splice(0);
master.answers.push({ action: "play" });
told.waits = (await melee.read()).version === early;
await master.click("umpireTurn");
await until(async () => (await melee.read()).version > early);
told.orders = { operation: (await melee.log()).at(-1).operation, master: master.windows[0].content, guest: guest.windows[0].content };

// Twenty acts more, of as many fights as it takes: after each the tracker says what the situation says.
await master.setUp({ family: "opposed", dice: "service" });
guest.answers.length = 0;
odd.hidden = false;
told.tracked = [];
while (told.tracked.length < 20) {
  if (!told.tracked.length) master.answers.push({ action: "take", values: { "figure-2": "ogre" } });
  await master.click("umpireBegin");
  const duel = fightNow();
  for (now = await tracked(duel); !now.over && told.tracked.length < 20; now = await tracked(duel)) {
    await pressed(now, duel);
    told.tracked.push(now.version);
  }
}

// The tracker is ended: the fight is left.
const sharedViewer = JSON.stringify([...world.settings]).includes(world.settings.get("fight").viewer);
await world.combats[0].delete();
await until(() => !world.settings.get("fight").id);
told.ended = world.settings.get("fight");

// What reached the other clients.
const tokens = [first.referee, master.settings.get("referee").token];
const reached = JSON.stringify([[...world.settings], world.traffic, world.messages, world.flags, [...guest.settings], guest.said, guest.windows]);
told.keys = { referee: [...new Set(master.sent.map((each) => each.key))].filter(Boolean), requests: master.sent.length, players: guest.sent, reached: reached.includes(key) };
told.secret = { referee: tokens.some((each) => reached.includes(each)), viewer: sharedViewer, long: tokens[0].length };
told.messages = world.messages;
told.said = [master.said, guest.said];
process.stdout.write(JSON.stringify(told), () => process.exit(0)); // streams are still open

// Plays a fight with the module in the stand-in for Foundry, on a real service: node play_foundry.mjs ADDRESS MODULE KEY
// A game master and a player each have a client with the built module; the names of tokens try to be markup.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Umpire } from "../../../service/api/console/vendor/umpire.js";
import { until } from "./until.mjs";
import { Actor, Client, HexGrid, Token, World } from "./foundry_stand_in.mjs";

const [address, folder, key] = process.argv.slice(2);
const program = join(folder, "umpire.js");
const EVIL = '<img src=x onerror="alert(1)">';
const stats = { agility: 15, dexterity: 18, strength: 17, fatigue: { value: 20, max: 20 }, endurance: { value: 18, max: 18 } };
const sword = { type: "weapon", system: { chance: 45, rank: 6, damage: 4 } };

function actorOf(owners) {
  return new Actor({ owners, system: structuredClone(stats), items: [{ type: "loot", system: {} }, structuredClone(sword)] });
}

const gm = { id: "gm0000000000000a", isGM: true, active: true };
const player = { id: "player000000000b", isGM: false, active: true };
const ash = new Token({ id: "ash0000000000000", name: `Ash ${EVIL}`, x: 100, y: 100, disposition: 1, actor: actorOf([player.id]) });
const orc = new Token({ id: "orc0000000000000", name: "Orc", x: 200, y: 100, rotation: 60, actor: actorOf([]) });
const world = new World([gm, player], new HexGrid("HEXODDQ", 100), [ash, orc]);
const master = new Client(world, gm, program);
const guest = new Client(world, player, program);
const documents = (...tokens) => tokens.map((document) => ({ document }));
const cards = (count) => until(() => world.messages.length >= count);
const told = {};

// Nothing has begun: a player is told so.
guest.controlled = documents(ash);
guest.targets = documents(orc);
await guest.click("umpireAct");
told.early = guest.said.splice(0);

// The game master begins with both tokens; without the API key the service refuses.
world.settings.set("service", address);
master.controlled = documents(ash, orc);
await master.click("umpireBegin");
told.keyless = { said: master.said.splice(0), keys: master.sent.splice(0).map((each) => each.key) };
master.settings.set("key", ` ${key} `);
world.settings.set("reveal", "faces");
world.settings.set("dice", "foundry");
master.controlled = documents(ash, orc);
await master.click("umpireBegin");
const shared = world.settings.get("fight");
const referee = master.settings.get("referee").token;
const fight = new Umpire({ url: address }).encounter(shared.id, referee);
told.begun = (await fight.read()).state.participants;
await cards(1);

// The other side strikes first, and misses.
master.controlled = documents(orc);
master.targets = documents(ash);
master.faces = [96, 50, 1, 1, 1];
await master.click("umpireAct");
await cards(2);

// The game master strikes with Foundry's dice, which fall 15, 60 and 8.
master.controlled = documents(ash);
master.targets = documents(orc);
master.faces = [15, 60, 8];
await master.click("umpireAct");
await cards(3);
told.struck = (await fight.log()).at(-1);
await until(() => orc.actor.updates.length);
told.written = [...orc.actor.updates];

// The player strikes: the game master's client acts, and the player's client rolls.
guest.faces = [87, 50, 1, 1, 1];
await guest.click("umpireAct");
await cards(4);
told.asked = { faces: (await fight.log()).at(-1).dice.faces, left: guest.faces.length, master: master.faces.length };

told.sides = world.messages.slice(1, 4).map(({ content, rolls }) => ({ content, rolls }));
told.acts = (await new Umpire({ url: address }).encounter(shared.id, shared.viewer).log()).slice(1).map(({ summary, steps, dice }) => ({ summary, labels: steps.map(({ label }) => label), faces: dice.faces }));

// With a token of somebody else the player is refused.
guest.controlled = documents(orc);
guest.targets = documents(ash);
await guest.click("umpireAct");
await until(() => guest.said.length);
told.refused = guest.said.splice(0);

// Undo, by the game master only.
await guest.click("umpireUndo");
told.player_undo = guest.said.splice(0);
await master.click("umpireUndo");
await cards(5);
told.undone = world.messages.at(-1).content;
told.opposed_moves = world.moves.length;

// Another fight, on hexes: what the service says moves the tokens.
const { mapping } = { mapping: readFileSync(join(folder, "mappings", "mass.json"), "utf8") };
world.settings.set("mapping", mapping);
for (const token of [ash, orc]) token.actor.system = { die: "d10", speed: 4, morale: { max: 3, value: 3 } };
Object.assign(ash, world.scene.grid.getCenterPoint({ q: 2, r: 1 }));
ash.x -= 50;
ash.y -= 50;
Object.assign(ash, { rotation: 300 });
const known = world.messages.length;
master.controlled = documents(ash, orc);
await master.click("umpireBegin");
await cards(known + 1);
const battle = new Umpire({ url: address }).encounter(world.settings.get("fight").id, master.settings.get("referee").token);
const { state, version } = await battle.read();
told.units = state.units.map(({ id, hex, facing, side }) => ({ id, hex, facing, side }));
await battle.correct({ changes: [{ pointer: "/units/0/hex", value: [4, 0] }, { pointer: "/units/0/facing", value: 3 }, { pointer: "/units/1/hidden", value: true }] }, { version });
await until(() => orc.hidden);
const centre = world.scene.grid.getCenterPoint({ q: 4, r: 0 });
told.moved = { dx: ash.x + 50 - centre.x, dy: ash.y + 50 - centre.y, rotation: ash.rotation, moves: world.moves };

// Somebody moves and turns a token: the fight is told. Onto another unit it may not go: it goes back.
const [free, taken] = [[6, -1], state.units[1].hex].map(([q, r]) => world.scene.grid.getCenterPoint({ q, r }));
world.move(ash.id, { x: free.x - 50, y: free.y - 50, rotation: 240 });
const told_units = async () => (await battle.read()).state.units[0];
await until(async () => (await told_units()).facing === 1);
told.dragged = await told_units();
world.move(ash.id, { x: taken.x - 50, y: taken.y - 50 });
await until(() => master.said.length);
await until(() => Math.abs(ash.x + 50 - free.x) < 1);
told.put_back = { said: master.said.splice(0), hex: (await told_units()).hex };

// What reached the other clients.
const token = master.settings.get("referee").token;
const reached = JSON.stringify([[...world.settings], world.traffic, world.messages, world.flags, [...guest.settings], guest.said]);
told.keys = { referee: [...new Set(master.sent.map((each) => each.key))], requests: master.sent.length, players: guest.sent, reached: reached.includes(key) };
told.secret = { referee: reached.includes(referee) || reached.includes(token), viewer: reached.includes(world.settings.get("fight").viewer), long: token.length };
told.messages = world.messages;
told.said = [master.said, guest.said];
console.log(JSON.stringify(told));
process.exit(0); // streams are still open

// Begins fights with actors of Game Aid in the stand-in for Foundry, on a real service, without choosing anything:
// node convert_foundry.mjs ADDRESS MODULE KEY GENERATION SHEET...
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Umpire } from "../../../service/api/console/vendor/umpire.js";
import { Actor, HexGrid, Token } from "./foundry_documents.mjs";
import { Client, World } from "./foundry_stand_in.mjs";
import { until } from "./until.mjs";

const [address, folder, key, generation, ...sheets] = process.argv.slice(2);
const gm = { id: "gm0000000000000a", isGM: true, active: true };
const player = { id: "player000000000b", isGM: false, active: true };
const NOTES = "What the game master wrote. ".repeat(40);

function tokenOf(path, place) {
  const sheet = JSON.parse(readFileSync(path, "utf8"));
  for (const row of Object.values(sheet.system.melee ?? {})) row.notes = NOTES;
  const actor = new Actor({ id: `actor${place}`, owners: [player.id], ...sheet });
  return new Token({ id: `token${String(place).padStart(11, "0")}`, name: sheet.name, x: 150 + 300 * place, y: 200, disposition: place ? -1 : 1, bar: "HP", actor });
}

/** Select who is next and then somebody else, as the game master and as a player, and return which hexes are lit each time. */
async function lights(master, guest, world, fight) {
  const { next } = (await fight.read()).situation;
  const tokens = [...world.scene.tokens.values()];
  const [mine, other] = [world.scene.tokens.get(next[0]), tokens.find(({ id }) => id !== next[0])];
  const told = {};
  for (const [name, client] of Object.entries({ master, guest })) {
    client.select(mine);
    await until(() => client.lit().length);
    told[name] = client.lit().sort();
    client.select(other);
    await until(() => !client.lit().length);
  }
  mine.actor.owners.length = 0; // it is no token of the player any more
  const answered = () => world.traffic.filter((text) => JSON.parse(text).kind === "lit").length;
  const before = answered();
  guest.select(mine);
  await new Promise((wake) => setTimeout(wake, 300));
  told.stranger = { hexes: guest.lit(), answers: answered() - before };
  master.select(mine);
  await until(() => master.lit().length);
  return told;
}

/** Let who is next go to the last hex that the window lists, and return the line of that hex and where the token stands then. */
async function walk(master, world, fight) {
  const { version, situation } = await fight.read();
  master.answers.push(null);
  await master.click("umpireTurn");
  const places = [...master.windows.at(-1).content.matchAll(/<option value="(move\/place\/[^"]*)">([^<]*)</g)];
  const [, key, text] = places.at(-1);
  master.answers.push({ values: { "move-0": key } });
  await master.click("umpireTurn");
  await until(async () => (await fight.read()).version > version);
  const [id] = situation.next;
  const { hex } = (await fight.read()).state.figures.find((each) => each.id === id);
  const token = world.scene.tokens.get(id);
  const stands = () => world.scene.grid.getCube({ x: token.x + 50, y: token.y + 50 });
  await until(() => stands().q === hex[0] && stands().r === hex[1]);
  master.windows.splice(0);
  const keys = places.map(([, each]) => each.replace("move/place/", "")).sort();
  await until(() => !master.lit().length); // whoever is next is not selected
  return { key, text, hex, keys, places: places.length };
}

/** Begin a fight of a family with the sheets, and let the service play some of it. */
async function begun(family) {
  const tokens = sheets.map(tokenOf);
  const world = new World({ generation: Number(generation), system: "gurps" }, [gm, player], new HexGrid("HEXODDQ", 100), tokens);
  world.settings.set("service", address);
  if (family !== "tactical") world.settings.set("family", family); // tactical is what such a world plays at first
  const master = new Client(world, gm, join(folder, "umpire.js"));
  const guest = new Client(world, player, join(folder, "umpire.js"));
  master.settings.set("key", key);
  master.controlled = tokens.map((document) => ({ document }));
  await master.click("umpireBegin");
  const { id } = world.settings.get("fight");
  const fight = new Umpire({ url: address }).encounter(id, master.settings.get("referee").token);
  const list = family === "tactical" ? "figures" : "units";
  const { state } = await fight.read();
  await until(() => world.combats.length && world.combats[0].turns.length === tokens.length);
  const [combat] = world.combats;
  const lit = family === "tactical" ? await lights(master, guest, world, fight) : null;
  const walked = family === "tactical" ? await walk(master, world, fight) : null;
  for (let turns = 0; turns < 8 && !(await fight.read()).situation.over; turns += 1) {
    const { version } = await fight.read();
    await combat.nextTurn(master);
    await until(async () => (await fight.read()).version > version);
  }
  const wounded = { pointer: `/${list}/1/${family === "tactical" ? "hp" : "hp_pool"}`, value: -2 }; // below nothing, as these rules have it
  await fight.correct({ changes: [wounded] });
  const left = Object.fromEntries((await fight.read()).state[list].map(({ id: each, hp, fp, hp_pool: pool, fp_current: tired }) => [each, family === "tactical" ? [hp, fp] : [pool, tired]]));
  const actors = () => Object.fromEntries(tokens.map(({ id: each, actor }) => [each, [Number(actor.system.HP.value), Number(actor.system.FP.value)]]));
  await until(() => Object.entries(left).every(([each, [hp, fp]]) => (hp === undefined || actors()[each][0] === hp) && (fp === undefined || actors()[each][1] === fp)));
  const sent = master.sent.filter(({ url }) => url.endsWith("/convert")).map(({ body }) => body);
  const [open] = master.headers(tokens[0].actor);
  master.answers.push({ action: "take", values: { "figure-0": "" } });
  open();
  const window = await until(() => master.windows[0]);
  return { family, lit, walked, said: master.said, state: state[list], positions: state.positions ?? null, bounds: state.map?.bounds ?? null, left, actors: actors(), sent, window: window.content, headers: master.headers(tokens[0].actor).length, hexes: tokens.map((each) => world.scene.grid.getCube({ x: each.x + 50, y: each.y + 50 })), stopped: world.stopped };
}

/** Begin a fight of actors of a d20 game, which are made of their sheets approximately, and wound the first. */
async function approximated() {
  const heavy = { name: "Mail", type: "equipment", system: { type: { value: "heavy" }, armor: { value: 16 } } };
  const axe = { name: "Axe", type: "weapon", system: { damage: { base: { number: 1, denomination: 8 } }, activities: { a: { note: NOTES } } } };
  const tokens = ["Brida", "Wat"].map((name, place) => {
    const system = { abilities: { str: { value: 16 } }, attributes: { hp: { value: 20, max: 20 } }, details: { cr: 3, biography: NOTES } };
    const actor = new Actor({ id: `actor${place}`, owners: [], name, type: "npc", system, items: [heavy, axe] });
    return new Token({ id: `token${String(place).padStart(11, "0")}`, name, x: 150 + 300 * place, y: 200, disposition: place ? -1 : 1, bar: "attributes.hp", actor });
  });
  await tokens[0].actor.setFlag("umpire", "changes", { armor_points: 9 });
  const world = new World({ generation: Number(generation), system: "dnd5e" }, [gm], new HexGrid("HEXODDQ", 100), tokens);
  world.settings.set("service", address);
  const master = new Client(world, gm, join(folder, "umpire.js"));
  master.settings.set("key", key);
  master.controlled = tokens.map((document) => ({ document }));
  await master.click("umpireBegin");
  const { id, family } = world.settings.get("fight");
  const fight = new Umpire({ url: address }).encounter(id, master.settings.get("referee").token);
  const state = (await fight.read()).state.participants;
  await fight.correct({ changes: [{ pointer: "/participants/0/stamina", value: 7 }] });
  await until(() => tokens[0].actor.system.attributes.hp.value === 7);
  return { family, said: master.said, state, sent: master.sent.filter(({ url }) => url.endsWith("/convert")).map(({ body }) => body) };
}

const told = [await begun("tactical"), await begun("heroic"), await approximated()];
process.stdout.write(JSON.stringify(told), () => process.exit(0)); // streams are still open

// Plays a fight in a stand-in for a room with the real SDK, in Chromium, on a real service: a referee and a player are two
// people with a browser each. node play_owlbear.mjs ADDRESS EXTENSION KEY
import axe from "axe-core";
import { seenIn } from "../../../clients/tabletop/src/index.js";
import { browsing } from "../browser.mjs";
import { Room, tokenOf } from "./owlbear_room.mjs";
import { until } from "./until.mjs";

const [address, folder, key] = process.argv.slice(2);
const DPI = 150, SIDE = DPI / Math.sqrt(3), START = { x: 20, y: 10 };
const at = (q, r) => ({ x: START.x + SIDE * 1.5 * q, y: START.y + DPI * (r + q / 2) });
const position = (room, id) => ({ ...room.items.find((item) => item.id === id) });

function scene() {
  return [
    tokenOf("t-knights", "Knights", at(0, 0), { rotation: 90 }),
    tokenOf("t-pikes", "pikes", at(5, 0)),
    tokenOf("t-ghosts", '<img src=x onerror="alert(1)">', at(1, 3), { visible: false }),
    tokenOf("map", "Map", { x: 0, y: 0 }, { layer: "MAP" }),
  ];
}

/** Wait until the status line says something. */
const status = (person, text) => person.frame.locator("#status").filter({ hasText: text }).waitFor();
const version = (person, number) => person.frame.locator(`#status[data-version="${number}"]`).waitFor();
const newest = (person) => person.frame.locator("#log li").first();

/** Give the address of the service, and choose a family. */
async function connected(gm, family) {
  await gm.frame.locator("#service").fill(`${address}/`);
  if (!(await gm.frame.locator("#key").inputValue())) await gm.frame.locator("#key").fill(key);
  await gm.frame.getByRole("button", { name: "Connect" }).click();
  await gm.frame.locator("#family").selectOption(family);
}

/** Begin a fight with the tokens of the scene. */
async function begun(gm) {
  const { frame } = gm;
  await connected(gm, "mass");
  await frame.locator('[data-token="t-ghosts"]').selectOption("archers");
  await frame.locator('[data-facing-of="t-knights"]').selectOption("2");
  await frame.locator("#reveal").selectOption("faces");
  const rows = await frame.locator(".token:has([data-token]) .name").allInnerTexts();
  const chosen = await frame.locator("[data-token]").evaluateAll((all) => all.map((each) => each.value));
  await frame.locator("#begin-fight").click();
  return { rows, chosen };
}

/** Type the faces that are asked for; the first answer is none that the dice can show. */
async function typed(gm) {
  const { frame } = gm;
  const asked = [], wrong = [];
  const field = frame.locator("#faces");
  const text = async () => (await frame.locator("dialog p:not(.wrong)").allInnerTexts())[0]; // what is asked for now, if anything is
  const isOver = () => frame.locator("#act").isEnabled();
  while (await until(async () => (await text()) !== asked.at(-1) && ((await text()) || (await isOver()))) !== true) {
    asked.push(await text());
    if (!wrong.length) {
      await field.fill("99");
      await field.press("Enter");
      wrong.push(await frame.locator("dialog .wrong").innerText());
    }
    await field.fill("4");
    await field.press("Enter");
  }
  return { asked, wrong };
}

/** What axe finds in the extension in light and dark, and whether it is wider than its frame. */
async function violations(person) {
  const frame = person.page.frames().find((each) => each.url().includes("obrref"));
  await frame.evaluate(axe.source);
  const found = new Set();
  for (const theme of ["light", "dark"]) {
    await frame.evaluate((mode) => (document.documentElement.dataset.theme = mode), theme);
    for (const each of (await frame.evaluate(() => axe.run())).violations) found.add(`${each.id}, ${theme}: ${each.nodes[0].html.slice(0, 120)}`);
  }
  const sideways = await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return { violations: [...found], sideways };
}

/** All that the pages of somebody keep and show. */
async function storageOf(person) {
  const frames = person.page.frames();
  return Promise.all(frames.map((frame) => frame.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML]))));
}

/** The places of the tokens, and a wait until one is on a hex. */
const stands = (room, id, hex) => until(() => Math.hypot(position(room, id).position.x - at(...hex).x, position(room, id).position.y - at(...hex).y) < 1);

/** The fight of the room, as its referee may ask for it. */
async function fightOf(gm) {
  const { id, referee, viewer } = await gm.page.frames()[1].evaluate(() => JSON.parse(localStorage["umpire-owlbear/referee/room1"]));
  const ask = async (path, token = referee) => (await fetch(`${address}/v1/encounters/${id}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  return { referee, seen: () => ask("", viewer), state: async () => (await ask("")).state, moves: async () => (await ask("/legal-moves?chances=true")).figures[0], situation: async () => (await ask("")).situation, last: async () => (await ask("/log")).entries.at(-1) };
}

/** A command, for which the service rolls: the knights advance, their token follows; it is undone, and the token is back. */
async function commanded(room, gm, player, fight) {
  await gm.frame.locator("#another > summary").click();
  await gm.frame.locator("#move").selectOption("issue-command");
  await gm.frame.locator("#act").click();
  await version(gm, 2);
  await version(player, 2);
  const [{ hex, facing }] = (await fight.state()).units;
  await stands(room, "t-knights", hex);
  const item = position(room, "t-knights");
  await gm.frame.locator("#undo").click();
  await version(player, 3);
  await stands(room, "t-knights", [0, 0]);
  return { hex, facing, item };
}

/** A token is dragged by hand: it is put back; dragged again, the fight is told. */
async function dragged(room, gm, player, fight) {
  const isHidden = () => gm.frame.locator("#stray").waitFor({ state: "hidden" });
  await room.drag("t-pikes", at(6, 1));
  await gm.frame.locator("#put-back").click();
  await stands(room, "t-pikes", [5, 0]);
  await isHidden();
  await room.drag("t-pikes", at(6, 1));
  await gm.frame.locator("#tell").click();
  await version(player, 4);
  await isHidden();
  return (await fight.state()).units.find((unit) => unit.id === "pikes").hex;
}

/** An attack with dice that the referee types; the figures are those that are selected on the map, then others. */
async function attacked(room, gm, player, fight) {
  const who = gm.frame.locator("#who select");
  await gm.frame.locator("#move").selectOption("resolve-attack");
  const labels = await gm.frame.locator("#who label").evaluateAll((all) => all.map((each) => each.firstChild.textContent));
  await room.select(gm, ["t-pikes", "t-knights"]);
  await until(async () => (await who.first().inputValue()) === "pikes");
  const selected = await who.evaluateAll((all) => all.map((each) => each.value));
  await who.nth(0).selectOption("guards");
  await who.nth(1).selectOption("levy");
  await gm.frame.locator("#own-dice").check();
  await gm.frame.locator("#act").click();
  const faces = await typed(gm);
  await version(player, 5);
  await newest(gm).locator('[data-version="5"]').waitFor();
  const cards = { referee_card: await newest(gm).innerHTML(), viewer_card: await newest(player).innerHTML() };
  return { labels, selected, typed: faces, entry: await fight.last(), ...cards };
}

/** An attack that the rules forbid: what the page says. */
async function refused(gm) {
  await gm.frame.locator("#who select").nth(0).selectOption("knights");
  await gm.frame.locator("#own-dice").uncheck();
  await gm.frame.locator("#act").click();
  return until(() => gm.frame.locator("#act-panel .wrong").innerText());
}

/** Hex [0, 0] is laid to where the pikes stand: every token is drawn from there. */
async function laid(room, gm) {
  await room.select(gm, ["t-pikes"]);
  const { position: there } = position(room, "t-pikes");
  await gm.frame.locator("summary", { hasText: "Room" }).click();
  await gm.frame.locator("#origin").click();
  await until(() => Math.hypot(position(room, "t-knights").position.x - there.x, position(room, "t-knights").position.y - there.y) < 1);
  return { there, knights: position(room, "t-knights").position, pikes: position(room, "t-pikes").position };
}

/** Another game master watches, is given the token in private, and takes the seat with it. */
async function seated(room, open, referee) {
  const second = await room.enter(open, "gm2", "GM");
  await status(second, "Live as viewer, version 5.");
  await second.frame.locator("summary", { hasText: "Room" }).click();
  await second.frame.locator("#token").fill(referee);
  await second.frame.locator("#key").fill(key);
  await second.frame.locator("#take").click();
  await status(second, "Live as referee, version 5.");
  return second;
}

/** What is kept in the tokens under a key, by token. */
const kept = (room, name) => Object.fromEntries(room.items.map(({ id, metadata }) => [id, metadata[name] ?? null]));
const STATE = "umpire-owlbear/state";

/** Leave the fight, and begin another one of two tokens that are like figures of the catalogue. */
async function begunLike(room, gm, player, family, figures) {
  await gm.frame.locator("#end").click();
  await status(player, "No fight.");
  const left = kept(room, STATE);
  await connected(gm, family);
  await gm.frame.locator(`[data-like-of="t-knights"] option[value="${figures["t-knights"]}"]`).waitFor({ state: "attached" });
  await gm.frame.locator("#catalogue summary").click();
  const like = (id) => gm.frame.locator(`[data-like-of="${id}"]`);
  const proposed = [await like("t-knights").inputValue(), await like("t-pikes").inputValue()];
  for (const id of ["t-knights", "t-pikes", "t-ghosts"]) await like(id).selectOption(figures[id] ?? "");
  await gm.frame.locator('[data-side-of="t-knights"]').selectOption("friends");
  await gm.frame.locator("#line-up").click();
  await until(async () => (await gm.frame.locator('[data-token="t-pikes"]').inputValue()) === `${figures["t-pikes"]}-2`); // the token of that name
  const begun = { proposed, left, figures: Object.entries(kept(room, "umpire-owlbear/figure")) };
  await gm.frame.locator("#begin-fight").click();
  await version(player, 1);
  return { fight: await fightOf(gm), begun };
}

/** Another fight, in which numbers are rolled against: the first is left, and what is suggested is played with one press. */
async function duelled(room, gm, player) {
  const { fight: duel, begun } = await begunLike(room, gm, player, "opposed", { "t-knights": "knight", "t-pikes": "orc" });
  const tracker = () => Object.entries(kept(room, "rodeo.owlbear.initiative-tracker/metadata"));
  await until(() => tracker().filter(([, told]) => told).length === 2);
  const situation = await duel.situation();
  const told = { ...begun, tracker: tracker(), situation, listed: await listedIn(room, gm, duel) };
  await gm.frame.locator("#play").click();
  await version(player, 2);
  await newest(gm).locator('[data-version="2"] details').first().waitFor();
  await newest(gm).locator("summary").first().click();
  const [own, seen] = [gm, player].map((person) => newest(person).locator(".umpire-terms"));
  await until(async () => JSON.stringify(kept(room, STATE)) === JSON.stringify(await seenBy(room, duel, ["t-knights", "t-pikes"])));
  return { ...told, kept_state: kept(room, STATE), referee: duel.referee, terms: await own.count(), first: await own.first().innerText(), player: await seen.count(), entry: await duel.last() };
}

/** What is listed for who is next and for who is not, without and with chances, and what selecting the foe chooses. */
async function listedIn(room, gm, duel) {
  const choice = gm.frame.locator('#moves [name="move-0"]');
  await choice.waitFor();
  const options = () => choice.locator("option").allInnerTexts();
  const plain = await options();
  const chosen = await choice.inputValue();
  await gm.frame.locator("#chances").check();
  await until(async () => (await options()).some((each) => each.includes("%")));
  const { moves } = await duel.moves();
  await room.select(gm, ["t-pikes"]);
  const foe = gm.frame.locator("#moves fieldset").nth(1);
  await foe.waitFor();
  const reason = await foe.innerText();
  await choice.selectOption(moves.find(({ kind }) => kind === "pass").key);
  await room.select(gm, ["t-knights"]);
  await foe.waitFor({ state: "detached" });
  const mine = await choice.inputValue(); // what was chosen stays chosen
  await room.select(gm, ["t-knights", "t-pikes"]);
  await foe.waitFor();
  return { plain, chosen, chances: await options(), moves, reason, mine, aimed: await choice.inputValue() };
}

/** What the viewer's answer says of the figures of some tokens, as the tokens have to have it. */
async function seenBy(room, fight, ids) {
  const play = await (await fetch(`${address}/v1/families/${(await fight.seen()).family}/play`, { headers: key ? { "x-api-key": key } : {} })).json();
  const seen = seenIn(play, await fight.seen());
  return Object.fromEntries(room.items.map(({ id, metadata }) => [id, ids.includes(id) ? seen.get(metadata["umpire-owlbear/fight"].figure) : null]));
}

/** A fight on hexes: who is next goes to a hex that is listed, beside the foe if it can; the token arrives there. */
async function walked(room, gm, player) {
  await gm.frame.locator("summary", { hasText: "Room" }).click();
  const { fight } = await begunLike(room, gm, player, "tactical", { "t-knights": "knight", "t-pikes": "orc" });
  const choice = gm.frame.locator('#moves [name="move-0"]');
  const places = choice.locator('option[value*="/place/"]');
  await places.first().waitFor({ state: "attached" });
  const [next] = (await fight.situation()).next;
  const id = room.items.find(({ metadata }) => metadata["umpire-owlbear/fight"]?.figure === next).id;
  const lit = await litFor(room, gm, player, id, await places.evaluateAll((options) => options.map(({ value }) => value.split("/").at(-1))));
  const [value, text] = await places.last().evaluate((option) => [option.value, option.textContent]);
  await choice.selectOption(value);
  await gm.frame.locator("#play").click();
  await version(player, 2);
  const { hex } = (await fight.state()).figures.find((each) => each.id === next);
  const { x, y } = room.sceneMetadata["umpire-owlbear/origin"]; // where hex [0, 0] was laid
  const lies = ([q, r]) => ({ x: x + SIDE * 1.5 * q, y: y + DPI * (r + q / 2) });
  const arrived = (to) => until(() => Math.hypot(position(room, id).position.x - lies(to).x, position(room, id).position.y - lies(to).y) < 1);
  await arrived(hex);
  return { value, text, hex, lit, origin: { x, y }, gone: await wentByDragging(room, gm, player, { fight, id, next, lies, arrived, hex }) };
}

/** Select a token on its turn: what is lit, by hex and by the middle of its corners; then a foe's token too, and none. */
async function litFor(room, gm, player, id, keys) {
  const hexes = () => gm.local.map(({ metadata }) => metadata["umpire-owlbear/lit"].join(",")).sort();
  const wanted = [...new Set(keys)].sort();
  await room.select(gm, [id]);
  await until(() => hexes().join(" ") === wanted.join(" "));
  const drawn = gm.local.map(({ metadata, points }) => ({
    hex: metadata["umpire-owlbear/lit"],
    middle: ["x", "y"].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length),
    wide: Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x)),
  }));
  await room.select(gm, ["t-knights", "t-pikes"]);
  await until(() => !gm.local.length);
  await room.select(gm, []);
  return { drawn, places: wanted.length, player: player.local.length };
}

/** The act is undone, and its token dragged: to a hex out of reach, where it may not go; then to the hex that was chosen before. */
async function wentByDragging(room, gm, player, { fight, id, next, lies, arrived, hex }) {
  const before = (await fight.last()).version;
  await gm.frame.locator("#undo").click();
  await version(player, before + 1);
  const figure = async () => (await fight.state()).figures.find((each) => each.id === next);
  await arrived((await figure()).hex);
  await room.drag(id, lies([hex[0] + 40, hex[1]]));
  await gm.frame.locator("#go").click();
  const wrong = gm.frame.locator("#stray .wrong");
  const said = await until(() => wrong.innerText());
  await gm.frame.locator("#put-back").click();
  await arrived((await figure()).hex);
  await room.drag(id, lies(hex));
  await gm.frame.locator("#go").click();
  await version(player, before + 2);
  return { said, hex: (await figure()).hex, kind: (await fight.last()).kind };
}

/** What the page says of a service that is not there. */
async function unreached(open) {
  const empty = new Room("room2", [], { type: "SQUARE", dpi: DPI, scale: "5ft", start: START });
  await empty.open(folder);
  const lone = await empty.enter(open, "gm", "GM");
  await lone.frame.locator("#service").fill("http://127.0.0.1:1");
  await lone.frame.getByRole("button", { name: "Connect" }).click();
  const text = await until(() => lone.frame.locator("#begin .wrong").innerText());
  empty.close();
  return { unreached: text, origin: empty.extension.origin };
}

/** The API keys that somebody's requests to the service had; null: none. */
function keysOf(person) {
  const sent = person.requests.filter(({ url, method }) => url.startsWith(address) && method !== "OPTIONS");
  return { keys: [...new Set(sent.map((each) => each.key))], requests: sent.length };
}

/** Everything that reached the player, and everything that was given to the room. */
async function reachedBy(room, player) {
  const reached = [...player.reached, ...(await storageOf(player)), ...player.strangers].join("\n");
  return { reached, given: JSON.stringify([room.sent, room.metadata, room.sceneMetadata, room.items]) };
}

const told = await browsing(async (open) => {
  const room = new Room("room1", scene(), { type: "HEX_HORIZONTAL", dpi: DPI, scale: "1yd", start: START });
  await room.open(folder);
  const player = await room.enter(open, "player", "PLAYER");
  await status(player, "No fight.");
  const gm = await room.enter(open, "gm", "GM");
  await gm.frame.locator("#service").waitFor();
  const pages = [await violations(gm)];
  const cast = await begun(gm);
  await status(gm, "Live as referee, version 1.");
  await status(player, "Live as viewer, version 1.");
  const fight = await fightOf(gm);
  const { viewer } = room.metadata["umpire-owlbear/fight"];
  const said = { cast, state: (await fight.state()).units, placed: ["t-knights", "t-pikes", "t-ghosts"].map((id) => position(room, id)) };
  said.advanced = await commanded(room, gm, player, fight);
  said.told_hex = await dragged(room, gm, player, fight);
  Object.assign(said, await attacked(room, gm, player, fight));
  await until(() => room.notes.length >= 8);
  said.notes = [...room.notes];
  said.player_buttons = await player.frame.getByRole("button").count();
  said.refused = await refused(gm);
  pages.push(await violations(gm), await violations(player));
  await gm.page.reload();
  await status(gm, "Live as referee, version 5.");
  said.cards_again = await gm.frame.locator("#log > li").count();
  const second = await seated(room, open, fight.referee);
  said.laid = await laid(room, gm);
  said.seen = { state: kept(room, STATE), wanted: await seenBy(room, fight, ["t-knights", "t-pikes"]), whole: (await fight.seen()).state };
  said.duel = await duelled(room, gm, player);
  pages.push(await violations(gm));
  said.walked = await walked(room, gm, player);
  const { reached, given } = await reachedBy(room, player);
  const secrets = [fight.referee, said.duel.referee];
  said.secret = { player: secrets.some((each) => reached.includes(each)), room: secrets.some((each) => given.includes(each)), viewer: reached.includes(viewer), long: fight.referee.length };
  said.keys = { gm: keysOf(gm), player: keysOf(player), reached: reached.includes(key), given: given.includes(key) };
  const errors = [...gm.errors, ...player.errors, ...second.errors];
  room.close();
  return { ...said, pages, errors, ...(await unreached(open)) };
});
console.log(JSON.stringify(told));
process.exit(0); // servers close when their last connection does

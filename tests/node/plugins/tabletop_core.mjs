// Plays the example fight of every family with the tabletop core on a real service: node tabletop_core.mjs ADDRESS
import * as core from "../../../clients/tabletop/src/index.js";
import { movesOf, Umpire } from "../../../service/api/console/vendor/umpire.js";

const address = process.argv[2];
const umpire = new Umpire({ url: address });

/** Where tokens stand: the second where hexes are numbered, the third where figures stand in yards. */
const PLACES = { t2: { place: { hex: [-5, 5], facing: 4 } }, t3: { place: { yards: { x: 4, y: -2.5 } } } };

/** Begin a family's example, the first figure played by two tokens and the second by one, and play each move alone. */
async function played(family) {
  const play = await umpire.get(`/v1/families/${family}/play`);
  const figures = core.figuresOf(play, play.begins.state).map(({ figure }) => figure);
  const tokens = [["t1", 0], ["t2", 0], ["t3", 1]].map(([token, place]) => ({ token, figure: figures[place].id, fields: { name: `Token ${token}`, unknown: 1 }, ...PLACES[token] }));
  const begun = core.stateWith(play, play.begins.state, tokens);
  const copied = await umpire.create({ ...play.begins, state: begun.state });
  const { state } = await copied.read();
  const cast = core.figuresOf(play, state).filter(({ figure }) => figure.meta).map(({ figure }) => [figure.id, figure.name, figure.meta.token, core.placeOf(state, figure)]);
  const moves = {};
  for (const move of play.moves) {
    const fight = await umpire.create({ ...play.begins, dice_policy: { seeds: "referee" } });
    const fields = core.figureFields(play, move);
    const input = core.inputWith(play, move, fields.map(({ example }) => example));
    const asked = core.inputWith(play, move, fields.map((_, place) => `figure ${place}`));
    const acted = await fight.act(move.procedure, input, { dice: { kind: "seeded", seed: "sha256ctr1:1" } }).then(() => "resolved", (error) => `${error.status} ${error.message}`);
    moves[move.procedure] = { acted, labels: fields.map(({ label }) => label), asked, input: move.example.input };
  }
  return { cast, figures: [...begun.figures], moves };
}

/** Follow a fight from its first entry while it is changed, and say what changes for a tabletop. */
async function followed() {
  const play = await umpire.get("/v1/families/mass/play");
  const fight = await umpire.create({ ...play.begins, reveal: "faces" });
  const viewer = umpire.encounter(fight.id, fight.viewer);
  await fight.act("issue-command", core.inputWith(play, core.moveOf(play, "issue-command"), []));
  const told = [];
  for await (const { entry, view, changes } of core.watched(viewer, play)) {
    told.push({ version: entry.version, summary: entry.summary, seen: view.version, changes: changes.map(({ kind, figure, place, fields }) => ({ kind, figure, place, fields })) });
    if (entry.version === 2) await fight.undo();
    if (entry.version === 3) await fight.correct({ changes: core.correctionsFor(play, view.state, "pikes", { hex: [5, 1], facing: 4 }) });
    if (entry.version === 4) await fight.correct({ changes: [{ pointer: "/units/0/hidden", value: true }] });
    if (entry.version === 5) break;
  }
  return told;
}

/** Make cards of an attack with markup in a name, as the referee and as a viewer see it. */
async function cards() {
  const play = await umpire.get("/v1/families/opposed/play");
  const state = structuredClone(play.begins.state);
  state.participants[0].name = `<b title="x">Ash</b> & 'Co'`;
  const fight = await umpire.create({ ...play.begins, state, reveal: "faces" });
  await fight.act("resolve-attack", { attacker: "Ash", defender: "Orc" }, { dice: { kind: "supplied", faces: [15, 60, 8] } });
  const [referee, viewer] = [(await fight.log()).at(-1), (await umpire.encounter(fight.id, fight.viewer).log()).at(-1)];
  return { entry: referee, html: core.htmlOf(core.cardOf(referee, { service: address })), seen: core.htmlOf(core.cardOf(viewer, { service: address })) };
}

/** Ask for dice with a callback that types them: what was asked, and what came of it. */
async function typed() {
  const play = await umpire.get("/v1/families/opposed/play");
  const fight = await umpire.create(play.begins);
  const asked = [];
  const answers = ["15", "60", "8"];
  const acted = await fight.act("resolve-attack", { attacker: "Ash", defender: "Orc" }, { dice: (need) => {
    asked.push([need.dice, need.missing, need.text]);
    return core.readFaces(answers.shift(), need);
  } });
  return { asked, faces: acted.dice.faces };
}

/** What tokens are told of the figures of a family under a policy, the last of which is hidden, and what viewers see. */
async function seen(family, reveal) {
  const play = await umpire.get(`/v1/families/${family}/play`);
  const fight = await umpire.create({ ...play.begins, reveal });
  const last = core.figuresOf(play, play.begins.state).at(-1);
  const place = play.begins.state[last.list].length - 1;
  await fight.correct({ changes: [{ pointer: `/${last.list}/${place}/hidden`, value: true }] });
  const view = await umpire.encounter(fight.id, fight.viewer).read();
  return { family, reveal, hidden: last.figure.id, pools: play.pools, told: Object.fromEntries(core.seenIn(play, view)), figures: core.figuresOf(play, view.state).map(({ figure }) => figure) };
}

/** What tokens are told of a figure that is not as usual. */
async function befallen() {
  const play = await umpire.get("/v1/families/opposed/play");
  const fight = await umpire.create(play.begins);
  await fight.correct({ changes: [{ pointer: "/participants/1/posture", value: "prone" }, { pointer: "/participants/1/stunned", value: true }] });
  return core.seenIn(play, await umpire.encounter(fight.id, fight.viewer).read()).get(play.begins.state.participants[1].id);
}

/** What may be done on hexes with a hidden foe near: for the referee, and for the player of who is next. */
async function offered() {
  const play = await umpire.get("/v1/families/tactical/play");
  const fight = await umpire.create({ family: "tactical", line_up: { text: "knight@red vs orc*2@blue" } });
  const { state } = await fight.read();
  const [knight, orc] = state.figures;
  const near = [knight.hex[0] + 1, knight.hex[1] - 2];
  await fight.correct({ changes: [{ pointer: "/figures/1/hex", value: near }, { pointer: "/figures/1/hidden", value: true }] });
  const asked = { figures: [knight.id], top: "flat" };
  const [referee, player] = [await core.offersOf(fight, play, asked), await core.offersOf(fight, play, { ...asked, isForPlayers: true })];
  const keys = new Map([[knight.id, referee.offers[0].moves.at(-1).key]]);
  const [move] = await core.movesChosen(fight, keys, movesOf);
  return { orc: orc.name, referee, player, from: knight.hex, near, last: { key: move.key, hex: move.hex }, gone: await core.movesChosen(fight, new Map([[knight.id, "none"]]), movesOf) };
}

const { families } = await umpire.get("/v1/families");
const told = { families: {}, followed: await followed(), cards: await cards(), typed: await typed(), befallen: await befallen(), offered: await offered(), seen: [] };
for (const { name } of families) for (const reveal of ["outcomes", "faces", "all"]) told.seen.push(await seen(name, reveal));
for (const { name } of families) told.families[name] = await played(name);
console.log(JSON.stringify(told));

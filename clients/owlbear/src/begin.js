// @ts-check
/**
 * The panel in which a referee begins a fight: the service, a family, the figures, and which token plays which of them.
 *
 * @typedef {import("../../tabletop/src/types.js").Play} Play
 * @typedef {import("../../tabletop/src/types.js").Row} Row
 * @typedef {import("../../tabletop/src/types.js").Ground} Ground
 * @typedef {import("@owlbear-rodeo/sdk").Item} Item
 */
import { calledOf, figuresOf, NAMES, placeAt, stateWith } from "../../tabletop/src/index.js";
import { chooser, el, labelled } from "./dom.js";
import { lineUpPanel } from "./lineup.js";
import { originButton } from "./origin.js";
import { cast, fieldsOfToken, ground, share, tokens } from "./room.js";
import { keep, keepKey, keyFor, lastService, rememberService } from "./seat.js";
import { Umpire } from "./service.js";
import { words } from "./session.js";

const REVEALS = [
  { value: "outcomes", text: "what happens" },
  { value: "faces", text: "what happens, and the dice" },
  { value: "all", text: "everything" },
];

/**
 * Make the panel.
 * @param {(fight: import("./room.js").Shared) => void} begun called when the fight is shared with the room
 */
export function beginPanel(begun) {
  const service = el("input", { type: "url", id: "service", value: lastService(), autocomplete: "off" });
  const key = el("input", { type: "password", id: "key", value: keyFor(address()), autocomplete: "off" });
  service.addEventListener("change", () => (key.value = keyFor(address())));
  const wrong = el("p", { class: "wrong", role: "alert" });
  const next = el("div");
  const connect = el("button", { onclick: () => trying(connectTo) }, "Connect");

  /** @param {() => Promise<void>} what */
  async function trying(what) {
    wrong.textContent = "";
    await what().catch((error) => (wrong.textContent = words(error, address())));
  }

  function address() {
    return service.value.trim().replace(/\/+$/, "");
  }

  async function connectTo() {
    const umpire = new Umpire({ url: address(), apiKey: key.value.trim() || undefined });
    const { families } = await umpire.get("/v1/families");
    rememberService(address());
    keepKey(address(), key.value.trim());
    const family = chooser(families.map(({ name, title }) => ({ value: name, text: title })), null, { id: "family" });
    const fight = el("div");
    let asked = 0;
    const draw = () => trying(async () => {
      const mine = (asked += 1);
      const panel = await fightPanel(umpire, address(), family.value, trying, begun);
      if (mine === asked) fight.replaceChildren(panel); // another family may have been chosen meanwhile
    });
    family.addEventListener("change", draw);
    next.replaceChildren(labelled("Rules", family), fight);
    await draw();
  }

  const heading = el("h2", {}, "Begin a fight");
  return el("section", { id: "begin" }, heading, labelled("Address of the Umpire service", service), labelled("API key, if the service wants one", key), connect, wrong, next);
}

/**
 * Make the part of the panel that depends on the family.
 * @param {Umpire} umpire
 * @param {string} service
 * @param {string} family
 * @param {(what: () => Promise<void>) => Promise<void>} trying
 * @param {(fight: import("./room.js").Shared) => void} begun
 */
async function fightPanel(umpire, service, family, trying, begun) {
  const play = /** @type {Play} */ (await umpire.get(`/v1/families/${family}/play`));
  const state = el("textarea", { id: "state", spellcheck: "false" });
  state.value = JSON.stringify(play.begins.state, null, 1);
  const reveal = chooser(REVEALS, "outcomes", { id: "reveal" });
  const parts = el("div");
  /** @type {() => {item: Item, figure: string, facing: number | undefined}[]} */
  let chosen = () => [];
  const draw = () => trying(async () => {
    const made = castRows(play, JSON.parse(state.value), await tokens());
    chosen = made.chosen;
    parts.replaceChildren(...made.rows);
  });
  state.addEventListener("change", draw);
  const lined = await lineUpPanel(umpire, family, trying, async (/** @type {Row} */ made) => {
    state.value = JSON.stringify(made, null, 1);
    await draw();
  });
  const begin = () => trying(async () => begun(await begunWith(umpire, service, play, JSON.parse(state.value), reveal.value, chosen())));
  await draw();
  return el("section", {},
    lined,
    el("details", {}, el("summary", {}, "Figures and their values"), labelled("The state, in the form of the rules", state)),
    el("h2", {}, "Tokens"), parts, ...(play.places.length ? [originButton(async () => {})] : []),
    labelled("Players see", reveal),
    el("div", { class: "buttons" }, el("button", { onclick: draw }, "Read tokens again"), el("button", { class: "first", id: "begin-fight", onclick: begin }, "Begin")),
  );
}

/**
 * Make a row for each token: whom it plays, and where that figure faces.
 * @param {Play} play
 * @param {Row} state
 * @param {readonly Item[]} items
 */
function castRows(play, state, items) {
  const figures = figuresOf(play, state).map(({ figure }) => figure);
  const nobody = { value: "", text: "nobody in the fight" };
  const sides = [{ value: "", text: "any way" }, ...NAMES.map((text, side) => ({ value: String(side), text }))];
  const facesSides = play.places.includes("facing");
  const made = items.map((item) => {
    const alike = figures.find((figure) => [figure.id, calledOf(figure)].some((name) => name.toLowerCase() === item.name.toLowerCase()));
    const figure = chooser([nobody, ...figures.map((each) => ({ value: each.id, text: calledOf(each) }))], alike?.id ?? "", { "data-token": item.id });
    const facing = chooser(sides, alike?.facing === undefined ? "" : String(alike.facing), { "data-facing-of": item.id });
    const row = el("div", { class: "token" }, el("span", { class: "name" }, item.name || "(no name)"), labelled("plays", figure), ...(facesSides ? [labelled("faces", facing)] : []));
    return { item, row, figure, facing };
  });
  const chosen = () => made.filter(({ figure }) => figure.value).map(({ item, figure, facing }) => ({ item, figure: figure.value, facing: facing.value === "" ? undefined : Number(facing.value) }));
  const none = el("p", { class: "quiet" }, "There is no token on this scene. You can begin without any.");
  return { rows: made.length ? made.map(({ row }) => row) : [none], chosen };
}

/**
 * Create the encounter, keep its seat, write the parts into the tokens, and share it with the room.
 * @param {Umpire} umpire
 * @param {string} service
 * @param {Play} play
 * @param {Row} state
 * @param {string} reveal
 * @param {{item: Item, figure: string, facing: number | undefined}[]} chosen
 */
async function begunWith(umpire, service, play, state, reveal, chosen) {
  const on = chosen.length ? await ground() : null;
  const players = chosen.map(({ item, figure, facing }) => {
    const place = on && placeAt(item.position, on, play);
    return { token: item.id, figure, fields: fieldsOfToken(item), place: { ...place, ...(facing !== undefined && { facing }) } };
  });
  const made = stateWith(play, state, players);
  const fight = await umpire.create(/** @type {any} */ ({ ...play.begins, state: made.state, reveal }));
  const facing = new Map(figuresOf(play, made.state).map(({ figure }) => [figure.id, figure.facing]));
  const parts = [...made.figures].map(([token, figure]) => /** @type {const} */ ([token, { figure, facing: facing.get(figure) }]));
  keep({ service, id: fight.id, referee: fight.referee, viewer: fight.viewer });
  if (on) await cast(fight.id, new Map(parts), on);
  const told = { service, id: fight.id, viewer: fight.viewer };
  await share(told);
  return told;
}

// @ts-check
/** The module: its settings, its buttons, and the referee on the client of the active game master. */
import { wordsFor } from "../../tabletop/src/index.js";
import { beginFight } from "./begin.js";
import { dressCard } from "./chat.js";
import { figureWindow } from "./likeness.js";
import { light, placesOf, selectedToken } from "./lights.js";
import { askForPlaces, askForTurn, Talk } from "./players.js";
import { Referee } from "./referee.js";
import { clientOf, familyOfWorld, leaveFight, refereeToken, registerSettings, setting, sharedFight, text } from "./settings.js";
import { Setup } from "./setup.js";
import { isTracker } from "./tracker.js";
import { takeTurn } from "./turns.js";

/** @type {Referee | null} */
let referee = null;
/** @type {Talk | null} */
let talk = null;
let open = new AbortController();

/** Say what went wrong, to whoever clicked. @param {unknown} error */
function failed(error) {
  if (!(error instanceof Error && error.name === "AbortError")) ui.notifications.error(wordsFor(error, setting("service"), location.href));
}

/** Open the fight of the world, if this client has the token of its referee. */
function openFight() {
  open.abort();
  open = new AbortController();
  const shared = sharedFight();
  const token = shared && refereeToken(shared.id);
  referee = shared && token ? new Referee(shared, token, open.signal) : null;
  if (!referee) return;
  const announce = async (/** @type {Referee} */ each) => talk?.announce(each);
  for (const follow of [referee.follow(announce), referee.postCards()]) follow.catch(failed);
}

/** Return the referee, if it is this client that acts; else say where it is. */
function present() {
  if (!sharedFight()) ui.notifications.warn(text("NoFight"));
  else if (referee && talk && Referee.isHere()) return { referee, talk, roll: talk.dice(game.user.id) };
  else ui.notifications.warn(text("NotReferee"));
  return null;
}

/** Begin a fight with the tokens that are selected. */
async function begin() {
  const tokens = (canvas.tokens?.controlled ?? []).map(({ document }) => document);
  if (!canvas.scene || !tokens.length) return ui.notifications.warn(text("NoTokens"));
  await beginFight(canvas.scene, tokens);
}

/** Choose what those do who are next; players ask the active game master for what their own tokens may do. */
async function turn() {
  if (!game.user.isGM && sharedFight()) return askForTurn();
  const here = present();
  if (here) await takeTurn(here.referee, here.talk);
}

async function undo() {
  await present()?.referee.undo();
}

/** Light where the selected token may go, if it is its turn; players ask the active game master. */
async function relight() {
  const token = sharedFight() ? selectedToken() : null;
  if (!token || !referee || !Referee.isHere()) {
    light([]);
    if (token && !game.user.isGM) askForPlaces(token.id);
    return;
  }
  const hexes = await placesOf(referee, token.id, false);
  if (selectedToken()?.id === token.id) light(hexes);
}

/**
 * Show which figure an actor is, or choose another one.
 * @param {Actor} actor
 */
function figure(actor) {
  figureWindow(clientOf(setting("service")), familyOfWorld(), actor).catch(failed);
}

/** @param {string} name @param {string} icon @param {boolean} visible @param {() => Promise<unknown>} what */
function tool(name, icon, visible, what) {
  return { name, title: `UMPIRE.${name}`, icon, button: true, visible, order: 100, onChange: () => what().catch(failed) };
}

Hooks.once("init", () => registerSettings(Setup, openFight));
Hooks.once("ready", () => {
  talk = new Talk(() => (Referee.isHere() ? referee : null), failed);
  openFight();
});
Hooks.on("getSceneControlButtons", (controls) => {
  const { tools } = controls.tokens;
  tools.umpireBegin = tool("Begin", "fa-solid fa-flag", game.user.isGM, begin);
  tools.umpireTurn = tool("Turn", "fa-solid fa-swords", true, turn);
  tools.umpireUndo = tool("Undo", "fa-solid fa-rotate-left", game.user.isGM, undo);
});
Hooks.on("getHeaderControlsApplicationV2", (app, controls) => {
  const { document } = /** @type {any} */ (app);
  if (!game.user.isGM || document?.documentName !== "Actor") return;
  controls.push({ action: "umpireFigure", icon: "fa-solid fa-chess-pawn", label: text("Figure"), onClick: () => figure(document) });
});
Hooks.on("getActorSheetHeaderButtons", (sheet, buttons) => {
  if (game.user.isGM) buttons.unshift({ class: "umpire-figure", icon: "fa-solid fa-chess-pawn", label: text("Figure"), onclick: () => figure(sheet.actor) });
});
Hooks.on("controlToken", () => {
  relight().catch(failed);
});
Hooks.on("updateCombat", (combat) => {
  if (isTracker(combat, sharedFight())) relight().catch(failed);
});
Hooks.on("updateToken", (token, changes, options) => {
  const moved = ["x", "y", "rotation"].some((name) => name in changes);
  if (moved && !options.umpire && referee && talk && Referee.isHere()) referee.tell(token, talk.dice(game.user.id)).catch(failed);
});
Hooks.on("renderChatMessageHTML", (message, html) => {
  dressCard(message, html, (button, fight, version) => {
    const here = present();
    if (here?.referee.shared.id !== fight) return here && ui.notifications.warn(text("NotLast"));
    here.referee.undo({ version, isAgain: button === "again", roll: here.roll }).catch(failed);
  });
});
Hooks.on("preUpdateCombat", (combat, changes, options) => {
  if (options.umpire || !isTracker(combat, sharedFight()) || !("turn" in changes || "round" in changes)) return;
  if (options.direction === -1) ui.notifications.info(text("TrackerFollows"));
  else if (game.user.isGM) present()?.referee.playOn(talk?.dice(game.user.id) ?? null).catch(failed);
  else askForTurn();
  return false;
});
Hooks.on("deleteCombat", (combat, options) => {
  if (isTracker(combat, sharedFight())) light([]);
  if (!options.umpire && Referee.isHere() && isTracker(combat, sharedFight())) leaveFight().catch(failed);
});

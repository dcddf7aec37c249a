// @ts-check
/** The module: its settings, its buttons, and the referee on the client of the active game master. */
import { wordsFor } from "../../tabletop/src/index.js";
import { beginFight } from "./begin.js";
import { askToAct, Talk } from "./players.js";
import { Referee } from "./referee.js";
import { refereeToken, registerSettings, setting, sharedFight, text } from "./settings.js";

const ATTACK = "resolve-attack";
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
  for (const follow of [referee.moveTokens(), referee.postCards()]) follow.catch(failed);
}

/** Begin a fight with the tokens that are selected. */
async function begin() {
  const tokens = canvas.tokens.controlled.map(({ document }) => document);
  if (!canvas.scene || !tokens.length) return ui.notifications.warn(text("NoTokens"));
  await beginFight(canvas.scene, tokens);
}

/** Have the selected token attack the targeted one; players ask the active game master. */
async function act() {
  const [attacker, target] = [canvas.tokens.controlled[0], [...game.user.targets][0]];
  if (!sharedFight()) return ui.notifications.warn(text("NoFight"));
  if (!attacker || !target) return ui.notifications.warn(text("NoPair"));
  const figures = [attacker.document.id, target.document.id];
  if (!game.user.isGM) return askToAct(ATTACK, figures);
  if (!referee || !talk || !Referee.isHere()) return ui.notifications.warn(text("NotReferee"));
  await referee.act(ATTACK, figures, talk.dice(game.user.id));
}

async function undo() {
  if (!referee || !Referee.isHere()) return ui.notifications.warn(text("NotReferee"));
  await referee.undo();
}

/** @param {string} name @param {string} icon @param {boolean} visible @param {() => Promise<unknown>} what */
function tool(name, icon, visible, what) {
  return { name, title: `UMPIRE.${name}`, icon, button: true, visible, order: 100, onChange: () => what().catch(failed) };
}

Hooks.once("init", () => registerSettings(openFight));
Hooks.once("ready", () => {
  talk = new Talk(() => (Referee.isHere() ? referee : null), failed);
  openFight();
});
Hooks.on("updateToken", (token, changes, options) => {
  const moved = ["x", "y", "rotation"].some((name) => name in changes);
  if (moved && !options.umpire && Referee.isHere()) referee?.tell(token).catch(failed);
});
Hooks.on("getSceneControlButtons", (controls) => {
  const { tools } = controls.tokens;
  tools.umpireBegin = tool("Begin", "fa-solid fa-flag", game.user.isGM, begin);
  tools.umpireAct = tool("Act", "fa-solid fa-swords", true, act);
  tools.umpireUndo = tool("Undo", "fa-solid fa-rotate-left", game.user.isGM, undo);
});

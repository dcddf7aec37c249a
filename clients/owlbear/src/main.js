// @ts-check
/**
 * The extension's page: it opens the fight of the room as referee or as viewer, and follows it.
 *
 * @typedef {import("./room.js").Shared} Shared
 * @typedef {import("../../tabletop/src/types.js").Entry} Entry
 */
import OBR from "@owlbear-rodeo/sdk";
import { cardOf, elementOf, same } from "../../tabletop/src/index.js";
import { actPanel } from "./act.js";
import { beginPanel } from "./begin.js";
import { el, labelled } from "./dom.js";
import { originButton } from "./origin.js";
import { share, shared, tellState, track } from "./room.js";
import { forget, keep, keepKey, keyFor, seat } from "./seat.js";
import { Session, words } from "./session.js";
import { strayPanel } from "./stray.js";

const MOST_CARDS = 200;
const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const status = /** @type {HTMLElement} */ (document.getElementById("status"));

let open = new AbortController();
/** @type {unknown} What the page shows: it is drawn again only if that changes. */
let shows = null;
let turn = Promise.resolve();

/** Draw the page for whoever sits here now; one time after the other. */
function sit() {
  turn = turn.then(sitDown).catch((error) => {
    status.textContent = String(error?.message ?? error);
  });
}

async function sitDown() {
  const [role, fight] = [await OBR.player.getRole(), await shared()];
  const own = role === "GM" ? seat() : null;
  // Whoever can write the room's metadata can name another service: that one does not get the token.
  const referee = own && own.id === fight?.id && own.service === fight.service ? own.referee : null;
  const now = { role, fight, isReferee: referee !== null };
  if (same(now, shows)) return;
  shows = now;
  open.abort();
  open = new AbortController();
  if (fight) await showFight(fight, referee, role, open.signal);
  else showNone(role);
}

/** @param {string} role */
function showNone(role) {
  status.textContent = "No fight.";
  page.replaceChildren(role === "GM" ? beginPanel(sit) : el("p", {}, "The referee has not begun a fight in this room."));
}

/**
 * @param {Shared} fight
 * @param {string | null} referee
 * @param {string} role
 * @param {AbortSignal} signal
 */
async function showFight(fight, referee, role, signal) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const log = el("ol", { id: "log" });
  const happened = el("div", { role: "log", "aria-label": "What happened", tabindex: "0" }, log);
  page.replaceChildren(wrong);
  status.textContent = "Connecting.";
  try {
    const session = await Session.open(fight, referee, signal);
    const panels = session.isReferee ? [actPanel(session), strayPanel(session)] : [];
    page.replaceChildren(...panels, wrong, happened, ...(role === "GM" ? [masterPanel(fight, session)] : []));
    followed(session, log).catch((error) => signal.aborted || broken(error));
  } catch (error) {
    if (role === "GM") page.append(masterPanel(fight, null));
    if (!signal.aborted) broken(error);
  }
  /** @param {unknown} error */
  function broken(error) {
    wrong.textContent = words(error, fight.service);
    status.textContent = "Not connected.";
  }
}

/**
 * @param {Session} session
 * @param {HTMLElement} log
 */
async function followed(session, log) {
  const place = session.isReferee ? "referee" : "viewer";
  await session.follow({
    entry(entry) {
      log.prepend(el("li", {}, elementOf(cardOf(entry, session.shared), document)));
      if (log.children.length > MOST_CARDS) log.lastElementChild?.remove();
      status.textContent = `Live as ${place}, version ${entry.version}.`;
      status.dataset.version = String(entry.version);
    },
    connection(isOpen) {
      if (!isOpen && !session.signal.aborted) status.textContent = "The connection was lost. Trying again.";
    },
  });
  if (!session.signal.aborted) status.textContent = "The fight is over: it is no longer stored.";
}

/**
 * Make the panel of the room's masters: where hex [0, 0] is, taking the referee's seat, ending the fight.
 * @param {Shared} fight
 * @param {Session | null} session null: it could not be opened
 */
function masterPanel(fight, session) {
  const token = el("input", { type: "password", autocomplete: "off", id: "token" });
  const key = el("input", { type: "password", autocomplete: "off", id: "key", value: keyFor(fight.service) });
  const take = () => {
    keep({ ...fight, referee: token.value.trim() });
    keepKey(fight.service, key.value.trim());
    sit();
  };
  const end = async () => {
    forget();
    await track(fight.id, null);
    await tellState(fight.id, new Map());
    await share(null);
    sit();
  };
  return el("details", {}, el("summary", {}, "Room"),
    ...(session?.isReferee ? [originButton(() => session.bringAll())] : [labelled("The referee's token", token), labelled("API key, if the service wants one", key), el("button", { id: "take", onclick: take }, "Take the referee's seat")]),
    el("button", { id: "end", onclick: end }, "Leave this fight"),
  );
}

OBR.onReady(async () => {
  /** @param {{mode: string}} theme */
  const dress = ({ mode }) => (document.documentElement.dataset.theme = mode.toLowerCase());
  dress(await OBR.theme.getTheme());
  OBR.theme.onChange(dress);
  OBR.player.onChange(sit);
  OBR.room.onMetadataChange(sit);
  sit();
});

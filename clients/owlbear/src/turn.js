// @ts-check
/**
 * What those may do who choose now: a list for each, in which the suggested move is chosen already, and the reasons for what cannot be done.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../../tabletop/src/types.js").Offer} Offer
 * @typedef {import("../../typescript/src/index.ts").ActOptions} ActOptions
 */
import { aimedAt, choiceOf, elementOf, movesChosen, offersOf, placesIn } from "../../tabletop/src/index.js";
import { el } from "./dom.js";
import { light } from "./lights.js";
import { ground } from "./room.js";
import { movesOf } from "./service.js";

/**
 * Make the list. It is drawn again with each version, and when other tokens are selected: a selected token that chooses now comes first, one that may be
 * aimed at is aimed at, and of any other it is said why it may do nothing. Where a token that is selected alone may go is lit on the map.
 *
 * @param {Session} session
 * @param {(what: () => Promise<unknown>) => Promise<void>} trying
 */
export function turnForm(session, trying) {
  const { play, fight, signal } = session;
  const said = el("p", { class: "quiet", id: "turn-said" });
  const lists = el("div", { id: "moves" });
  const chances = el("input", { type: "checkbox", id: "chances" });
  /** @type {{offers: Offer[], version: number}} */
  let listed = { offers: [], version: 0 };
  /** @type {readonly string[]} */
  let selected = [];
  let asked = 0;

  /** Return the keys that are chosen now, by figure. */
  function keys() {
    const fields = listed.offers.map(({ figure }, place) => [figure, lists.querySelector(`[name="move-${place}"]`)]);
    return new Map(fields.flatMap(([figure, field]) => (field instanceof HTMLSelectElement ? [[String(figure), field.value]] : [])));
  }

  async function draw() {
    const mine = (asked += 1);
    const { next, order, text, over } = fight.situation;
    const others = selected.filter((id) => !next.includes(id));
    const waiting = others.filter((id) => order.some((each) => each.id === id)); // units of commanders take no turns
    const figures = over ? [] : [...next.filter((id) => selected.includes(id)), ...next.filter((id) => !selected.includes(id)), ...waiting];
    const top = figures.length && play.places.includes("hex") ? (await ground()).hexes?.top : undefined;
    const found = await offersOf(fight, play, { figures, chances: chances.checked, ...(top && { top }), signal });
    if (mine !== asked) return; // something else is drawn meanwhile
    const before = found.version === listed.version ? keys() : new Map();
    listed = found;
    said.textContent = text;
    lists.replaceChildren(elementOf(choiceOf(found.offers, new Map([...before, ...aimedAt(found.offers, others)])), document));
    const [one, ...more] = selected;
    await light(more.length ? [] : placesIn(found.offers.filter(({ figure }) => figure === one)));
  }

  /** Draw, and say what went wrong. */
  const drawn = () => trying(draw);
  chances.addEventListener("change", drawn);
  session.onState(drawn);
  signal.addEventListener("abort", () => light([]).catch(() => {})); // a scene that is closed has no lights

  return {
    element: el("div", { id: "turn" }, said, lists, el("label", { class: "line" }, chances, "Show chances")),
    /** Choose by tokens: ids of figures, in the order in which they were selected. @param {readonly string[]} ids */
    choose(ids) {
      selected = ids;
      return drawn();
    },
    /** Play what is chosen; where dice decide who is next, they are rolled. @param {ActOptions} options */
    async play(options) {
      const chosen = keys();
      if (!chosen.size) return fight.play([], options);
      const moves = await movesChosen(fight, chosen, movesOf, { signal });
      if (!moves) throw new Error("The fight has gone on meanwhile. Choose again.");
      return fight.play(moves, { ...options, version: listed.version });
    },
  };
}

// @ts-check
/**
 * What to do when a token was moved by hand: go there by the rules, if its figure chooses now; put it back to where its figure is; or tell the fight.
 *
 * @typedef {import("./session.js").Session} Session
 */
import OBR from "@owlbear-rodeo/sdk";
import { correctionsFor, placeAt, same } from "../../tabletop/src/index.js";
import { el } from "./dom.js";
import { ground, strayed, tokens } from "./room.js";
import { movesOf } from "./service.js";
import { words } from "./session.js";

const NO_WAY = "The rules do not let it go there now. Tell the fight to put it there all the same.";

/**
 * Make the panel; it is hidden while every token is where its figure is.
 * @param {Session} session
 */
export function strayPanel(session) {
  const { signal, shared, play, fight } = session;
  const said = el("p", {});
  const wrong = el("p", { class: "wrong", role: "alert" });
  /** @type {ReturnType<typeof strayed>} */
  let found = [];
  let lying = "";
  /** Look which tokens lie elsewhere than their figures; what was said of them stands until one of them is moved. */
  async function look() {
    const items = await tokens();
    found = items.length && !signal.aborted ? strayed(shared.id, items, session.places(), await ground()) : [];
    const before = lying;
    lying = JSON.stringify(found.map(({ item: { id, position } }) => [id, position]));
    if (lying !== before) wrong.textContent = "";
    panel.hidden = !found.length;
    const { decision, next } = fight.situation;
    go.hidden = found.length !== 1 || decision !== "turn" || !next.includes(found[0].figure);
    said.textContent = `Moved by hand: ${found.map(({ item }) => item.name).join(", ")}.`;
  }
  const say = (/** @type {unknown} */ error) => (wrong.textContent = words(error, shared.service));
  const looking = () => look().catch(say);
  /** @param {() => Promise<unknown>} what */
  const trying = (what) => Promise.resolve((wrong.textContent = "")).then(what).then(look).catch(say);
  /** Play the move of the token's figure to the hex on which the token lies. */
  async function goThere() {
    const [{ item, figure }] = found;
    const hex = placeAt(item.position, await ground(), play)?.hex;
    const listed = movesOf(await fight.moves(figure, { signal }));
    const way = listed.find(({ hex: to, target, needs }) => to !== null && target === null && !needs.length && same(to, hex));
    if (!way) throw new Error(NO_WAY);
    await fight.play(way, { signal });
  }
  async function correct() {
    const on = await ground();
    const changes = found.flatMap(({ item, figure }) => {
      const place = placeAt(item.position, on, play);
      return place && session.state ? correctionsFor(play, session.state, figure, place) : [];
    });
    await fight.correct({ changes }, { signal });
  }
  const go = el("button", { id: "go", class: "first", hidden: true, onclick: () => trying(goThere) }, "Go there by the rules");
  const buttons = el("div", { class: "buttons" },
    go,
    el("button", { id: "tell", onclick: () => trying(correct) }, "Tell the fight"),
    el("button", { id: "put-back", onclick: () => trying(() => session.bringAll()) }, "Put back"),
  );
  const panel = el("section", { id: "stray", hidden: true }, said, wrong, buttons);
  const stops = [OBR.scene.items.onChange(looking), OBR.scene.onReadyChange(() => trying(() => session.bringAll()))];
  session.onState(looking);
  signal.addEventListener("abort", () => stops.forEach((stop) => stop()));
  return panel;
}

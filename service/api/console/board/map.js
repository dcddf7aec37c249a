// @ts-check
// The map of a fight on hexes, drawn by the service; fights without one have none.

import { Board } from "./board.js";
import { answered } from "../whole/fights.js";
import { isAborted, refusalOf } from "../fight/problems.js";
import { lineRequest, sightOf } from "./sight.js";
import { called, hasMap } from "../words/state.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @typedef {import("./drawing.js").Hex} Hex */
/** @typedef {import("../words/state.js").Table} Table */

const NEARER = 1.5;

/**
 * The map of an encounter, where its family fights on one.
 * @param {Table} props
 */
export function BattleMap(props) {
  return hasMap(props.play, props.state) ? html`<${HexMap} ...${props} />` : null;
}

/**
 * A map of hexes that can be moved about in.
 * @param {Table} table
 */
function HexMap(table) {
  const { fight, version, selected, onSelect, onHex, hexes, picking, hint, onPicked } = table;
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const board = useRef(/** @type {Board | null} */ (null));
  const choosing = useRef((/** @type {string | null} */ _id, /** @type {Hex} */ _hex) => {});
  const [drawn, setDrawn] = useState(0);
  const [fault, setFault] = useState("");
  const line = useLine(table, () => new Set(board.current?.figures.keys()));
  choosing.current = (id, hex) => (id === null || picking ? onHex?.(hex) : onSelect?.(id));
  useEffect(() => {
    const made = new Board(/** @type {HTMLElement} */ (host.current), (id, hex) => choosing.current(id, hex), onSelect !== undefined);
    board.current = made;
    return () => made.close();
  }, []);
  useEffect(() => {
    const asking = new AbortController();
    fight.map(line.sight?.overlay, { signal: asking.signal }).then((text) => {
      if (asking.signal.aborted) return;
      board.current?.draw(text);
      setFault("");
      setDrawn((count) => count + 1);
    }).catch((error) => asking.signal.aborted || isAborted(error) || setFault(refusalOf(error).text));
    return () => asking.abort();
  }, [fight, version, line.sight]);
  useEffect(() => board.current?.mark(selected, hexes), [drawn, JSON.stringify([selected, hexes])]);
  useEffect(() => (picking ? choosingBegins(board.current, picking, () => onPicked?.()) : undefined), [picking?.pointer, drawn > 0]);
  return html`<div class="map">
    ${picking && html`<p class="picking" role="status">Press ${picking.several ? "the hexes" : "the hex"} for <strong>${picking.label}</strong>.
      <button type="button" onClick=${() => onPicked?.()}>${picking.several ? "Done" : "Leave it"}</button></p>`}
    <div class="map-board" id="map-board" ref=${host}></div>
    ${fault && html`<p class="map-fault" role="status">${fault}</p>`}
    <p class="map-hint" role="status">${line.text || hint}</p>
    <div class="map-tools">
      <button type="button" aria-label="Zoom out" onClick=${() => board.current?.zoom(1 / NEARER)}>−</button>
      <button type="button" aria-label="Zoom in" onClick=${() => board.current?.zoom(NEARER)}>+</button>
      <button type="button" onClick=${() => board.current?.seeFigures()}>Figures</button>
      <button type="button" onClick=${() => board.current?.seeAll()}>Whole map</button>
      ${line.turn && html`<button type="button" aria-pressed=${String(line.isOn)} onClick=${line.turn}>Line of fire</button>`}
    </div>
    <p class="map-keys" id="map-board-keys">${onSelect && "Press a figure to name it in the order, or a hex to which the order leads. "}Keys: left and right go from figure to figure, up, down and Q W E A S D from hex to hex${onSelect && ", Enter presses"}, + and − zoom.</p>
  </div>`;
}

/**
 * Bring the keyboard to the map; return what brings it back to the field for which a hex is chosen.
 * @param {Board | null} board
 * @param {import("../options/places.js").Picking} picking
 * @param {() => void} leave
 */
function choosingBegins(board, { pointer }, leave) {
  const onKey = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && leave();
  const field = `input${pointer.replaceAll(/[^\w-]/g, "-")}-pick`;
  document.addEventListener("keydown", onKey);
  board?.host.scrollIntoView({ block: "nearest" });
  board?.focus();
  return () => {
    document.removeEventListener("keydown", onKey);
    document.getElementById(field)?.focus();
  };
}

/**
 * The line of fire between the two figures that the order names, asked for anew when they or the fight change.
 * @param {Table} table
 * @param {() => ReadonlySet<string>} drawn   ids of the figures on the map
 * @returns {{isOn: boolean, turn: (() => void) | null, text: string, sight: import("./sight.js").Sight | null}}
 */
function useLine(table, drawn) {
  const { play, state, umpire, version, role, selected: [shooter, target] } = table;
  const [isOn, setOn] = useState(false);
  const [sight, setSight] = useState(/** @type {import("./sight.js").Sight | null} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    setFault("");
    if (!isOn || !play.line_of_fire || !shooter || !target) return setSight(null);
    const asking = new AbortController();
    const label = `${called(play, state, shooter)} to ${called(play, state, target)}`;
    answered(umpire, play.line_of_fire.path.replace(/^\/v1\//, ""), lineRequest(table, drawn(), shooter, target), asking.signal)
      .then(({ outcome }) => setSight(sightOf(outcome, label)))
      .catch((error) => {
        if (asking.signal.aborted || isAborted(error)) return;
        setSight(null);
        setFault(refusalOf(error).text);
      });
    return () => asking.abort();
  }, [isOn, shooter, target, version]);
  const turn = play.line_of_fire && role === "referee" && target ? () => setOn(!isOn) : null;
  return { isOn, turn, text: fault || (sight?.text ?? ""), sight };
}

// @ts-check
// The map of a fight on hexes, drawn by the service; fights without one have none.

import { Board } from "./board.js";
import { isAborted, refusalOf } from "../fight/problems.js";
import { hasMap } from "../words/state.js";
import { plain } from "../words/wording.js";
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
  const { fight, version, selected, onTap, hexes, hint } = table;
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const board = useRef(/** @type {Board | null} */ (null));
  const choosing = useRef((/** @type {string | null} */ _id, /** @type {Hex} */ _hex) => {});
  const [drawn, setDrawn] = useState(0);
  const [fault, setFault] = useState("");
  choosing.current = (id, hex) => onTap?.(id, hex);
  useEffect(() => {
    const made = new Board(/** @type {HTMLElement} */ (host.current), (id, hex) => choosing.current(id, hex), onTap !== undefined);
    board.current = made;
    return () => made.close();
  }, []);
  useEffect(() => {
    const asking = new AbortController();
    fight.map(undefined, { signal: asking.signal }).then((text) => {
      if (asking.signal.aborted) return;
      board.current?.draw(plain(text));
      setFault("");
      setDrawn((count) => count + 1);
    }).catch((error) => asking.signal.aborted || isAborted(error) || setFault(refusalOf(error).text));
    return () => asking.abort();
  }, [fight, version]);
  useEffect(() => board.current?.mark(selected, hexes), [drawn, JSON.stringify([selected, hexes])]);
  return html`<div class="map">
    <div class="map-board" id="map-board" ref=${host}></div>
    ${fault && html`<p class="map-fault" role="status">${fault}</p>`}
    <p class="map-hint" role="status">${hint}</p>
    <div class="map-tools">
      <button type="button" aria-label="Zoom out" onClick=${() => board.current?.zoom(1 / NEARER)}>−</button>
      <button type="button" aria-label="Zoom in" onClick=${() => board.current?.zoom(NEARER)}>+</button>
      <button type="button" onClick=${() => board.current?.seeFigures()}>Figures</button>
      <button type="button" onClick=${() => board.current?.seeAll()}>Whole map</button>
    </div>
    <p class="map-keys" id="map-board-keys">${onTap && "Press a figure to aim at it, or a hex to go there; press it again to go on. "}Keys: left and right go from figure to figure, up, down and Q W E A S D from hex to hex${onTap && ", Enter presses"}, + and − zoom.</p>
  </div>`;
}

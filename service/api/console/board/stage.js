// @ts-check
// The board as a part of the table: drawn again with each change, with the ground of its map, and what cannot be done said at a figure.

import { isAborted, refusalOf } from "../fight/problems.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { Board } from "./board.js";
import { sceneOf } from "./scene.js";
import { groundOf, keyOf, NO_GROUND } from "./terrain.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("./hexes.js").Hex} Hex
 */

/**
 * @param {{session: Session, tap: (figure: string | null, hex: Hex | null, isDrop: boolean) => void, children?: any}} props   `children` lie on the board
 */
export function Stage({ session, tap, children }) {
  const { view } = session;
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const board = useRef(/** @type {Board | null} */ (null));
  const tapping = useRef(tap);
  tapping.current = tap;
  const scene = useMemo(() => sceneOf(view), [view.play, view.state, view.situation, view.choosing, view.seat, view.request, view.version]);
  const { ground, fault } = useGround(session, scene.board === "hexes", scene.tokens.flatMap(({ hex }) => (hex ? [hex] : [])));
  useLayoutEffect(() => {
    const made = new Board(/** @type {HTMLElement} */ (host.current), (figure, hex, isDrop) => tapping.current(figure, hex, isDrop));
    board.current = made;
    return () => made.close();
  }, []);
  useEffect(() => board.current?.lay(ground), [ground]);
  useLayoutEffect(() => board.current?.draw(scene), [view.state, view.situation, view.choosing]);
  useEffect(() => board.current?.say(view.pressed ?? "", view.hint), [view.pressed, view.hint]);
  return html`<div class="boardbox"><div class="board-host" ref=${host}></div>${children}
    ${fault && html`<p class="map-fault" role="status">${fault}</p>`}
    ${scene.board === "hexes" && html`<div class="map-tools">
      <button type="button" aria-label="Zoom in" onClick=${() => board.current?.zoomMiddle(1.4)}>+</button>
      <button type="button" aria-label="Zoom out" onClick=${() => board.current?.zoomMiddle(1 / 1.4)}>−</button>
      <button type="button" aria-label="Show all figures" onClick=${() => board.current?.fit()}><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" /></svg></button>
    </div>`}</div>`;
}

/**
 * The ground of the map: asked for again when the state says something else of it, or a figure has left it.
 * @param {Session} session
 * @param {boolean} isMapped
 * @param {readonly Hex[]} hexes   where figures stand
 */
function useGround(session, isMapped, hexes) {
  const { fight, view: { play, state, version } } = session;
  const [ground, setGround] = useState(NO_GROUND);
  const [fault, setFault] = useState("");
  const said = useMemo(() => (isMapped ? JSON.stringify(Object.entries(state).filter(([name]) => !play?.figures.includes(name))) : ""), [isMapped, state]);
  const isLeft = hexes.some((hex) => !ground.cells.has(keyOf(hex)));
  useEffect(() => {
    if (!isMapped || !fight) return;
    const asking = new AbortController();
    fight.map(undefined, { signal: asking.signal }).then(async (text) => {
      await session.landing.landed();
      const root = new DOMParser().parseFromString(text.replace(/<style>[^<]*<\/style>/, ""), "image/svg+xml").documentElement;
      if (!asking.signal.aborted) setGround(groundOf(root));
      setFault("");
    }).catch((error) => asking.signal.aborted || isAborted(error) || setFault(refusalOf(error).text));
    return () => asking.abort();
  }, [fight, said, isLeft ? version : 0]);
  return { ground, fault };
}

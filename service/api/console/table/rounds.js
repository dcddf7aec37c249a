// @ts-check
// Rounds whose orders are given before the dice: who has an order and who has not, and which phase the dice that fall belong to.

import { FALLING } from "../dice/throws.js";
import { givenIn } from "../fight/choosing.js";
import { phasesIn, phasesOf } from "../story/phases.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/**
 * The phases of a round of joint orders, also when the fight is over; nothing where figures take turns.
 * @param {{session: import("../fight/session.js").Session}} props
 */
export function PhaseBar({ session }) {
  const { situation, seat, play, rulings, thrown, busy } = session.view;
  const [fallen, setFallen] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    const listen = (/** @type {Event} */ event) => setFallen(/** @type {CustomEvent<number | null>} */ (event).detail);
    document.addEventListener(FALLING, listen);
    return () => document.removeEventListener(FALLING, listen);
  }, []);
  if (!play || !situation || play.phases.length === 0 || (situation.decision !== "orders" && !situation.over)) return null; // at the end it stays, so that the board does
  const phases = phasesIn(play, rulings);
  const steps = thrown?.steps ?? [];
  const at = fallen === null ? -1 : phasesOf(phases, steps)[steps.findIndex(({ n }) => n === fallen)] ?? -1;
  const isOrdering = !busy && fallen === null && !situation.over;
  const phase = (/** @type {string} */ key, /** @type {boolean} */ isNow, /** @type {boolean} */ isDone, /** @type {string} */ text) => html`<li key=${key} class=${isNow ? "is-now" : isDone ? "is-done" : ""} aria-current=${isNow ? "step" : undefined}><span>${text}</span></li>`;
  return html`<ol class="phases" aria-label="Phases of the round">
    ${phase("orders", isOrdering, !isOrdering, situation.over ? "The fight is over" : seat?.role === "referee" ? ordersSaid(session) : "Orders")}
    ${phases.map(({ name }, place) => phase(name, place === at || (busy && fallen === null && place === 0), place < at || (situation.over && fallen === null), name))}</ol>`;
}

/** @param {import("../fight/session.js").Session} session */
function ordersSaid(session) {
  const { given, asked, served } = givenIn(session.view);
  return [asked === 0 ? "Orders of the service" : `Orders: ${given} of ${asked} given`, served > 0 && asked > 0 && `${served} by the service`].filter(Boolean).join(", ");
}

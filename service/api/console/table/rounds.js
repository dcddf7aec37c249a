// @ts-check
// Rounds whose orders are given before the dice: who has an order and who has not, and which phase the round is in.

import { givenIn } from "../fight/choosing.js";
import { html } from "../vendor/preact.js";

/**
 * The phases of a round of joint orders; nothing where figures take turns.
 * @param {{session: import("../fight/session.js").Session}} props
 */
export function PhaseBar({ session }) {
  const { situation, seat, busy } = session.view;
  if (seat?.role !== "referee" || situation?.decision !== "orders") return null;
  const { given, asked, served } = givenIn(session.view);
  const orders = [asked === 0 ? "Orders of the service" : `Orders: ${given} of ${asked} given`, served > 0 && asked > 0 && `${served} by the service`].filter(Boolean).join(", ");
  const phase = (/** @type {boolean} */ isNow, /** @type {string} */ text) => html`<li class=${isNow ? "is-now" : ""} aria-current=${isNow ? "step" : undefined}>${text}</li>`;
  return html`<ol class="phases" aria-label="Phases of the round">${phase(!busy, orders)}${phase(busy, "Dice fall")}</ol>`;
}

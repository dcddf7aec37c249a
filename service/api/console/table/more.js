// @ts-check
// All options, on a sheet over the table: any move with each of its fields, the whole fight, campaigns, and the seal.

import { keptCampaign } from "../fight/seat.js";
import { Move } from "../options/move.js";
import { Odds } from "../options/odds.js";
import { Campaign } from "../whole/campaign.js";
import { FightOdds } from "../whole/fight.js";
import { Seal } from "../whole/seal.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").Table} Table
 */

/**
 * @param {{session: Session, table: Table}} props
 */
export function More({ session, table }) {
  const { seat, entries, odds, order } = session.view;
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = () => session.set({ more: false });
  return html`<dialog ref=${dialog} class="more-sheet" aria-labelledby="more-title" onClose=${close}>
    <div class="sheet-head"><h2 id="more-title">All options</h2>
      <button type="button" onClick=${() => dialog.current?.close()}>Back to the table</button></div>
    <${Move} session=${session}>${order && odds.has(order.procedure) ? html`<${Odds} ...${table} />` : html`<p class="hint">There are no odds for this move.</p>`}</${Move}>
    <div class="whole">
      <${Opened} title="The whole fight" hint="who wins, how long it takes, who survives">${() => html`<${FightOdds} ...${table} />`}</${Opened}>
      <${Opened} title="Campaigns" hint="the same fight with other values, many times" isOpen=${keptCampaign(table.fight.id) !== null}>${() => html`<${Campaign} ...${table} />`}</${Opened}>
      ${seat && html`<${Opened} title="Seal" hint="what dice and log prove, and what not">${() => html`<${Seal} seat=${seat} entries=${entries} say=${table.say} />`}</${Opened}>`}
    </div>
  </dialog>`;
}

/**
 * A panel that is made when it is first opened, and kept.
 * @param {{title: string, hint: string, isOpen?: boolean, children?: any}} props
 */
function Opened({ title, hint, isOpen = false, children }) {
  const [first] = useState(isOpen);
  const [seen, setSeen] = useState(isOpen);
  const [make] = Array.isArray(children) ? children : [children];
  return html`<details class="panel" open=${first} onToggle=${(/** @type {any} */ event) => event.target === event.currentTarget && setSeen(true)}>
    <summary><h3>${title}</h3> <span class="hint">${hint}</span></summary>${seen && make()}
  </details>`;
}

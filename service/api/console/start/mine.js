// @ts-check
// My fights on the first page: one press goes on with one, another forgets it.

import { fights, forgetFight } from "../fight/kept.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { plain } from "../words/wording.js";

/** @typedef {import("../fight/session.js").Session} Session */

/** @param {{session: Session}} props */
export function Mine({ session }) {
  const [mine, setMine] = useState(fights);
  const [gone, setGone] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  useEffect(() => {
    for (const { id, token } of mine) session.umpire.encounter(id, token).read().catch((problem) => problem?.status && setGone((known) => new Set(known).add(id)));
  }, []);
  if (mine.length === 0) return null;
  const forget = (/** @type {string} */ id, /** @type {string} */ title) => {
    forgetFight(id);
    setMine(fights());
    session.say(`${title} is forgotten.`);
  };
  return html`<section class="mine" aria-labelledby="mine"><h2 id="mine">My fights</h2>
    <ul>${mine.map(({ id, token, viewer, title, family, said, over }) => html`<li key=${id} class=${gone.has(id) ? "gone" : ""}>
      <span class="kept"><b>${title}</b> <span class="tag">${family}</span><span class="hint">${gone.has(id) ? "The service does not have it any more." : plain(said)}</span></span>
      <button type="button" class="main" disabled=${gone.has(id)} aria-label=${`${over ? "See" : "Go on with"} ${title}`} onClick=${() => void session.open({ id, token, viewer })}>${over ? "See" : "Go on"}</button>
      <button type="button" class="quiet" aria-label=${`Forget ${title}`} onClick=${() => forget(id, title)}>Forget</button>
    </li>`)}</ul>
    <p class="hint">They are kept in this browser: all who use it can go on with them, until they are forgotten.</p>
  </section>`;
}

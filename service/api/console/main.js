// @ts-check
// The console: one page on which a fight is begun, played, followed and shared.
import { Session } from "./fight/session.js";
import { Begin } from "./start/begin.js";
import { Top } from "./start/top.js";
import { styled } from "./words/styles.js";
import { html, render, useEffect, useReducer, useState } from "./vendor/preact.js";

/** @param {{session: Session}} props */
function App({ session }) {
  const [, redraw] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const [Table, setTable] = useState(/** @type {any} */ (null));
  const load = () => void Promise.all([import("./table/table.js"), styled(["table", "board", "story"])]).then(([told]) => setTable(() => told.Table)); // the first page does without it
  useEffect(() => {
    let isDue = false;
    session.onChange = () => {
      if (isDue) return;
      isDue = true; // all that an answer changes is drawn once, in a task of its own
      setTimeout(() => {
        isDue = false;
        redraw(undefined);
      });
    };
    void session.resume();
    const stop = () => session.following.abort();
    const again = (/** @type {PageTransitionEvent} */ event) => event.persisted && session.again();
    addEventListener("pagehide", stop);
    addEventListener("pageshow", again);
    addEventListener("hashchange", () => void session.resume());
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, load, { once: true });
  }, []);
  const { phase, said, seat } = session.view;
  useEffect(() => {
    if (phase !== "start") load();
  }, [phase]);
  return html`<div class="app">
    <a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    ${phase === "table" && Table ? html`<${Table} key=${seat?.id} session=${session} />` : html`<div class="page">
      <${Top} />
      <main id="content" tabindex="-1">${phase === "start" ? html`<${Begin} session=${session} />` : html`<p class="wait">Opening the fight…</p>`}</main>
    </div>`}
    <p class="unseen" role="status" aria-live="polite">${said}</p>
  </div>`;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
place.replaceChildren();
render(html`<${App} session=${new Session()} />`, place);

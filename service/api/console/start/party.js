// @ts-check
// A party: figures of one's own, read from a file, kept in this browser, and saved as a file.

import { figuresIn, joinedBy, partyIn, partyOf, sheetIn } from "./picks.js";
import { html, useState } from "../vendor/preact.js";
import { saveFile, store } from "../words/files.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("./picks.js").Party} Party
 */

const KEPT = "umpire.party.";

/**
 * Return the party that is kept of some rules; what cannot be read is none.
 * @param {string} family
 * @returns {Party | null}
 */
export function kept(family) {
  try {
    return partyIn(localStorage.getItem(KEPT + family) ?? "", family);
  } catch {
    return null;
  }
}

/**
 * Figures from a file, and the figures that are picked as a file.
 * @param {{session: Session, family: string, party: Party | null, picked: readonly string[], set: (party: Party | null) => void, onProblem: (problem: unknown) => void}} props
 */
export function OwnFigures({ session, family, party, picked, set, onProblem }) {
  const [notes, setNotes] = useState(/** @type {readonly string[]} */ ([]));
  const changed = (/** @type {Party | null} */ next) => {
    store(KEPT + family, next);
    set(next);
    onProblem(null);
  };
  const take = async (/** @type {any} */ event) => {
    const [file] = event.currentTarget.files;
    if (!file) return;
    try {
      const text = await file.text();
      const sheet = sheetIn(JSON.parse(text));
      const read = sheet && (await converted(session, family, party, sheet, file.name));
      setNotes(read?.notes ?? []);
      changed(read?.party ?? partyIn(text, family));
    } catch (problem) {
      onProblem(problem);
    }
  };
  return html`<div class="field"><label for="party">Figures of your own: a party file, or a sheet of GCS or of a virtual tabletop</label>
    <input id="party" type="file" accept=".json,.gcs,application/json" onChange=${take} />
    ${notes.length > 0 && html`<details class="notes"><summary>What of the sheet is not in the figure: ${notes.length}</summary><ul>${notes.map((each) => html`<li key=${each}>${each}</li>`)}</ul></details>`}
    ${party && html`<p class="hint" role="status">${party.name}: ${figuresIn(party).map(({ name }) => name).join(", ")}. They are listed first, and kept in this browser.
      <button type="button" class="quiet" onClick=${() => changed(null)}>Forget them</button></p>`}
    <p class="row"><button type="button" disabled=${picked.length === 0} onClick=${() => saved(session, family, party, picked).catch(onProblem)}>Save the picked figures as a party file</button></p></div>`;
}

/**
 * Have the service make a figure of a sheet, and add it to the party.
 * @param {Session} session
 * @param {string} family
 * @param {Party | null} party
 * @param {Record<string, unknown>} sheet
 * @param {string} at   name of the file
 */
async function converted(session, family, party, sheet, at) {
  const told = await session.umpire.post(`/v1/${family}/figures/convert`, /** @type {any} */ ({ source: sheet }));
  const { figure, format, ruleset, notes } = /** @type {any} */ (told);
  const name = String(figure.name ?? at.replace(/\.\w+$/, ""));
  const whole = joinedBy(party ?? partyOf(family, ruleset, []), name, figure, { format, at: at.slice(0, 200) });
  return { party: whole, notes: /** @type {string[]} */ ([...new Set(notes.map((/** @type {any} */ each) => each.text))]) };
}

/**
 * Save figures as a file: those of the party as they are, others as the catalogue has them.
 * @param {Session} session
 * @param {string} family
 * @param {Party | null} party
 * @param {readonly string[]} ids
 */
async function saved(session, family, party, ids) {
  const own = new Map((party?.figures ?? []).map((each) => [each.id, each]));
  const ask = (/** @type {string} */ path) => session.umpire.get(/** @type {any} */ (path));
  const [{ ruleset }, ...figures] = /** @type {any[]} */ (await Promise.all([ask(`/v1/families/${family}`), ...ids.map((id) => own.get(id) ?? ask(`/v1/${family}/figures/${encodeURIComponent(id)}`))]));
  const whole = partyOf(family, ruleset, figures.map(({ id, name, tags, figure }) => ({ id, name, tags, figure })));
  saveFile(`party-${family}.json`, JSON.stringify(whole, null, 1), "application/json");
}

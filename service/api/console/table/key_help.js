// @ts-check
// The keys of the table, on a sheet.

import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { KEYS } from "./keys.js";

/** The button, and the sheet while it is open. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false);
  return html`<span class="desk-only"><button type="button" id="keys" aria-label="Keys" title="Keys: ?" onClick=${() => setOpen(true)}>?</button>
    ${isOpen && html`<${Sheet} close=${() => setOpen(false)} />`}</span>`;
}

/** @param {{close: () => void}} props */
function Sheet({ close }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} class="key-sheet" aria-labelledby="keys-title" onClose=${close}>
    <h2 id="keys-title">Keys</h2>
    <table><tbody>${KEYS.map(([key, does]) => html`<tr key=${key}><th scope="row"><kbd>${key}</kbd></th><td>${does}</td></tr>`)}</tbody></table>
    <p class="row"><button type="button" class="main" onClick=${() => dialog.current?.close()}>Close</button></p>
  </dialog>`;
}

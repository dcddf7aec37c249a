// @ts-check
// The link for viewers, with a QR code for their phones: all who open it see the fight live, and cannot change it.
import { viewersLink } from "../fight/seat.js";
import { Icon } from "../words/icons.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";

const HERE = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** @type {{[reveal: string]: string}} */
const SEEN = { all: "everything that is not hidden", faces: "what happens and the dice, but no other numbers", outcomes: "what happens, but no dice and no numbers" };

/** @param {{seat: import("../fight/seat.js").Seat, reveal: string, say: (sentence: string) => void}} props */
export function Share({ seat, reveal, say }) {
  const [open, setOpen] = useState(false);
  return html`<span><button type="button" onClick=${() => setOpen(true)}><${Icon} name="share" /><span>Share</span></button>
    ${open && html`<${Link} seat=${seat} reveal=${reveal} say=${say} close=${() => setOpen(false)} />`}</span>`;
}

/** @param {{seat: import("../fight/seat.js").Seat, reveal: string, say: (sentence: string) => void, close: () => void}} props */
function Link({ seat, reveal, say, close }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [copied, setCopied] = useState("");
  const [Code, setCode] = useState(/** @type {any} */ (null));
  const link = viewersLink(seat);
  const isHere = HERE.has(location.hostname);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (!isHere) void import("./code.js").then((told) => setCode(() => told.Code));
  }, []);
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    const told = done ? "The link is copied." : "This browser does not let the page copy: select the link and copy it.";
    setCopied(told);
    say(told);
  };
  return html`<dialog ref=${dialog} class="share" aria-labelledby="share-title" onClose=${close}>
    <h2 id="share-title">A link for viewers</h2>
    <p>All who open it follow the fight live. Viewers see ${SEEN[reveal] ?? "what you let them see"}, and change nothing.</p>
    <div class="field"><label for="link">Link</label>
      <input id="link" readonly value=${link} onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} /></div>
    ${Code && html`<${Code} text=${link} label="The link as a QR code" />`}
    ${isHere && html`<p class="hint">This address works on this machine alone. For a phone, start the
      service with <code>--host 0.0.0.0</code> and open this page by the machine's name or number.</p>`}
    <p class="hint" role="status">${copied}</p>
    <p class="row"><button type="button" class="main" onClick=${() => void copy()}>Copy the link</button>
      <a class="button" href=${link} target="_blank" rel="noopener">Open it here</a>
      <button type="button" class="quiet" onClick=${() => dialog.current?.close()}>Close</button></p>
  </dialog>`;
}

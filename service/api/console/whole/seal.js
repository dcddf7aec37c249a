// @ts-check
// The seal of a fight: the code of its newest head, what the log proves, and what it does not.
import { html, useEffect, useState } from "../vendor/preact.js";

/** @typedef {import("../words/state.js").Entry} Entry */
/** @typedef {import("../fight/seat.js").Seat} Seat */

const VERIFIER = "/docs/verify.mjs";
const KEYS = "/.well-known/umpire-keys";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const CODE_LETTERS = 20;
const UNABLE = "This browser checks logs only at https addresses, or at localhost.";

/**
 * Return what an entry's dice rest on, as a sentence; nothing, if it has none or they are not shown.
 * @param {Entry} entry
 */
export function restingOf({ dice, draw }) {
  if (!dice) return "";
  const brought = dice.supplied_faces + dice.supplied_cards;
  return [brought > 0 && "Dice were brought to the table.", rolledBy(dice.seed_by, draw)].filter(Boolean).join(" ");
}

/**
 * Return who rolled, as a sentence; nothing, if the service rolled no dice.
 * @param {string | null} by
 * @param {Entry["draw"]} draw
 */
function rolledBy(by, draw) {
  if (by === "caller") return "Rolled from a seed that the referee named.";
  if (by === null) return "";
  if (!draw) return "Rolled by the service; from what, is not shown.";
  const seats = draw.values.map(({ seat }) => seat).join(", ");
  return `The dice were fixed before this act, in draw ${draw.n}${seats && `, with values of ${seats}`}.`;
}

/**
 * Return the hash of a head: that of its text above the blank line.
 * @param {string} head
 */
export async function hashOf(head) {
  const text = head.slice(0, head.lastIndexOf("\n\n") + 1);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}

/**
 * Return the table code of a hash: its first 100 bits as letters, to be read aloud.
 * @param {string} hash   64 hexadecimal digits
 */
export function codeOf(hash) {
  const bits = Array.from(hash.slice(0, 25), (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  const letters = Array.from({ length: CODE_LETTERS }, (_, at) => LETTERS[Number.parseInt(bits.slice(5 * at, 5 * at + 5), 2)]);
  return letters.join("").replace(/(....)(?=.)/g, "$1-");
}

/**
 * Return the whole exported log, as lines.
 * @param {Seat} seat
 */
async function proofOf(seat) {
  /** @type {string[]} */
  const lines = [];
  for (let after = ""; ; after = `?after=${(lines.length - 1).toString(16).padStart(8, "0")}`) {
    const answer = await fetch(`/v1/encounters/${seat.id}/proof${after}`, { headers: { authorization: `Bearer ${seat.token}` } });
    if (!answer.ok) throw new Error((await answer.json()).detail);
    const more = (await answer.text()).split("\n").filter(Boolean);
    if (more.length === 0) return lines;
    lines.push(...more);
  }
}

/**
 * Check the log as it is now, against the heads that this page has seen.
 * @param {Seat} seat
 * @param {Map<number, Entry>} entries
 * @returns {Promise<{words: string, lines: string[]}>}
 */
async function checked(seat, entries) {
  const [lines, keys, verifier] = await Promise.all([proofOf(seat), fetch(KEYS).then((answer) => answer.json()), import(VERIFIER)]);
  const heads = [...entries.values()].filter(({ head }) => head);
  const saw = await Promise.all(heads.map(async ({ version, head }) => [version, await hashOf(head ?? "")]));
  return { words: verifier.wordsOf(await verifier.check(lines, keys, saw)), lines };
}

/**
 * The seal: a code for the table, and a check of the whole log in this browser.
 * @param {{seat: Seat, entries: Map<number, Entry>, say: (sentence: string) => void}} props
 */
export function Seal({ seat, entries, say }) {
  const [code, setCode] = useState("");
  const [found, setFound] = useState(/** @type {{words: string, lines: string[]} | null} */ (null));
  const newest = [...entries.values()].filter(({ head }) => head).sort((one, other) => other.version - one.version)[0];
  const canCheck = Boolean(globalThis.crypto?.subtle);
  useEffect(() => {
    if (newest?.head && canCheck) void hashOf(newest.head).then((hash) => setCode(codeOf(hash)));
  }, [newest?.head]);
  const check = () => checked(seat, entries).then(
    (told) => {
      setFound(told);
      say(told.words.split("\n")[0] ?? "");
    },
    (error) => setFound({ words: `The log cannot be checked: ${error.message}`, lines: [] }),
  );
  if (!canCheck) return html`<p class="hint">${UNABLE}</p>`;
  return html`<section class="seal" aria-label="Seal">
    ${newest && html`<p>Code of version ${newest.version}: <strong class="code">${code}</strong></p>`}
    <p class="hint">Everybody at the table sees the same code. A person who sees another one is shown another log.</p>
    <p class="row"><button type="button" class="main" onClick=${() => void check()}>Check the log</button>
      ${found && found.lines.length > 0 && html`<a class="button" download="umpire-log.jsonl"
        href=${`data:application/jsonl;charset=utf-8,${encodeURIComponent(`${found.lines.join("\n")}\n`)}`}>Save it</a>`}
      <a class="button quiet" href="/docs/verify" target="_blank" rel="noopener">How it is checked</a></p>
    ${found && html`<pre class="verdict" role="status">${found.words}</pre>`}
  </section>`;
}

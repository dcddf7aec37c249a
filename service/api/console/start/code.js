// @ts-check
// A link as a QR code, for phones at the table.

import { html } from "../vendor/preact.js";
import { generate } from "../vendor/qr.js";

const MARGIN = 4;

/**
 * Return the path of the dark squares of a text's QR code, and how many squares a side has, without its margin.
 * @param {string} text
 */
export function codeOf(text) {
  const code = generate(text);
  const places = [...Array(code.size).keys()];
  const path = places.map((y) => places.map((x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
  return { size: code.size, path };
}

/** @param {{text: string, label: string}} props */
export function Code({ text, label }) {
  const { size, path } = codeOf(text);
  const side = size + 2 * MARGIN;
  return html`<svg class="code-square" viewBox=${`${-MARGIN} ${-MARGIN} ${side} ${side}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect class="code-ground" x=${-MARGIN} y=${-MARGIN} width=${side} height=${side} /><path class="code-dark" d=${path} /></svg>`;
}

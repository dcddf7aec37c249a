// @ts-check
// The top line of the first page.

import { Theme } from "../words/theme.js";
import { html } from "../vendor/preact.js";

export function Top() {
  return html`<header class="top"><a class="brand" href="/docs">Umpire</a><span class="tools"><${Theme} /></span></header>`;
}

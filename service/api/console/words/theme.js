// @ts-check
// Light or dark: as the system has it, until somebody chooses.
import { html, useEffect, useState } from "../vendor/preact.js";

const KEPT = "umpire.theme";
/** @type {{[theme: string]: string}} */
const TEXTS = { system: "System colours", light: "Light", dark: "Dark" };

export function Theme() {
  const [theme, setTheme] = useState(() => localStorage.getItem(KEPT) ?? "system");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEPT, theme);
  }, [theme]);
  return html`<label class="theme"><span class="unseen">Colours</span>
    <select value=${theme} onChange=${(/** @type {any} */ event) => setTheme(event.currentTarget.value)}>
      ${Object.entries(TEXTS).map(([value, text]) => html`<option key=${value} value=${value} selected=${value === theme}>${text}</option>`)}
    </select></label>`;
}

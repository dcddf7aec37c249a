// @ts-check
// Light or dark: as the system has it, until somebody chooses.
import { html, useEffect, useState } from "../vendor/preact.js";

const KEPT = "umpire.theme";
const THEMES = ["system", "light", "dark"];
/** @type {{[theme: string]: string}} */
const TEXTS = { system: "as the system has them", light: "light", dark: "dark" };

/** A button that goes from the system's colours to light ones, and on to dark ones. */
export function Theme() {
  const [theme, setTheme] = useState(() => localStorage.getItem(KEPT) ?? "system");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEPT, theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return html`<button type="button" class="theme" title=${`Colours: ${TEXTS[theme]}. Press for: ${TEXTS[next]}.`} aria-label=${`Colours: ${TEXTS[theme]}`} onClick=${() => setTheme(next)}>
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><circle class="theme-edge" cx="12" cy="12" r="9" /><path class="theme-half" d=${theme === "light" ? "" : theme === "dark" ? "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z" : "M12 3a9 9 0 0 1 0 18z"} /></svg>
  </button>`;
}

// @ts-check
/**
 * Windows that ask something, made of escaped HTML.
 *
 * @typedef {import("../../tabletop/src/types.js").Tree} Tree
 */
import { htmlOf } from "../../tabletop/src/index.js";
import { text } from "./settings.js";

/**
 * Ask in a window; return which button was pressed and the values of all fields by name, null if it was closed.
 *
 * A window of the same kind that is still open is closed: what it asked is out of date.
 *
 * @param {"Figure" | "Turn" | "Card"} kind
 * @param {Tree} content
 * @param {readonly string[]} actions the buttons, each with its words; Enter presses the first
 * @returns {Promise<{action: string, values: Record<string, string>} | null>}
 */
export async function asked(kind, content, actions) {
  const buttons = actions.map((action, place) => ({
    action,
    label: text(`Button.${action}`),
    default: place === 0,
    /** @param {Event} _event @param {HTMLButtonElement} button */
    callback: (_event, button) => ({ action, values: valuesIn(/** @type {HTMLFormElement} */ (button.form)) }),
  }));
  const id = `umpire-${kind.toLowerCase()}`;
  await foundry.applications.instances.get(id)?.close();
  return foundry.applications.api.DialogV2.wait({ id, window: { title: text(kind) }, position: { width: 520 }, content: htmlOf(content), buttons, rejectClose: false });
}

/** Return the values of the named fields of a form. @param {HTMLFormElement} form @returns {Record<string, string>} */
export function valuesIn(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
  return Object.fromEntries(fields.filter(({ name }) => name).map(({ name, value }) => [name, value]));
}

/**
 * Make a field of a form: a list to choose from.
 * @param {string} name
 * @param {string} label
 * @param {readonly {value: string, text: string}[]} choices
 * @param {string} chosen
 * @returns {Tree}
 */
export function chooser(name, label, choices, chosen) {
  const options = choices.map(({ value, text: words }) => /** @type {Tree} */ (["option", { value, ...(value === chosen && { selected: "" }) }, words]));
  return ["div", { class: "form-group" }, ["label", {}, label], ["div", { class: "form-fields" }, ["select", { name }, ...options]]];
}

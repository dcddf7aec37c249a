// @ts-check
/**
 * The dialog in which faces are typed for the dice that a procedure asks for.
 *
 * @typedef {import("../../tabletop/src/types.js").Need} Need
 */
import { readFaces } from "../../tabletop/src/index.js";
import { el, labelled } from "./dom.js";

/** Whoever was asked for dice left: nothing has happened. */
export class Left extends Error {
  name = "Left";
  message = "No dice were rolled, and nothing has happened.";
}

/**
 * Ask for the faces of one roll.
 * @param {Need} need
 * @returns {Promise<(number | string)[]>}
 */
export function askForFaces(need) {
  return new Promise((done, fail) => {
    const typed = el("input", { inputmode: "numeric", autocomplete: "off", id: "faces" });
    const wrong = el("p", { class: "wrong", role: "alert" });
    const leave = el("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
    const next = el("button", { class: "first" }, "Next");
    const form = el("form", {}, el("p", {}, need.text), labelled(`${need.missing} × ${need.dice}`, typed), wrong, el("div", { class: "buttons" }, leave, next));
    const dialog = el("dialog", { "aria-label": "Dice" }, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      try {
        done(readFaces(typed.value, need));
        dialog.close();
      } catch (error) {
        wrong.textContent = error instanceof Error ? error.message : String(error);
        typed.select();
      }
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      fail(new Left()); // does nothing if it is done
    });
    document.body.append(dialog);
    dialog.showModal();
    typed.focus();
  });
}

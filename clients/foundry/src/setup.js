// @ts-check
/**
 * The window in which a game master sets the module up: where the service is, which rules, who rolls, what players see.
 *
 * @typedef {import("../../tabletop/src/types.js").Tree} Tree
 */
import { htmlOf, wordsFor } from "../../tabletop/src/index.js";
import { chooser, valuesIn } from "./dialogs.js";
import { clientOf, familyOfWorld, ID, SET, setting, text } from "./settings.js";

const CHOICES = /** @type {const} */ ({ dice: ["service", "foundry"], reveal: ["outcomes", "faces", "all"], chances: ["master", "everyone"] });

/** The window. */
export class Setup extends foundry.applications.api.ApplicationV2 {
  static DEFAULT_OPTIONS = {
    id: "umpire-setup",
    tag: "form",
    window: { title: "UMPIRE.Setup", icon: "fa-solid fa-scale-balanced", contentClasses: ["standard-form"] },
    position: { width: 560 },
    form: { handler: Setup.#save, closeOnSubmit: false },
    actions: { reach: Setup.#reach },
  };

  /** Ask the service for its families; without an answer the chosen one stands alone, and the reason is said. */
  async _prepareContext() {
    const family = familyOfWorld();
    try {
      const { families } = await clientOf(setting("service")).get("/v1/families");
      return { families: families.map(({ name, title }) => ({ value: name, text: title })), said: "" };
    } catch (error) {
      return { families: [{ value: family, text: family }], said: wordsFor(error, setting("service"), location.href) };
    }
  }

  /** @param {{families: {value: string, text: string}[], said: string}} context */
  async _renderHTML({ families, said }) {
    const lists = Object.entries(CHOICES).map(([name, words]) => {
      const choices = words.map((value) => ({ value, text: text(`Choice.${name}.${value}`) }));
      return hinted(name, chooser(name, text(`Set.${name}`), choices, setting(name)));
    });
    /** @type {Tree} */
    const numbers = ["textarea", { name: "numbers", rows: "6", spellcheck: "false" }, setting("numbers")];
    return htmlOf(["div", { class: "umpire-setup" },
      hinted("service", field("service", ["input", { type: "url", name: "service", value: setting("service") }])),
      hinted("key", field("key", ["input", { type: "password", name: "key", value: setting("key") }])),
      ["p", { class: "umpire-said", role: "status" }, said],
      ["button", { type: "button", "data-action": "reach" }, text("Button.reach")],
      hinted("family", chooser("family", text("Set.family"), families, familyOfWorld())),
      ...lists,
      ["details", {}, ["summary", {}, text("Set.numbers")], hinted("numbers", field("numbers", numbers))],
      ["footer", { class: "form-footer" }, ["button", { type: "submit" }, text("Button.save")]],
    ]);
  }

  /** @param {string} result @param {HTMLElement} content */
  _replaceHTML(result, content) {
    content.innerHTML = result;
  }

  /**
   * Keep what was set; what is no JSON is said, and the window stays.
   * @this {Setup}
   * @param {Event} _event
   * @param {HTMLFormElement} form
   */
  static async #save(_event, form) {
    const values = valuesIn(form);
    try {
      JSON.parse(values.numbers.trim() || "{}");
    } catch (error) {
      ui.notifications.error(`${text("Set.numbers")}: ${error instanceof Error ? error.message : error}`);
      return;
    }
    values.service = values.service.trim().replace(/\/+$/, "");
    for (const name of Object.keys(SET)) if (values[name] !== setting(name)) await game.settings.set(ID, name, values[name]);
    await this.close();
  }

  /** Say whether the service answers at the address in the form, and whether its version fits. @this {Setup} */
  static async #reach() {
    const { service, key } = valuesIn(/** @type {HTMLFormElement} */ (this.element));
    const told = await clientOf(service.trim().replace(/\/+$/, ""), key).check().then(({ text: said }) => said, (error) => wordsFor(error, service, location.href));
    ui.notifications.info(told);
  }
}

/** @param {string} name @param {Tree} input @returns {Tree} */
function field(name, input) {
  return ["div", { class: "form-group" }, ["label", {}, text(`Set.${name}`)], ["div", { class: "form-fields" }, input]];
}

/** Put a field's hint below it. @param {string} name @param {Tree} within @returns {Tree} */
function hinted(name, within) {
  return [...within, ["p", { class: "hint" }, text(`Hint.${name}`)]];
}

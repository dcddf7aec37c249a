// @ts-check
/**
 * The card of a log entry: what happened in words, each roll with its dice, each number with its terms and their rules.
 *
 * A card is a tree of plain arrays. `htmlOf` writes it as text, with everything escaped, and `elementOf` builds it: no
 * name of a figure can become markup.
 *
 * @typedef {import("./types.js").Entry} Entry
 * @typedef {import("./types.js").Step} Step
 * @typedef {import("./types.js").Tally} Tally
 * @typedef {import("./types.js").Tree} Tree
 */

/**
 * Make the card of an entry.
 * @param {Entry} entry
 * @param {{service: string}} where the address of the service, for links to rules
 * @returns {Tree}
 */
export function cardOf(entry, { service }) {
  const steps = (entry.steps ?? []).map((step) => stepOf(step, service));
  const warnings = (entry.warnings ?? []).map((text) => /** @type {Tree} */ (["p", { class: "umpire-warning" }, text]));
  return [
    "article",
    { class: "umpire-card", "data-version": String(entry.version), "data-kind": entry.kind },
    ["p", { class: "umpire-summary" }, entry.summary],
    ...(steps.length ? [/** @type {Tree} */ (["ol", { class: "umpire-steps" }, ...steps])] : []),
    ...warnings,
  ];
}

/**
 * @param {Step} step
 * @param {string} service
 * @returns {Tree}
 */
function stepOf(step, service) {
  const rolled = step.card === null ? step.faces.map(String) : [step.card];
  const dice = rolled.map((face) => /** @type {Tree} */ (["span", { class: "umpire-die" }, face]));
  const shown = step.dice === null ? [] : [/** @type {Tree} */ (["span", { class: "umpire-dice", title: step.dice }, ...dice]), " "];
  const rule = linked(service, step.rule, step.label);
  if (step.target === null) return ["li", {}, ...shown, step.text, " ", ["small", {}, rule]];
  return ["li", {}, ["details", {}, ["summary", {}, ...shown, step.text], tallyOf(step.target, service), ["small", {}, rule]]];
}

/**
 * @param {Tally} tally
 * @param {string} service
 * @returns {Tree}
 */
function tallyOf({ base, terms, total }, service) {
  const rows = terms.map(({ label, value, rule }) => rowOf(signed(value), linked(service, rule, label)));
  return ["table", { class: "umpire-terms" }, ["tbody", {}, rowOf(String(base), "base"), ...rows, rowOf(`= ${total}`, "in all")]];
}

/**
 * @param {string} value
 * @param {Tree | string} label
 * @returns {Tree}
 */
function rowOf(value, label) {
  return ["tr", {}, ["td", { class: "umpire-value" }, value], ["th", { scope: "row" }, label]];
}

/** @param {number} value */
function signed(value) {
  return value < 0 ? `\u2212${-value}` : `+${value}`;
}

/**
 * Link a text to the page of a rule; a rule's id is "family/rest".
 * @param {string} service
 * @param {string} rule
 * @param {string} text
 * @returns {Tree}
 */
function linked(service, rule, text) {
  const [family, ...rest] = rule.split("/");
  const href = `${service}/docs/families/${encodeURIComponent(family)}/rules/${rest.map(encodeURIComponent).join("/")}`;
  return ["a", { href, target: "_blank", rel: "noopener noreferrer" }, text];
}

/** @type {Readonly<Record<string, string>>} */
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Elements that hold nothing and have no end. */
const VOID = new Set(["input", "br", "hr", "img"]);

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"']/g, (each) => ESCAPED[each]);
}

/**
 * Write a tree as HTML, with every text and every attribute escaped.
 * @param {Tree | string} tree
 * @returns {string}
 */
export function htmlOf(tree) {
  if (typeof tree === "string") return escaped(tree);
  const [tag, attributes, ...children] = tree;
  const told = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  const begin = `<${tag}${told}>`;
  return VOID.has(tag) ? begin : `${begin}${children.map(htmlOf).join("")}</${tag}>`;
}

/**
 * Build a tree as an element of a document.
 * @param {Tree} tree
 * @param {Document} document
 * @returns {HTMLElement}
 */
export function elementOf([tag, attributes, ...children], document) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.map((each) => (typeof each === "string" ? each : elementOf(each, document))));
  return made;
}

// @ts-check
// Why the service did not answer, in a sentence for players.

const TOO_MUCH = ["odds-too-large", "work-too-large", "too-many-dice", "explosion-limit", "answer-too-large"];
const NO_ODDS = ["unknown-procedure", "unknown-operation"];

/**
 * What is known of a failed request: problems have `type` and `detail`, other errors only a message.
 * @typedef {{ kind: "too much" | "none" | "refused" | "lost", text: string }} Refusal
 */

/** A change that came too late: another referee was quicker. */
export class Overtaken extends Error {
  /**
   * @param {{ type: string }} problem What the service answered.
   * @param {number} version The version at which the fight is now.
   * @param {string} undone What did not happen.
   */
  constructor(problem, version, undone) {
    super("Somebody else was quicker");
    this.type = problem.type;
    this.title = this.message;
    this.detail = `Meanwhile the fight has gone on to version ${version}, which you see now. ${undone} Look at it again, and decide anew.`;
    this.errors = /** @type {readonly import("../words/faults.js").Fault[]} */ ([]);
  }
}

/**
 * Return the last word of a problem's type: "odds-too-large".
 * @param {unknown} error
 */
export function slugOf(error) {
  const type = typeof error === "object" && error !== null && "type" in error ? String(error.type) : "";
  return type.replace(/\/+$/, "").split("/").pop() ?? "";
}

/**
 * Tell whether a request was aborted by this page itself.
 * @param {unknown} error
 */
export function isAborted(error) {
  return error instanceof Error && error.name === "AbortError";
}

/**
 * Return why a request has no answer.
 * @param {unknown} error
 * @returns {Refusal}
 */
export function refusalOf(error) {
  const slug = slugOf(error);
  const text = textOf(error);
  if (TOO_MUCH.includes(slug)) return { kind: "too much", text };
  if (NO_ODDS.includes(slug)) return { kind: "none", text };
  return { kind: slug ? "refused" : "lost", text };
}

/**
 * Return what the service said of a problem.
 * @param {unknown} error
 */
function textOf(error) {
  if (!(error instanceof Error)) return "The service did not answer.";
  const told = /** @type {{ detail?: string, title?: string }} */ (/** @type {unknown} */ (error));
  return told.detail || told.title || error.message || "The service did not answer.";
}

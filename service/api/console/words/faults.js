// @ts-check
// What went wrong, at its place: a problem of the service, the faults that it finds in fields, a service that is away.
import { html } from "../vendor/preact.js";

/**
 * @typedef {{pointer: string, message: string, rule?: string | null}} Fault
 * @typedef {{type?: string, title: string, detail: string, errors: readonly Fault[]}} Told
 */

/**
 * Return a problem as it is told to people.
 * @param {unknown} problem
 * @returns {Told}
 */
export function told(problem) {
  const known = /** @type {Partial<Told>} */ (problem ?? {});
  if (Array.isArray(known.errors)) {
    const { type, title, detail, errors } = /** @type {Told} */ (known);
    return { ...(type && { type }), title: title || "The service refuses", detail, errors };
  }
  const reason = problem instanceof Error ? problem.message : String(problem);
  const detail = `No answer came. Is it running, and is this device connected? (${reason})`;
  return { title: "The service does not answer", detail, errors: [] };
}

/**
 * Return the faults of a problem by the place in the input that each names; of two at one place the first.
 * @param {unknown} problem
 * @returns {Map<string, string>}   messages by JSON Pointer into the input
 */
export function faultsIn(problem) {
  const faults = told(problem).errors.filter(({ pointer }) => pointer.startsWith("/input"));
  return new Map(faults.reverse().map(({ pointer, message }) => [pointer.slice("/input".length), message]));
}

/**
 * Tell whether a fault is at a place or below it.
 * @param {Map<string, string>} faults
 * @param {string} pointer
 */
export function isFaulty(faults, pointer) {
  return [...faults.keys()].some((each) => each === pointer || each.startsWith(`${pointer}/`));
}

/**
 * A problem, with the page that explains it.
 * @param {{problem: unknown}} props
 */
export function Problem({ problem }) {
  if (problem === null || problem === undefined) return null;
  const { type, title, detail, errors } = told(problem);
  const others = errors.map(({ message }) => message).filter((message) => message !== detail);
  return html`<div class="problem" role="alert">
    <p><strong>${title}.</strong> ${detail}</p>
    ${others.length > 0 && html`<ul>${others.map((message) => html`<li>${message}</li>`)}</ul>`}
    ${type?.startsWith("/problems/") && html`<p><a href=${type} target="_blank" rel="noopener">What this problem means</a></p>`}
  </div>`;
}

// @ts-check
/**
 * What to say when a request fails: the problem in the service's words, or why it could not be reached at all.
 */

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Say why a page may not have reached a service, and what to do; a browser does not tell pages the reason.
 * @param {string} service
 * @param {string} page the address of the page
 * @returns {string}
 */
export function whyUnreached(service, page) {
  const [to, from] = [urlOf(service, page), new URL(page)];
  if (to === null) return `"${service}" is not an address. Write it as https://umpire.example.`;
  const isLocal = LOCAL.test(to.hostname);
  const start = `The service at ${to.origin} could not be reached. `;
  if (from.protocol === "https:" && to.protocol === "http:" && !isLocal) {
    return `${start}This page came over https:, and browsers do not let such a page call http: on another machine. Put the service behind a reverse proxy with TLS and use its https: address, or run it on this machine and use http://127.0.0.1:8000.`;
  }
  if (isLocal && !LOCAL.test(from.hostname)) {
    return `${start}Is it running on this machine? Newer browsers also ask whether a public page may reach a local address: allow it for this page.`;
  }
  return `${start}Is it running, is the address right, and does it allow pages of ${from.origin} (UMPIRE_CORS_ORIGINS)?`;
}

/**
 * @param {string} address
 * @param {string} page
 */
function urlOf(address, page) {
  try {
    const url = new URL(address, page);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/**
 * Say what went wrong: the service's own words if it answered, else why it was not reached.
 * @param {unknown} error
 * @param {string} service
 * @param {string} page
 * @returns {string}
 */
export function wordsFor(error, service, page) {
  if (isProblem(error)) return [...new Set([error.message, ...error.errors.map(({ message }) => message)])].join(" ");
  if (error instanceof Error && (error.name === "UmpireUnreachable" || error instanceof TypeError)) return whyUnreached(service, page);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Tell whether an error is a problem that the service answered.
 * @param {unknown} error
 * @returns {error is Error & {status: number, errors: readonly {message: string}[]}}
 */
export function isProblem(error) {
  return error instanceof Error && error.name === "UmpireProblem";
}

// @ts-check
// The encounter of this tab and its token: in sessionStorage, never in an address that is sent or kept in the history.

/**
 * @typedef {object} Seat
 * @property {string} id   of the encounter
 * @property {string} token   of the referee or of a viewer
 * @property {"referee" | "viewer"} [role]
 * @property {string | null} [viewer]   the viewer's token, for links, where the referee has it
 */

const KEPT = "umpire.seat";
const CAMPAIGN = "umpire.campaign";
const WATCH = /^#watch=([0-9a-f]{32})\.(.+)$/;

/**
 * Return the seat that a viewer's link names, which is taken out of the address, or that of this tab.
 * @returns {Seat | null}
 */
export function kept() {
  const [, id, token] = WATCH.exec(location.hash) ?? [];
  if (id && token) {
    history.replaceState(null, "", location.pathname + location.search);
    return { id, token: decodeURIComponent(token) };
  }
  const told = sessionStorage.getItem(KEPT);
  return told === null ? null : JSON.parse(told);
}

/**
 * @typedef {object} KeptCampaign   the campaign of an encounter that this tab has started last
 * @property {string} encounter
 * @property {string} id
 * @property {string} token   it cancels the campaign
 * @property {import("../whole/sweep.js").Axis[]} axes
 * @property {string[]} names
 */

/**
 * Return the campaign of an encounter that this tab has started last, if it shows one.
 * @param {string} encounter
 * @returns {KeptCampaign | null}
 */
export function keptCampaign(encounter) {
  const told = /** @type {KeptCampaign | null} */ (JSON.parse(sessionStorage.getItem(CAMPAIGN) ?? "null"));
  return told?.encounter === encounter ? told : null;
}

/** @param {KeptCampaign} campaign */
export function keepCampaign(campaign) {
  sessionStorage.setItem(CAMPAIGN, JSON.stringify(campaign));
}

export function forgetCampaign() {
  sessionStorage.removeItem(CAMPAIGN);
}

/** @param {Seat} seat */
export function keep(seat) {
  sessionStorage.setItem(KEPT, JSON.stringify(seat));
}

export function forget() {
  sessionStorage.removeItem(KEPT);
}

/**
 * Return the link that lets another browser watch; the part after # is never sent to a service.
 * @param {Seat} seat
 */
export function viewersLink(seat) {
  return `${location.origin}${location.pathname}#watch=${seat.id}.${encodeURIComponent(seat.viewer ?? seat.token)}`;
}

// @ts-check
/**
 * What the referee's browser keeps: the token that may change the fight, the address of the service, and the API key.
 *
 * It is in `localStorage` of the extension's own origin: the token under the id of the room, the key under the address
 * of the service that it is for. Both are sent to the service in headers and to nobody else; nothing of them is ever
 * written into the room.
 *
 * @typedef {{service: string, id: string, referee: string, viewer: string}} Seat
 */
import OBR from "@owlbear-rodeo/sdk";

const SERVICE = "umpire-owlbear/service";
const KEY = "umpire-owlbear/key/";

function place() {
  return `umpire-owlbear/referee/${OBR.room.id}`;
}

/** Return the referee's seat in this room, if this browser has it. @returns {Seat | null} */
export function seat() {
  try {
    return JSON.parse(localStorage.getItem(place()) ?? "null");
  } catch {
    return null;
  }
}

/** Keep the referee's seat. @param {Seat} taken */
export function keep(taken) {
  localStorage.setItem(place(), JSON.stringify(taken));
}

/** Forget it. */
export function forget() {
  localStorage.removeItem(place());
}

/** Return the address of the service that was used last. */
export function lastService() {
  return localStorage.getItem(SERVICE) ?? "http://127.0.0.1:8000";
}

/** Return the API key for a service, if this browser has one, else "". @param {string} service */
export function keyFor(service) {
  return localStorage.getItem(KEY + service) ?? "";
}

/** Keep the API key for a service; "" forgets it. @param {string} service @param {string} key */
export function keepKey(service, key) {
  if (key) localStorage.setItem(KEY + service, key);
  else localStorage.removeItem(KEY + service);
}

/** Remember the address of the service. @param {string} service */
export function rememberService(service) {
  localStorage.setItem(SERVICE, service);
}

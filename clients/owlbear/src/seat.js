// @ts-check
/**
 * What the referee's browser keeps: the token that may change the fight, and the address of the service.
 *
 * It is in `localStorage` of the extension's own origin, under the id of the room. It is sent to the service in a header
 * and to nobody else; nothing of it is ever written into the room.
 *
 * @typedef {{service: string, id: string, referee: string, viewer: string}} Seat
 */
import OBR from "@owlbear-rodeo/sdk";

const SERVICE = "umpire-owlbear/service";

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

/** Remember the address of the service. @param {string} service */
export function rememberService(service) {
  localStorage.setItem(SERVICE, service);
}

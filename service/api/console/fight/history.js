// @ts-check
// What undo and redo would do next, read from the entries of the log.

/** @typedef {import("../words/state.js").Entry} Entry */

/**
 * Return the entries of the log in order.
 * @param {ReadonlyMap<number, Entry>} entries   by version
 */
export function inOrder(entries) {
  return [...entries.values()].sort((one, other) => one.version - other.version);
}

/**
 * Return the entries that undo would take back and redo would bring again; null where there is none.
 *
 * An act or correction hangs on the version that the encounter is at; undo goes to the one before, redo forth again.
 * @param {Map<number, Entry>} entries   by version
 * @returns {{undone: Entry | null, redone: Entry | null}}
 */
export function historyOf(entries) {
  /** @type {Map<number, number>} */
  const parents = new Map();
  /** @type {number[]} */
  let ahead = [];
  let cursor = 0;
  for (const entry of inOrder(entries)) {
    if (entry.kind === "undo") {
      ahead.push(cursor);
      cursor = entry.returns_to ?? parents.get(cursor) ?? cursor;
    } else if (entry.kind === "redo") {
      cursor = entry.returns_to ?? cursor;
      ahead.pop();
    } else {
      parents.set(entry.version, cursor);
      cursor = entry.version;
      ahead = [];
    }
  }
  const here = parents.get(cursor) ? entries.get(cursor) : undefined;
  return { undone: here ?? null, redone: entries.get(ahead[ahead.length - 1] ?? 0) ?? null };
}

// @ts-check
// The rolls of an act as groups of dice that fall one after the other, each with its sum and what it was against.

/**
 * @typedef {import("../words/state.js").Entry} Entry
 *
 * @typedef {object} Throw
 * @property {number} key
 * @property {string | null} actor
 * @property {string} label
 * @property {string} dice
 * @property {(number | string)[]} faces
 * @property {string} said   the sum, and against what
 * @property {"good" | "bad" | "plain"} tone
 */

/**
 * Milliseconds until the first group falls, in which the board is drawn; in which a group falls; from then until the next one
 * falls, in which the page draws what has waited; and for which the last ones lie. `most` groups are seen at once.
 */
export const PACE = { start: 60, fall: 650, gap: 50, rest: 1600, most: 4 };
/** Milliseconds that an act is looked at, dice or not; all of the pause where nothing moves. */
const LOOK = 700;
/** Of more rolls than this only the last ones fall, so that nobody waits for a long round. */
const MOST = 6;
const FACES = 10;
/** The event by which the page is told of which step dice fall; null: of none any more. */
export const FALLING = "umpire-falling";

/**
 * Return the rolls of an entry that fall.
 * @param {Pick<Entry, "steps">} entry
 * @returns {Throw[]}
 */
export function throwsOf(entry) {
  const rolled = (entry.steps ?? []).filter(({ dice, faces, card }) => dice && (card || faces?.length > 0));
  return rolled.slice(-MOST).map(({ n, actor, label, dice, faces, card, total, target, margin }) => {
    const goal = target?.total ?? null;
    const sum = total ?? (card ? null : faces.reduce((all, face) => all + face, 0));
    const isWon = goal !== null && sum !== null ? sum <= goal : margin === null || margin === undefined ? null : margin >= 0; // a margin may be that of a contest
    return {
      key: n, actor, label: label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()), dice: dice ?? "", faces: card ? [card] : faces.slice(0, FACES),
      said: (sum === null ? "" : goal === null ? String(sum) : `${sum} ${sum <= goal ? "≤" : ">"} ${goal}`).replaceAll("-", "−"),
      tone: isWon === null ? "plain" : isWon ? "good" : "bad",
    };
  });
}

/**
 * Return how long an act is looked at before the next one, in milliseconds: until its dice have fallen.
 * @param {Entry | null} entry
 * @param {boolean} isCalm   whether nothing moves
 */
export function pauseAfter(entry, isCalm) {
  const groups = entry && !isCalm ? throwsOf(entry).length : 0;
  return LOOK + (groups > 0 ? PACE.start + groups * (PACE.fall + PACE.gap) : 0);
}

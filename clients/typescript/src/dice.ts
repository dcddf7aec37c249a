/** Dice that people roll: a procedure asks, a callback answers. */
import { missingDice } from "./problems.js";
import type { DiceSourceInput, Need, NeedsDice, Step } from "./schema.js";

/**
 * Answers a procedure that waits for dice: the faces, in the order in which they are rolled; for a card its name.
 *
 * `need` is the next roll, and `steps` what has happened so far. `needs` has all rolls that certainly come next: whoever
 * answers with the faces of several is asked less often. If it throws, nothing has happened.
 */
export type AskForDice = (
  need: Need,
  steps: readonly Step[],
  needs: readonly Need[],
) => readonly (number | string)[] | Promise<readonly (number | string)[]>;

/** Who rolls: a callback that is asked, or a source as the service knows it. Left out: the service rolls. */
export type Dice = AskForDice | DiceSourceInput;

/** One round of a procedure, with the dice so far and the key of the round. */
type Round<A> = (dice: DiceSourceInput | undefined, key: string | undefined) => Promise<A | NeedsDice>;

/**
 * Play a procedure until it needs no more dice.
 *
 * Each round is another body, so each has a key of its own: of the caller's key `key.0`, `key.1` and so on.
 */
export async function withDice<A extends { status?: unknown }>(dice: Dice | undefined, key: string | undefined, path: string, play: Round<A>): Promise<A> {
  if (typeof dice !== "function") {
    const answer = await play(dice, key);
    if (waits(answer)) throw missingDice(answer, path);
    return answer;
  }
  const faces: number[] = [];
  const cards: string[] = [];
  for (let round = 0; ; round++) {
    const answer = await play({ kind: "supplied", faces, cards }, key && `${key}.${round}`);
    if (!waits(answer)) return answer;
    const told = await dice(answer.need, answer.steps, answer.needs);
    if (!told.length) throw new TypeError(`No dice were given for: ${answer.need.text}`);
    for (const each of told) typeof each === "number" ? faces.push(each) : cards.push(each);
  }
}

function waits(answer: { status?: unknown } | NeedsDice): answer is NeedsDice {
  return answer.status === "needs_dice";
}

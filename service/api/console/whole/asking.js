// @ts-check
// Questions that follow a form: asked some time after its last change, and never two at once.

import { isAborted, refusalOf } from "../fight/problems.js";

export const PAUSE = 250;
/** Milliseconds from the last change of a form to the question. */

/**
 * What is known of a question. `answer` is the one before while another is waited for.
 * @template A
 * @typedef {object} Asked
 * @property {"nothing" | "waiting" | "answered" | "refused"} state
 * @property {A | null} answer
 * @property {import("../fight/problems.js").Refusal | null} refusal
 */

/**
 * What waits: the page's own timers, or those of a test.
 * @typedef {object} Timers
 * @property {(call: () => void, wait: number) => unknown} setTimeout
 * @property {(timer: any) => void} clearTimeout
 */

/**
 * Asks the latest question alone: an earlier one is not sent any more, or is aborted.
 * @template A
 */
export class Asking {
  /**
   * @param {(asked: Asked<A>) => void} tell Called with everything that becomes known.
   * @param {{ pause?: number, timers?: Timers }} [options]
   */
  constructor(tell, { pause = PAUSE, timers = globalThis } = {}) {
    this.tell = tell;
    this.pause = pause;
    this.timers = timers;
    /** @type {unknown} */
    this.timer = null;
    /** @type {AbortController | null} */
    this.sent = null;
    /** @type {A | null} */
    this.answer = null;
  }

  /**
   * Ask after the pause, instead of whatever was asked before.
   * @param {(signal: AbortSignal) => Promise<A>} question
   */
  ask(question) {
    this.stop();
    this.tell({ state: "waiting", answer: this.answer, refusal: null });
    this.timer = this.timers.setTimeout(() => void this.send(question), this.pause);
  }

  /** Forget the question and its answer, such as those of another act. */
  clear() {
    this.stop();
    this.answer = null;
    this.tell({ state: "nothing", answer: null, refusal: null });
  }

  /** Ask nothing any more. */
  stop() {
    this.timers.clearTimeout(this.timer);
    this.sent?.abort();
    this.sent = null;
  }

  /**
   * Ask now.
   * @param {(signal: AbortSignal) => Promise<A>} question
   */
  async send(question) {
    const mine = (this.sent = new AbortController());
    try {
      const answer = await question(mine.signal);
      if (this.sent !== mine) return;
      this.answer = answer;
      this.tell({ state: "answered", answer, refusal: null });
    } catch (error) {
      if (this.sent !== mine || isAborted(error)) return;
      this.answer = null;
      this.tell({ state: "refused", answer: null, refusal: refusalOf(error) });
    }
  }
}

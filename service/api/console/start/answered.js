// @ts-check
// Questions of the first page, which are asked until the service answers: it may just be starting.

/** How long an answer is waited for, and how long until it is asked again, in milliseconds. */
const TIMES = { longest: 10_000, pause: 2000 };

/**
 * Ask until there is an answer, or a refusal that would come again; what goes wrong is told meanwhile, and null when it is over.
 * @template A
 * @param {(signal: AbortSignal) => Promise<A>} ask
 * @param {(problem: unknown) => void} tell
 * @param {AbortSignal} signal   nobody needs the answer any more
 * @param {{longest: number, pause: number}} [times]
 * @returns {Promise<A | undefined>}
 */
export async function answered(ask, tell, signal, { longest, pause } = TIMES) {
  for (let isTold = false; !signal.aborted; isTold = true) {
    try {
      const answer = await ask(AbortSignal.any([signal, AbortSignal.timeout(longest)]));
      if (isTold) tell(null);
      return answer;
    } catch (problem) {
      if (signal.aborted) return undefined;
      tell(problem);
      const { status = 0 } = /** @type {{status?: number}} */ (problem ?? {});
      if (status >= 400 && status < 500 && status !== 429) return undefined;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return undefined;
}

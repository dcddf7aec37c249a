// @ts-check
// In which part of a round each step belongs, as the family declares them.

/**
 * @typedef {import("../words/state.js").Step} Step
 * @typedef {{name: string, rules: readonly string[]}} Phase
 */

/**
 * Return the phases of a round of a fight, in the order that its rulings give them.
 * @param {Pick<import("../words/state.js").Play, "phases" | "phase_orders">} play
 * @param {{readonly [ruling: string]: unknown}} rulings   of the fight, whole
 * @returns {readonly Phase[]}
 */
export function phasesIn({ phases, phase_orders: orders }, rulings) {
  const order = orders.find(({ ruling, option }) => rulings[ruling] === option);
  return order ? order.phases.flatMap((wanted) => phases.filter(({ name }) => name === wanted)) : phases;
}

/**
 * Return the place of the phase of each step; steps before the first phase are in none, -1.
 * @param {readonly Phase[]} phases
 * @param {readonly Step[]} steps
 * @returns {number[]}
 */
export function phasesOf(phases, steps) {
  let now = -1;
  return steps.map(({ rule }) => {
    const own = rule.slice(rule.indexOf("/") + 1);
    const fits = phases.map(({ rules }) => rules.some((begin) => own.startsWith(begin)));
    if (now >= 0 && fits[now]) return now;
    const next = fits.findIndex((does, place) => does && place > now);
    if (next >= 0) now = next;
    else if (fits.includes(true)) now = fits.lastIndexOf(true); // it goes back, as for somebody who moves late
    return now;
  });
}

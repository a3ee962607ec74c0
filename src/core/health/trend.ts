/** Where a run goes: its best until now, how far its agents are from their base, how much one iteration’s value says. */
import type { Course } from './course.ts';
import { at } from './rule.ts';

/** For each iteration the index of the largest value until then; −1 before the first. */
export function bestSoFar(values: readonly number[]): number[] {
  let best = -1;
  return values.map((value, index) => {
    if (!Number.isNaN(value) && (best < 0 || value > at(values, best))) best = index;
    return best;
  });
}

/** The largest of the agents’ medians of the KL to the base. */
export function driftOf(course: Course): number[] {
  const agents = course.roles.map((role) => course.median(`actor/${role}/kl_ref`));
  return course.rows.map((_, index) => Math.max(0, ...agents.map((kl) => at(kl, index)).filter((kl) => !Number.isNaN(kl))));
}

/**
 * Standard deviation of one iteration’s value about its course, from the differences of successive ones: their median
 * absolute value divided by √2 · 0.6745, which a trend or a few jumps hardly move.
 */
export function noiseOf(values: readonly number[]): number {
  const steps = values.slice(1).flatMap((value, index) => {
    const step = Math.abs(value - at(values, index));
    return Number.isNaN(step) ? [] : [step];
  });
  const median = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return median / (Math.SQRT2 * 0.6745);
}

/**
 * Which rollouts of a run stay on disk: all of them until they take more than the budget. Then only those of every second,
 * fourth, eighth … iteration stay, beside the newest and a trail of milestones; a run says so each time. The adapters that
 * played them are thinned likewise, within a budget of their own.
 */
import { isMilestone } from '../core/episode/milestones.ts';

/** Most bytes of one run's rollouts. */
export const ROLLOUT_BUDGET = 256 * 2 ** 20;

/** Most bytes of the adapters of one run that lie beside its checkpoints. */
export const ADAPTERS_BUDGET = 64 * 2 ** 20;

/** Newest iterations whose rollouts always stay. */
export const NEWEST_ROLLOUTS = 8;

/** Whether the rollouts of `iteration` stay while `newest` is the last completed one. */
export function staysKept(iteration: number, every: number, newest: number): boolean {
  return iteration > newest - NEWEST_ROLLOUTS || iteration % every === 0 || isMilestone(iteration);
}

export interface Thinning {
  readonly every: number;
  /** Iterations to be removed. */
  readonly gone: readonly number[];
}

/** What has to go so that `sizes`, bytes by iteration, stay within `budget`, given that every `every`-th was kept so far. */
export function thinning(sizes: ReadonlyMap<number, number>, every: number, budget = ROLLOUT_BUDGET): Thinning {
  const newest = Math.max(0, ...sizes.keys());
  const split = (stride: number) => {
    const gone = [...sizes.keys()].filter((iteration) => !staysKept(iteration, stride, newest));
    const bytes = [...sizes].reduce((sum, [iteration, size]) => sum + (staysKept(iteration, stride, newest) ? size : 0), 0);
    return { gone, bytes };
  };
  let stride = every;
  let { gone, bytes } = split(stride);
  // Beyond that only the newest and the milestones are left, and those stay.
  while (bytes > budget && stride <= newest) {
    stride *= 2;
    ({ gone, bytes } = split(stride));
  }
  return { every: stride, gone };
}

/** Which problem of a split an episode gets. */
import { at } from '../at.ts';
import { keyFor, permutation, STREAMS } from '../random/streams.ts';

/** Evaluation problems of an unlimited split begin here; training would get so far only after 2 · 10⁹ episodes. */
const EVALUATION_PROBLEMS = 2_000_000_000;
/** Where the problems of groups that are played in place of others begin among those of training. */
const RESAMPLED_PROBLEMS = 1_000_000_000;
/** Most rounds of these an iteration has (`resampleGroups`). */
const ROUNDS = 16;

/**
 * Which of the training's problems a group gets: the next one, or where groups are played anew one of a stretch of their own, so that
 * the problems of later iterations stay what they are. `iteration` counts from 1; the groups of round r of `groups` are r · groups and on.
 */
export function problemOfGroup(iteration: number, groups: number, group: number): number {
  const before = (iteration - 1) * groups;
  return group < groups ? before + group : RESAMPLED_PROBLEMS + before * ROUNDS + (group - groups);
}

/**
 * Which problem the n-th training episode of a run gets: a fresh one from an unlimited split, the next of a new permutation
 * per pass over a finite one. The pass under way is kept, because shuffling a large split once per episode is slow.
 */
export function trainingProblems(size: number | 'unlimited', seed: number): (count: number) => number {
  let shuffled: { pass: number; order: Uint32Array } | null = null;
  return (count) => {
    if (size === 'unlimited') return count;
    const pass = Math.floor(count / size);
    if (shuffled?.pass !== pass) shuffled = { pass, order: permutation(keyFor(seed, STREAMS.shuffle, 0, pass), size) };
    return at(shuffled.order, count % size, 'problem');
  };
}

/** Train problems that nothing else plays, of an unlimited split: for critics that are fitted to more episodes than a run has. */
export const FITTING_PROBLEMS = 3_000_000_000;

/** Which problem the n-th evaluation episode gets: the same ones each time, those of an unlimited split never trained on. */
export function evaluationProblem(size: number | 'unlimited', count: number): number {
  return size === 'unlimited' ? EVALUATION_PROBLEMS + count : count % size;
}

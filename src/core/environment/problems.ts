/** Which problem of a split an episode gets. */
import { at } from '../at.ts';
import { keyFor, permutation, STREAMS } from '../random/streams.ts';

/** Evaluation problems of an unlimited split begin here; training would get so far only after 2 · 10⁹ episodes. */
const EVALUATION_PROBLEMS = 2_000_000_000;

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

/** Which problem the n-th evaluation episode gets: the same ones each time, those of an unlimited split never trained on. */
export function evaluationProblem(size: number | 'unlimited', count: number): number {
  return size === 'unlimited' ? EVALUATION_PROBLEMS + count : count % size;
}

import { describe, expect, it } from 'vitest';
import { evaluationProblem, trainingProblems } from '../../../../src/core/environment/problems.ts';

describe('trainingProblems', () => {
  it('takes a fresh problem each time from an unlimited split', () => {
    const problem = trainingProblems('unlimited', 1);
    expect([0, 1, 77].map(problem)).toEqual([0, 1, 77]);
  });

  it('goes through a finite split once per pass, in a new order, also when a batch is larger than the split', () => {
    const problem = trainingProblems(5, 1);
    const passes = [0, 1, 2].map((pass) => [0, 1, 2, 3, 4].map((i) => problem(pass * 5 + i)));
    for (const pass of passes) expect(pass.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(passes.map(String)).size).toBe(3);
    // Asked again in any order, as a re-rolled episode does, it answers the same.
    expect([12, 3, 7].map(problem)).toEqual([passes[2]?.[2], passes[0]?.[3], passes[1]?.[2]]);
  });

  it('shuffles a large split once, not once per episode', () => {
    const problem = trainingProblems(300_000, 1);
    const once = timeOf(() => problem(0));
    expect(timeOf(() => Array.from({ length: 200 }, (_, i) => problem(i)))).toBeLessThan(20 * once);
  });
});

describe('evaluationProblem', () => {
  it('repeats a finite split and keeps out of what training gets from an unlimited one', () => {
    expect([0, 4, 5].map((count) => evaluationProblem(5, count))).toEqual([0, 4, 0]);
    expect(evaluationProblem('unlimited', 0)).toBeGreaterThan(1e9);
  });
});

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

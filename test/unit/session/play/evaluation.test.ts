import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/environment/guest-helpers.ts';
import { mean } from '../../../../src/core/statistics/intervals.ts';
import { defaultKs, evaluationMetrics, evaluationPlans, passAtK, summarize } from '../../../../src/session/play/evaluation.ts';

/** Episodes by problem: `rewards[p]` are the samples of problem p, laid out as `evaluationPlans` does. */
function episodes(rewards: readonly (readonly number[])[]) {
  const most = Math.max(...rewards.map(({ length }) => length));
  return Array.from({ length: most }, (_, sample) =>
    rewards.flatMap((own, group) => (own[sample] === undefined ? [] : [{ group, reward: own[sample] }])),
  ).flat();
}

/** Share of all k-subsets of n samples, the first c of them right, that hold a right one: counted out. */
function countedPassAtK(n: number, c: number, k: number): number {
  let all = 0;
  let right = 0;
  for (let subset = 0; subset < 2 ** n; subset += 1) {
    const members = Array.from({ length: n }, (_, i) => i).filter((i) => (subset >> i) & 1);
    if (members.length !== k) continue;
    all += 1;
    right += Number(members.some((i) => i < c));
  }
  return right / all;
}

describe('pass@k', () => {
  it('is the share of subsets that hold a right sample', () => {
    for (let n = 1; n <= 9; n += 1)
      for (let c = 0; c <= n; c += 1)
        for (let k = 1; k <= n; k += 1) expect(passAtK(n, c, k), `${n} ${c} ${k}`).toBeCloseTo(countedPassAtK(n, c, k), 12);
  });

  it('is the share solved at k = 1, grows with k, and does not overflow', () => {
    expect(passAtK(256, 64, 1)).toBeCloseTo(0.25, 12);
    const grown = defaultKs(256).map((k) => passAtK(256, 3, k));
    expect(grown).toEqual(grown.toSorted((a, b) => a - b));
    expect(grown.at(-1)).toBe(1);
    expect(() => passAtK(4, 1, 5)).toThrow('pass@5 cannot be estimated from 4 samples');
  });

  it('is unbiased: its expectation over n draws of success p is 1 − (1 − p)^k', () => {
    const choose = (n: number, c: number): number => (c === 0 ? 1 : (choose(n - 1, c - 1) * n) / c);
    for (const p of [0.05, 0.3, 0.8])
      for (const k of [1, 4, 6]) {
        const expected = Array.from({ length: 7 }, (_, c) => choose(6, c) * p ** c * (1 - p) ** (6 - c) * passAtK(6, c, k));
        expect(expected.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1 - (1 - p) ** k, 12);
      }
  });

  it('is asked at powers of two and at the number of samples', () => {
    expect([1, 2, 6, 8].map(defaultKs)).toEqual([[1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8]]);
  });
});

describe('summarize', () => {
  it('gives accuracy with Wilson’s interval where rewards are 0 or 1', () => {
    const summary = summarize(episodes([[1], [0], [1], [1]]), { ks: [1] });
    expect(summary).toMatchObject({ problems: 4, episodes: 4, mean: 0.75, intervalMethod: 'wilson' });
    expect(summary.standardError).toBeCloseTo(Math.sqrt((0.75 * 0.25) / 3), 12);
    expect([summary.interval!.low, summary.interval!.high].map((end) => end.toFixed(4))).toEqual(['0.3006', '0.9544']);
    expect(summary.passAtK).toEqual([{ k: 1, value: 0.75, standardError: summary.standardError }]);
    expect(summarize(episodes([[1], [1]])).interval!.low).toBeLessThan(0.5);
  });

  it('takes Student’s t for other rewards, and none from one problem', () => {
    expect(summarize(episodes([[0], [3], [6]]))).toMatchObject({
      mean: 3,
      intervalMethod: 'student_t',
      interval: { low: 3 - 4.3027 * Math.sqrt(3) },
    });
    expect(summarize(episodes([[2, 4]]))).toMatchObject({ mean: 3, standardError: null, interval: null });
  });

  it('counts problems, not samples: copies of a sample make nothing surer', () => {
    const once = summarize(episodes([[1], [0], [1], [1], [0]]));
    const copied = summarize(episodes([1, 0, 1, 1, 0].map((reward) => Array(50).fill(reward) as number[])));
    expect(copied.interval).toEqual(once.interval);
    expect(copied.standardError).toBe(once.standardError);
    const spread = summarize(episodes(Array.from({ length: 5 }, () => [1, 0, 1, 1, 0])));
    expect(spread.interval!.high - spread.interval!.low).toBeLessThan(once.interval!.high - once.interval!.low);
  });

  it('holds the truth about 95 times in 100 when problems differ and are sampled several times', () => {
    const random = seededRandom(11);
    const held = Array.from({ length: 2_000 }, () => {
      // Half of the problems are solved 9 times in 10, half once in 10: mean 1/2.
      const rewards = Array.from({ length: 40 }, () => {
        const p = random() < 0.5 ? 0.1 : 0.9;
        return Array.from({ length: 4 }, () => Number(random() < p));
      });
      const { low, high } = summarize(episodes(rewards)).interval!;
      return Number(low <= 0.5 && 0.5 <= high);
    });
    expect(mean(held)).toBeGreaterThan(0.935);
    expect(mean(held)).toBeLessThan(0.97);
  });

  it('counts an episode as solved at the reward that is asked for, up to rounding', () => {
    const tenth = Array.from({ length: 10 }, () => 0.1).reduce((a, b) => a + b, 0);
    expect(tenth).toBeLessThan(1);
    const records = episodes([
      [tenth, 0.5],
      [2, 0.99],
    ]);
    expect(summarize(records, { ks: [1, 2] }).passAtK.map(({ value }) => value)).toEqual([0.5, 1]);
    expect(summarize(records, { ks: [1], success: 2 }).passAtK[0]!.value).toBe(0.25);
    expect(() => summarize(records, { ks: [3] })).toThrow('pass@3');
    expect(() => summarize([])).toThrow('needs an episode');
  });
});

describe('evaluationPlans', () => {
  it('begins with the evaluation of one sample, whatever follows', () => {
    const once = evaluationPlans('unlimited', 'test', 3);
    const thrice = evaluationPlans('unlimited', 'test', 3, 3);
    expect(thrice.slice(0, 3)).toEqual(once);
    expect(thrice.map(({ group }) => group)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
    expect(thrice.map(({ episode }) => episode)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(thrice.map(({ problemIndex }) => problemIndex)).size).toBe(3);
    expect(evaluationPlans(2, 'train', 3).map(({ problemIndex, group }) => [problemIndex, group])).toEqual([
      [0, 0],
      [1, 1],
      [0, 0],
    ]);
  });
});

describe('evaluationMetrics', () => {
  it('has a greedy row under both names, and a sampled one with pass@k', () => {
    const summary = summarize(
      episodes([
        [1, 0],
        [1, 1],
      ]),
      { ks: [1, 2] },
    );
    expect(Object.keys(evaluationMetrics('test', false, summary))).toEqual([
      'eval/test/mean',
      'eval/test/mean_low',
      'eval/test/mean_high',
      'eval/test/pass@1',
      'eval/test/pass@2',
    ]);
    const greedy = summarize(episodes([[1], [0]]));
    expect(evaluationMetrics('train', true, greedy)).toEqual({
      'reward/greedy': 0.5,
      'eval/train/greedy': 0.5,
      'eval/train/greedy_low': greedy.interval!.low,
      'eval/train/greedy_high': greedy.interval!.high,
    });
    expect(evaluationMetrics('test', true, greedy)['reward/greedy_test']).toBe(0.5);
    expect(Object.keys(evaluationMetrics('test', false, summarize(episodes([[2]]))))).toEqual(['eval/test/mean']);
  });
});

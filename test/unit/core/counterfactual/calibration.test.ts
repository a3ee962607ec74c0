/** The critic against the tree: what it missed, by agent and depth. */
import { describe, expect, it } from 'vitest';
import {
  calibrationOf,
  calibrationPoints,
  calibrationRows,
  explainedTruth,
  treeAdvantages,
} from '../../../../src/core/counterfactual/calibration.ts';
import type { TreeValue } from '../../../../src/core/credit/estimates.ts';
import { recordOf } from '../credit/support.ts';

/** An episode of planner, solver, planner with the critic's values, one per token. */
const episode = (number: number, values: readonly [number, number, number]) =>
  recordOf(
    values.map((value, index) => ({ role: index === 1 ? 'solver' : 'planner', tokens: 2, values: [value, 99] })),
    [1],
    { episode: number },
  );

const tree = (rewards: readonly (readonly number[])[], known = true): TreeValue[] =>
  rewards.map((own, message) => {
    const value = own.reduce((a, b) => a + b, 0) / own.length;
    const toCome = known && message < rewards.length - 1 ? { value, interval: null, returns: own } : null;
    return { message, value, interval: null, rewards: own, toCome, truncated: 0 };
  });

const first = episode(0, [0.5, 0.9, 0.2]);
const second = episode(1, [0.5, 0.1, 0.6]);
const values = [
  tree([
    [0, 1],
    [1, 1],
    [0, 1],
    [1, 1],
  ]),
  tree([
    [0, 1],
    [0, 0],
    [0, 1],
    [0, 0],
  ]),
];

describe('the critic against the tree', () => {
  const points = calibrationPoints([first, second], values);

  it('compares the value at a message’s first token with the mean of what came', () => {
    expect(points).toHaveLength(6);
    expect(points[1]).toEqual({ episode: 0, message: 1, role: 'solver', predicted: 0.9, truth: 1, interval: null, error: 0 });
    // Of 0 and 1: deviation √½, over √2.
    expect(points[0]!.error).toBeCloseTo(0.5, 12);
  });

  it('tells the errors by agent and depth, and overall', () => {
    const rows = calibrationRows(points);
    expect(rows.map(({ role, depth, count }) => [role, depth, count])).toEqual([
      ['planner', null, 4],
      ['planner', 0, 2],
      ['planner', 2, 2],
      ['solver', null, 2],
      ['solver', 1, 2],
    ]);
    const last = rows.find(({ depth }) => depth === 2)!;
    expect(last.meanError).toBeCloseTo((-0.3 + 0.1) / 2, 12);
    expect(last.meanAbsoluteError).toBeCloseTo((0.3 + 0.1) / 2, 12);
    expect(calibrationOf(points).treeError).toBeCloseTo((4 * 0.5) / 6, 12);
  });

  it('explains the variance of the truths', () => {
    // Truths ½ 1 ½ ½ 0 ½, variance 1/12; errors 0 −.1 −.3 0 .1 .1, mean −1/30, mean square .12/6.
    const left = 0.12 / 6 - 1 / 900;
    expect(explainedTruth(points)).toBeCloseTo(1 - left * 12, 10);
    expect(explainedTruth(points.filter(({ truth }) => truth === 0.5))).toBeNull();
    expect(explainedTruth(points.slice(0, 1))).toBeNull();
  });

  it('has no points where there is no critic, or no truth in its unit', () => {
    expect(calibrationPoints([episode(0, [1, 1, 1])], [tree([[0], [1], [1], [1]], false)])).toEqual([]);
    const without = recordOf([{ role: 'planner', tokens: 2 }], [1]);
    expect(calibrationPoints([without], [tree([[0], [1]])])).toEqual([]);
  });

  it('tells what each message changed; over an episode it sums to the reward less what was to be expected', () => {
    const advantages = treeAdvantages(first, values[0]!);
    expect(advantages.map(({ advantage }) => advantage)).toEqual([0.5, -0.5, 0.5]);
    // Paired by number of the continuation: 1 − 0 and 1 − 1.
    const { low, high } = advantages[0]!.interval!;
    expect((low + high) / 2).toBeCloseTo(0.5, 12);
    expect(high - low).toBeCloseTo(2 * 12.7062 * 0.5, 3);
    const whole = advantages.reduce((sum, { advantage }) => sum + advantage, 0);
    expect(whole).toBeCloseTo(values[0]![3]!.value - values[0]![0]!.value, 12);
  });
});

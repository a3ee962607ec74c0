/** Bias, spread and squared errors of critics, worked out by hand. */
import { describe, expect, it } from 'vitest';
import { criticErrors, errorsOf, squaredErrorDifference } from '../../../../src/core/counterfactual/criticErrors.ts';
import type { TreeValue } from '../../../../src/core/credit/estimates.ts';

const state = (message: number, value: number | null): TreeValue => ({
  message,
  value: 9,
  interval: null,
  rewards: [],
  toCome: value === null ? null : { value, interval: null, returns: [] },
  truncated: 0,
});
/** Two episodes of two messages; behind the last nothing is to come. */
const TRUTH = [
  [state(0, 0.5), state(1, 1), state(2, null)],
  [state(0, 0), state(1, 0.25), state(2, null)],
];
const KEY = [1, 2] as const;

describe('the errors of a critic', () => {
  const errors = errorsOf(
    [
      [1, 1],
      [0.5, 0.25],
    ],
    TRUTH,
  );

  it('are what it said less what was played, of the states that it values', () => {
    expect(errors).toEqual([
      [0.5, 0],
      [0.5, 0],
    ]);
    expect(errorsOf([[1, null], [null]], TRUTH)).toEqual([[0.5], []]);
    expect(errorsOf([[1, 1]], [[state(0, null), state(1, 1)]])).toEqual([[0]]);
  });

  it('have a mean, its interval over episodes, and a spread about it', () => {
    // Both episodes have the same mean, so whichever are drawn it is that.
    expect(criticErrors(errors, KEY)).toEqual({ count: 4, bias: 0.25, interval: { low: 0.25, high: 0.25 }, spread: 0.25 });
    const apart = criticErrors(
      [
        [1, 1],
        [0, 0],
      ],
      KEY,
    )!;
    expect(apart.interval).toEqual({ low: 0, high: 1 });
    expect(criticErrors([[1]], KEY)!.interval).toBeNull();
    expect(criticErrors([[], []], KEY)).toBeNull();
  });

  it('are squared and compared state by state', () => {
    const worse = [
      [1, 0],
      [0.5, 1],
    ];
    // 0.75 + 0 + 0 + 1 over four states; the episodes' means are 0.375 and 0.5.
    expect(squaredErrorDifference(worse, errors, KEY)).toEqual({ mean: 0.4375, interval: { low: 0.375, high: 0.5 } });
    expect(squaredErrorDifference(errors, errors, KEY)!.mean).toBe(0);
    expect(squaredErrorDifference([[1], [0, 0]], errors, KEY)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { explainedVariance } from '../../../../src/core/credit/explainedVariance.ts';

describe('explainedVariance', () => {
  it('is 1 for the returns themselves, 0 for a constant, negative for worse', () => {
    expect(explainedVariance([1, 2, 4], [1, 2, 4])).toBe(1);
    expect(explainedVariance([5, 5, 5], [1, 2, 4])).toBeCloseTo(0, 12);
    expect(explainedVariance([4, 2, 1], [1, 2, 4])).toBeLessThan(0);
  });
  it('is null when nothing varies', () => {
    expect(explainedVariance([1, 2], [3, 3])).toBeNull();
    // Every episode paid 0.7: the mean of many is not 0.7 to the last bit.
    const paid = Array.from({ length: 160 }, () => 0.7);
    expect(
      explainedVariance(
        paid.map((_, i) => i / 100),
        paid,
      ),
    ).toBeNull();
    expect(explainedVariance([0, 0], [0, 0])).toBeNull();
  });
});

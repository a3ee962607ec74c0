/** The sign test against the whole binomial distribution, written out. */
import { describe, expect, it } from 'vitest';
import { signTest } from '../../../../src/core/statistics/signTest.ts';

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);

describe('the sign test', () => {
  it('sums the tail of a fair coin', () => {
    for (let count = 0; count <= 20; count += 1)
      for (let better = 0; better <= count; better += 1) {
        let tail = 0;
        for (let heads = better; heads <= count; heads += 1) tail += choose(count, heads) / 2 ** count;
        expect(signTest(better, count - better)).toBeCloseTo(tail, 12);
      }
  });

  it('tells nothing where no pair differs', () => {
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(8, 0)).toBe(1 / 256);
  });
});

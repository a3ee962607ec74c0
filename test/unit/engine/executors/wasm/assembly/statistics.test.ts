import { describe, expect, it } from 'vitest';
import { keyFor, normals } from '../../../../../../src/core/random/streams.ts';
import { bootstrapInterval } from '../../../../../../src/core/statistics/bootstrap.ts';
import { studentInterval } from '../../../../../../src/core/statistics/intervals.ts';
import { ranks, spearman } from '../../../../../../src/core/statistics/rank.ts';

describe('rank correlation', () => {
  it('ranks with ties share the mean of their places', () => expect(ranks([10, 20, 10, 30])).toEqual([1.5, 3, 1.5, 4]));
  it('is 1 for the same order, −1 for the reverse, and does not mind the scale', () => {
    expect(spearman([1, 2, 3], [10, 200, 3000])).toBeCloseTo(1, 12);
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
  });
  // 1 − 6 Σ d² / n (n² − 1) with d = (1, −1, 1, −1, 0): 1 − 24 / 120.
  it('is the textbook’s number without ties', () => expect(spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).toBeCloseTo(0.8, 12));
  it('says nothing of a constant list', () => expect(spearman([1, 1, 1], [1, 2, 3])).toBeNull());
});

describe('bootstrap interval', () => {
  it('is about Student’s for normal numbers', () => {
    const values = [...normals(keyFor(1, 99), 200)];
    const [boot, student] = [bootstrapInterval(values, keyFor(2, 99))!, studentInterval(values)!];
    expect(Math.abs(boot.low - student.low)).toBeLessThan(0.03);
    expect(Math.abs(boot.high - student.high)).toBeLessThan(0.03);
  });
  it('of equal values is that value, of one there is none, and it repeats', () => {
    expect(bootstrapInterval([2, 2, 2], keyFor(1, 1))).toEqual({ low: 2, high: 2 });
    expect(bootstrapInterval([2], keyFor(1, 1))).toBeNull();
    expect(bootstrapInterval([0, 1, 1, 0], keyFor(5, 1))).toEqual(bootstrapInterval([0, 1, 1, 0], keyFor(5, 1)));
  });
});

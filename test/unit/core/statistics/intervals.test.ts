import { describe, expect, it } from 'vitest';
import { mean, standardError, studentInterval, studentQuantile, wilsonInterval } from '../../../../src/core/statistics/intervals.ts';
import { seededRandom } from '../../../../src/core/environment/guest-helpers.ts';

describe('Student’s t', () => {
  it('has the quantiles of the tables, on both sides of 30 degrees', () => {
    for (const [degrees, quantile] of [
      [1, 12.7062],
      [4, 2.7764],
      [30, 2.0423],
      [31, 2.0395],
      [40, 2.0211],
      [60, 2.0003],
      [120, 1.9799],
      [1e9, 1.96],
    ] as const)
      expect(studentQuantile(degrees), String(degrees)).toBeCloseTo(quantile, 4);
  });

  it('gives s/√n, and nothing from one value', () => {
    expect(standardError([0, 3, 6])).toBeCloseTo(Math.sqrt(9 / 3), 12);
    const { low, high } = studentInterval([0, 3, 6])!;
    expect([low, high].map((end) => end.toFixed(4))).toEqual([
      (3 - 4.3027 * Math.sqrt(3)).toFixed(4),
      (3 + 4.3027 * Math.sqrt(3)).toFixed(4),
    ]);
    expect(standardError([1])).toBeNull();
    expect(studentInterval([1])).toBeNull();
  });

  it('holds the truth 95 times in 100, also with five values', () => {
    const random = seededRandom(7);
    // Sums of twelve uniform numbers are near enough to normal.
    const value = () => Array.from({ length: 12 }, random).reduce((sum, u) => sum + u, 0);
    const held = Array.from({ length: 4_000 }, () => {
      const { low, high } = studentInterval(Array.from({ length: 5 }, value))!;
      return Number(low <= 6 && 6 <= high);
    });
    expect(Math.abs(mean(held) - 0.95)).toBeLessThan(0.012);
  });
});

describe('Wilson’s interval', () => {
  it('is that of the literature', () => {
    // Newcombe 1998, Statistics in Medicine 17, table I, method 3: 81/263, 15/148, 0/20, 1/29.
    for (const [solved, count, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const found = wilsonInterval(solved / count, count);
      expect([found.low.toFixed(4), found.high.toFixed(4)]).toEqual([low.toFixed(4), high.toFixed(4)]);
    }
    expect(wilsonInterval(1, 20).high).toBe(1);
  });
});

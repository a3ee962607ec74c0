import { describe, expect, it } from 'vitest';
import {
  bucketSize,
  column,
  decimate,
  drawnIndex,
  MAX_POINTS,
  nearestIndex,
  slots,
  smooth,
} from '../../../../../src/page/state/runs/series.ts';

describe('column', () => {
  it('marks what a row lacks, and what is not finite, as NaN', () => {
    expect(column([{ iteration: 0, a: 1 }, { iteration: 1 }, { iteration: 2, a: Infinity }], 'a')).toEqual([1, NaN, NaN]);
  });
});

describe('smooth', () => {
  it('is the debiased moving average, worked by hand', () => {
    // s1 = .5·4 / .5; s2 = (.5·2 + .5·8) / .75; s3 = (.5·5 + .5·0) / .875
    const smoothed = smooth([4, 8, 0], 0.5);
    expect(smoothed[0]).toBeCloseTo(4, 12);
    expect(smoothed[1]).toBeCloseTo(5 / 0.75, 12);
    expect(smoothed[2]).toBeCloseTo(2.5 / 0.875, 12);
  });

  it('leaves a constant alone at any weight, and everything alone at weight 0', () => {
    for (const value of smooth(new Array(500).fill(0.3), 0.97)) expect(value).toBeCloseTo(0.3, 10);
    expect(smooth([1, 5, 2], 0)).toEqual([1, 5, 2]);
  });

  it('passes over gaps without losing its memory', () => {
    const [first, gap, third] = smooth([4, NaN, 8], 0.5);
    expect(first).toBeCloseTo(4, 12);
    expect(gap).toBeNaN();
    expect(third).toBeCloseTo(5 / 0.75, 12);
  });

  it('never becomes a flat line, even at weight 1', () => {
    const rising = smooth(
      Array.from({ length: 4000 }, (_, index) => index),
      1,
    );
    expect(rising.at(-1)! - rising[0]!).toBeGreaterThan(1000);
  });
});

describe('decimation', () => {
  const noisy = (length: number) => Array.from({ length }, (_, index) => (Math.sin(index * 12.9898) * 43758.5453) % 1);

  it('draws at most the allowed points, as many values as slots, and keeps first, last, minimum and maximum', () => {
    for (const length of [1, 2, 299, 300, 301, 599, 601, 1000, 12_345]) {
      const values = noisy(length);
      const size = bucketSize(length);
      const drawn = decimate(values, size);
      const at = slots(length, size);
      expect(drawn.length).toBe(at.length);
      expect(drawn.length).toBeLessThanOrEqual(MAX_POINTS);
      expect(Math.min(...drawn)).toBe(Math.min(...values));
      expect(Math.max(...drawn)).toBe(Math.max(...values));
      expect([at[0], at.at(-1)]).toEqual([0, length - 1]);
    }
  });

  it('keeps a single spike that plain subsampling would lose, where it happened', () => {
    const values = new Array<number>(10_000).fill(0);
    values[6543] = 1;
    const size = bucketSize(values.length);
    const drawn = decimate(values, size);
    const spikes = slots(values.length, size).filter((_, index) => drawn[index] === 1);
    expect(spikes).toHaveLength(1);
    expect(Math.abs(spikes[0]! - 6543)).toBeLessThan(size);
  });

  it('orders a bucket’s two points as they came', () => {
    expect(decimate([5, 1, 3, 2], 4)).toEqual([5, 1]);
    expect(decimate([2, 1, 3, 5], 4)).toEqual([1, 5]);
  });

  it('leaves gaps as gaps and draws a lone value once', () => {
    expect(decimate([NaN, NaN, NaN, 7, NaN, NaN], 2)).toEqual([NaN, NaN, 7, NaN, NaN, NaN]);
  });

  it('does not change what is already drawn while a run grows within one bucket size', () => {
    const values = noisy(1100);
    const size = bucketSize(1000);
    expect(bucketSize(1100)).toBe(size);
    const before = decimate(values.slice(0, 1000), size);
    const after = decimate(values, size);
    expect(after.slice(0, before.length - 2)).toEqual(before.slice(0, -2));
  });
});

describe('where an iteration is drawn', () => {
  it('is the nearest place', () => {
    expect(nearestIndex([], 3)).toBe(-1);
    expect(nearestIndex([5], 3)).toBe(0);
    expect([-1, 0.4, 0.6, 2.2, 9].map((value) => nearestIndex([0, 1, 2, 3], value))).toEqual([0, 0, 1, 2, 3]);
  });

  it('is itself, or what stands for it in its bucket, and nowhere beyond the ends', () => {
    expect(drawnIndex([1, 2, 3], 2, 1)).toBe(1);
    expect(drawnIndex([1, 2, 3], 0, 1)).toBe(-1);
    expect(drawnIndex([0, 7, 8, 15], 5, 8)).toBe(1);
    expect(drawnIndex([0, 7, 8, 15], 40, 8)).toBe(-1);
    expect(drawnIndex([0, 7], null, 8)).toBe(-1);
  });
});

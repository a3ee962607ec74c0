import { describe, expect, it } from 'vitest';
import { moved, rangeWithin, visibleRange, zoomed, type Range } from '../../../../../src/page/state/runs/range.ts';

const whole: Range = [0, 40];

describe('the part zoomed to', () => {
  it('is what of it a run has; a run that has none of it, or nothing else, is seen whole', () => {
    expect(visibleRange([10, 20], whole)).toEqual([10, 20]);
    expect(visibleRange([30, 60], whole)).toEqual([30, 40]);
    expect(visibleRange([50, 60], whole)).toBeNull();
    expect(visibleRange([0, 40], whole)).toBeNull();
    expect(visibleRange(null, whole)).toBeNull();
  });

  it('is whole iterations in order, two apart at least, within the run', () => {
    expect(rangeWithin([20.2, 9.6], whole)).toEqual([10, 21]);
    expect(rangeWithin([39.9, 40], whole)).toEqual([38, 40]);
    expect(rangeWithin([-5, 6], whole)).toEqual([0, 11]);
    expect(rangeWithin([-5, 60], whole)).toBeNull();
    expect(rangeWithin([0, 1], [0, 1])).toBeNull();
  });

  it('zooms about an iteration that keeps its place, in and back out to all', () => {
    expect(zoomed(null, whole, 20, 0.5)).toEqual([10, 30]);
    expect(zoomed(null, whole, 40, 0.5)).toEqual([20, 40]);
    expect(zoomed([10, 30], whole, 20, 2)).toBeNull();
    let range: Range | null = null;
    for (let press = 0; press < 30; press += 1) range = zoomed(range, whole, 17, 1 / 1.5);
    expect(range![1] - range![0]).toBe(2);
    for (let press = 0; press < 30; press += 1) range = zoomed(range, whole, 17, 1.5);
    expect(range).toBeNull();
  });

  it('moves sideways, by one iteration at least, and no further than there are', () => {
    expect(moved([10, 20], whole, 0.25)).toEqual([13, 23]);
    expect(moved([10, 12], whole, -0.25)).toEqual([9, 11]);
    expect(moved([35, 40], whole, 1)).toEqual([35, 40]);
    expect(moved(null, whole, 1)).toBeNull();
  });
});

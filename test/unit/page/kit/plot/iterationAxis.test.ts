import { describe, expect, it } from 'vitest';
import { iterationAxis } from '../../../../../src/page/kit/plot/iterationAxis.ts';

describe('the axis of iterations', () => {
  it('has whole numbers, 1, 2 or 5 × 10^k apart, up to the last iteration', () => {
    expect(iterationAxis([0, 40], 5)).toEqual({ domain: [0, 40], ticks: [0, 10, 20, 30, 40] });
    expect(iterationAxis([0, 13], 5)).toEqual({ domain: [0, 13], ticks: [0, 5, 10] });
    expect(iterationAxis([0, 3], 10)).toEqual({ domain: [0, 3], ticks: [0, 1, 2, 3] });
    expect(iterationAxis([0, 1000], 4.7).ticks).toEqual([0, 500, 1000]);
  });

  it('covers the part zoomed to, its numbers those of the whole', () => {
    expect(iterationAxis([13, 27], 5)).toEqual({ domain: [13, 27], ticks: [15, 20, 25] });
    expect(iterationAxis([13, 15], 8)).toEqual({ domain: [13, 15], ticks: [13, 14, 15] });
  });

  it('is there before the first iteration, and in the narrowest chart', () => {
    expect(iterationAxis([0, 0], 5)).toEqual({ domain: [0, 1], ticks: [0] });
    expect(iterationAxis([0, 7], 0.3)).toEqual({ domain: [0, 7], ticks: [0] });
  });

  it('never has more numbers than fit', () => {
    for (let last = 1; last < 3000; last += 7)
      for (const most of [1, 3.2, 8]) expect(iterationAxis([0, last], most).ticks.length - 1).toBeLessThanOrEqual(most);
  });
});

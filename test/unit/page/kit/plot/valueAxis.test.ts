import { describe, expect, it } from 'vitest';
import { valueAxis } from '../../../../../src/page/kit/plot/valueAxis.ts';

describe('the axis of values', () => {
  it('has round numbers around what is drawn, worked by hand', () => {
    expect(valueAxis([0.1, 0.97], 5, true)).toEqual({ domain: [0, 1], ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] });
    expect(valueAxis([0.62, 0.97], 4, false)).toEqual({ domain: [0.6, 1], ticks: [0.6, 0.7, 0.8, 0.9, 1] });
    expect(valueAxis([-0.3, 0.8], 3, true)).toEqual({ domain: [-0.5, 1], ticks: [-0.5, 0, 0.5, 1] });
  });

  it('has room for a constant, and stands where nothing is drawn', () => {
    expect(valueAxis([0, 0], 5, true).domain).toEqual([0, 1]);
    const { domain } = valueAxis([0.5, 0.5], 4, false);
    expect(domain[0]).toBeLessThan(0.5);
    expect(domain[1]).toBeGreaterThan(0.5);
    expect(valueAxis(null, 4, true).domain).toEqual([0, 1]);
  });

  it('ends at what is possible: shares at 1, amounts at 0', () => {
    const share = [0, 1] as const;
    const amount = [0, Number.POSITIVE_INFINITY] as const;
    // Without the limits each of these goes beyond.
    for (const fromZero of [true, false]) {
      expect(valueAxis([0.95, 1], 4, fromZero, share).domain[1]).toBe(1);
      expect(valueAxis([1, 1], 4, fromZero, share).domain[1]).toBe(1);
      expect(valueAxis([-0.2, 1.3], 4, fromZero, share).domain).toEqual([0, 1]);
      expect(valueAxis([0, 0], 4, fromZero, amount).domain[0]).toBe(0);
      expect(valueAxis([-0.004, 0.3], 4, fromZero, amount).domain[0]).toBe(0);
    }
    expect(valueAxis([1, 1], 4, false).domain[1]).toBeGreaterThan(1);
    expect(valueAxis([0, 0], 4, false).domain[0]).toBeLessThan(0);
    // An axis has a length, wherever the values lie.
    for (const value of [-3, 0, 0.5, 1, 7]) {
      const { domain, ticks } = valueAxis([value, value], 4, false, share);
      expect(domain[1]).toBeGreaterThan(domain[0]);
      expect(ticks.length).toBeGreaterThan(1);
      expect(Math.min(...ticks)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...ticks)).toBeLessThanOrEqual(1);
    }
  });

  it('always holds the data, with few even steps', () => {
    let seed = 1;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let round = 0; round < 2000; round += 1) {
      const scale = 10 ** Math.floor(random() * 14 - 8);
      const [a, b] = [(random() - 0.5) * scale, (random() - 0.5) * scale];
      const extent: [number, number] = [Math.min(a, b), Math.max(a, b)];
      const most = 2 + Math.floor(random() * 5);
      const { domain, ticks } = valueAxis(extent, most, random() < 0.5);
      const slack = 1e-6 * (domain[1] - domain[0]);
      expect(domain[0]).toBeLessThanOrEqual(extent[0] + slack);
      expect(domain[1]).toBeGreaterThanOrEqual(extent[1] - slack);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length - 1).toBeLessThanOrEqual(most);
      expect([ticks[0], ticks.at(-1)]).toEqual(domain);
    }
  });
});

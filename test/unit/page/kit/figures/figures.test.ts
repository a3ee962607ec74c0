import { describe, expect, it } from 'vitest';
import { formatDuration, formatLarge, formatRate } from '../../../../../src/page/kit/figures/figures.ts';

describe('figures of the engine', () => {
  it('write large counts with three digits and a power of a thousand', () => {
    expect([0, 999, 1000, 98_368, 1.4567e9, 2.5e12].map(formatLarge)).toEqual(['0', '999', '1.00 k', '98.4 k', '1.46 G', '2.50 T']);
    expect(formatLarge(999_999), 'rounding reaches the next power').toBe('1.00 M');
  });

  it('write times in the unit that keeps them short', () => {
    expect([0.034, 1.26, 12.4, 100, 3000, 9000].map(formatDuration)).toEqual(['0.034 s', '1.3 s', '12 s', '1.7 min', '50 min', '2.5 h']);
  });

  it('write a rate no more exactly than it is steady', () => {
    expect([7.44, 65.2, 4230.4].map(formatRate)).toEqual(['7.4', '65', '4,230']);
  });
});

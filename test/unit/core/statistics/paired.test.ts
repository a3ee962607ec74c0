import { expect, it } from 'vitest';
import { pairedDifference } from '../../../../src/core/statistics/paired.ts';

const seeded = (...values: number[]) => values.map((value, at) => ({ seed: at + 1, value }));

it('tells apart what every seed shows, although the two intervals overlap', () => {
  const found = pairedDifference(seeded(0.6, 0.7, 0.8), seeded(0.51, 0.6, 0.69));
  expect(found?.mean).toBeCloseTo(0.1, 12);
  // Differences 0.09, 0.10, 0.11: s = 0.01, t(2) = 4.3027.
  expect(found?.half).toBeCloseTo((4.3027 * 0.01) / Math.sqrt(3), 5);
  expect(found?.verdict).toBe('higher');
  expect(pairedDifference(seeded(0.51, 0.6, 0.69), seeded(0.6, 0.7, 0.8))?.verdict).toBe('lower');
});

it('does not tell apart what seeds disagree about', () => {
  expect(pairedDifference(seeded(0.6, 0.7, 0.8), seeded(0.5, 0.5, 0.9))).toMatchObject({ verdict: 'alike' });
  expect(pairedDifference(seeded(0.5, 0.6), seeded(0.5, 0.6))).toMatchObject({ mean: 0, half: 0, verdict: 'alike' });
});

it('pairs by seed, whatever the order, and leaves out what has no partner', () => {
  const found = pairedDifference(seeded(1, 2, 3), [
    { seed: 3, value: 1 },
    { seed: 7, value: 99 },
    { seed: 1, value: 0 },
  ]);
  expect(found?.values).toEqual([1, 2]);
  expect(pairedDifference(seeded(1, 2), [{ seed: 2, value: 1 }])).toBeNull();
});

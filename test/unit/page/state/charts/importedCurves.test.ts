/** Curves of a run that something else trained: every name of its files, every value in the CSV. */
import { expect, it } from 'vitest';
import { curveCsv, curveNames, importedCurve } from '../../../../../src/page/state/charts/importedCurves.ts';

const ROWS: readonly Readonly<Record<string, number>>[] = [
  { iteration: 0, 'train/loss': 2 },
  { iteration: 1, 'train/loss': 1, 'eval/acc': 0.5 },
  { iteration: 5, 'eval/acc': 0.75 },
];

it('finds names by their words, and leaves out steps without a value', () => {
  expect(curveNames(ROWS, '')).toEqual(['train/loss', 'eval/acc']);
  expect(curveNames(ROWS, 'ACC eval')).toEqual(['eval/acc']);
  expect(importedCurve(ROWS, 'eval/acc').points).toEqual([
    { iteration: 1, value: 0.5 },
    { iteration: 5, value: 0.75 },
  ]);
});

it('draws of many points some and the last, and saves all of them', () => {
  const rows = Array.from({ length: 5001 }, (_, iteration) => ({ iteration, loss: iteration }));
  const { points } = importedCurve(rows, 'loss');
  expect(points.length).toBeLessThanOrEqual(601);
  expect(points.at(-1)).toEqual({ iteration: 5000, value: 5000 });
  expect(curveCsv(rows, 'loss').trim().split('\n')).toHaveLength(5002);
});

/** Ridge regression against sums done by hand and by NumPy, and the choice of its penalty. */
import { describe, expect, it } from 'vitest';
import { fitRidge, PENALTIES, ridge, type RidgeRow } from '../../../../src/core/statistics/ridge.ts';
import { normals } from '../../../../src/core/random/streams.ts';

const row = (features: readonly number[], target: number, group = 0): RidgeRow => ({ features, target, group });

/**
 *     X = np.array([[1, 2], [0, 1], [3, -1], [2, 2]], float); y = np.array([1, 0, 2, 5.])
 *     C = X - X.mean(0); s = np.trace(C.T @ C) / 2; w = np.linalg.solve(C.T @ C + 0.1 * s * np.eye(2), C.T @ (y - y.mean()))
 */
const ROWS = [row([1, 2], 1), row([0, 1], 0), row([3, -1], 2), row([2, 2], 5)];
const WEIGHTS = [1.416689516497578, 0.9542089388538526];

describe('ridge regression', () => {
  it('is NumPy’s solution, with an intercept that is not penalised', () => {
    const { predict } = ridge(ROWS, 0.1);
    const at0 = predict([0, 0]);
    expect(predict([1, 0]) - at0).toBeCloseTo(WEIGHTS[0]!, 10);
    expect(predict([0, 1]) - at0).toBeCloseTo(WEIGHTS[1]!, 10);
    // At the mean of the features it says the mean of the targets.
    expect(predict([1.5, 1])).toBeCloseTo(2, 12);
  });

  it('says the mean alone where the features tell nothing', () => {
    expect(ridge([row([1, 1], 0), row([1, 1], 3)], 1e-4).predict([9, 9])).toBeCloseTo(1.5, 12);
  });

  const noise = normals([3, 4], 4000);
  const drawn = (signal: number) =>
    Array.from({ length: 200 }, (_, index) => {
      const features = Array.from(noise.subarray(index * 10, index * 10 + 10));
      return row(features, signal * features[0]! + noise[2000 + index]!, Math.floor(index / 2));
    });

  it('chooses a small penalty where there is something to tell, and a large one where there is not', () => {
    expect(fitRidge(drawn(5))!.penalty).toBeLessThanOrEqual(1e-2);
    expect(fitRidge(drawn(0))!.penalty).toBeGreaterThanOrEqual(1);
    expect(PENALTIES).toContain(fitRidge(drawn(0))!.penalty);
  });

  it('leaves out whole groups: what a group alone knows does not count', () => {
    // Four rows a group, with the same features and the same target, which have nothing to do with each other.
    const rows = Array.from({ length: 48 }, (_, index) => {
      const group = Math.floor(index / 4);
      return row(Array.from(noise.subarray(group * 10, group * 10 + 10)), noise[3000 + group]!, group);
    });
    const byRow = fitRidge(rows.map((one, group) => ({ ...one, group })))!;
    expect(fitRidge(rows)!.penalty).toBeGreaterThan(byRow.penalty);
  });

  it('is none of a single group', () => {
    expect(fitRidge(ROWS)).toBeNull();
    expect(fitRidge([])).toBeNull();
  });
});

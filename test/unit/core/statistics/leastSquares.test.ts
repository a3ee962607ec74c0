import { describe, expect, it } from 'vitest';
import { contrast, leastSquares } from '../../../../src/core/statistics/leastSquares.ts';

describe('least squares', () => {
  it('fits a line as the closed formulas do', () => {
    const speed = [4, 4, 7, 7, 8, 9, 10, 10, 10, 11];
    const dist = [2, 10, 4, 22, 16, 10, 18, 26, 34, 17];
    const fit = leastSquares(
      speed.map((x) => [1, x]),
      dist,
    );
    // By the closed formulas of a line: Sxy / Sxx, and s² / Sxx.
    const [mx, my] = [8, 15.9];
    const sxx = speed.reduce((sum, x) => sum + (x - mx) ** 2, 0);
    const slope = speed.reduce((sum, x, i) => sum + (x - mx) * ((dist[i] ?? 0) - my), 0) / sxx;
    // HC3 of a slope: Σ (x − x̄)² (e / (1 − h))² / Sxx², h = 1/n + (x − x̄)² / Sxx.
    const error = speed.reduce((sum, x, i) => {
      const residual = (dist[i] ?? 0) - my - slope * (x - mx);
      return sum + (((x - mx) * residual) / (1 - 0.1 - (x - mx) ** 2 / sxx) / sxx) ** 2;
    }, 0);
    expect(fit?.coefficients[1]).toBeCloseTo(slope, 10);
    expect(fit?.coefficients[0]).toBeCloseTo(my - slope * mx, 10);
    expect(fit?.degrees).toBe(8);
    expect(fit && contrast(fit, [0, 1]).error).toBeCloseTo(Math.sqrt(error), 10);
  });

  it('of an intercept alone is the mean, with the error of the jackknife', () => {
    const values = [1, 4, 2, 8, 5];
    const fit = leastSquares(
      values.map(() => [1]),
      values,
    );
    expect(fit?.coefficients[0]).toBeCloseTo(4, 12);
    expect(fit?.variance).toBeCloseTo(7.5, 12);
    // Residuals over 1 − 1/n, their squares summed, over n².
    expect(fit && contrast(fit, [1]).error).toBeCloseTo(Math.sqrt((30 * (5 / 4) ** 2) / 25), 12);
  });

  it('is nothing where columns depend on one another, or rows are too few', () => {
    expect(
      leastSquares(
        [
          [1, 2],
          [2, 4],
          [3, 6],
        ],
        [1, 2, 3],
      ),
    ).toBeNull();
    expect(
      leastSquares(
        [
          [1, 0],
          [0, 1],
        ],
        [1, 2],
      ),
    ).toBeNull();
    expect(leastSquares([], [])).toBeNull();
  });
});

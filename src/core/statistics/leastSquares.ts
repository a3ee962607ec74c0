/**
 * Ordinary least squares, for designs of a few columns, with standard errors that hold where residuals do not spread alike in all groups
 * (HC3: MacKinnon and White 1985; for samples of this size Long and Ervin 2000).
 */
import { at } from '../at.ts';

export interface LeastSquares {
  readonly coefficients: readonly number[];
  /** (XᵀX)⁻¹ Σ x xᵀ (e / (1 − h))² (XᵀX)⁻¹ with residuals e and leverages h, by rows. */
  readonly covariance: readonly (readonly number[])[];
  /** Rows less columns. */
  readonly degrees: number;
  /** Unbiased variance of the residuals. */
  readonly variance: number;
}

/** Relative size of a pivot below which columns depend on one another. */
const SINGULAR = 1e-10;

/** Fits y = X b. Null where there are no more rows than columns, or columns depend on one another. */
export function leastSquares(design: readonly (readonly number[])[], y: readonly number[]): LeastSquares | null {
  const columns = design[0]?.length ?? 0;
  const degrees = design.length - columns;
  if (columns === 0 || degrees < 1) return null;
  const indices = Array.from({ length: columns }, (_, index) => index);
  const sum = (term: (row: readonly number[], index: number) => number): number =>
    design.reduce((total, row, index) => total + term(row, index), 0);
  const inverse = inverted(indices.map((i) => indices.map((j) => sum((row) => at(row, i) * at(row, j)))));
  if (!inverse) return null;
  const products = indices.map((i) => sum((row, index) => at(row, i) * at(y, index)));
  const coefficients = inverse.map((row) => dot(row, products));
  const residuals = design.map((row, index) => at(y, index) - dot(row, coefficients));
  const along = design.map((row) => inverse.map((each) => dot(each, row)));
  const leftOut = residuals.map((residual, index) => residual / (1 - dot(at(design, index), at(along, index))));
  // A row that alone decides a coefficient says nothing of its error.
  if (!leftOut.every(Number.isFinite)) return null;
  return {
    coefficients,
    covariance: indices.map((i) =>
      indices.map((j) => sum((_, index) => at(at(along, index), i) * at(at(along, index), j) * at(leftOut, index) ** 2)),
    ),
    degrees,
    variance: residuals.reduce((total, residual) => total + residual ** 2, 0) / degrees,
  };
}

/** A weighted sum of coefficients with its standard error, √(wᵀ C w). */
export function contrast(
  { coefficients, covariance }: LeastSquares,
  weights: readonly number[],
): { readonly estimate: number; readonly error: number } {
  const along = covariance.map((row) => dot(row, weights));
  return { estimate: dot(weights, coefficients), error: Math.sqrt(Math.max(0, dot(weights, along))) };
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((total, value, index) => total + value * at(b, index), 0);

/** Gauss–Jordan with pivots on the diagonal, as a symmetric positive definite matrix allows; null where it is singular. */
function inverted(matrix: readonly (readonly number[])[]): number[][] | null {
  const n = matrix.length;
  const rows = matrix.map((row, index) => [...row, ...row.map((_, column) => (column === index ? 1 : 0))]);
  for (let index = 0; index < n; index += 1) {
    const pivot = at(at(rows, index), index);
    if (!(pivot > SINGULAR * at(at(matrix, index), index))) return null;
    rows[index] = at(rows, index).map((value) => value / pivot);
    for (let other = 0; other < n; other += 1) {
      const factor = at(at(rows, other), index);
      if (other !== index) rows[other] = at(rows, other).map((value, column) => value - factor * at(at(rows, index), column));
    }
  }
  return rows.map((row) => row.slice(n));
}

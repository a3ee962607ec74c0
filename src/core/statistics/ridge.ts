/**
 * Ridge regression with an intercept that is not penalised (Hoerl and Kennard 1970):
 *
 *     w = argmin Σ (y − ȳ − (x − x̄)·w)² + λ n s |w|²        s = mean variance of a feature
 *
 * λ is the one of {@link PENALTIES} whose squared error is the least on what it was not fitted to, in {@link FOLDS} parts of whole groups.
 * Scaled by n s, a λ means the same for any number of rows and any size of the features.
 */
import { at } from '../at.ts';

export const PENALTIES: readonly number[] = [1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100];
export const FOLDS = 5;

export interface RidgeRow {
  readonly features: ArrayLike<number>;
  readonly target: number;
  /** Rows of one group depend on one another: they are left out together. */
  readonly group: number;
}

export interface Ridge {
  readonly penalty: number;
  predict(features: ArrayLike<number>): number;
}

/** Null for rows of fewer than two groups, of which nothing can be left out. All rows have as many features. */
export function fitRidge(rows: readonly RidgeRow[]): Ridge | null {
  const groups = [...new Set(rows.map(({ group }) => group))];
  if (groups.length < 2) return null;
  const foldOf = new Map(groups.map((group, index) => [group, index % FOLDS]));
  const folds = Array.from({ length: Math.min(FOLDS, groups.length) }, (_, fold) => rows.filter(({ group }) => foldOf.get(group) === fold));
  const width = at(rows, 0, 'row').features.length;
  const parts = folds.map((own) => momentsOf(own, width));
  const all = parts.reduce(plus);
  const missed = PENALTIES.map(() => 0);
  parts.forEach((part, fold) => {
    const others = minus(all, part);
    PENALTIES.forEach((penalty, index) => {
      const { predict } = solved(others, penalty);
      for (const { features, target } of at(folds, fold, 'fold'))
        missed[index] = at(missed, index, 'penalty') + (predict(features) - target) ** 2;
    });
  });
  return solved(all, at(PENALTIES, missed.indexOf(Math.min(...missed)), 'penalty'));
}

/** Ridge regression with this λ. */
export function ridge(rows: readonly RidgeRow[], penalty: number): Ridge {
  return solved(momentsOf(rows, at(rows, 0, 'row').features.length), penalty);
}

/** Sums over rows: all that a regression needs of them. */
interface Moments {
  readonly count: number;
  readonly sum: Float64Array;
  /** Σ x xᵀ, [width, width]. */
  readonly squares: Float64Array;
  readonly target: number;
  readonly products: Float64Array;
}

function momentsOf(rows: readonly RidgeRow[], width: number): Moments {
  const sum = new Float64Array(width);
  const squares = new Float64Array(width * width);
  const products = new Float64Array(width);
  let target = 0;
  for (const { features, target: y } of rows) {
    target += y;
    for (let i = 0; i < width; i += 1) {
      const x = at(features, i, 'feature');
      sum[i] = at(sum, i, 'feature') + x;
      products[i] = at(products, i, 'feature') + x * y;
      for (let j = 0; j < width; j += 1) squares[i * width + j] = at(squares, i * width + j, 'product') + x * at(features, j, 'feature');
    }
  }
  return { count: rows.length, sum, squares, target, products };
}

const combined = (sign: 1 | -1) => {
  const each = (a: Float64Array, b: Float64Array) => a.map((value, index) => value + sign * at(b, index, 'number'));
  return (a: Moments, b: Moments): Moments => ({
    count: a.count + sign * b.count,
    sum: each(a.sum, b.sum),
    squares: each(a.squares, b.squares),
    target: a.target + sign * b.target,
    products: each(a.products, b.products),
  });
};
const plus = combined(1);
const minus = combined(-1);

function solved({ count, sum, squares, target, products }: Moments, penalty: number): Ridge {
  const width = sum.length;
  const centre = sum.map((value) => value / count);
  const centred = squares.map(
    (value, index) => value - count * at(centre, Math.floor(index / width), 'row') * at(centre, index % width, 'column'),
  );
  let trace = 0;
  for (let i = 0; i < width; i += 1) trace += at(centred, i * (width + 1), 'diagonal');
  // Features that never differ tell nothing, whatever the penalty: the mean is all there is.
  const added = trace > 0 ? (penalty * trace) / width : 1;
  for (let i = 0; i < width; i += 1) centred[i * (width + 1)] = at(centred, i * (width + 1), 'diagonal') + added;
  const weights = choleskySolve(
    centred,
    products.map((value, i) => value - at(centre, i, 'feature') * target),
  );
  const intercept = target / count - dot(weights, centre);
  return { penalty, predict: (features) => intercept + dot(weights, features) };
}

function dot(weights: Float64Array, features: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < weights.length; i += 1) total += at(weights, i, 'weight') * at(features, i, 'feature');
  return total;
}

/** Solves `matrix` x = `right` for a symmetric positive definite matrix, [n, n], which it overwrites with its Cholesky factor. */
function choleskySolve(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const entry = (row: number, column: number): number => at(matrix, row * n + column, 'entry');
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let rest = entry(row, column);
      for (let k = 0; k < column; k += 1) rest -= entry(row, k) * entry(column, k);
      matrix[row * n + column] = row === column ? Math.sqrt(rest) : rest / entry(column, column);
    }
  }
  const x = right.slice();
  for (let row = 0; row < n; row += 1) {
    let rest = at(x, row, 'number');
    for (let k = 0; k < row; k += 1) rest -= entry(row, k) * at(x, k, 'number');
    x[row] = rest / entry(row, row);
  }
  for (let row = n - 1; row >= 0; row -= 1) {
    let rest = at(x, row, 'number');
    for (let k = row + 1; k < n; k += 1) rest -= entry(k, row) * at(x, k, 'number');
    x[row] = rest / entry(row, row);
  }
  return x;
}

/**
 * From metrics rows to what a chart may draw: columns, smoothing, decimation. Smoothing runs over the full data before
 * anything is left out, because smoothing what was subsampled makes a curve depend on its length (TensorBoard #1518).
 */
import type { MetricsRow } from './types.ts';

/** Most points of one line; what scaffold measurements call safe for SVG charts. */
export const MAX_POINTS = 300;

/** Values of `name` row by row; NaN where a row lacks it or holds no finite number. */
export function column(rows: readonly MetricsRow[], name: string): number[] {
  return rows.map((row) => {
    const value = row[name];
    return value !== undefined && Number.isFinite(value) ? value : Number.NaN;
  });
}

/**
 * Debiased exponential moving average: s_t = w·s_{t−1} + (1−w)·x_t, divided by 1 − w^n over the n finite values so far,
 * so that the start is not pulled to zero. `weight` in [0, 1), capped at 0.999 where a curve would only be flat. NaN stays NaN.
 */
export function smooth(values: readonly number[], weight: number): number[] {
  const w = Math.min(Math.max(weight, 0), 0.999);
  let mean = 0;
  let bias = 1;
  return values.map((value) => {
    if (Number.isNaN(value)) return value;
    mean = w * mean + (1 - w) * value;
    bias *= w;
    return mean / (1 - bias);
  });
}

/**
 * Rows per bucket so that two points per bucket stay within `maxPoints`: a power of two, so that a growing run keeps its
 * buckets and its curve does not shimmer while it is drawn.
 */
export function bucketSize(rowCount: number, maxPoints = MAX_POINTS): number {
  if (rowCount <= maxPoints) return 1;
  let size = 2;
  while (Math.ceil(rowCount / size) * 2 > maxPoints) size *= 2;
  return size;
}

/**
 * Indices of the rows a decimated chart is drawn at: the first and last of each bucket. All lines of all charts share
 * them, so that a cursor synchronised by iteration finds its index in every chart.
 */
export function slots(rowCount: number, size: number): number[] {
  if (size === 1) return Array.from({ length: rowCount }, (_, index) => index);
  const at: number[] = [];
  for (let start = 0; start < rowCount; start += size) {
    const end = Math.min(start + size, rowCount) - 1;
    at.push(start);
    if (end > start) at.push(end);
  }
  return at;
}

/**
 * `values` at the `slots` of buckets of `size`: each bucket's minimum and maximum in the order they came, so that no peak
 * is lost; a peak moves by less than its bucket, which is less than a pixel's worth of rows. NaN where a bucket is empty.
 */
export function decimate(values: readonly number[], size: number): number[] {
  if (size === 1) return [...values];
  const kept: number[] = [];
  for (let start = 0; start < values.length; start += size) {
    const end = Math.min(start + size, values.length);
    let low = -1;
    let high = -1;
    for (let index = start; index < end; index += 1) {
      const value = values[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      if (low < 0 || value < (values[low] ?? Number.NaN)) low = index;
      if (high < 0 || value >= (values[high] ?? Number.NaN)) high = index;
    }
    const first = values[Math.min(low, high)] ?? Number.NaN;
    const second = values[Math.max(low, high)] ?? Number.NaN;
    kept.push(first);
    if (end - start > 1) kept.push(low === high ? Number.NaN : second);
  }
  return kept;
}

/**
 * Decimated `values` with a bucket's lone value at both its indices: a line then breaks where a whole bucket has no value, and
 * nowhere else.
 */
export function withoutHoles(values: readonly number[], size: number): number[] {
  if (size === 1) return [...values];
  // Only the last bucket may have one index, so that a bucket's first is always at an even index.
  return values.map((value, index) => (index % 2 === 1 && Number.isNaN(value) ? (values[index - 1] ?? Number.NaN) : value));
}

/** Index of the entry of the ascending `sorted` that is nearest to `value`; −1 where there is none. */
export function nearestIndex(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  if (high < 0) return -1;
  return Math.abs((sorted[low] ?? 0) - value) <= Math.abs((sorted[high] ?? 0) - value) ? low : high;
}

/**
 * Index among drawn iterations of what stands for `iteration`: itself, or the nearest where it was left out by buckets of `bucket`.
 * Charts of one run are not all drawn at the same iterations (times have no row 0), nor are those of runs of other lengths. −1
 * where there is none, as beyond a run's end.
 */
export function drawnIndex(iterations: readonly number[], iteration: number | null, bucket: number): number {
  if (iteration === null) return -1;
  const index = nearestIndex(iterations, iteration);
  return index >= 0 && Math.abs((iterations[index] ?? 0) - iteration) < bucket ? index : -1;
}

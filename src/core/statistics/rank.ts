/** How well two lists agree in order: Spearman's rank correlation, which C3 calls credit fidelity when one list is the truth. */
import { mean } from './intervals.ts';

/** Ranks from 1; equal values share the mean of their ranks. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const found = values.map(() => 0);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let index = from; index < to; index += 1) found[order[index] ?? 0] = (from + 1 + to) / 2;
    from = to;
  }
  return found;
}

/** Pearson's correlation of the ranks, in [−1, 1]; null where one list is constant or shorter than two. */
export function spearman(a: readonly number[], b: readonly number[]): number | null {
  if (a.length !== b.length) throw new RangeError(`Two lists of one length are compared, not of ${a.length} and ${b.length}.`);
  return pearson(ranks(a), ranks(b));
}

/** Pearson's correlation, in [−1, 1], of two lists of one length; null where one is constant or shorter than two. Of ranks it is Spearman's. */
export function pearson(a: readonly number[], b: readonly number[]): number | null {
  if (a.length < 2) return null;
  const [ma, mb] = [mean(a), mean(b)];
  let cov = 0;
  let va = 0;
  let vb = 0;
  a.forEach((value, index) => {
    const [da, db] = [value - ma, (b[index] ?? 0) - mb];
    cov += da * db;
    va += da * da;
    vb += db * db;
  });
  return va === 0 || vb === 0 ? null : cov / Math.sqrt(va * vb);
}

/** ‖a − b‖ / ‖b‖: the relative error the golden comparisons are stated in. NaN never passes. */
export function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) throw new Error(`lengths differ: ${actual.length} and ${expected.length}`);
  let difference = 0;
  let norm = 0;
  for (let i = 0; i < expected.length; i += 1) {
    const e = expected[i] ?? 0;
    difference += ((actual[i] ?? 0) - e) ** 2;
    norm += e ** 2;
  }
  return Math.sqrt(difference) / Math.max(Math.sqrt(norm), 1e-12);
}

/** The mean that a row of `metrics.jsonl` holds: 0 where there was nothing, since a row has numbers only. */
export function meanOrZero(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] ?? Number.NaN;
  return values.length ? sum / values.length : 0;
}

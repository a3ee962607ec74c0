/** The mean that a row of `metrics.jsonl` holds: 0 where there was nothing, since a row has numbers only. */
export const meanOrZero = (values: readonly number[]): number => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : 0);

/** One line of `metrics.jsonl` or `timing.jsonl`. */
export type MetricsRow = Readonly<Record<string, number>>;

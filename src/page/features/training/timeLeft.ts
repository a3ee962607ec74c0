/** How long a run will still take, by the pace of its newest iterations. */

/** Iterations whose mean is the pace: enough that one evaluation among them counts with its share. */
const PACE = 10;

/**
 * Seconds until iteration `total`, from lines of `timing.jsonl`; null before the first iteration. The line of iteration 0
 * (evaluation of the untrained team) says nothing about the pace.
 */
export function secondsLeft(timing: readonly Readonly<Record<string, number>>[], done: number, total: number): number | null {
  const newest = timing.filter((row) => (row['iteration'] ?? 0) > 0).slice(-PACE);
  if (newest.length === 0 || done >= total) return null;
  const spent = newest.reduce((sum, row) => sum + secondsOf(row), 0);
  return (spent / newest.length) * (total - done);
}

function secondsOf(row: Readonly<Record<string, number>>): number {
  return Object.entries(row).reduce((sum, [name, value]) => (name.startsWith('timing_s/') ? sum + value : sum), 0);
}

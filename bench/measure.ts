/**
 * How the bench measures: what is compared takes turns, and the median of the ratios of neighbouring runs is reported, so
 * that a machine which slows down or is busy elsewhere slows both. Times are in milliseconds.
 */

export interface Time {
  /** By the clock. */
  readonly wall: number;
  /** Processor time of all threads of the process. */
  readonly cpu: number;
}

/** One run, and how long a unit of it took. */
export type Measure = () => Promise<Time>;

export interface Summary {
  readonly median: number;
  readonly min: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export const summaryOf = (values: readonly number[]): Summary => ({ median: median(values), min: Math.min(...values) });

/** Times `run`, which does `units` units of work in this process. */
export function timing(run: () => Promise<unknown>, units = 1): Measure {
  return async () => {
    const cpu = process.cpuUsage();
    const wall = performance.now();
    await run();
    const used = process.cpuUsage(cpu);
    return { wall: (performance.now() - wall) / units, cpu: (used.user + used.system) / 1000 / units };
  };
}

export interface Comparison {
  readonly wall: readonly [Summary, Summary];
  readonly cpu: readonly [Summary, Summary];
  /** b / a: of neighbouring runs, the median. */
  readonly ratio: { readonly wall: number; readonly cpu: number };
}

/** `rounds` turns of both after `warmUp` each: code is compiled while it runs the first times. */
export async function compare(a: Measure, b: Measure, rounds: number, warmUp = 8): Promise<Comparison> {
  for (let run = 0; run < warmUp; run += 1) {
    await a();
    await b();
  }
  const turns: [Time, Time][] = [];
  for (let round = 0; round < rounds; round += 1) turns.push([await a(), await b()]);
  const of = (clock: keyof Time) =>
    [summaryOf(turns.map(([first]) => first[clock])), summaryOf(turns.map(([, second]) => second[clock]))] as const;
  const ratio = (clock: keyof Time) => median(turns.map(([first, second]) => second[clock] / first[clock]));
  return { wall: of('wall'), cpu: of('cpu'), ratio: { wall: ratio('wall'), cpu: ratio('cpu') } };
}

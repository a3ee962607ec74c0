/** The horizontal axis of all charts, so that none is measured in the page to know which numbers fit. */
import type { Range } from '../../state/runs/range.ts';

export interface IterationAxis {
  readonly domain: [number, number];
  readonly ticks: number[];
}

/** The axis over the iterations `from` to `to`, with about `most` whole numbers, 1, 2 or 5 × 10^k apart. */
export function iterationAxis([from, to]: Range, most: number): IterationAxis {
  const least = Math.max(1, (to - from) / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
  const first = Math.ceil(from / step);
  return {
    domain: [from, Math.max(from + 1, to)],
    ticks: Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step),
  };
}

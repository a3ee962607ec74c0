/** The horizontal axis of all charts, so that none is measured in the page to know which numbers fit. */
export interface IterationAxis {
  readonly domain: [number, number];
  readonly ticks: number[];
}

/** The axis from 0 to `last`, with at most `most` whole numbers beside the zero, 1, 2 or 5 × 10^k apart. */
export function iterationAxis(last: number, most: number): IterationAxis {
  const least = Math.max(1, last / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
  return {
    domain: [0, Math.max(1, last)],
    ticks: Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step),
  };
}

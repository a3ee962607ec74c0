/** Whether memory or time grew over a long run, and the sentence that says how much. */
import type { TrialOutcome } from '../row.ts';
import { type Sample, type Slope, slopeOf } from './samples.ts';

/** What each step may add. */
export interface Allowed {
  readonly step: 'iteration' | 'opening';
  readonly steps: number;
  /** Bytes in use. */
  readonly inUse: number;
  /** Bytes of the machine's memory, which comes in pages and stays where it was let go. */
  readonly held: number;
  /** Share of its mean time by which a step at the end may last longer than one at the beginning. */
  readonly slower: number;
}

/** Fails where a slope's whole interval lies above what is allowed. */
export function judged(name: string, samples: readonly Sample[], { step, steps, ...allowed }: Allowed): TrialOutcome {
  const heap = slopeOf(samples, 'heap');
  const resident = slopeOf(samples, 'resident');
  const seconds = slopeOf(samples, 'seconds');
  const said = [
    name,
    `in use ${(heap.mean / 1e6).toFixed(1)} MB, ${shown(heap, 1, 'bytes')} an ${step}`,
    `held ${(resident.mean / 1e6).toFixed(0)} MB, ${shown(resident, 1, 'bytes')}`,
    `${(seconds.mean * 1000).toFixed(1)} ms of the processor an ${step}, ${shown(seconds, 1e9, 'ns')}`,
  ].join('; ');
  const grows =
    heap.interval.low > allowed.inUse ||
    resident.interval.low > allowed.held ||
    seconds.interval.low * steps > allowed.slower * seconds.mean;
  return grows ? { kind: 'failed', what: said } : { kind: 'survived', note: said };
}

const shown = ({ slope, interval }: Slope, scale: number, unit: string): string => {
  const [middle, low, high] = [slope, interval.low, interval.high].map((value) => (value * scale).toFixed(0));
  return `slope ${middle} (${low} to ${high}) ${unit}`;
};

/** What is measured of a long run, and what becomes of it from iteration to iteration. */
import { z } from 'zod';
import { type Interval, mean, studentQuantile } from '../../../src/core/statistics/intervals.ts';

/** Iterations between two samples. */
export const SAMPLED_EVERY = 25;

const sampleSchema = z.object({
  /** Or the opening, of runs that are opened one after the other. */
  iteration: z.int(),
  /** Bytes that are in use right after a collection, on JavaScript's heap and beside it. */
  heap: z.number(),
  /** Bytes of the process that are in the machine's memory. */
  resident: z.number(),
  /** Of the processor, of each iteration since the sample before; without the collection. */
  seconds: z.number(),
});
export type Sample = z.infer<typeof sampleSchema>;
export const samplesSchema = z.array(sampleSchema);

/** Means over stretches of a run are compared, not samples: those that follow each other are alike. */
const BLOCKS = 20;
/** Of fewer samples nothing is said. */
const FEWEST = 10;

export interface Slope {
  readonly mean: number;
  /** By iteration. */
  readonly slope: number;
  /** 95 %, of the slope. */
  readonly interval: Interval;
}

/** The slope of a figure over a run by least squares of the means of at most {@link BLOCKS} stretches, each about as long. Throws where there are too few. */
export function slopeOf(samples: readonly Sample[], figure: 'heap' | 'resident' | 'seconds'): Slope {
  if (samples.length < FEWEST) throw new RangeError(`${samples.length} samples are too few for a slope.`);
  const count = Math.min(BLOCKS, samples.length);
  const edge = (block: number): number => Math.floor((block * samples.length) / count);
  const blocks = Array.from({ length: count }, (_, block) => {
    const own = samples.slice(edge(block), edge(block + 1));
    return { x: mean(own.map(({ iteration }) => iteration)), y: mean(own.map((sample) => sample[figure])) };
  });
  const [x, y] = [mean(blocks.map((block) => block.x)), mean(blocks.map((block) => block.y))];
  const squares = blocks.reduce((sum, block) => sum + (block.x - x) ** 2, 0);
  const slope = blocks.reduce((sum, block) => sum + (block.x - x) * (block.y - y), 0) / squares;
  const residual = blocks.reduce((sum, block) => sum + (block.y - y - slope * (block.x - x)) ** 2, 0);
  const half = studentQuantile(count - 2) * Math.sqrt(residual / (count - 2) / squares);
  return { mean: y, slope, interval: { low: slope - half, high: slope + half } };
}

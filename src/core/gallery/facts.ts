/** What a recorded run says in a glance: its reward as a short curve, and how long such a run takes. */
import { mean } from '../statistics/intervals.ts';

/** Points of the small curve; a card is not wider than that. */
const POINTS = 24;

export interface RecordingFacts {
  /** Mean sampled reward, the run's iterations joined into at most {@link POINTS} means. */
  readonly reward: readonly number[];
  /** Mean sampled reward of the first and the last iteration. */
  readonly first: number;
  readonly last: number;
  readonly iterations: number;
  /** Mean time of a whole run on two CPU cores, of the three in docs/results.md; null of a project that is not measured there. */
  readonly seconds: number | null;
}

type Row = Readonly<Record<string, number>>;

/** The facts of a run from its `metrics.jsonl` and its measured time; rounded, as they are shown and kept. */
export function recordingFacts(metrics: readonly Row[], seconds: number | null): RecordingFacts {
  const rewards = metrics.flatMap((row) => (row['reward/mean'] === undefined ? [] : [row['reward/mean']]));
  const parts = Math.min(POINTS, rewards.length);
  return {
    reward: Array.from({ length: parts }, (_, part) =>
      rounded(mean(rewards.slice(Math.floor((part * rewards.length) / parts), Math.floor(((part + 1) * rewards.length) / parts)))),
    ),
    first: rounded(rewards[0] ?? 0),
    last: rounded(rewards.at(-1) ?? 0),
    iterations: rewards.length,
    seconds,
  };
}
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

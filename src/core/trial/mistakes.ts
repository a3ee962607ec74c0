/** What mistakes earn: an environment in which wrong messages are paid like right ones has nothing to teach. */
import { mean } from '../statistics/intervals.ts';
import type { EnvironmentHost, EnvironmentInfo } from '../environment/contract.ts';
import type { Json } from '../json.ts';
import { type Manner, playEpisodes, type Speakers } from './episodes.ts';

export interface MistakesPaid {
  /** Mean reward of an episode in which every message is the environment's `mistake`. */
  readonly mistaken: number;
  /** The same with demonstrations alone, on the same problems. */
  readonly right: number;
  readonly problems: number;
}

/** Problems that are played, unless the train split has fewer. */
const PROBLEMS = 32;

/**
 * Plays problems of the train split with mistakes alone and with demonstrations alone. Null where the environment shows no mistakes or no
 * demonstrations. Throws the fault of whatever it hands back wrongly.
 */
export async function mistakesPaid(
  host: EnvironmentHost,
  info: EnvironmentInfo,
  speakers: Speakers,
  horizon: number,
  problemOf?: (index: number) => Json | undefined,
): Promise<MistakesPaid | null> {
  if (!info.hooks.demonstrate || !info.hooks.mistake) return null;
  const { train } = info.splits;
  const count = train === 'unlimited' ? PROBLEMS : Math.min(PROBLEMS, train);
  const all = Array.from({ length: count }, (_, index) => ({ seed: 1, split: 'train' as const, index, problem: problemOf?.(index) }));
  // A data set may have fewer rows.
  const starts = problemOf ? all.filter(({ problem }) => problem !== undefined) : all;
  if (starts.length === 0) return null;
  const earned = async (manner: Manner): Promise<number> =>
    mean((await playEpisodes({ host, info, speakers, horizon }, starts, manner)).map(({ reward }) => reward));
  return { mistaken: await earned('mistake'), right: await earned('demonstrate'), problems: starts.length };
}

/** What cases of a challenge came to: right blames by the replays that were spent on them. */
import { LOST } from './challenges.ts';

export interface Sums {
  /** Cases that somebody was named in. */
  readonly cases: number;
  readonly right: number;
  /** All episodes that were played for them: by tools, and by the proof of who was named. */
  readonly replays: number;
}

export interface Score extends Sums {
  /** Right blames per 100 replays; null where nothing was played. */
  readonly rate: number | null;
  /**
   * The same with wrong / (agents − 1) taken off the right ones, so that whoever names at random has 0 on average: the usual correction
   * for guessing among `agents` (formula scoring; Frary 1988, Educational Measurement: Issues and Practice 7 (2), 33–38).
   */
  readonly corrected: number | null;
}

export function scoreOf({ cases, right, replays }: Sums, agents: number): Score {
  const by = (blames: number): number | null => (replays === 0 ? null : (100 * blames) / replays);
  return { cases, right, replays, rate: by(right), corrected: by(right - (cases - right) / (agents - 1)) };
}

/** What naming at random has on average: its proof is all it plays. */
export const guessing = (agents: number): Score => scoreOf({ cases: 1, right: 1 / agents, replays: LOST }, agents);

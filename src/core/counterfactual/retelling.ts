/** Imported episodes played again as they were recorded, in an environment that was brought: what is asked, and what came of it. */
import type { Split } from '../environment/contract.ts';
import type { EpisodeRecord } from '../episode/records.ts';
import type { PlayOnCheck, RetellObstacle } from '../formats/imports/playOn/playOn.ts';

export interface ToRetell {
  readonly episode: EpisodeRecord;
  /** Its problem in the environment. */
  readonly split: Split;
  readonly index: number;
}

/** One episode. */
export interface Retold {
  /** As an episode of ours: its prompts as they are put together here, in the tokens of the base, with the recorded numbers where tokens are the same. */
  readonly record: EpisodeRecord | null;
  /** Why there is none. */
  readonly obstacle: RetellObstacle | null;
  /** What the environment paid; NaN without a record. */
  readonly reward: number;
  /** Messages whose prompt is known, and those whose prompt here holds it. */
  readonly prompts: number;
  readonly samePrompts: number;
  /** Messages that were encoded anew. */
  readonly encoded: number;
}

export interface Retelling {
  readonly episodes: readonly Retold[];
  /** The first messages of known log-probabilities, held against those under the base and its adapters; null where none are known or asked for. */
  readonly logprobs: PlayOnCheck['logprobs'];
}

/** Rewards are numbers of another program: the last bits may be others. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

/** What a retelling of the episodes `asked` says of the equipment. */
export function checkOf(asked: readonly Pick<ToRetell, 'episode'>[], { episodes, logprobs }: Retelling): PlayOnCheck {
  const obstacles: Partial<Record<RetellObstacle, number>> = {};
  const check = { of: asked.length, told: 0, rewarded: 0, same: 0, prompts: 0, samePrompts: 0, messages: 0, encoded: 0 };
  for (const [at, { record, obstacle, reward, prompts, samePrompts, encoded }] of episodes.entries()) {
    if (obstacle !== null) obstacles[obstacle] = (obstacles[obstacle] ?? 0) + 1;
    if (!record) continue;
    const recorded = asked[at]?.episode.reward ?? Number.NaN;
    check.told += 1;
    check.messages += record.messages.length;
    check.prompts += prompts;
    check.samePrompts += samePrompts;
    check.encoded += encoded;
    if (!Number.isFinite(recorded)) continue;
    check.rewarded += 1;
    if (isSame(recorded, reward)) check.same += 1;
  }
  return { ...check, obstacles, logprobs };
}

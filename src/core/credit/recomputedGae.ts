/** GAE recomputed beside the advantages that another trainer recorded, where its files hold values: whitening and broken masks show. */
import { at } from '../at.ts';
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';
import { mean } from '../statistics/intervals.ts';
import { gae } from './advantages/gae.ts';
import type { ReportedToken } from './trainerReport.ts';

/** Most tokens that are named. */
const NAMED = 50;

/** How GAE is recomputed: along the whole team, or of each message for itself. */
export interface RecomputeSettings {
  readonly gamma: number;
  readonly lambda: number;
  readonly chain: 'team' | 'message';
}

export interface RecomputedToken extends ReportedToken {
  readonly recorded: number;
  readonly recomputed: number;
}

export interface Recomputed {
  /** The largest differences first. */
  readonly tokens: readonly RecomputedToken[];
  readonly count: number;
  /** Mean and largest |recorded − recomputed|. */
  readonly mean: number;
  readonly largest: number;
  /** Of the recorded ones as a line through the recomputed ones: slope, offset, and the share of their variance it accounts for. Whitening alone leaves the last at 1. */
  readonly fit: { readonly slope: number; readonly offset: number; readonly explained: number };
}

/**
 * GAE recomputed beside the advantages that the trainer recorded, over the episodes that hold values of every token; null where none
 * does. Where no rewards by token are known, what the episode (or the message) was paid stands at its last token.
 */
export function recomputedGae(episodes: readonly EpisodeRecord[], { gamma, lambda, chain }: RecomputeSettings): Recomputed | null {
  const found: RecomputedToken[] = [];
  for (const record of episodes) {
    const chains = chain === 'team' ? [record.messages.map((_, index) => index)] : record.messages.map((_, index) => [index]);
    for (const indices of chains) {
      const messages = indices.map((index) => at(record.messages, index));
      const rewards = rewardsOf(record, indices, messages);
      if (!rewards || !messages.every(hasValues)) continue;
      const { advantages } = gae({
        rewards,
        values: messages.flatMap(({ values }) => values),
        lengths: messages.map(({ response_ids: ids }) => ids.length),
        bootstrap: Number.isNaN(record.bootstrap) ? 0 : record.bootstrap,
        ...{ gammaToken: gamma, lambdaToken: lambda, gamma, lambda },
      });
      let t = 0;
      for (const [which, { advantages: recorded }] of messages.entries())
        for (const [token, advantage] of recorded.entries())
          found.push({
            ...{ iteration: record.iteration, episode: record.episode, message: at(indices, which), token },
            ...{ recorded: advantage, recomputed: at(advantages, t++) },
          });
    }
  }
  if (found.length === 0) return null;
  const gaps = found.map(({ recorded, recomputed }) => Math.abs(recorded - recomputed));
  const order = [...found.keys()].sort((a, b) => at(gaps, b) - at(gaps, a));
  const tokens = order.slice(0, NAMED).map((index) => at(found, index));
  return { tokens, count: found.length, mean: mean(gaps), largest: at(gaps, at(order, 0)), fit: lineThrough(found) };
}

const hasValues = ({ response_ids: ids, values, advantages }: MessageRecord): boolean =>
  ids.length > 0 && values.length === ids.length && advantages.length === ids.length && !values.some(Number.isNaN);

function rewardsOf(record: EpisodeRecord, indices: readonly number[], messages: readonly MessageRecord[]): number[] | null {
  if (messages.every(({ token_rewards: paid, response_ids: ids }) => paid.length === ids.length))
    return messages.flatMap(({ token_rewards: paid }) => paid);
  const [only] = indices;
  const own = indices.length === 1 && only !== undefined ? record.step_rewards?.[only] : undefined;
  const reward = own ?? record.reward;
  if (Number.isNaN(reward)) return null;
  const rewards = messages.flatMap(({ response_ids: ids }) => ids.map(() => 0));
  rewards[rewards.length - 1] = reward;
  return rewards;
}

/** Least squares. */
function lineThrough(found: readonly RecomputedToken[]): Recomputed['fit'] {
  const [x, y] = [mean(found.map(({ recomputed }) => recomputed)), mean(found.map(({ recorded }) => recorded))];
  let [xx, xy, yy] = [0, 0, 0];
  for (const { recomputed, recorded } of found) {
    xx += (recomputed - x) ** 2;
    xy += (recomputed - x) * (recorded - y);
    yy += (recorded - y) ** 2;
  }
  const slope = xx === 0 ? Number.NaN : xy / xx;
  return { slope, offset: y - slope * x, explained: xx === 0 || yy === 0 ? Number.NaN : xy ** 2 / (xx * yy) };
}

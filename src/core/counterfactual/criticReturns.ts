/**
 * What a critic should have foreseen before a message. Its values are fitted to the discounted rewards of tokens still to come
 * (docs/credit.md): processed, spread by the credit strategy, less KL penalties. So a continuation is credited as the batch was
 * that the episode belongs to, with the continuation in the episode's place, and the discounted rewards are summed from the
 * message's first decision on.
 */
import { chainsOf, type CreditSettings, cutOf, discountsOf } from '../credit/advantages/creditBatch.ts';
import { gae } from '../credit/advantages/gae.ts';
import type { PaidEpisode } from '../credit/rewards/payments.ts';
import { processedPayments } from '../credit/rewards/processRewards.ts';
import { episodeRewards } from '../credit/rewards/tokenRewards.ts';
import { at } from '../at.ts';
import { comparesRewards, decisionLevel } from '../document/derived.ts';
import type { TrainingSettings } from '../document/trainingSchema.ts';
import type { EpisodeRecord } from '../episode/records.ts';

/** The batch an episode was credited in. */
export interface CreditedBatch {
  /** Episodes of the iteration in their order; rewards are compared with theirs where they are normalised, which takes all of them. */
  readonly episodes: readonly (PaidEpisode & Pick<EpisodeRecord, 'episode'>)[];
  /** Weight of the KL in the reward, as it was in force. */
  readonly klCoef: number;
}

/** `episodes` as they are needed for crediting others, without their tokens. */
export function creditedBatch(episodes: readonly EpisodeRecord[], klCoef: number): CreditedBatch {
  return {
    klCoef,
    episodes: episodes.map(({ episode, group, rewards, turn_rewards, step_rewards, messages }) => ({
      episode,
      group,
      rewards,
      turn_rewards,
      ...(step_rewards ? { step_rewards } : {}),
      messages: messages.map(({ role, turn }) => ({ role, turn })),
    })),
  };
}

/** Whether rewards are compared with those of episodes that are not here, so that no return in the critic's unit can be told. */
export function lacksEpisodes(
  { episodes }: { readonly episodes: readonly unknown[] },
  training: Pick<TrainingSettings, 'reward' | 'episodes'>,
): boolean {
  return comparesRewards(training) && episodes.length !== training.episodes;
}

/** Whether tokens pay for their distance to the base. */
export function isCharged({ klPlacement }: Pick<CreditSettings, 'klPlacement'>, { klCoef }: Pick<CreditedBatch, 'klCoef'>): boolean {
  return klPlacement === 'reward' && klCoef !== 0;
}

/**
 * By continuation of one episode of the batch: Σ of discounted token rewards from the first decision of `message` on. Null behind
 * the last message, where nothing is to come, where a KL penalty is paid that is not known, and where rewards are compared with episodes that are missing.
 */
export function returnsFrom(
  continuations: readonly EpisodeRecord[],
  message: number,
  { episodes, klCoef }: CreditedBatch,
  training: CreditSettings & Pick<TrainingSettings, 'episodes'>,
): number[] | null {
  if (lacksEpisodes({ episodes }, training)) return null;
  const settings = { ...training, klCoef };
  const known = continuations.every(({ messages }) => messages.every((own) => own.ref_logprobs.length === own.logprobs.length));
  if ((isCharged(training, { klCoef }) && !known) || continuations.some(({ messages }) => message >= messages.length)) return null;
  return continuations.map((continuation) => {
    const found = episodes.findIndex(({ episode }) => episode === continuation.episode);
    const batch = found < 0 ? [...episodes, continuation] : episodes.with(found, continuation);
    const index = found < 0 ? episodes.length : found;
    const payments = processedPayments(batch, settings)[index] ?? [];
    const { counted } = episodeRewards(continuation, payments, settings);
    const chain = at(chainsOf([continuation], [counted], decisionLevel(settings), settings), 0, 'chain');
    const undiminished = { ...discountsOf(settings), lambda: 1, lambdaToken: 1 };
    const values = chain.rewards.map(() => 0);
    const cut = cutOf(continuation, index, settings);
    const { returns } = gae({ ...chain, ...undiminished, values, bootstrap: continuation.bootstrap, cut });
    return returns[chain.starts[message] ?? 0] ?? Number.NaN;
  });
}

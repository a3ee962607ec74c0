/** Episodes made by hand, for the museum's tables: nothing in them but what credit reads. */
import { advantageNormalizer } from '../credit/advantages/normalizeAdvantages.ts';
import type { StaleAdvantages } from '../credit/advantages/stale.ts';
import { type Compat, trainingSchema } from '../document/trainingSchema.ts';
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';

/** Agents `a0`, `a1`, … say messages of these lengths in one turn, and the team is paid `reward`. */
export function episodeOf(lengths: readonly number[], reward: number, advantages: readonly (readonly number[])[] = []): EpisodeRecord {
  const roles = lengths.map((_, index) => `a${index}`);
  const messages = lengths.map((length, index): MessageRecord => {
    const zeros = Array.from({ length }, () => 0);
    return {
      role: roles[index] ?? '',
      turn: 0,
      call: 0,
      sees: [],
      adapter_version: 0,
      prompt_ids: [],
      segments: [],
      response_ids: zeros,
      finish_reason: 'stop',
      text: '',
      temperature: 1,
      logprobs: zeros,
      ref_logprobs: zeros,
      values: zeros,
      entropies: zeros,
      token_rewards: zeros,
      advantages: advantages[index] ?? zeros,
      returns: zeros,
    };
  });
  return {
    iteration: 1,
    episode: 0,
    seed: 1,
    split: 'train',
    problem_index: 0,
    group: 0,
    problem: '',
    reward,
    rewards: Object.fromEntries(roles.map((role) => [role, reward])),
    turn_rewards: [reward],
    terminated: true,
    truncated: false,
    bootstrap: 0,
    messages,
  };
}

/**
 * Advantages, by episode and message, normalised over all of them: each token's, and the mean and the deviation that were
 * taken, which two different advantages tell.
 */
export function advantagesNormalized(
  advantages: StaleAdvantages,
  { compat }: { readonly compat: readonly Compat[] },
  stale: StaleAdvantages = [],
): Record<string, number> {
  const records = advantages.map((messages) =>
    episodeOf(
      messages.map(({ length }) => length),
      0,
      messages,
    ),
  );
  const settings = trainingSchema.parse({ compat });
  const normalized = advantageNormalizer(records, settings, stale)(records.map((_, index) => index));
  const own = advantages.flat(2);
  const other = own.findIndex((value) => value !== own[0]);
  const deviation = ((own[0] ?? 0) - (own[other] ?? 0)) / ((normalized[0] ?? 0) - (normalized[other] ?? 0));
  return {
    mean: (own[0] ?? 0) - (normalized[0] ?? 0) * deviation,
    deviation,
    ...Object.fromEntries(Array.from(normalized, (value, index) => [`token${index}`, value])),
  };
}

/**
 * R1 scores old, new and reference log-probabilities at temperature 1 over the whole vocabulary, whatever the messages were
 * sampled with (marft-spec §2.3): the ratio's denominator is not the policy that played. `r1_untempered_logprobs`.
 */
import type { Compat } from '../document/trainingSchema.ts';

/** What a token's log-probability is of: the softmax of logits ÷ temperature over the ids `kept` (per token; all when absent). */
export interface Distribution {
  readonly temperature: number;
  readonly kept?: readonly (readonly number[])[];
}

export const isUntempered = (compat: readonly Compat[]): boolean => compat.includes('r1_untempered_logprobs');

/** The distribution a message is scored by: the one it was sampled from, or R1's. */
export function scoredDistribution({ temperature, kept }: Distribution, compat: readonly Compat[]): Distribution {
  return isUntempered(compat) ? { temperature: 1 } : { temperature, ...(kept ? { kept } : {}) };
}

/**
 * Importance sampling between the sampler and the trainer (Ionides 2008; Yao et al. 2025, https://fengyao.notion.site/off-policy-rl): tokens
 * are sampled by one computation of the policy and trained on by another, which rounds otherwise or is newer. Each token's part of the
 * policy loss is weighted by a constant,
 *
 *     w_t = π_trainer(a_t) / π_sampler(a_t)                      mode `token`
 *     w_t = Π over its message's tokens of the same              mode `message`
 *
 * π_trainer as it scores the tokens before the first update; a w above the cap C is held there (`truncate`, TIS) or becomes 0 (`mask`, MIS,
 * as IcePop). verl calls it `rollout_is: token | sequence` with `rollout_is_threshold`, and masking `rollout_rs`; TRL has
 * `vllm_importance_sampling_mode: token_truncate | token_mask | sequence_truncate | sequence_mask` with a cap, 3 where nobody says.
 */
import type { TrainingSettings } from '../document/schema.ts';
import { clampLogRatio } from './kl.ts';
import { at } from './vectors.ts';

export interface RolloutWeight {
  /** Mean of w over the decision's tokens; 1 without the correction. */
  readonly value: number;
  /** Share of its tokens whose ratio, or whose message's, exceeds the cap. */
  readonly capped: number;
  /** KL from the sampler to the trainer by k1, the mean of log π_sampler − log π_trainer over its tokens; nats. */
  readonly kl: number;
  /** Whether a log-ratio was held at ±20. */
  readonly clamped: boolean;
}

/** What a decision is weighted by without the correction. */
const EQUAL: RolloutWeight = { value: 1, capped: 0, kl: 0, clamped: false };

/**
 * The weight of the decision of tokens `start` to `end` (exclusive). A message that is one decision has one surrogate, whose parts
 * are its tokens': their mean weighs it. `message` is the log-ratio of the decision's whole message ({@link messageLogRatio}), which mode
 * `message` goes by.
 */
export function rolloutWeight(
  trainer: ArrayLike<number>,
  sampler: ArrayLike<number> | undefined,
  { start, end }: { readonly start: number; readonly end: number },
  { mode, cap, above }: TrainingSettings['rolloutCorrection'],
  message = 0,
): RolloutWeight {
  if (mode === 'off') return EQUAL;
  if (!sampler) throw new Error('The rollout correction needs the log-probabilities of the sampler.');
  const whole = clampLogRatio(message);
  let [value, capped, kl] = [0, 0, 0];
  let clamped = whole !== message;
  const length = end - start;
  for (let t = start; t < end; t++) {
    const distance = at(trainer, t) - at(sampler, t);
    const held = clampLogRatio(distance);
    const ratio = Math.exp(mode === 'message' ? whole : held);
    value += above === 'mask' && ratio > cap ? 0 : Math.min(ratio, cap);
    if (ratio > cap) capped += 1;
    kl -= held;
    clamped ||= held !== distance;
  }
  return { value: value / length, capped: capped / length, kl: kl / length, clamped };
}

/** log π_trainer − log π_sampler of the tokens `start` to `end` (exclusive) together. */
export function messageLogRatio(
  trainer: ArrayLike<number>,
  sampler: ArrayLike<number> | undefined,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  if (!sampler) throw new Error('The rollout correction needs the log-probabilities of the sampler.');
  let sum = 0;
  for (let t = start; t < end; t++) sum += at(trainer, t) - at(sampler, t);
  return sum;
}

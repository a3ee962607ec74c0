/**
 * One decision: a softmax policy over a few tokens, whose weights are the logits themselves. What policy gradients do is exact here, by
 * going through all tokens, where training has samples alone.
 */
import { at } from '../at.ts';

/** π(a) of each token, [tokens]; logits have no unit. */
export function probabilities(logits: readonly number[]): number[] {
  const most = Math.max(...logits);
  const raised = logits.map((logit) => Math.exp(logit - most));
  const sum = total(raised);
  return raised.map((each) => each / sum);
}

/** −Σ π log π, nats; a token without probability adds nothing. */
export function entropyOf(policy: readonly number[]): number {
  return 0 - total(policy.map((p) => (p > 0 ? p * Math.log(p) : 0)));
}

/** ∇ log π(token) by the logits, [tokens]: 1 − π(a) for the token itself, −π(a) for the others (Sutton and Barto 2018, exercise 13.3). */
export function score(policy: readonly number[], token: number): number[] {
  return policy.map((p, a) => (a === token ? 1 : 0) - p);
}

/** The logits after one step on A · log π(token), at a learning rate: REINFORCE (Williams 1992; Sutton and Barto 2018, eq. 13.8). */
export function stepped(logits: readonly number[], token: number, advantage: number, rate: number): number[] {
  const slope = score(probabilities(logits), token);
  return logits.map((logit, a) => logit + rate * advantage * at(slope, a));
}

/** How fast the probabilities move where the logits move along `direction`, [tokens]: π_a (d_a − Σ π d); they sum to 0. */
export function drift(policy: readonly number[], direction: readonly number[]): number[] {
  const mean = expected(policy, direction);
  return policy.map((p, a) => p * (at(direction, a) - mean));
}

export interface GradientMoments {
  /** E[(r − b) ∇ log π], the gradient of the expected reward whatever b, [tokens]. */
  readonly mean: readonly number[];
  /** Of one sample, summed over the logits: E|(r − b) ∇ log π|² − |mean|². */
  readonly variance: number;
}

/** Mean and variance of the gradient that one sampled token gives, with a baseline; exact. */
export function gradientMoments(policy: readonly number[], rewards: readonly number[], baseline: number): GradientMoments {
  const samples = policy.map((_, token) => score(policy, token).map((slope) => (at(rewards, token) - baseline) * slope));
  const mean = policy.map((_, logit) =>
    expected(
      policy,
      samples.map((sample) => at(sample, logit)),
    ),
  );
  return { mean, variance: expected(policy, samples.map(squared)) - squared(mean) };
}

/** The expected reward, [one number]. */
export const expected = (policy: readonly number[], of: readonly number[]): number => total(policy.map((p, a) => p * at(of, a)));

/** The baseline of the least variance, E[|∇ log π|² r] / E[|∇ log π|²] (Greensmith, Bartlett and Baxter 2004); null where nothing is left to choose. */
export function bestBaseline(policy: readonly number[], rewards: readonly number[]): number | null {
  const weights = policy.map((p, token) => p * squared(score(policy, token)));
  const sum = total(weights);
  return sum > 1e-12 ? expected(weights, rewards) / sum : null;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
const squared = (vector: readonly number[]): number => total(vector.map((each) => each * each));

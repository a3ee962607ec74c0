/** The softmax of lesson 0 against finite differences, and against sums over many draws. */
import { describe, expect, it } from 'vitest';
import {
  bestBaseline,
  drift,
  entropyOf,
  expected,
  gradientMoments,
  probabilities,
  score,
  stepped,
} from '../../../../src/core/explorables/choice.ts';

const LOGITS = [0.7, -0.3, 0.1];
const REWARDS = [0.2, 1, -0.5];
const H = 1e-6;
const moved = (logits: readonly number[], index: number, by: number): number[] =>
  logits.map((logit, a) => (a === index ? logit + by : logit));
/** ∂f/∂logit by central differences. */
const slopes = (f: (logits: readonly number[]) => number): number[] =>
  LOGITS.map((_, index) => (f(moved(LOGITS, index, H)) - f(moved(LOGITS, index, -H))) / (2 * H));
const close = (found: readonly number[], wanted: readonly number[]): void => {
  expect(found).toHaveLength(wanted.length);
  found.forEach((value, index) => expect(value).toBeCloseTo(wanted[index]!, 7));
};

describe('one decision', () => {
  const policy = probabilities(LOGITS);

  it('has probabilities that sum to 1, whatever is added to all logits', () => {
    expect(policy.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    close(probabilities(LOGITS.map((logit) => logit + 800)), policy);
    expect(entropyOf(probabilities([0, 0, 0]))).toBeCloseTo(Math.log(3), 12);
    expect(entropyOf([1, 0, 0])).toBe(0);
  });

  it.each([0, 1, 2])('moves log π of token %i as finite differences say', (token) => {
    close(
      score(policy, token),
      slopes((logits) => Math.log(probabilities(logits)[token]!)),
    );
  });

  it('steps along the advantage times that slope', () => {
    const after = stepped(LOGITS, 1, -0.8, 0.5);
    close(
      after,
      LOGITS.map((logit, a) => logit + 0.5 * -0.8 * score(policy, 1)[a]!),
    );
    expect(probabilities(after)[1]).toBeLessThan(policy[1]!);
  });

  it('drifts as the probabilities do along a direction', () => {
    const direction = [0.4, -1, 0.2];
    const ahead = probabilities(LOGITS.map((logit, a) => logit + H * direction[a]!));
    const behind = probabilities(LOGITS.map((logit, a) => logit - H * direction[a]!));
    close(
      drift(policy, direction),
      ahead.map((p, a) => (p - behind[a]!) / (2 * H)),
    );
  });
});

describe('a baseline', () => {
  const policy = probabilities(LOGITS);

  it('leaves the mean of the gradient as it is: that of the expected reward', () => {
    const wanted = slopes((logits) => expected(probabilities(logits), REWARDS));
    for (const baseline of [-3, 0, 0.4, 10]) close(gradientMoments(policy, REWARDS, baseline).mean, wanted);
  });

  it('of the best size has the least variance', () => {
    const best = bestBaseline(policy, REWARDS)!;
    const at = (baseline: number): number => gradientMoments(policy, REWARDS, baseline).variance;
    expect((at(best + H) - at(best - H)) / (2 * H)).toBeCloseTo(0, 6);
    for (const other of [best - 0.3, best + 0.3, 0]) expect(at(other)).toBeGreaterThan(at(best));
    // What one would take for it, the expected reward, is near and not the same.
    expect(expected(policy, REWARDS)).not.toBeCloseTo(best, 3);
    expect(bestBaseline([1, 0, 0], REWARDS)).toBeNull();
  });

  it('has the variance that many draws have', () => {
    const { mean, variance } = gradientMoments(policy, REWARDS, 0.3);
    // Each token as often as its probability says, to 1 in 100 000.
    const draws = policy.map((p) => Math.round(p * 1e5));
    const count = draws.reduce((sum, n) => sum + n, 0);
    const spread = draws.reduce(
      (sum, n, token) =>
        sum + n * score(policy, token).reduce((square, slope, a) => square + ((REWARDS[token]! - 0.3) * slope - mean[a]!) ** 2, 0),
      0,
    );
    expect(spread / count).toBeCloseTo(variance, 4);
  });
});

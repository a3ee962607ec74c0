/** Truncated importance sampling between sampler and trainer, against a twin written as its equation is. */
import { describe, expect, it } from 'vitest';
import { ALGORITHMS } from '../../../../src/core/document/trainingSchema.ts';
import { decisionLevel } from '../../../../src/core/document/derived.ts';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';
import { rolloutWeight } from '../../../../src/core/objectives/rolloutCorrection.ts';
import { expectClose, oneToken, randomBatch, settingsOf } from './support.ts';

const CAP = 1.4;
const on = { rolloutCorrection: { mode: 'token', cap: CAP } };

describe.each(ALGORITHMS)('%s', (algorithm) => {
  it.each(['token', 'message'] as const)('by %s: every surrogate and its derivative are weighted, entropy and KL are not', (ratioLevel) => {
    const settings = settingsOf({ algorithm, ratioLevel, entropyCoef: 0.03, klCoef: 0.2, decoupled: { enabled: false } });
    const plain = { ...settings, entropyCoef: 0, klCoef: 0 };
    const corrected = { ...settings, ...on } as typeof settings;
    for (let seed = 0; seed < 5; seed += 1) {
      const batch = randomBatch(seed, settings);
      const tokens = batch.logprobs.map((_, t) => Math.min(CAP, Math.exp(batch.oldLogprobs[t]! - batch.samplerLogprobs[t]!)));
      const starts = batch.lengths.map((_, m) => batch.lengths.slice(0, m).reduce((a, b) => a + b, 0));
      const weightAt = (t: number): number => {
        if (decisionLevel(settings) === 'token') return tokens[t]!;
        const message = starts.findLastIndex((start) => start <= t);
        const own = tokens.slice(starts[message]!, starts[message]! + batch.lengths[message]!);
        return own.reduce((a, b) => a + b, 0) / own.length;
      };
      const [without, surrogates, found] = [settings, plain, corrected].map((s) => policyObjective(batch, s)) as [
        never,
        never,
        never,
      ] as ReturnType<typeof policyObjective>[];
      const wanted = without!.dLogprobs.map((d, t) => d + (weightAt(t) - 1) * surrogates!.dLogprobs[t]!);
      expectClose(found!.dLogprobs, wanted, 1e-6, 'derivative');
      expect(found!.dEntropies).toEqual(without!.dEntropies);
      // By whole messages the shares are of messages, else of tokens; weight 0 leaves either out.
      const byMessage = decisionLevel(settings) === 'message';
      const each = (byMessage ? starts : tokens.map((_, t) => t)) as ArrayLike<number>;
      const total = Array.from(each).reduce((sum, t) => sum + batch.weights[t]!, 0);
      const mean = Array.from(each).reduce((sum, t) => sum + (batch.weights[t]! / total) * weightAt(t), 0);
      expect(found!.metrics.rollout_weight).toBeCloseTo(mean, 10);
      expect(found!.metrics.entropy).toBe(without!.metrics.entropy);
    }
  });

  it('is the uncorrected objective to the last bit where sampler and trainer agree', () => {
    const settings = settingsOf({ algorithm, decoupled: { enabled: false } });
    const batch = randomBatch(3, settings);
    const agreeing = { ...batch, samplerLogprobs: batch.oldLogprobs };
    expect(policyObjective(agreeing, { ...settings, ...on } as typeof settings)).toEqual(policyObjective(batch, settings));
  });
});

it('says the mean weight, the share that is capped, and the KL from the sampler by k1', () => {
  const { metrics, loss } = policyObjective(
    oneToken({
      ...{ logprobs: [-1, -1], oldLogprobs: [-1, -1], samplerLogprobs: [-1 - Math.log(3), -1 + Math.log(2)] },
      ...{ advantages: [1, 1], entropies: [0, 0], lengths: [2] },
    }),
    settingsOf({ rolloutCorrection: { mode: 'token', cap: 2 }, klCoef: 0, entropyCoef: 0 }),
  );
  expect(metrics.rollout_weight).toBeCloseTo((2 + 1 / 2) / 2, 12);
  expect(metrics.rollout_capped_frac).toBe(0.5);
  expect(metrics.rollout_kl).toBeCloseTo((-Math.log(3) + Math.log(2)) / 2, 12);
  expect(loss).toBeCloseTo(-(2 + 1 / 2) / 2, 12);
});

it('holds a log-ratio at ±20 and says so, and needs what the sampler recorded', () => {
  const correction = { mode: 'token', above: 'truncate', cap: 1000 } as const;
  expect(rolloutWeight([0], [-30], { start: 0, end: 1 }, correction)).toEqual({ value: 1000, capped: 1, kl: -20, clamped: true });
  expect(() => rolloutWeight([0], undefined, { start: 0, end: 1 }, correction)).toThrow('sampler');
});

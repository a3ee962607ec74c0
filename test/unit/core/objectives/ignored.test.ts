/** What an algorithm does not use changes nothing of its objective; the project's check refuses to set it. */
import { describe, expect, it } from 'vitest';
import { decisionLevel, usesRatio } from '../../../../src/core/document/derived.ts';
import { ALGORITHMS, type TrainingSettings } from '../../../../src/core/document/trainingSchema.ts';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';
import { everything, randomBatch, settingsOf } from './support.ts';

describe('settings and vectors that belong to other algorithms', () => {
  /** What changes nothing of the objective, by settings under which it is so. */
  const ignored: readonly [string, (settings: TrainingSettings) => boolean, object][] = [
    ['clip', (s) => !usesRatio(s), { clip: 0.05 }],
    ['clipHigher', (s) => !usesRatio(s), { clipHigher: 0.01 }],
    ['dualClip', (s) => !usesRatio(s), { dualClip: 1.01 }],
    ['decoupled', (s) => !usesRatio(s), { decoupled: { enabled: true, weightCap: 0.5 } }],
    ['decoupled.weightCap', (s) => !usesRatio(s) || !s.decoupled.enabled, { decoupled: { enabled: false, weightCap: 0.5 } }],
    ['ratioLevel', (s) => s.algorithm === 'tppo' || s.algorithm === 'appo', { ratioLevel: 'message' }],
    ['logprobNormalization', (s) => decisionLevel(s) === 'token', { logprobNormalization: 'token' }],
    ['klCoef', (s) => s.klPlacement === 'reward', { klCoef: 3 }],
    ['klPlacement', (s) => s.klCoef === 0, { klPlacement: 'reward' }],
  ];
  it.each(ignored)('%s', (name, isIgnored, change) => {
    const base = { clip: 0.2, clipHigher: 0, dualClip: 0, entropyCoef: 0.03, logprobNormalization: 'sum' };
    let used = 0;
    for (const algorithm of ALGORITHMS)
      for (const ratioLevel of ['token', 'message'] as const)
        for (const kl of [{ klCoef: 0 }, { klCoef: 0.2 }, { klCoef: 0.2, klPlacement: 'reward' }]) {
          const settings = settingsOf({ ...base, algorithm, ratioLevel, ...kl, decoupled: { enabled: false } });
          const changed = { ...settings, ...change };
          // Advantages constant inside messages serve both levels.
          const batch = randomBatch(18, settingsOf({ algorithm: 'appo' }));
          const same = JSON.stringify(policyObjective(batch, changed)) === JSON.stringify(policyObjective(batch, settings));
          if (isIgnored(settings)) expect(same, JSON.stringify(settings)).toBe(true);
          else if (!same) used += 1;
        }
    // The weight cap alone does nothing; with the decoupled loss it is tested in objectivesPolicy.
    if (name !== 'decoupled.weightCap') expect(used).toBeGreaterThan(0);
  });
  it('the reference and the estimator change `kl_loss` alone unless the KL is in the loss', () => {
    for (const algorithm of ALGORITHMS)
      for (const kl of [{ klCoef: 0 }, { klCoef: 0.2, klPlacement: 'reward' }]) {
        const settings = everything({ algorithm, ...kl });
        const { refLogprobs, ...rest } = randomBatch(19, settings);
        const monitored = policyObjective({ ...rest, refLogprobs }, settings);
        const { metrics, ...without } = policyObjective(rest, settings);
        expect(monitored).toMatchObject(without);
        expect(monitored.metrics).toEqual({ ...metrics, kl_loss: monitored.metrics.kl_loss });
        expect([metrics.kl_loss, monitored.metrics.kl_loss > 0]).toEqual([0, true]);
        const { metrics: other, ...same } = policyObjective({ ...rest, refLogprobs }, { ...settings, klEstimator: 'k1' });
        expect(monitored).toMatchObject(same);
        expect(other.kl_loss).not.toBe(monitored.metrics.kl_loss);
      }
  });
  it('proximal log-probabilities are read by the decoupled loss alone, words by their normalisation alone', () => {
    for (const algorithm of ALGORITHMS) {
      const settings = everything({ algorithm, decoupled: { enabled: false }, logprobNormalization: 'token' });
      const { proxLogprobs: _, words: __, ...rest } = randomBatch(20, settings);
      expect(policyObjective(rest, settings)).toEqual(policyObjective({ ...rest, proxLogprobs: [], words: [] }, settings));
    }
  });
});

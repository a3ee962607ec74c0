/** Every objective's derivatives by finite differences, over all combinations of what it reads. */
import { describe, expect, it } from 'vitest';
import { usesRatio } from '../../../../src/core/document/derived.ts';
import { ALGORITHMS, type Algorithm, POLICY_LOSSES, type TrainingSettings } from '../../../../src/core/document/trainingSchema.ts';
import { klEstimate, klSlope } from '../../../../src/core/objectives/kl.ts';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';
import { supervisedObjective } from '../../../../src/core/objectives/supervised.ts';
import { valueObjective } from '../../../../src/core/objectives/value.ts';
import { decisionsOf, differences, expectClose, randomBatch, settingsOf } from './support.ts';
import { Cases } from '../episode/support.ts';

function combinations(algorithm: Algorithm): TrainingSettings[] {
  const levels = algorithm === 'tppo' || algorithm === 'appo' ? [{}] : [{ ratioLevel: 'token' }, { ratioLevel: 'message' }];
  const clips = [{}, { clip: 0.1, clipHigher: 0.3 }, { dualClip: 1.25 }, { clipHigher: 0.25, dualClip: 1.5 }];
  const decoupled = [{}, { decoupled: { enabled: true, weightCap: 1.2 } }, { decoupled: { enabled: true, weightCap: 0 } }];
  const kl = [
    { klCoef: 0 },
    { klPlacement: 'reward' },
    { klEstimator: 'k1' },
    { klEstimator: 'k2' },
    { klEstimator: 'k3' },
    { klEstimator: 'k3', entropyCoef: -0.02 },
    { rolloutCorrection: { mode: 'token', cap: 1.3 } },
  ];
  const ratio = usesRatio({ algorithm });
  return levels.flatMap((level) =>
    (['sum', 'token', 'word'] as const).flatMap((logprobNormalization) =>
      (ratio ? clips : [{}]).flatMap((clip) =>
        (ratio ? decoupled : [{}]).flatMap((loss) =>
          kl.map((term) =>
            settingsOf({ algorithm, ...level, logprobNormalization, ...clip, ...loss, klCoef: 0.2, entropyCoef: 0.03, ...term }),
          ),
        ),
      ),
    ),
  );
}

describe('derivatives by finite differences', () => {
  it.each(ALGORITHMS)('%s', (algorithm) => {
    const seen = { pg_clipfrac: 0, dual_clipfrac: 0, capped_frac: 0, rollout_capped_frac: 0 };
    combinations(algorithm).forEach((settings, seed) => {
      const batch = randomBatch(seed, settings);
      const { dLogprobs, dEntropies, metrics } = policyObjective(batch, settings);
      const byLogprobs = differences(batch.logprobs, (logprobs) => policyObjective({ ...batch, logprobs }, settings).loss);
      const byEntropies = differences(batch.entropies, (entropies) => policyObjective({ ...batch, entropies }, settings).loss);
      expectClose(dLogprobs, byLogprobs, 1e-6, JSON.stringify(settings));
      expectClose(dEntropies, byEntropies, 1e-6, JSON.stringify(settings));
      for (const name of ['pg_clipfrac', 'dual_clipfrac', 'capped_frac', 'rollout_capped_frac'] as const)
        if (metrics[name] > 0) seen[name] += 1;
    });
    expect(seen.rollout_capped_frac).toBeGreaterThan(1);
    if (usesRatio({ algorithm })) for (const [name, batches] of Object.entries(seen)) expect(batches, name).toBeGreaterThan(5);
  });

  const AGGREGATIONS = ['token', 'message_mean', 'message_sum', 'constant'] as const;
  it.each(POLICY_LOSSES.filter((policyLoss) => policyLoss !== 'cispo'))('%s, however it is aggregated and corrected', (policyLoss) => {
    const byToken = ['dppo_tv', 'dppo_kl', 'clip_cov', 'kl_cov'].includes(policyLoss);
    const levels = byToken ? [{}] : [{}, { ratioLevel: 'message', logprobNormalization: 'token' }];
    const corrections = (['off', 'token', 'message'] as const).flatMap((mode) =>
      (['truncate', 'mask'] as const).map((above) => ({ rolloutCorrection: { mode, above, cap: 1.3 } })),
    );
    const settings = levels.flatMap((level) =>
      AGGREGATIONS.flatMap((lossAggregation) =>
        corrections.map((correction) =>
          settingsOf({
            algorithm: 'grpo',
            policyLoss,
            lossAggregation,
            ...level,
            ...correction,
            clip: 0.1,
            klCoef: 0.2,
            entropyCoef: 0.03,
          }),
        ),
      ),
    );
    let moved = 0;
    settings.forEach((one, seed) => {
      const plain = randomBatch(seed, one);
      const batch = { ...plain, limits: plain.lengths.map((length) => length + 2), picked: plain.logprobs.map((_, t) => (t % 3) % 2) };
      const { dLogprobs, metrics } = policyObjective(batch, one);
      const byLogprobs = differences(batch.logprobs, (logprobs) => policyObjective({ ...batch, logprobs }, one).loss);
      expectClose(dLogprobs, byLogprobs, 1e-6, JSON.stringify(one));
      if (metrics.pg_clipfrac > 0) moved += 1;
    });
    expect(moved > 0).toBe(!['sapo', 'kl_cov'].includes(policyLoss));
  });
  it('cispo, whose weight is a constant: as the plain gradient of advantages that it has weighted', () => {
    const levels = [{}, { ratioLevel: 'message', logprobNormalization: 'token' }] as const;
    levels.forEach((level, seed) => {
      const settings = settingsOf({ algorithm: 'grpo', policyLoss: 'cispo', ...level, clip: 0.2, klCoef: 0.2 });
      const batch = randomBatch(seed, settings);
      const advantages = batch.advantages.slice();
      for (const { start, end, divisor } of decisionsOf(batch, settings)) {
        let logRatio = 0;
        for (let t = start; t < end; t++) logRatio += batch.logprobs[t]! - batch.oldLogprobs[t]!;
        const weight = Math.min(1.2, Math.max(0.8, Math.exp(logRatio / divisor)));
        advantages.fill(batch.advantages[start]! * weight, start, end);
      }
      const twin = { ...settings, algorithm: 'reinforce' as const };
      const [found, wanted] = [policyObjective(batch, settings), policyObjective({ ...batch, advantages }, twin)];
      expect(found.loss).toBeCloseTo(wanted.loss, 12);
      expectClose(
        found.dLogprobs,
        differences(batch.logprobs, (logprobs) => policyObjective({ ...batch, logprobs, advantages }, twin).loss),
        1e-6,
      );
    });
  });

  it('where log-ratios are held', () => {
    for (const algorithm of ALGORITHMS) {
      const settings = settingsOf({ algorithm, klCoef: 0.1, klEstimator: 'k2', ratioLevel: 'message', decoupled: { enabled: true } });
      const batch = randomBatch(1, settings);
      // Whole messages far from the old and proximal policy, some tokens far from the base.
      const far = {
        ...batch,
        oldLogprobs: batch.oldLogprobs.map((x, t) => (t < 6 ? x + 30 : x)),
        proxLogprobs: batch.proxLogprobs.map((x, t) => (t < 6 ? x + 30 : x)),
        refLogprobs: batch.refLogprobs.map((x, t) => (t % 3 ? x : x - 50)),
      };
      const { dLogprobs, metrics } = policyObjective(far, settings);
      expect(metrics.ratio_clamped).toBeGreaterThan(0);
      // The loss is large here, so that its differences have fewer digits.
      const expected = differences(far.logprobs, (logprobs) => policyObjective({ ...far, logprobs }, settings).loss, 1e-5);
      expectClose(dLogprobs, expected, 1e-5, algorithm);
    }
  });

  it('where old or proximal policy are the trained one, only the trained one is differentiated', () => {
    // At ratio 1 the derivative of the loss is that of −ℓA, though the surrogate itself is constant.
    for (const enabled of [false, true]) {
      const settings = settingsOf({ decoupled: { enabled, weightCap: 0 }, klCoef: 0, entropyCoef: 0 });
      const batch = randomBatch(5, settings);
      const onPolicy = { ...batch, proxLogprobs: batch.logprobs, oldLogprobs: batch.logprobs };
      const moved = differences(batch.logprobs, (logprobs) => policyObjective({ ...onPolicy, logprobs }, settings).loss);
      expectClose(policyObjective(onPolicy, settings).dLogprobs, moved, 1e-6);
    }
  });

  it.each<[number, number, boolean]>([
    [0, 0, false],
    [0.2, 0, false],
    [0.2, 0.5, false],
    [0, 0.5, false],
    [0, 0.5, true],
    [0.2, 0.5, true],
  ])('value with clip %s, δ %s, sign bug %s', (valueClip, huberDelta, huberSignBug) => {
    for (let seed = 0; seed < 10; seed++) {
      const cases = new Cases(seed);
      const values = cases.array(12, -2, 2);
      const input = {
        oldValues: values.map((v) => v + cases.uniform(-0.5, 0.5)),
        returns: cases.array(12, -2, 2),
        weights: cases.array(12, 0, 2).map((w) => (w < 0.4 ? 0 : w)),
        valueClip,
        huberDelta,
        huberSignBug,
      };
      const { dValues } = valueObjective({ ...input, values });
      expectClose(
        dValues,
        differences(values, (x) => valueObjective({ ...input, values: x }).loss),
        1e-6,
      );
    }
  });

  it('supervised', () => {
    const { logprobs, weights } = randomBatch(3, settingsOf());
    const { dLogprobs } = supervisedObjective({ logprobs, weights });
    expectClose(
      dLogprobs,
      differences(logprobs, (x) => supervisedObjective({ logprobs: x, weights }).loss),
      1e-6,
    );
  });

  it.each(['k1', 'k2', 'k3'] as const)('the slope of %s', (estimator) => {
    for (const x of [-2, -0.1, 0.1, 3])
      expect(klSlope(estimator, x)).toBeCloseTo((klEstimate(estimator, x + 1e-6) - klEstimate(estimator, x - 1e-6)) / 2e-6, 5);
  });
});

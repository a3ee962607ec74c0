/** Losses of the original code bases (marft-vectors.json) and of PyTorch, with its autograd's derivatives. */
import { describe, expect, it } from 'vitest';
import { klEstimate, meanKl } from '../../../../src/core/objectives/kl.ts';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';
import { errorLoss, valueObjective } from '../../../../src/core/objectives/value.ts';
import { expectClose, golden, settingsOf } from './support.ts';

/** Computed by running MARFT's losses (R1) and AReaL's (A), in float32. */
const vectors = golden('marft-vectors.json');
const torch = golden('objectives.json');

describe('policy objectives against the original code', () => {
  it('V3: APPO', () => {
    const v = vectors.V3_appo_policy;
    const { loss, metrics } = policyObjective(
      {
        logprobs: v.logp.flat(),
        oldLogprobs: v.old.flat(),
        advantages: v.adv.flat(),
        entropies: v.ent.flat(),
        lengths: [1, 1, 1, 1],
      },
      settingsOf({ algorithm: 'appo', entropyCoef: 0.01, klCoef: 0 }),
    );
    expect(loss).toBeCloseTo(v.loss, 5);
    expect(metrics.ppo_kl).toBeCloseTo(v.approx_kl, 5);
  });

  it('V3: APPO, the log-probabilities of its actions spread over tokens', () => {
    const v = vectors.V3_appo_policy;
    const lengths = [1, 4, 2, 3];
    const spread = (perMessage: number[], divide: boolean) =>
      perMessage.flatMap((x, m) => Array<number>(lengths[m]!).fill(divide ? x / lengths[m]! : x));
    const run = (logprobNormalization: 'sum' | 'token' | 'word', divide: boolean) =>
      policyObjective(
        {
          logprobs: spread(v.logp.flat(), divide),
          oldLogprobs: spread(v.old.flat(), divide),
          advantages: spread(v.adv.flat(), false),
          entropies: spread(v.ent.flat(), false),
          lengths,
          words: lengths,
        },
        settingsOf({ algorithm: 'appo', entropyCoef: 0.01, klCoef: 0, logprobNormalization }),
      );
    for (const result of [run('sum', true), run('token', false), run('word', false)]) {
      expect(result.loss).toBeCloseTo(v.loss, 5);
      expect(result.metrics.ppo_kl).toBeCloseTo(v.approx_kl, 5);
    }
  });

  it('V4: TPPO', () => {
    const v = vectors.V4_tppo_policy;
    const flat = (x: number[][][]) => x.flat(2);
    const { loss, metrics } = policyObjective(
      {
        logprobs: flat(v.logp),
        oldLogprobs: flat(v.old),
        advantages: flat(v.adv),
        entropies: flat(v.ent),
        weights: flat(v.mask),
        lengths: [4, 4],
      },
      settingsOf({ entropyCoef: 0.01, klCoef: 0 }),
    );
    expect(loss).toBeCloseTo(v.loss, 5);
    expect(metrics.ppo_kl).toBeCloseTo(v.approx_kl, 5);
    expect(metrics.entropy).toBeCloseTo(v.entropy, 5);
  });

  it('V7: the decoupled loss, and what each token adds to it', () => {
    const v = vectors.V7_areal_decoupled;
    const settings = settingsOf({
      algorithm: 'grpo',
      clip: v.eps,
      klCoef: 0,
      entropyCoef: 0,
      decoupled: { enabled: true, weightCap: v.cap },
    });
    const batch = (from: number, to: number) => ({
      logprobs: v.logp.slice(from, to),
      proxLogprobs: v.prox.slice(from, to),
      oldLogprobs: v.behav.slice(from, to),
      advantages: v.adv.slice(from, to),
      entropies: [0, 0, 0, 0].slice(from, to),
      lengths: [to - from],
    });
    const { loss, metrics, dLogprobs } = policyObjective(batch(0, 4), settings);
    expect(loss).toBeCloseTo(v.loss, 6);
    expect(metrics.capped_frac).toBe(0.25);
    expect(dLogprobs[3]).toBe(0);
    v.per_tok.forEach((expected: number, t: number) => {
      const one = policyObjective(batch(t, t + 1), settings);
      expect(one.loss).toBeCloseTo(expected, 6);
      expect(one.metrics.capped_frac).toBe(v.behav_mask[t] ? 0 : 1);
    });
  });
});

describe('value objective against the original code', () => {
  it('V3: R1, clipped, square and Huber', () => {
    const v = vectors.V3_appo_value;
    const input = { values: v.v.flat(), oldValues: v.v_old.flat(), returns: v.ret.flat(), valueClip: 0.2 };
    expect(valueObjective({ ...input, huberDelta: 10 }).loss).toBeCloseTo(v.loss, 5);
    expect(valueObjective({ ...input, huberDelta: 0 }).loss).toBeCloseTo(v.loss, 5);
    // R1 compares in float32, and one error is exactly −δ there.
    expect(valueObjective({ ...input, huberDelta: Math.fround(0.1), huberSignBug: true }).loss).toBeCloseTo(
      vectors['V3_appo_value_delta0.1'],
      5,
    );
  });
  it('V3: R1’s Huber loss is 0 below −δ; ours is symmetric', () => {
    const { e, delta, out } = vectors.V3_huber_quirk;
    expectClose(
      e.map((x: number) => errorLoss(x, delta, true).loss),
      out,
      1e-6,
    );
    expectClose(
      e.map((x: number) => errorLoss(x, delta).loss),
      [out[3], out[1], out[2], out[3]],
      1e-6,
    );
  });
  it('V7: the critic of R3, clipped and square', () => {
    const v = vectors.V7_areal_critic;
    const { loss } = valueObjective({ values: v.v, oldValues: v.v_old, returns: v.ret, valueClip: v.eps, huberDelta: 0 });
    expect(loss).toBeCloseTo(v.loss, 6);
  });
});

describe('objectives against PyTorch’s autograd', () => {
  it.each(Object.keys(torch.policy))('%s', (name) => {
    const { settings, batch, loss, metrics, dLogprobs, dEntropies } = torch.policy[name];
    const result = policyObjective(batch, settings);
    expect(result.loss).toBeCloseTo(loss, 12);
    expect(Object.keys(result.metrics).sort()).toEqual(Object.keys(metrics).sort());
    for (const [key, value] of Object.entries(metrics))
      expect(result.metrics[key as keyof typeof result.metrics], key).toBeCloseTo(value as number, 12);
    // Derivatives are handed over in float32.
    expectClose(result.dLogprobs, dLogprobs, 1e-6, 'dLogprobs');
    expectClose(result.dEntropies, dEntropies, 1e-6, 'dEntropies');
  });
  it.each([0, 1, 2, 3])('value loss %s', (index) => {
    const { loss, dValues, ...input } = torch.value[index];
    const result = valueObjective(input);
    expect(result.loss).toBeCloseTo(loss, 12);
    expectClose(result.dValues, dValues, 1e-6, 'dValues');
  });
  it.each(['llama-tied', 'llama-untied-bf16', 'llama3-rope-f16', 'qwen2', 'qwen3'])('TPPO with the log-probabilities of %s', (name) => {
    const expected = golden(`${name}/expected.json`);
    for (const adapter of Object.values<Record<string, any>>(expected.adapters)) {
      const { ppo } = adapter;
      const [logprobs, ref, weights] = [adapter.logprobs.flat(), expected.base.logprobs.flat(), ppo.response_mask.flat()];
      const { loss, metrics } = policyObjective(
        {
          logprobs,
          oldLogprobs: ppo.old_logprobs.flat(),
          refLogprobs: ref,
          advantages: ppo.advantages.flat(),
          entropies: adapter.entropy.flat(),
          weights,
          lengths: adapter.logprobs.map((row: number[]) => row.length),
        },
        settingsOf({ clip: ppo.clip, entropyCoef: ppo.entropy_coef, klCoef: ppo.kl_ref_coef, klEstimator: 'k3' }),
      );
      expect(loss).toBeCloseTo(ppo.loss, 7);
      expect(metrics.pg_loss).toBeCloseTo(ppo.pg_loss, 7);
      expect(metrics.entropy).toBeCloseTo(ppo.entropy, 7);
      expect(metrics.kl_loss).toBeCloseTo(ppo.kl_ref_k3, 7);
      expect(metrics.ratio_clipfrac).toBeCloseTo(ppo.clip_fraction, 8);
      expect(meanKl({ logprobs, otherLogprobs: ref, estimator: 'k3', weights }).kl).toBeCloseTo(ppo.kl_ref_k3, 7);
    }
  });
  it('the estimators agree with their definitions', () => {
    const ratio = Math.exp(-0.3);
    expect(klEstimate('k1', 0.3)).toBe(0.3);
    expect(klEstimate('k2', 0.3)).toBeCloseTo(0.045, 12);
    expect(klEstimate('k3', 0.3)).toBeCloseTo(ratio - 1 - Math.log(ratio), 12);
  });
});

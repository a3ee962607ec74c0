/** What a decision is at either level, and that weighted parts of a minibatch add up. */
import { describe, expect, it } from 'vitest';
import { ALGORITHMS } from '../../../../src/core/document/trainingSchema.ts';
import { chunkNormalizers, weightTotal } from '../../../../src/core/objectives/decisions.ts';
import { policyObjective, type PolicyMetrics } from '../../../../src/core/objectives/policy.ts';
import { everything, expectClose, partOf, randomBatch } from './support.ts';

describe('levels', () => {
  it('messages of one token are tokens, for every algorithm and normalisation by sum or tokens', () => {
    for (const algorithm of ['grpo', 'reinforce', 'rloo'] as const)
      for (const logprobNormalization of ['sum', 'token'] as const) {
        const settings = everything({ algorithm, logprobNormalization });
        const batch = randomBatch(2, settings, Array<number>(12).fill(1));
        expect(policyObjective(batch, { ...settings, ratioLevel: 'message' })).toEqual(policyObjective(batch, settings));
      }
    const batch = randomBatch(3, everything(), Array<number>(12).fill(1));
    expect(policyObjective(batch, everything({ algorithm: 'appo', logprobNormalization: 'sum' }))).toEqual(
      policyObjective(batch, everything()),
    );
  });
  it('TPPO, APPO and GRPO are one objective at one level', () => {
    const byToken = randomBatch(4, everything());
    expect(policyObjective(byToken, everything({ algorithm: 'grpo' }))).toEqual(policyObjective(byToken, everything()));
    const byMessage = randomBatch(4, everything({ algorithm: 'appo' }));
    const grpo = everything({ algorithm: 'grpo', ratioLevel: 'message' });
    expect(policyObjective(byMessage, grpo)).toEqual(policyObjective(byMessage, everything({ algorithm: 'appo' })));
  });
  it('normalised by tokens or words of messages of length 1 is the sum; no words count as one', () => {
    for (const algorithm of ['appo', 'reinforce'] as const) {
      const settings = everything({ algorithm, ratioLevel: 'message', logprobNormalization: 'sum' });
      const batch = randomBatch(5, settings, Array<number>(9).fill(1));
      const sum = policyObjective(batch, settings);
      expect(policyObjective(batch, { ...settings, logprobNormalization: 'token' })).toEqual(sum);
      for (const words of [Array<number>(9).fill(1), Array<number>(9).fill(0)])
        expect(policyObjective({ ...batch, words }, { ...settings, logprobNormalization: 'word' })).toEqual(sum);
    }
  });
  it('normalised by words divides new, old and proximal log-probabilities alike', () => {
    const settings = everything({ algorithm: 'appo', logprobNormalization: 'word' });
    const batch = randomBatch(6, settings, [4, 2]);
    const halved = (x: Float64Array) => x.map((value) => value / 2);
    const changed = { logprobs: halved(batch.logprobs), oldLogprobs: halved(batch.oldLogprobs), proxLogprobs: halved(batch.proxLogprobs) };
    const byWords = policyObjective({ ...batch, words: [2, 2] }, { ...settings, klCoef: 0 });
    const bySum = policyObjective({ ...batch, ...changed }, { ...settings, klCoef: 0, logprobNormalization: 'sum' });
    expect(byWords.loss).toBeCloseTo(bySum.loss, 12);
    expect(byWords.metrics.ppo_kl).toBeCloseTo(bySum.metrics.ppo_kl, 12);
    expect(byWords.metrics.behave_weight).toBeCloseTo(bySum.metrics.behave_weight, 12);
  });
  it('at level message the order of the tokens inside a message does not matter', () => {
    const settings = everything({ algorithm: 'appo' });
    const batch = randomBatch(7, settings, [4, 3, 2]);
    const order = [3, 1, 0, 2, 6, 4, 5, 8, 7];
    const moved = (x: Float64Array) => Float64Array.from(order, (t) => x[t]!);
    const shuffled = policyObjective(
      {
        ...batch,
        logprobs: moved(batch.logprobs),
        entropies: moved(batch.entropies),
        oldLogprobs: moved(batch.oldLogprobs),
        proxLogprobs: moved(batch.proxLogprobs),
        refLogprobs: moved(batch.refLogprobs),
      },
      settings,
    );
    const straight = policyObjective(batch, settings);
    expect(shuffled.loss).toBeCloseTo(straight.loss, 12);
    expectClose(shuffled.dLogprobs, moved(Float64Array.from(straight.dLogprobs)), 1e-7);
  });
  it('a message without tokens is no decision', () => {
    const settings = everything({ algorithm: 'appo' });
    const batch = randomBatch(8, settings, [4, 3]);
    const { words } = batch;
    const padded = { ...batch, lengths: [4, 0, 3, 0], words: [words[0]!, 0, words[1]!, 9] };
    expect(policyObjective(padded, settings)).toEqual(policyObjective(batch, settings));
  });
});

describe('weights and parts', () => {
  it('of parts adds up to that of the whole, for every algorithm and level', () => {
    for (const algorithm of ALGORITHMS)
      for (const ratioLevel of ['token', 'message'] as const) {
        const settings = everything({ algorithm, ratioLevel });
        const batch = randomBatch(9, settings);
        const whole = policyObjective(batch, settings);
        const parts = [partOf(batch, 0, 1), partOf(batch, 1, 4), partOf(batch, 4, 6)];
        const normalizers = chunkNormalizers(parts, settings);
        expect(normalizers[0]).toBeCloseTo(weightTotal(batch, settings), 12);
        const results = parts.map((part, p) => policyObjective({ ...part, normalizer: normalizers[p]! }, settings));
        const sum = (pick: (result: (typeof results)[number]) => number) => results.reduce((total, result) => total + pick(result), 0);
        expect(sum(({ loss }) => loss)).toBeCloseTo(whole.loss, 12);
        for (const name of Object.keys(whole.metrics) as (keyof PolicyMetrics)[])
          expect(
            sum(({ metrics }) => metrics[name]),
            name,
          ).toBeCloseTo(whole.metrics[name], 12);
        expectClose(
          results.flatMap(({ dLogprobs }) => [...dLogprobs]),
          whole.dLogprobs,
          1e-7,
        );
        expectClose(
          results.flatMap(({ dEntropies }) => [...dEntropies]),
          whole.dEntropies,
          1e-7,
        );
      }
  });
  it('parts weighted by rows are means of their own, as R1’s TPPO adds them', () => {
    const settings = everything();
    const batch = randomBatch(10, settings);
    const parts = [partOf(batch, 0, 2), partOf(batch, 2, 6)];
    const normalizers = chunkNormalizers(parts, settings, [1, 3]);
    const together = parts.reduce((sum, part, p) => sum + policyObjective({ ...part, normalizer: normalizers[p]! }, settings).loss, 0);
    const [a, b] = parts.map((part) => policyObjective(part, settings).loss);
    expect(together).toBeCloseTo(a! / 4 + (3 * b!) / 4, 12);
    // With as many tokens a row in either part it is the ordinary mean.
    const even = parts.map((part) => ({ ...part, weights: part.weights.map(() => 1 / part.weights.length) }));
    expect(chunkNormalizers(even, settings, [1, 1])[0]).toBeCloseTo(chunkNormalizers(even, settings)[0]!, 12);
  });
  it('a batch without weight is worth nothing and divides by nothing', () => {
    for (const algorithm of ALGORITHMS) {
      const settings = everything({ algorithm });
      const batch = randomBatch(11, settings);
      const weights = batch.weights.map(() => 0);
      const { loss, dLogprobs } = policyObjective({ ...batch, weights }, settings);
      expect(loss).toBe(0);
      expect(dLogprobs.every((x) => x === 0)).toBe(true);
      expect(chunkNormalizers([{ ...batch, weights }], settings)).toEqual([1]);
      expect(chunkNormalizers([{ ...batch, weights }], settings, [3])).toEqual([1]);
    }
  });
  it('never looks at what has weight 0', () => {
    for (const algorithm of ALGORITHMS) {
      const settings = everything({ algorithm });
      const batch = randomBatch(12, settings);
      const hidden = (x: Float64Array) => x.map((value, t) => (batch.weights[t] === 0 ? Number.NaN : value));
      const poisoned = {
        ...batch,
        logprobs: hidden(batch.logprobs),
        entropies: hidden(batch.entropies),
        oldLogprobs: hidden(batch.oldLogprobs),
        proxLogprobs: hidden(batch.proxLogprobs),
        refLogprobs: hidden(batch.refLogprobs),
        advantages: hidden(batch.advantages),
      };
      expect(batch.weights.includes(0)).toBe(true);
      expect(policyObjective(poisoned, settings)).toEqual(policyObjective(batch, settings));
    }
  });
  it('weights count by their proportion only', () => {
    for (const algorithm of ALGORITHMS) {
      const settings = everything({ algorithm });
      const batch = randomBatch(13, settings);
      const doubled = policyObjective({ ...batch, weights: batch.weights.map((w) => 2 * w) }, settings);
      expect(doubled).toEqual(policyObjective(batch, settings));
    }
  });
});

/** How a loss is made of its tokens': shares, parts and wholes, and what is left out. */
import { describe, expect, it } from 'vitest';
import { lossDivisors } from '../../../../src/core/objectives/aggregation.ts';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';
import { expectClose, partOf, randomBatch, settingsOf } from './support.ts';

const AGGREGATIONS = ['token', 'message_mean', 'message_sum', 'constant'] as const;
const lengths = [3, 1, 4, 2];
const batch = { lengths, limits: [4, 4, 8, 8], adapters: [0, 1, 0, 1] };
const share = (settings: object, given: Parameters<typeof lossDivisors>[0] = batch) => lossDivisors(given, settingsOf(settings));

describe('the divisors', () => {
  it('are those of the four equations', () => {
    expect(share({})).toEqual([10, 10, 10, 10]);
    expect(share({ lossAggregation: 'message_mean' })).toEqual([12, 4, 16, 8]);
    expect(share({ lossAggregation: 'message_sum' })).toEqual([4, 4, 4, 4]);
    expect(share({ lossAggregation: 'constant' })).toEqual([16, 16, 32, 32]);
  });
  it('count the messages of a message’s own adapter alone, where each has a mean of its own', () => {
    expect(share({ lossOver: 'adapter' })).toEqual([7, 3, 7, 3]);
    expect(share({ lossOver: 'adapter', lossAggregation: 'message_mean' })).toEqual([6, 2, 8, 4]);
  });
  it('leave out tokens and messages without weight', () => {
    const weights = [1, 0, 1, 0, 1, 1, 1, 1, 1, 1];
    expect(share({ lossAggregation: 'message_mean' }, { ...batch, weights })).toEqual([6, 1, 12, 6]);
  });
  it('are the number of messages, however they are aggregated, where a message is one decision', () => {
    for (const lossAggregation of AGGREGATIONS) expect(share({ algorithm: 'appo', lossAggregation })).toEqual([4, 4, 4, 4]);
  });
});

describe.each(AGGREGATIONS)('%s', (lossAggregation) => {
  const settings = settingsOf({ lossAggregation, entropyCoef: 0.03, klCoef: 0.2 });
  const whole = { ...randomBatch(31, settings, lengths), limits: batch.limits };

  it('parts that are given the whole’s divisors add up to it', () => {
    const divisors = lossDivisors(whole, settings);
    const together = policyObjective(whole, settings);
    const parts = [
      { ...partOf(whole, 0, 2), limits: batch.limits.slice(0, 2), divisors: divisors.slice(0, 2) },
      { ...partOf(whole, 2, 4), limits: batch.limits.slice(2), divisors: divisors.slice(2) },
    ].map((part) => policyObjective(part, settings));
    expect(parts.reduce((sum, { loss }) => sum + loss, 0)).toBeCloseTo(together.loss, 12);
    expectClose(
      parts.flatMap(({ dLogprobs }) => Array.from(dLogprobs)),
      together.dLogprobs,
      1e-7,
    );
  });
  it('changes no metric but those of the loss', () => {
    const { pg_loss: _, kl_loss: __, ...plain } = policyObjective(whole, { ...settings, lossAggregation: 'token' }).metrics;
    expect(policyObjective(whole, settings).metrics).toMatchObject(plain);
  });
});

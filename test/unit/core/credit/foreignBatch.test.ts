/** Credit of a step that another trainer played: of what its files tell, and of nothing else. */
import { describe, expect, it } from 'vitest';
import { type EstimatorId, FrozenBatch } from '../../../../src/core/credit/estimators.ts';
import { foreignBatch } from '../../../../src/core/credit/foreignBatch.ts';
import { trainingSchema } from '../../../../src/core/document/trainingSchema.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../src/core/episode/records.ts';

const usual = trainingSchema.parse({});
const message = (known: Partial<MessageRecord> = {}): MessageRecord => ({
  ...{ role: 'solver', turn: 0, call: 0, sees: [], adapter_version: Number.NaN, prompt_ids: [], segments: [], response_ids: [] },
  ...{ finish_reason: null, text: 'said', temperature: Number.NaN, logprobs: [], ref_logprobs: [], values: [], entropies: [] },
  ...{ token_rewards: [], advantages: [], returns: [] },
  ...known,
});
const episode = (number: number, group: number, reward: number, messages: MessageRecord[], rewards = {}): EpisodeRecord => ({
  ...{ iteration: 1, episode: number, seed: Number.NaN, split: 'train', problem_index: Number.NaN, group, problem: '', reward },
  ...{ rewards, turn_rewards: [], terminated: null, truncated: null, bootstrap: Number.NaN, messages },
});
const nothing = { values: new Map(), shares: null };
const ones = { gamma: 1, lambda: 1, gammaToken: 1, lambdaToken: 1 };
const creditOf = (records: readonly EpisodeRecord[], estimator: EstimatorId) => {
  const { records: own, settings, unknown } = foreignBatch(records, usual);
  return new FrozenBatch(own, settings, {}, unknown).credit(estimator, ones, nothing);
};

describe('credit of an imported step', () => {
  it('rests on its rewards, though neither tokens nor log-probabilities are known', () => {
    const pair = [episode(0, 0, 1, [message(), message({ turn: 1, call: 1 })]), episode(1, 0, 0, [message()])];
    expect(creditOf(pair, 'rloo')).toMatchObject({ credit: [[1, 1], [-1]] });
    expect(creditOf(pair, 'reinforce')).toMatchObject({ credit: [[0.5, 0.5], [-0.5]] });
  });

  it('pays each role what it got, where the files tell that', () => {
    const duo = (number: number, a: number, b: number) =>
      episode(number, 0, Number.NaN, [message({ role: 'a' }), message({ role: 'b' })], { a, b });
    const { records, unknown } = foreignBatch([duo(0, 1, 0.5)], usual);
    expect(records[0]?.turn_rewards).toEqual([{ a: 1, b: 0.5 }]);
    expect(unknown.rewards).toBe(false);
    expect(foreignBatch([duo(0, 1, Number.NaN)], usual).unknown.rewards).toBe(true);
  });

  it('is unknown where a reward is, and by values where no critic told any', () => {
    const records = [episode(0, 0, 1, [message()]), episode(1, 0, Number.NaN, [message()])];
    for (const estimator of ['rloo', 'grpo', 'reinforce', 'gae_token', 'gae_message'] as const)
      expect(creditOf(records, estimator)).toEqual({ missing: 'no_rewards' });
    expect(creditOf([episode(0, 0, 1, [message()])], 'gae_token')).toEqual({ missing: 'no_values' });
    expect(creditOf([episode(0, 0, 1, [message()])], 'rloo'), 'one episode has no like').toEqual({ missing: 'no_pairs' });
  });

  it('comes from the values where each token has one', () => {
    const told = message({ response_ids: [1, 2], values: [0.25, 0.5] });
    // γ = λ = 1: the return less the value, 1 − 0.25 and 1 − 0.5, and their mean.
    expect(creditOf([episode(0, 0, 1, [told])], 'gae_token')).toMatchObject({ credit: [[0.625]] });
    expect(creditOf([episode(0, 0, 1, [message({ values: [0.25] })])], 'gae_message')).toMatchObject({ credit: [[0.75]] });
    const cut = { ...episode(0, 0, 1, [told]), truncated: true };
    expect(creditOf([cut], 'gae_token'), 'what it was worth to go on is unknown').toEqual({ missing: 'no_values' });
    expect(creditOf([episode(0, 0, 1, [message({ values: [0.25] })])], 'gae_token')).toEqual({ missing: 'message_values' });
  });
});

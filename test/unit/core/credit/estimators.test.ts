import { describe, expect, it } from 'vitest';
import { type AskedTruth, ESTIMATORS, FrozenBatch, settingsOfEstimator, treeCredit } from '../../../../src/core/credit/estimators.ts';
import {
  agreement,
  agreementInterval,
  agreements,
  creditVariance,
  fidelityByLambda,
  truthReliability,
} from '../../../../src/core/credit/fidelity.ts';
import type { TreeValue } from '../../../../src/core/credit/estimates.ts';
import type { TrainingSettings } from '../../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { keyFor } from '../../../../src/core/random/streams.ts';
import { spearman } from '../../../../src/core/statistics/rank.ts';
import { credited, finished, type Overrides, randomBatch, recordOf, settingsOf, sum } from './support.ts';
import { Cases } from '../episode/support.ts';

const NOTHING: AskedTruth = { values: new Map(), shares: null };
const DISCOUNTS = { gammaToken: 0.98, lambdaToken: 0.7, gamma: 0.9, lambda: 0.6 };
const COMPUTED = ['gae_token', 'gae_message', 'grpo', 'grpo_agent_turn', 'rloo', 'reinforce'] as const;

const numbered = (records: readonly EpisodeRecord[]): EpisodeRecord[] => records.map((record, episode) => ({ ...record, episode }));
/** The records as a whole iteration of these settings. */
const wholeBatch = (records: readonly EpisodeRecord[], settings: TrainingSettings) =>
  new FrozenBatch(records, { ...settings, episodes: records.length });
const creditOf = (batch: FrozenBatch, ...rest: Parameters<FrozenBatch['credit']>) => {
  const found = batch.credit(...rest);
  if ('missing' in found) throw new Error(found.missing);
  return found.credit;
};
const value = (of: number): TreeValue => ({ message: 0, value: of, interval: null, rewards: [of, of], toCome: null, truncated: 0 });

describe('a frozen batch', () => {
  for (const [name, overrides] of [
    ['as it is', {}],
    ['with processed rewards', { reward: { scale: 2, mean: 'batch', std: 'batch' } }],
    [
      'with step discounts and a KL in the reward',
      { credit: { strategy: 'step_discount', discount: 0.6 }, klCoef: 0.2, klPlacement: 'reward' },
    ],
  ] as const satisfies readonly (readonly [string, Overrides])[])
    it.each(COMPUTED)(`${name}, %s: the mean of creditBatch's own advantages over a message's tokens`, (estimator) => {
      const settings = settingsOf(overrides);
      const records = numbered(randomBatch(5, 3, 4));
      const before = structuredClone(records);
      const credit = creditOf(wholeBatch(records, settings), estimator, DISCOUNTS, NOTHING);
      expect(records).toEqual(before);
      const valued = estimator === 'gae_message' ? records.map(firstValues) : records;
      const expected = credited(valued, settingsOfEstimator(estimator, settings, DISCOUNTS));
      let compared = 0;
      expected.forEach(({ messages }, episode) =>
        messages.forEach(({ advantages }, message) => {
          expect(credit[episode]![message]).toBeCloseTo(sum(advantages) / advantages.length, 12);
          compared += 1;
        }),
      );
      expect(compared).toBeGreaterThan(30);
    });

  it('takes the discounts it is given, not those it was trained with, and remembers without mixing up', () => {
    const records = numbered(randomBatch(6, 2, 3));
    const batch = wholeBatch(records, settingsOf());
    for (const estimator of COMPUTED) {
      const first = creditOf(batch, estimator, DISCOUNTS, NOTHING);
      const other = creditOf(batch, estimator, { ...DISCOUNTS, gamma: 0.3 }, NOTHING);
      expect(other).not.toEqual(first);
      expect(creditOf(batch, estimator, DISCOUNTS, NOTHING)).toEqual(first);
      const traced = creditOf(batch, estimator, { ...DISCOUNTS, lambda: 0.1 }, NOTHING);
      if (estimator.startsWith('gae')) expect(traced).not.toEqual(first);
      else expect(traced).toEqual(first);
    }
  });

  it('takes a run’s whole settings for discounts, and is none the less another estimator each', () => {
    const settings = settingsOf({ ...DISCOUNTS });
    const batch = wholeBatch(numbered(randomBatch(6, 2, 3)), settings);
    const all = COMPUTED.map((estimator) => creditOf(batch, estimator, settings, NOTHING));
    expect(all).toEqual(COMPUTED.map((estimator) => creditOf(batch, estimator, DISCOUNTS, NOTHING)));
    expect(new Set(all.map((credit) => JSON.stringify(credit))).size).toBe(COMPUTED.length);
  });

  it('says what cannot be computed instead of inventing it', () => {
    const alone = numbered(randomBatch(7, 4, 1));
    const missing = (batch: FrozenBatch) =>
      Object.fromEntries(
        ESTIMATORS.flatMap((id) => {
          const found = batch.credit(id, DISCOUNTS, NOTHING);
          return 'missing' in found ? [[id, found.missing]] : [];
        }),
      );
    const others = { c3: 'others_not_asked', difference: 'others_not_asked', coma: 'others_not_asked' };
    const asked = { ...others, rae: 'no_running_means', shapley: 'shares_not_asked', tree: 'values_not_asked' };
    const lone = { grpo: 'no_groups', grpo_agent_turn: 'no_groups', maxrl: 'no_groups', rloo: 'no_groups', ...asked };
    // Random rewards are now and then below 0.
    const below = { maxrl: 'below_zero', ...asked };
    expect(missing(wholeBatch(alone, settingsOf()))).toEqual(lone);
    const uncritical = settingsOf({ algorithm: 'grpo', groupSize: 3 });
    expect(missing(wholeBatch(numbered(randomBatch(7, 2, 3)), uncritical))).toEqual({
      gae_token: 'no_critic',
      gae_message: 'no_critic',
      ...below,
    });
    const messages = numbered(randomBatch(7, 2, 3, { level: 'message' }));
    expect(missing(wholeBatch(messages, settingsOf({ algorithm: 'appo' })))).toEqual({ gae_token: 'message_values', ...below });
    const strangers = ['a', 'b'].map((role, episode) => recordOf([{ role, tokens: 1, values: [0] }], [1], { episode }));
    expect(missing(wholeBatch(strangers, settingsOf()))).toEqual({ grpo_agent_turn: 'no_likes', ...asked });
  });

  it('shows what a run held its messages against, or its team when it was asked', () => {
    const records = numbered(randomBatch(7, 4, 1));
    for (const algorithm of ['c3', 'difference', 'coma'] as const) {
      const settings = settingsOf({ algorithm });
      const found = wholeBatch(records, settings).credit(algorithm, DISCOUNTS, NOTHING);
      const trained = credited(records, settings).map(({ messages }) => messages.map(({ advantages }) => advantages[0]));
      expect(found).toEqual({ credit: trained });
      const bare = records.map((record) => ({ ...record, messages: record.messages.map(({ counterfactual: _, ...message }) => message) }));
      expect(wholeBatch(bare, settings).missing(algorithm, NOTHING)).toBe('others_not_asked');
      // A run that was trained otherwise: the same, of the episodes its team was asked about.
      const told = records.slice(0, 2).map(({ episode, messages }) => [episode, messages.map((m) => m.counterfactual!)] as const);
      const asked = { ...NOTHING, others: { [algorithm]: new Map(told) } };
      expect(wholeBatch(bare, settingsOf()).credit(algorithm, DISCOUNTS, asked)).toEqual({ credit: [...trained.slice(0, 2), null, null] });
    }
  });

  it('compares nothing where episodes of the iteration are missing', () => {
    const whole = numbered(randomBatch(7, 3, 4));
    const part = whole.slice(0, 10);
    const missingOf = (settings: TrainingSettings, records = part) =>
      COMPUTED.map((id) => new FrozenBatch(records, { ...settings, episodes: whole.length }).missing(id, NOTHING));
    const settings = settingsOf({ groupSize: 4 });
    expect(missingOf(settings, whole)).toEqual(COMPUTED.map(() => null));
    expect(missingOf(settings)).toEqual([null, null, 'not_whole', 'not_whole', 'not_whole', 'not_whole']);
    // One left of each problem: the others are missing, it was not tried alone.
    const lone = whole.filter((_, index) => index % 4 === 0);
    expect(missingOf(settings, lone).slice(2, 5)).toEqual(['not_whole', 'not_whole', 'not_whole']);
    const alone = numbered(randomBatch(7, 10, 1));
    expect(missingOf(settingsOf(), alone)).toEqual([null, null, 'no_groups', 'no_groups', 'no_groups', 'not_whole']);
    const compared = settingsOf({ reward: { mean: 'batch' } });
    expect(missingOf(compared, whole)).toEqual(COMPUTED.map(() => null));
    expect(missingOf(compared)).toEqual(COMPUTED.map(() => 'not_whole'));
  });

  it('spreads an agent’s share evenly over its messages, and takes the tree’s differences', () => {
    const said = ['a', 'b', 'a'].map((role) => ({ role, tokens: 2, values: [0, 0] }));
    const records = [0, 1].map((episode) => recordOf(said, [1], { episode }));
    const shares = [
      { role: 'a', value: 0.6, interval: null },
      { role: 'b', value: -0.2, interval: null },
    ];
    const asked: AskedTruth = {
      values: new Map([[1, [0.5, 0.7, 0.4, 1].map(value)]]),
      shares: { method: 'exact', problems: 4, shares, worth: [] },
    };
    const batch = wholeBatch(records, settingsOf());
    expect(creditOf(batch, 'shapley', DISCOUNTS, asked)).toEqual(Array(2).fill([0.3, -0.2, 0.3]));
    const tree = creditOf(batch, 'tree', DISCOUNTS, asked);
    expect(tree[0]).toBeNull();
    [0.2, -0.3, 0.6].forEach((expected, message) => expect(tree[1]![message]).toBeCloseTo(expected, 12));
    // Conservation: what the messages earned is what was paid less what was expected at the start.
    expect(sum(tree[1]!)).toBeCloseTo(1 - 0.5, 12);
  });
});

describe('credit fidelity', () => {
  /** Episodes of three messages of one token; the critic is right, and the truth is known: state values of a random walk. */
  const cases = new Cases(3);
  const walks = Array.from({ length: 40 }, () => [...cases.array(3, 0, 1), cases.integer(0, 1)]);
  const records = walks.map((walk, episode) =>
    recordOf(
      ['a', 'b', 'c'].map((role, message) => ({ role, tokens: 1, values: [walk[message]!] })),
      [walk[3]!],
      { episode, group: episode },
    ),
  );
  const asked: AskedTruth = { values: new Map(walks.map((walk, episode) => [episode, walk.map(value)])), shares: null };
  const batch = wholeBatch(records, settingsOf());
  const ones = { gamma: 1, gammaToken: 1, lambda: 1, lambdaToken: 1 };
  const truth = creditOf(batch, 'tree', ones, asked);

  it('is 1 for the one-step error of a perfect critic, and less for longer traces', () => {
    for (const estimator of ['gae_token', 'gae_message'] as const) {
      const points = [...fidelityByLambda(batch, estimator, ones, truth, [0, 0.5, 1])].map(({ fidelity }) => fidelity!);
      expect(points[0]).toBeCloseTo(1, 12);
      expect(points[1]).toBeLessThan(points[0]!);
      expect(points[2]).toBeLessThan(points[1]!);
    }
    // Of the last messages λ = 1 knows all too: there is nothing behind them.
    const last = (credit: typeof truth) => credit.map((messages) => messages!.slice(-1));
    expect(agreement(last(creditOf(batch, 'gae_token', ones, asked)), last(truth))).toBeCloseTo(1, 12);
  });
  it('is −1 for what credits the other way round, and null for a constant', () => {
    expect(
      agreement(
        truth.map((messages) => messages!.map((x) => -x)),
        truth,
      ),
    ).toBeCloseTo(-1, 12);
    expect(
      agreement(
        truth.map((messages) => messages!.map(() => 1)),
        truth,
      ),
    ).toBeNull();
  });
  it('counts only messages that both know', () => {
    const some = truth.map((messages, episode) => (episode < 10 ? messages : null));
    const other = creditOf(batch, 'gae_token', ones, asked);
    expect(agreement(other, some)).toBe(
      spearman(
        other.slice(0, 10).flatMap((m) => m!),
        some.slice(0, 10).flatMap((m) => m!),
      ),
    );
  });
  it('of all pairs: those of the single comparisons', () => {
    const credits = [truth, creditOf(batch, 'gae_token', ones, asked), null, truth.map((messages, i) => (i % 2 ? messages : null))];
    const all = finished(agreements(credits));
    credits.forEach((a, i) =>
      credits.forEach((b, j) =>
        expect(all[i]![j]).toBe(a && b ? (i === j ? agreement(a, a) : agreement(i < j ? a : b, i < j ? b : a)) : null),
      ),
    );
    expect(all[0]![0]).toBeCloseTo(1, 12);
  });
  it('has an interval that holds it and narrows with more episodes', () => {
    const credit = creditOf(batch, 'gae_token', ones, asked);
    const key = keyFor(1, 13);
    const wide = agreementInterval(credit.slice(0, 8), truth.slice(0, 8), key, 400)!;
    const narrow = agreementInterval(credit, truth, key, 400)!;
    const found = agreement(credit, truth)!;
    expect(narrow.low).toBeLessThan(found);
    expect(narrow.high).toBeGreaterThan(found);
    expect(narrow.high - narrow.low).toBeLessThan(wide.high - wide.low);
    expect(agreementInterval(credit.slice(0, 1), truth.slice(0, 1), key)).toBeNull();
  });
  it('has a variance over all messages', () => {
    expect(creditVariance([[1, 3], null, [5]])).toBeCloseTo(8 / 3, 12);
    expect(creditVariance([[1], null])).toBeNull();
  });
  it('can be no better than the truth agrees with itself', () => {
    expect(truthReliability([...asked.values.values()])).toBeCloseTo(1, 12);
    const noise = new Cases(8);
    const noisy = walks.map((walk) =>
      walk.map((of): TreeValue => ({ ...value(of), rewards: Array.from(noise.array(16, of - 2, of + 2)) })),
    );
    const some = truthReliability(noisy)!;
    expect(some).toBeGreaterThan(0.3);
    expect(some).toBeLessThan(0.95);
    // One continuation has no halves.
    expect(truthReliability([[0, 1].map((of): TreeValue => ({ ...value(of), rewards: [of] }))])).toBeNull();
  });
  it('of the tree: behind less before', () => {
    expect(treeCredit([value(0.25), value(1)])).toEqual([0.75]);
  });
});

function firstValues(record: EpisodeRecord): EpisodeRecord {
  return { ...record, messages: record.messages.map((message) => ({ ...message, values: message.values.slice(0, 1) })) };
}

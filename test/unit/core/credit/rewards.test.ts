import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Payment, paymentsOf } from '../../../../src/core/credit/rewards/payments.ts';
import { processedPayments } from '../../../../src/core/credit/rewards/processRewards.ts';
import { tokenRewards } from '../../../../src/core/credit/rewards/tokenRewards.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { expectClose, type Overrides, recordOf, settingsOf, sum } from './support.ts';
import { Cases } from '../episode/support.ts';

const vectors = JSON.parse(readFileSync(new URL('../../../golden/marft-vectors.json', import.meta.url), 'utf8'));

const abc = ['a', 'b', 'c'].map((role, i) => ({ role, tokens: i + 1 }));
const declared = (record: EpisodeRecord, overrides: Overrides = {}) => tokenRewards([record], settingsOf(overrides)).declared[0];

describe('credit strategies', () => {
  it('equal pays the team at the last token of the last message', () => {
    expect(declared(recordOf(abc, [2]))).toEqual([[0], [0, 0], [0, 0, 2]]);
  });
  it('equal pays each turn at its own end', () => {
    const said = [0, 1].flatMap((turn) => abc.map((message) => ({ ...message, turn })));
    expect(declared(recordOf(said, [2, 3]))).toEqual([[0], [0, 0], [0, 0, 2], [0], [0, 0], [0, 0, 3]]);
  });
  it('a role paid by itself is paid at its own last token of the turn', () => {
    expect(declared(recordOf(abc, [{ a: 1, b: -1 }]))).toEqual([[1], [0, -1], [0, 0, 0]]);
    const twice = [...abc, { role: 'a', tokens: 2 }];
    expect(declared(recordOf(twice, [{ a: 1 }]))).toEqual([[0], [0, 0], [0, 0, 0], [0, 1]]);
  });
  it('the rest of the own share is the mean over all agents', () => {
    expect(declared(recordOf(abc, [{ a: 3, b: 0 }]), { credit: { ownShare: 0.5 } })).toEqual([[2], [0, 0.5], [0, 0, 0.5]]);
    expect(declared(recordOf(abc, [{ a: 3, b: 0 }]), { credit: { ownShare: 0 } })).toEqual([[1], [0, 1], [0, 0, 1]]);
  });
  it('a role that was silent in the turn is paid at what it said last, one that never spoke is not paid', () => {
    const said = [
      { role: 'a', turn: 0, tokens: 2 },
      { role: 'b', turn: 1, tokens: 1 },
    ];
    const record = { ...recordOf(said, [0, { a: 1, b: 2, c: 4 }]), rewards: { a: 1, b: 2, c: 4 } };
    expect(declared(record)).toEqual([[0, 1], [2]]);
    expect(declared(record, { credit: { strategy: 'step_discount', discount: 0.5 } })).toEqual([[0, 0.5], [2]]);
  });
  it('V8: step_discount pays R·d^(N−1−k) at the end of the k-th message, equal only the last', () => {
    const { steps, R, discount, step_discount: expected, equal } = vectors.V8_credit;
    // R3's row: a prompt, then steps [start, end) with transitions between them.
    const said = (steps as [number, number][]).map(([start, end], k) => ({ role: `r${k}`, tokens: end - start }));
    const row = (rewards: readonly (readonly number[])[]) =>
      Object.fromEntries(
        rewards.flatMap((tokens, k) => tokens.flatMap((reward, t) => (reward === 0 ? [] : [[String(steps[k][0] + t), reward]]))),
      );
    expect(row(declared(recordOf(said, [R]), { credit: { strategy: 'step_discount', discount } })!)).toEqual(expected);
    expect(row(declared(recordOf(said, [R]))!)).toEqual(equal);
  });
  it('step_discount counts the messages of the turn, and pays roles by themselves in the same way', () => {
    const credit = { strategy: 'step_discount', discount: 0.5 } as const;
    const said = [0, 1].flatMap((turn) => abc.map(({ role }) => ({ role, turn, tokens: 1 })));
    expect(declared(recordOf(said, [4, 8]), { credit })?.flat()).toEqual([1, 2, 4, 2, 4, 8]);
    expect(declared(recordOf(said, [{ a: 4, c: 1 }, 0]), { credit })?.flat()).toEqual([1, 0, 1, 0, 0, 0]);
    expect(declared(recordOf(said, [4, 8]), { credit: { ...credit, discount: 0 } })?.flat()).toEqual([0, 0, 4, 0, 0, 8]);
  });
  it('per_step pays what the environment said of each message, and nothing else', () => {
    const record = recordOf(abc, [2], { step_rewards: [0.5, 0, -1] });
    expect(declared(record, { credit: { strategy: 'per_step' } })).toEqual([[0.5], [0, 0], [0, 0, -1]]);
  });
  it('per_step without step rewards says what to do', () => {
    expect(() => declared(recordOf(abc, [2]), { credit: { strategy: 'per_step' } })).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'E_CREDIT_STEP_REWARDS' }) }),
    );
    expect(() => declared(recordOf(abc, [2]), { credit: { strategy: 'per_step' } })).toThrow('stepReward()');
    expect(() => declared(recordOf(abc, [2], { step_rewards: [1] }), { credit: { strategy: 'per_step' } })).toThrow('1 step rewards for 3');
  });
  it('fails rather than lose a reward of the team', () => {
    expect(() => declared(recordOf(abc, [0, 1]))).toThrow('no token');
  });
  it('takes the KL to the base off every token, with the coefficient in force', () => {
    const kl = { klCoef: 0.5, klEstimator: 'k1', klPlacement: 'reward' } as const;
    expect(declared(recordOf(abc, [2]), kl)).toEqual([[-0.5], [-0.5, -0.5], [-0.5, -0.5, 1.5]]);
    expect(declared(recordOf(abc, [2]), { ...kl, klPlacement: 'loss' })).toEqual([[0], [0, 0], [0, 0, 2]]);
  });
});

describe('reward processing', () => {
  const amounts = (records: readonly EpisodeRecord[], overrides: Overrides) =>
    processedPayments(records, settingsOf(overrides)).map((payments) => payments.map(({ amount }) => amount));
  const inGroups = (rewards: readonly number[], size: number) =>
    rewards.map((reward, index) => recordOf([{ role: 'a', tokens: 1 }], [reward], { group: Math.floor(index / size) }));

  const single = (rewards: readonly number[]) => inGroups(rewards, 1);

  it('adds the bias, scales, then holds', () => {
    const reward = { scale: 5, bias: -0.5, clip: 2 };
    expect(amounts(single([0, 1, 0.6]), { reward }).flat()).toEqual([-2, 2, (0.6 - 0.5) * 5]);
  });
  it('V8: normalises over the batch, without bias of the deviation', () => {
    const { rewards, batch } = vectors.V8_norm;
    expectClose(amounts(single(rewards), { reward: { mean: 'batch', std: 'batch' } }).flat(), batch);
  });
  it('V8: normalises over groups; equal rewards become 0', () => {
    const { rewards, group, group_size: size } = vectors.V8_norm;
    expectClose(amounts(inGroups(rewards, size), { reward: { mean: 'group', std: 'group' } }).flat(), group);
  });
  it('takes mean and deviation over scopes of their own, the deviation of what the mean left', () => {
    const both = amounts(inGroups([1, 3, 10, 20], 2), { reward: { mean: 'group', std: 'batch' } }).flat();
    const deviation = Math.sqrt((1 + 1 + 25 + 25) / 3) + 1e-5;
    expectClose(both, [-1 / deviation, 1 / deviation, -5 / deviation, 5 / deviation], 12);
    expectClose(amounts(single([3, 4]), { reward: { std: 'batch' } }).flat(), [3 / (5 + 1e-5), 4 / (5 + 1e-5)], 12);
  });
  it('a lone reward has mean 0 and stays finite', () => {
    expect(amounts(single([7]), { reward: { mean: 'group', std: 'group' } }).flat()).toEqual([0]);
    expectClose(amounts(single([7]), { reward: { std: 'batch' } }).flat(), [7 / (1 + 1e-5)], 12);
  });
  it('several turns are scaled alike; bias, clip and mean go to the last one, once', () => {
    const record = recordOf(
      [0, 1, 2].map((turn) => ({ role: 'a', turn, tokens: 1 })),
      [1, 2, 3],
    );
    expect(amounts([record], { reward: { scale: 2, bias: 1 } })).toEqual([[2, 4, 8]]);
    expect(amounts([record], { reward: { scale: 2, bias: 1, clip: 10 } })).toEqual([[2, 4, 4]]);
  });
  it('sums, whatever is set, to the processed episode totals of each recipient', () => {
    const cases = new Cases(3);
    const records = Array.from({ length: 9 }, (_, index) =>
      recordOf(
        [0, 1].flatMap((turn) => ['a', 'b'].map((role) => ({ role, turn, tokens: 1 }))),
        [0, 1].map(() => ({ a: cases.uniform(-1, 1), b: cases.uniform(-1, 1) })),
        { group: index % 3 },
      ),
    );
    const settings = { reward: { scale: 3, bias: 0.2, clip: 1.5, mean: 'group', std: 'batch' } } as const;
    const payments = processedPayments(records, settingsOf(settings));
    const total = (list: readonly Payment[], role: string) => sum(list.filter(({ to }) => to === role).map(({ amount }) => amount));
    for (const role of ['a', 'b']) {
      const held = records.map((record) => {
        const paid = total(paymentsOf(record, 'equal'), role);
        return Math.max(-1.5, Math.min(1.5, 3 * (paid + 0.2)));
      });
      const centred = held.map((value, i) => value - sum(held.filter((_, j) => j % 3 === i % 3)) / 3);
      const deviation = Math.sqrt(sum(centred.map((x) => x * x)) / 8);
      expectClose(
        payments.map((list) => total(list, role)),
        centred.map((x) => x / (deviation + 1e-5)),
        12,
      );
    }
  });
  it('leaves amounts as they are, to the last bit, when nothing is set', () => {
    const record = recordOf([{ role: 'a', tokens: 1 }], [0.1 + 0.2]);
    expect(processedPayments([record], settingsOf())[0]).toEqual(paymentsOf(record, 'equal'));
  });
  it('r3_lone_group: rewards of single messages meet no group and are divided by 1e-5', () => {
    const records = inGroups([1, 0, 0, 1], 2);
    const reward = { mean: 'group', std: 'group' } as const;
    const broken = { reward, compat: ['r3_lone_group' as const], credit: { strategy: 'step_discount' as const } };
    expectClose(amounts(records, broken).flat(), [1e5, 0, 0, 1e5], 6);
    // R3's `reward_sharing: true` passes all rewards at once, so `equal` is not hit.
    expect(amounts(records, { reward, compat: ['r3_lone_group'] })).toEqual(amounts(records, { reward }));
  });
});

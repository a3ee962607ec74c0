import { describe, expect, it } from 'vitest';
import { conservationViolations, paymentTotals } from '../../../../src/core/credit/conservation.ts';
import { credited, ones, type Overrides, r1, randomBatch, settingsOf, sum } from './support.ts';

const STRATEGIES: readonly Overrides[] = [
  {},
  { credit: { ownShare: 0.3 } },
  { credit: { strategy: 'step_discount', discount: 0.6 } },
  { credit: { strategy: 'step_discount', discount: 0, ownShare: 0.5 } },
  { credit: { strategy: 'per_step' } },
  { credit: { chain: 'agent' } },
  { credit: { chain: 'agent', strategy: 'per_step' } },
  { credit: { chain: 'listener', ownShare: 0.3 } },
  { credit: { chain: 'listener', strategy: 'per_step' } },
];
const PROCESSING: readonly Overrides[] = [
  {},
  { reward: { scale: -2, bias: 0.5, clip: 0.8 } },
  { reward: { mean: 'batch', std: 'batch' } },
  { reward: { scale: 3, mean: 'group', std: 'group' } },
];
const METHODS: readonly Overrides[] = [
  {},
  { algorithm: 'appo' },
  { algorithm: 'grpo' },
  { algorithm: 'grpo', groupBy: 'agent_turn', ratioLevel: 'message' },
  { algorithm: 'rloo' },
  { algorithm: 'rloo', groupBy: 'agent_turn' },
  { algorithm: 'vineppo' },
  { algorithm: 'vineppo', ratioLevel: 'message' },
  { algorithm: 'c3' },
  { algorithm: 'coma' },
  { algorithm: 'reinforce', baseline: 'none' },
  { algorithm: 'reinforce', baseline: 'batch', groupBy: 'agent_turn' },
  { algorithm: 'reinforce', baseline: 'group', ratioLevel: 'message' },
  { algorithm: 'reinforce', baseline: 'critic' },
];
const penalty = { klCoef: 0.3, klEstimator: 'k3', klPlacement: 'reward' } as const;
const VARIANTS: readonly Overrides[] = [ones, { ...ones, ...penalty }, { ...r1, ...penalty }];

describe('credit conserves reward', () => {
  for (const method of METHODS) {
    it(`${Object.values(method).join(', ') || 'tppo'}: every strategy, reward processing and penalty, discounted or not`, () => {
      const level = method.algorithm === 'appo' || method.ratioLevel === 'message' ? 'message' : 'token';
      let seed = 0;
      for (const strategy of STRATEGIES)
        for (const processing of PROCESSING)
          for (const variant of VARIANTS) {
            seed += 1;
            const settings = settingsOf({ ...method, ...strategy, ...processing, ...variant });
            const records = credited(randomBatch(seed, 2, 3, { level, perRole: seed % 2 === 0 }), settings);
            expect(conservationViolations(records, settings)).toEqual([]);
            const complete = records
              .flatMap((record) => record.messages)
              .every(({ response_ids: ids, ...message }) =>
                [message.token_rewards, message.advantages, message.returns].every((list) => list.length === ids.length),
              );
            expect(complete).toBe(true);
          }
    });
  }
  it('with the adaptive coefficient', () => {
    const settings = settingsOf({ ...ones, klCoef: 0.3, klPlacement: 'reward' });
    const records = credited(randomBatch(1, 1, 2), settings, 0.9);
    expect(conservationViolations(records, settings, { klCoef: 0.9 })).toEqual([]);
    expect(conservationViolations(records, settings).map((v) => v.identity)).toContain('reward paid');
  });
  it('shares what is paid per role without making or losing any', () => {
    for (const ownShare of [0, 0.3, 1]) {
      const [record] = credited(randomBatch(2, 1, 1, { perRole: true, turns: 2 }), settingsOf({ credit: { ownShare } }));
      const paid = sum(record!.turn_rewards.flatMap((turn) => Object.values(turn as object) as number[]));
      expect(sum(record!.messages.flatMap((message) => message.token_rewards))).toBeCloseTo(paid, 12);
    }
  });
});

describe('the check notices', () => {
  const found = (records: Parameters<typeof conservationViolations>[0], settings: Parameters<typeof conservationViolations>[1]) =>
    new Set(conservationViolations(records, settings).map(({ identity }) => identity));

  it('reward made from nothing, and numbers that are none', () => {
    const settings = settingsOf(ones);
    const records = credited(randomBatch(5, 1, 2), settings);
    const message = records[0]!.messages.at(-1)!;
    message.token_rewards = message.token_rewards.map((r) => r + 0.01);
    expect(found(records, settings)).toEqual(new Set(['reward paid', 'reward to go']));
    message.advantages = message.advantages.map(() => Number.NaN);
    expect(found(records, settings)).toContain('returns');
  });
  it('a group that is not compared with itself', () => {
    const settings = settingsOf({ algorithm: 'rloo' });
    const records = credited(randomBatch(5, 1, 3), settings);
    for (const message of records[1]!.messages) message.advantages = message.advantages.map((a) => a + 0.1);
    expect(found(records, settings)).toEqual(new Set(['zero sum']));
  });
  it('R1’s and R3’s defects', () => {
    const previousTurn = settingsOf({ ...ones, compat: ['r1_previous_turn_mask'] });
    expect(found(credited(randomBatch(6, 1, 2), previousTurn), previousTurn)).toEqual(new Set(['reward to go']));
    const lost = settingsOf({ ...ones, credit: { strategy: 'per_step' }, compat: ['r3_lost_token_rewards'] });
    expect(found(credited(randomBatch(6, 1, 2), lost), lost)).toEqual(new Set(['reward paid', 'reward to go']));
    const totals = paymentTotals(credited(randomBatch(6, 1, 2), lost), lost);
    expect(totals.some(({ declared }) => Math.abs(declared) > 0.1)).toBe(true);
    for (const { paid } of totals) expect(paid, 'nothing arrives').toBeCloseTo(0, 12);
  });
});

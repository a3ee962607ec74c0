import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { credited, expectClose, flat, ones, type Overrides, r1, randomBatch, recordOf, type Said, settingsOf } from './support.ts';

/** Computed by running MARFT's original buffers (R1), and with our transcription of R3's recursion. */
const vectors = JSON.parse(readFileSync(new URL('../../../golden/marft-vectors.json', import.meta.url), 'utf8'));

/** R1's turn t as an episode: its agents' rewards by role, values per message. */
function turn(v: { V: number[][]; R: number[][] }, t: number, rest: Partial<EpisodeRecord> = {}): EpisodeRecord {
  const said = v.V[t]!.map((value, i): Said => ({ role: `a${i}`, tokens: 2, values: [value] }));
  return recordOf(said, [Object.fromEntries(v.R[t]!.map((reward, i) => [`a${i}`, reward]))], rest);
}

const messages = (records: readonly EpisodeRecord[], field: 'advantages' | 'returns') =>
  records.flatMap((record) => record.messages.map((message) => message[field][0]!));

describe('V1: messages as decisions (APPO)', () => {
  const appo = (overrides: Overrides = {}) => settingsOf({ algorithm: 'appo', ...r1, gammaToken: 0.3, lambdaToken: 0.3, ...overrides });

  it('over two turns of one episode; the discount inside messages does not matter', () => {
    const v = vectors.V1_appo_never_done;
    const said = v.V.flatMap((row: number[], t: number) =>
      row.map((value, i): Said => ({ role: `a${i}`, turn: t, tokens: 3, values: [value] })),
    );
    const paid = v.R.map((row: number[]) => Object.fromEntries(row.map((reward, i) => [`a${i}`, reward])));
    const result = credited([recordOf(said, paid, { terminated: false, truncated: true, bootstrap: v.nextV[0] })], appo());
    expectClose(messages(result, 'advantages'), v.adv.flat());
    expectClose(messages(result, 'returns'), v.ret.flat());
    for (const message of result[0]!.messages) {
      expect(message.advantages).toEqual(Array(3).fill(message.advantages[0]));
      expect(message.returns).toEqual(Array(3).fill(message.returns[0]));
    }
  });
  it.each([
    ['V1_appo_T1_done', 0],
    ['V1_appo_T1_N3_notdone', 0.5],
  ])('%s', (name, bootstrap) => {
    const v = vectors[name];
    const result = credited([turn(v, 0, { bootstrap })], appo());
    expectClose(messages(result, 'advantages'), v.adv[0]);
    expectClose(messages(result, 'returns'), v.ret[0]);
  });
  it('an episode that follows an ended one is on its own; R1 cuts its first turn (Q1)', () => {
    const v = vectors.V1_appo_done_after_step0;
    const episodes = [turn(v, 0), turn(v, 1, { bootstrap: v.nextV[0] })];
    const broken = credited(episodes, appo({ compat: ['r1_previous_turn_mask'] }));
    expectClose(messages(broken, 'advantages'), v.adv.flat());
    expectClose(messages(broken, 'returns'), v.ret.flat());
    // The fixed value is in the specification.
    expectClose(messages(credited(episodes, appo()), 'advantages'), [...v.adv[0], 0.380398, 0.195]);
  });
  it('Q1 leaves the first episode and later turns alone', () => {
    const records = randomBatch(4, 2, 2, { level: 'message' }).slice(0, 3);
    const right = credited(records, appo());
    const broken = credited(records, appo({ compat: ['r1_previous_turn_mask'] }));
    expect(broken[0]).toEqual(right[0]);
    for (const index of [1, 2]) {
      const later = (record: EpisodeRecord) => record.messages.filter((message) => message.turn > 0);
      expect(later(broken[index]!)).toEqual(later(right[index]!));
      expect(broken[index]!.messages[0]!.advantages).not.toEqual(right[index]!.messages[0]!.advantages);
    }
  });
  it('wants one value per message', () => {
    expect(() => credited([recordOf([{ role: 'a', tokens: 2, values: [1, 1] }], [1])], appo())).toThrow('2 values for 1 decisions');
  });
});

describe('V2: tokens as decisions (TPPO)', () => {
  it.each([
    ['V2_tppo_done', 0],
    ['V2_tppo_notdone', 0.6],
  ])('%s', (name, bootstrap) => {
    const v = vectors[name];
    const said = [3, 2].map((tokens, i): Said => ({ role: `a${i}`, tokens, values: v.V[i].slice(0, tokens) }));
    const result = credited([recordOf(said, [{ a0: v.R[0], a1: v.R[1] }], { bootstrap })], settingsOf(r1));
    expectClose(flat(result, 'advantages'), [...v.adv[0].slice(0, 3), ...v.adv[1].slice(0, 2)]);
    expectClose(flat(result, 'returns'), [...v.ret[0].slice(0, 3), ...v.ret[1].slice(0, 2)]);
  });
  it('wants one value per token', () => {
    expect(() => credited([recordOf([{ role: 'a', tokens: 2 }], [1])], settingsOf())).toThrow('0 values for 2 decisions');
  });
});

describe('V6: R3', () => {
  const v = vectors['V6_areal_share_g1.0_l1.0'];
  // R3 rolls its mask by −1: position t decides token t + 1, so tokens 2, 3 and 6, 7 have the values at 1, 2 and 5, 6.
  const decides = [1, 2, 5, 6];
  const said = [
    { role: 'a', tokens: 2, values: [v.values[0][1], v.values[0][2]] },
    { role: 'b', tokens: 2, values: [v.values[0][5], v.values[0][6]] },
  ];
  const record = recordOf(said, [1]);
  const pick = (name: string, field: 'adv' | 'ret') => decides.map((t) => vectors[name][field][0][t]);

  it.each([
    ['g1.0_l1.0', ones],
    ['g0.99_l0.95', r1],
  ])('the reward of the team, %s', (name, discounts) => {
    const result = credited([record], settingsOf(discounts));
    expectClose(flat(result, 'advantages'), pick(`V6_areal_share_${name}`, 'adv'));
    expectClose(flat(result, 'returns'), pick(`V6_areal_share_${name}`, 'ret'));
  });
  it.each([
    ['g1.0_l1.0', ones],
    ['g0.99_l0.95', r1],
  ])('rewards of single messages are lost (r3_lost_token_rewards), %s', (name, discounts) => {
    const credit = { strategy: 'step_discount', discount: 0.5 } as const;
    const lost = credited([record], settingsOf({ ...discounts, credit, compat: ['r3_lost_token_rewards'] }));
    expectClose(flat(lost, 'advantages'), pick(`V6_areal_pertoken_step_discount0.5_${name}`, 'adv'));
    expectClose(flat(lost, 'token_rewards'), [0, 0.5, 0, 1]);
    // Placed where its token is decided, the reward reaches everyone before it.
    const delivered = credited([record], settingsOf({ ...discounts, credit }));
    expect(flat(delivered, 'token_rewards')).toEqual([0, 0.5, 0, 1]);
    for (const [i, advantage] of flat(delivered, 'advantages').entries()) expect(advantage).toBeGreaterThan(flat(lost, 'advantages')[i]!);
  });
  it('the switch does not touch `equal`, nor the KL in the reward', () => {
    const penalty = { klCoef: 0.3, klPlacement: 'reward' } as const;
    const compat = ['r3_lost_token_rewards' as const];
    expect(credited([record], settingsOf({ ...penalty, compat }))).toEqual(credited([record], settingsOf(penalty)));
    const unpaid = { ...record, turn_rewards: [0] };
    const lost = credited([record], settingsOf({ ...penalty, compat, credit: { strategy: 'step_discount' } }));
    expect(flat(lost, 'advantages')).toEqual(flat(credited([unpaid], settingsOf(penalty)), 'advantages'));
  });
});

describe('creditBatch', () => {
  it('the adaptive coefficient takes the place of the set one', () => {
    const records = randomBatch(1, 1, 3);
    const penalty = { klCoef: 0.3, klPlacement: 'reward' } as const;
    expect(credited(records, settingsOf(penalty), 0.7)).toEqual(credited(records, settingsOf({ ...penalty, klCoef: 0.7 })));
  });
  it('at message level a message earns what its tokens earn', () => {
    const record = recordOf([{ role: 'a', tokens: 2, values: [0] }], [1]);
    const settings = settingsOf({ algorithm: 'appo', klCoef: 0.25, klEstimator: 'k1', klPlacement: 'reward' });
    const [result] = credited([record], settings);
    expect(result!.messages[0]!.token_rewards).toEqual([-0.25, 0.75]);
    expect(result!.messages[0]!.advantages).toEqual([0.5, 0.5]);
  });
  it.each<[string, Overrides]>([
    ['TPPO', {}],
    ['APPO', { algorithm: 'appo' }],
    ['GRPO', { algorithm: 'grpo' }],
    ['RLOO by agent and turn', { algorithm: 'rloo', groupBy: 'agent_turn' }],
    ['REINFORCE', { algorithm: 'reinforce', reward: { mean: 'group', std: 'batch' } }],
  ])('%s: an episode’s credit does not depend on its place in the batch, nor on the roles’ names', (_, overrides) => {
    const level = overrides.algorithm === 'appo' ? 'message' : 'token';
    const records = randomBatch(7, 2, 3, { perRole: true, level });
    const settings = settingsOf({ ...r1, ...overrides });
    const straight = credited(records, settings);
    const turned = credited(records.toReversed(), settings).toReversed();
    expectClose(flat(turned, 'advantages'), flat(straight, 'advantages'), 12);
    expect(flat(turned, 'token_rewards').length).toBe(flat(straight, 'token_rewards').length);

    const name = (role: string) => `x${'cab'.indexOf(role)}`;
    const renameKeys = (paid: object) => Object.fromEntries(Object.entries(paid).map(([role, amount]) => [name(role), amount]));
    const renamed = records.map((record) => ({
      ...record,
      rewards: renameKeys(record.rewards),
      turn_rewards: record.turn_rewards.map((paid) => renameKeys(paid as object)),
      messages: record.messages.map((message) => ({ ...message, role: name(message.role) })),
    }));
    expect(flat(credited(renamed, settings), 'advantages')).toEqual(flat(straight, 'advantages'));
  });
  it('tokens that earn nothing and are worth the same change nothing when nothing is discounted', () => {
    const said = (extra: number) => [
      { role: 'a', tokens: 2 + extra, values: [0.1, ...Array<number>(1 + extra).fill(0.3)] },
      { role: 'b', tokens: 1, values: [0.2] },
    ];
    const at = (extra: number) => credited([recordOf(said(extra), [1])], settingsOf({ ...ones, lambdaToken: 1 }))[0]!.messages;
    expectClose([...at(3)[0]!.advantages.slice(0, 2), ...at(3)[1]!.advantages], [...at(0)[0]!.advantages, ...at(0)[1]!.advantages], 12);
    for (const advantage of at(3)[0]!.advantages.slice(2)) expect(advantage).toBeCloseTo(0.7, 12);
  });
  it('λ = 0 is the one-step error across agents', () => {
    const record = recordOf(
      [
        { role: 'a', tokens: 2, values: [0.1, 0.2] },
        { role: 'b', tokens: 1, values: [0.4] },
      ],
      [1],
      { bootstrap: 0.5 },
    );
    const settings = settingsOf({ gamma: 0.5, gammaToken: 0.9, lambda: 0, lambdaToken: 0 });
    expectClose(flat(credited([record], settings), 'advantages'), [0.9 * 0.2 - 0.1, 0.5 * 0.4 - 0.2, 1 + 0.5 * 0.5 - 0.4], 12);
  });
});

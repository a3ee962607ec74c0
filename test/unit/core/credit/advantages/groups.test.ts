import { describe, expect, it } from 'vitest';
import { compare } from '../../../../../src/core/credit/advantages/groups.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { credited, expectClose, flat, ones, type Overrides, randomBatch, recordOf, settingsOf, sum } from '../support.ts';

const duo = (reward: number, group: number, rest: Partial<EpisodeRecord> = {}) =>
  recordOf(
    [
      { role: 'a', tokens: 2 },
      { role: 'b', tokens: 3 },
    ],
    [reward],
    { group, ...rest },
  );
const rewards = [1, 0, 0, 1, 0.5, 0.5, 2, -1];
const batch = rewards.map((reward, index) => duo(reward, Math.floor(index / 4)));
const group = (index: number) => rewards.slice(index < 4 ? 0 : 4, index < 4 ? 4 : 8);
const mean = (x: readonly number[]) => sum(x) / x.length;
const deviation = (x: readonly number[]) => Math.sqrt(sum(x.map((v) => (v - mean(x)) ** 2)) / (x.length - 1));
const everyToken = (advantages: readonly number[]) => advantages.flatMap((advantage) => Array<number>(5).fill(advantage));
const run = (overrides: Overrides) => flat(credited(batch, settingsOf({ ...ones, ...overrides })), 'advantages');

describe('paid once at the end and undiscounted, every token has the textbook’s advantage', () => {
  for (const groupBy of ['team', 'agent_turn'] as const) {
    for (const ratioLevel of ['token', 'message'] as const) {
      const by = { groupBy, ratioLevel };
      it(`GRPO, ${groupBy}, ${ratioLevel}`, () => {
        const expected = rewards.map((reward, i) => (reward - mean(group(i))) / (deviation(group(i)) + 1e-5));
        expectClose(run({ algorithm: 'grpo', ...by }), everyToken(expected), 12);
      });
      it(`RLOO, ${groupBy}, ${ratioLevel}`, () => {
        const expected = rewards.map((reward, i) => reward - (sum(group(i)) - reward) / 3);
        expectClose(run({ algorithm: 'rloo', ...by }), everyToken(expected), 12);
      });
      it(`REINFORCE with its baselines, ${groupBy}, ${ratioLevel}`, () => {
        const reinforce = { algorithm: 'reinforce', ...by } as const;
        expectClose(run({ ...reinforce, baseline: 'none' }), everyToken(rewards), 12);
        expectClose(run({ ...reinforce, baseline: 'batch' }), everyToken(rewards.map((reward) => reward - mean(rewards))), 12);
        expectClose(run({ ...reinforce, baseline: 'group' }), everyToken(rewards.map((reward, i) => reward - mean(group(i)))), 12);
      });
    }
  }
  it('RLOO is n/(n−1) times the distance to the mean', () => {
    expectClose(
      run({ algorithm: 'rloo' }),
      run({ algorithm: 'reinforce', baseline: 'group' }).map((advantage) => (4 / 3) * advantage),
      12,
    );
  });
  it('returns are the reward to come, and values or a bootstrap play no part', () => {
    const records = [duo(1, 0, { terminated: false, truncated: true, bootstrap: 9 }), duo(0, 0)];
    const result = credited(records, settingsOf({ ...ones, algorithm: 'rloo' }));
    expect(flat(result, 'returns')).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(flat(result, 'advantages')).toEqual([1, 1, 1, 1, 1, -1, -1, -1, -1, -1]);
  });
});

describe('the critic as baseline', () => {
  it('is the reward to come minus the value, with the bootstrap of a truncated episode; λ plays no part', () => {
    const values = [0.1, 0.2, 0.3];
    const record = recordOf([{ role: 'a', tokens: 3, values }], [1], { bootstrap: 0.5, terminated: false, truncated: true });
    const settings = settingsOf({ algorithm: 'reinforce', baseline: 'critic', gammaToken: 0.9, gamma: 0.8, lambda: 0, lambdaToken: 0 });
    const last = 1 + 0.8 * 0.5;
    expectClose(flat(credited([record], settings), 'returns'), [0.81 * last, 0.9 * last, last], 12);
    expectClose(flat(credited([record], settings), 'advantages'), [0.81 * last - 0.1, 0.9 * last - 0.2, last - 0.3], 12);
  });
});

describe('what is compared', () => {
  const two = (first: number, second: number, group = 0) =>
    recordOf(
      [
        { role: 'a', tokens: 1 },
        { role: 'b', tokens: 1 },
      ],
      [0],
      { group, step_rewards: [first, second] },
    );
  const perStep = { ...ones, algorithm: 'rloo', credit: { strategy: 'per_step' } } as const;

  it('a trajectory has its whole return in every token; a message what is still to come', () => {
    const records = [two(1, 2), two(5, 4)];
    expect(flat(credited(records, settingsOf(perStep)), 'advantages')).toEqual([-6, -6, 6, 6]);
    expect(flat(credited(records, settingsOf({ ...perStep, groupBy: 'agent_turn' })), 'advantages')).toEqual([-6, -2, 6, 2]);
  });
  it('messages are compared with those of the same agent, turn and call of the same problem', () => {
    const said = [
      { role: 'a', tokens: 1 },
      { role: 'b', tokens: 1 },
      { role: 'a', tokens: 1 },
    ];
    const records = [
      recordOf(said, [0], { step_rewards: [0, 0, 8] }),
      recordOf(said.slice(0, 2), [0], { step_rewards: [0, 2] }),
      recordOf(said, [0], { step_rewards: [0, 0, 100], group: 1 }),
    ];
    // a's second message and the other problem have no like: nothing to compare, no advantage.
    expect(flat(credited(records, settingsOf({ ...perStep, groupBy: 'agent_turn' })), 'advantages')).toEqual([6, 6, 0, -6, -6, 0, 0, 0]);
  });
  it('over the batch, REINFORCE compares across problems', () => {
    const records = [two(1, 2, 0), two(5, 4, 1)];
    const settings = settingsOf({ ...perStep, algorithm: 'reinforce', baseline: 'batch', groupBy: 'agent_turn' });
    expect(flat(credited(records, settings), 'advantages')).toEqual([-3, -1, 3, 1]);
  });
  it.each<Overrides['algorithm']>(['grpo', 'rloo'])('%s: a group of one gives 0', (algorithm) => {
    expect(flat(credited([duo(1, 0)], settingsOf({ algorithm })), 'advantages')).toEqual(Array(5).fill(0));
  });
  it('equal rewards give no advantage beyond rounding', () => {
    for (const comparison of ['grpo', 'rloo', 'mean'] as const)
      expectClose(compare(Array<number>(7).fill(0.7), comparison), Array<number>(7).fill(0), 10);
  });
  it('GRPO does not change when all rewards of a group are shifted and scaled', () => {
    const records = randomBatch(2, 2, 4);
    const grpo = (factor: number, shift: number) =>
      flat(credited(records, settingsOf({ ...ones, algorithm: 'grpo', reward: { scale: factor, bias: shift } })), 'advantages');
    // Only the 1e-5 beside the deviation knows the scale.
    expectClose(grpo(1000, 0), grpo(100_000, 0), 6);
    expectClose(grpo(1, 5), grpo(1, 0), 10);
  });
});

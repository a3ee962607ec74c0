/** What a critic should have foreseen: the same rewards as credit pays, discounted from a message on. */
import { describe, expect, it } from 'vitest';
import { creditedBatch, returnsFrom } from '../../../../src/core/counterfactual/criticReturns.ts';
import { decisionLevel } from '../../../../src/core/document/derived.ts';
import { credited, type Overrides, randomBatch, recordOf, settingsOf } from '../credit/support.ts';

const DISCOUNTED = { gammaToken: 0.97, gamma: 0.9 };

const CASES: readonly (readonly [string, Overrides])[] = [
  ['as paid', {}],
  ['discounted', DISCOUNTED],
  ['by messages', { algorithm: 'appo', ...DISCOUNTED }],
  ['per step', { ...DISCOUNTED, credit: { strategy: 'per_step' } }],
  ['step discount', { ...DISCOUNTED, credit: { strategy: 'step_discount', discount: 0.7 } }],
  ['KL in the reward', { ...DISCOUNTED, klCoef: 0.1, klPlacement: 'reward' }],
  ['scaled and clipped', { reward: { scale: 2, bias: 0.3, clip: 0.8 } }],
  ['normalised over the batch', { ...DISCOUNTED, reward: { mean: 'batch', std: 'batch' } }],
  ['normalised over the group', { reward: { mean: 'group', std: 'group' } }],
  ['the cut of R1', { ...DISCOUNTED, compat: ['r1_previous_turn_mask'] }],
  ['the lost rewards of R3', { credit: { strategy: 'per_step' }, compat: ['r3_lost_token_rewards'] }],
  ['REINFORCE with a critic', { algorithm: 'reinforce', baseline: 'critic', ...DISCOUNTED }],
];

describe('the return from a message on', () => {
  // With λ = 1 the critic's target is the reward to come, whatever its values are: an episode that goes on as it did has it.
  it.each(CASES)('of the recording itself is the critic’s target at λ = 1: %s', (_, overrides) => {
    const settings = settingsOf({ ...overrides, episodes: 12, lambda: 1, lambdaToken: 1 });
    for (const perRole of [false, true]) {
      const batch = randomBatch(4, 3, 4, { level: decisionLevel(settings), perRole }).map((record, episode) => ({ ...record, episode }));
      const records = credited(batch, settings);
      const others = creditedBatch(batch, settings.klCoef);
      for (const record of records)
        record.messages.forEach(({ returns }, message) => {
          expect(returnsFrom([record], message, others, settings)?.[0]).toBeCloseTo(returns[0]!, 9);
        });
    }
  });

  it('is the numbers of a page: two messages of two tokens, γ ½ in a message and ¼ between, reward 1', () => {
    const settings = settingsOf({ gammaToken: 0.5, gamma: 0.25 });
    const said = [
      { role: 'planner', tokens: 2 },
      { role: 'solver', tokens: 2 },
    ];
    const record = recordOf(said, [1]);
    const batch = creditedBatch([record], 0);
    // Three steps from the first token to the one that is paid: ½ · ¼ · ½.
    expect(returnsFrom([record], 0, batch, settings)).toEqual([0.0625]);
    expect(returnsFrom([record], 1, batch, settings)).toEqual([0.5]);
    expect(returnsFrom([record, { ...record, turn_rewards: [3] }], 1, batch, settings)).toEqual([0.5, 1.5]);
    expect(returnsFrom([record], 2, batch, settings)).toBeNull();
  });

  it('is compared with the rest of the batch: a continuation takes its episode’s place', () => {
    const settings = settingsOf({ episodes: 2, reward: { mean: 'batch' } });
    const [first, second] = [0, 1].map((episode) => recordOf([{ role: 'a', tokens: 1 }], [episode], { episode }));
    const batch = creditedBatch([first!, second!], 0);
    expect(returnsFrom([second!, { ...second!, turn_rewards: [3] }], 0, batch, settings)).toEqual([0.5, 1.5]);
  });

  it('is not known where rewards are compared with those of episodes that are missing', () => {
    const [first, second] = [0, 1].map((episode) => recordOf([{ role: 'a', tokens: 1 }], [episode], { episode }));
    const part = creditedBatch([first!], 0);
    for (const scope of ['batch', 'group'] as const)
      for (const reward of [{ mean: scope }, { std: scope }]) {
        expect(returnsFrom([first!], 0, part, settingsOf({ episodes: 2, reward }))).toBeNull();
        expect(returnsFrom([first!], 0, creditedBatch([first!, second!], 0), settingsOf({ episodes: 2, reward }))).not.toBeNull();
      }
    expect(returnsFrom([second!], 0, part, settingsOf({ episodes: 2 }))).toEqual([1]);
  });

  it('is not known where tokens pay for a distance to the base that nobody measured', () => {
    const settings = settingsOf({ klCoef: 0.1, klPlacement: 'reward' });
    const record = recordOf([{ role: 'a', tokens: 2 }], [1]);
    const unmeasured = { ...record, messages: record.messages.map((message) => ({ ...message, ref_logprobs: [] })) };
    const batch = creditedBatch([record], 0.1);
    expect(returnsFrom([record], 0, batch, settings)![0]).toBeLessThan(1);
    expect(returnsFrom([unmeasured], 0, batch, settings)).toBeNull();
    expect(returnsFrom([unmeasured], 0, creditedBatch([record], 0), settings)).toEqual([1]);
  });
});

import { describe, expect, it } from 'vitest';
import { decisionLevel, needsCritic } from '../../../src/core/document/derived.ts';
import { explainer } from '../../../src/core/credit/explain.ts';
import { credited, type Overrides, randomBatch, recordOf, settingsOf } from './creditSupport.ts';

const DISCOUNTED = { gammaToken: 0.97, lambdaToken: 0.9, gamma: 0.95, lambda: 0.8 };

const CASES: readonly (readonly [string, Overrides])[] = [
  ['TPPO', {}],
  ['TPPO, discounted', DISCOUNTED],
  ['TPPO, per step', { ...DISCOUNTED, credit: { strategy: 'per_step' } }],
  ['TPPO, step discount', { ...DISCOUNTED, credit: { strategy: 'step_discount', discount: 0.7 } }],
  ['TPPO, KL in the reward', { klCoef: 0.1, klPlacement: 'reward' }],
  ['TPPO, processed rewards', { reward: { scale: 2, bias: 0.3, mean: 'batch', std: 'batch' } }],
  ['TPPO, the cut of R1', { ...DISCOUNTED, compat: ['r1_previous_turn_mask'] }],
  ['TPPO, the lost rewards of R3', { credit: { strategy: 'per_step' }, compat: ['r3_lost_token_rewards'] }],
  ['APPO', { algorithm: 'appo', ...DISCOUNTED }],
  ['GRPO by team', { algorithm: 'grpo', groupSize: 4, ...DISCOUNTED }],
  ['GRPO by agent and turn', { algorithm: 'grpo', groupSize: 4, groupBy: 'agent_turn', ...DISCOUNTED }],
  ['GRPO by messages', { algorithm: 'grpo', groupSize: 4, ratioLevel: 'message' }],
  ['RLOO', { algorithm: 'rloo', groupSize: 4, ...DISCOUNTED }],
  ['RLOO by agent and turn', { algorithm: 'rloo', groupSize: 4, groupBy: 'agent_turn' }],
  ['REINFORCE', { algorithm: 'reinforce', baseline: 'none', ...DISCOUNTED }],
  ['REINFORCE, batch', { algorithm: 'reinforce', baseline: 'batch' }],
  ['REINFORCE, group', { algorithm: 'reinforce', baseline: 'group', groupSize: 4 }],
  ['REINFORCE, critic', { algorithm: 'reinforce', baseline: 'critic', ...DISCOUNTED }],
];

describe('the terms of an advantage', () => {
  for (const [name, overrides] of CASES)
    it(`sum to it: ${name}`, () => {
      const settings = settingsOf(overrides);
      for (const seed of [1, 2, 3]) {
        const records = credited(randomBatch(seed, 3, 4, { level: decisionLevel(settings) }), settings);
        const { explain, recursion } = explainer(records, settings);
        let compared = 0;
        records.forEach((record, episode) => {
          const steps = recursion(episode)?.toReversed();
          expect(steps === undefined).toBe(!needsCritic(settings));
          let decision = 0;
          record.messages.forEach((message, index) => {
            message.advantages.forEach((advantage, token) => {
              const { terms, advantage: total } = explain(episode, { message: index, token });
              const sum = terms.reduce((all, { amount }) => all + amount, 0);
              expect(Math.abs(sum - advantage)).toBeLessThan(1e-9 * (1 + Math.abs(advantage)));
              expect(total).toBe(sum);
              const step = steps?.[decisionLevel(settings) === 'token' ? decision + token : index];
              if (step) expect(Math.abs(step.advantage - advantage)).toBeLessThan(1e-9 * (1 + Math.abs(advantage)));
              compared += 1;
            });
            decision += message.advantages.length;
          });
        });
        expect(compared).toBeGreaterThan(50);
      }
    });

  it('are the numbers of a page: two agents, two tokens each, reward 1', () => {
    const settings = settingsOf({ gammaToken: 1, lambdaToken: 0.5, gamma: 1, lambda: 0.5 });
    const said = [
      { role: 'planner', tokens: 2, values: [0.2, 0.4] },
      { role: 'solver', tokens: 2, values: [0.6, 0.8] },
    ];
    const [record] = credited([recordOf(said, [1])], settings);
    const { terms } = explainer([record!], settings).explain(0, { message: 0, token: 0 });
    // δ: 0.4−0.2, 0.6−0.4, 0.8−0.6, 1−0.8; weights 1, ½, ¼, ⅛.
    expect(terms.map((term) => term.kind === 'td_error' && [term.at.message, term.weight])).toEqual([
      [0, 1],
      [0, 0.5],
      [1, 0.25],
      [1, 0.125],
    ]);
    for (const term of terms) expect(term.kind === 'td_error' && term.delta).toBeCloseTo(0.2, 12);
    expect(record!.messages[0]!.advantages[0]).toBeCloseTo(0.2 * 1.875, 12);
  });

  it('are told apart from what does not exist', () => {
    const settings = settingsOf();
    const records = credited(randomBatch(1, 1, 2), settings);
    expect(() => explainer(records, settings).explain(9, { message: 0, token: 0 })).toThrow('no episode 9');
    expect(() => explainer(records, settings).explain(0, { message: 0, token: 99 })).toThrow('no decision at token 99');
  });
});

import { describe, expect, it } from 'vitest';
import { decisionLevel, needsCritic, usesAlternatives } from '../../../../src/core/document/derived.ts';
import { explainer } from '../../../../src/core/credit/explain.ts';
import { ESTIMATOR_CASES } from './cases.ts';
import { credited, randomBatch, recordOf, settingsOf } from './support.ts';

describe('the terms of an advantage', () => {
  for (const [name, overrides] of ESTIMATOR_CASES)
    it(`sum to it: ${name}`, () => {
      const settings = settingsOf(overrides);
      for (const seed of [1, 2, 3]) {
        const records = credited(randomBatch(seed, 3, 4, { level: decisionLevel(settings) }), settings);
        const { explain, recursion } = explainer(records, settings);
        let compared = 0;
        records.forEach((record, episode) => {
          const steps = recursion(episode)?.toReversed();
          expect(steps === undefined).toBe(!needsCritic(settings) || usesAlternatives(settings));
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

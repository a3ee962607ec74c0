/** The numbers of the credit explorable: those of training, and those of lesson 2 by hand. */
import { describe, expect, it } from 'vitest';
import { gae } from '../../../../src/core/credit/advantages/gae.ts';
import { trainingSchema } from '../../../../src/core/document/trainingSchema.ts';
import { creditOf, FIRST_SETUP, NOTHING_ELSE, OTHERS, TOKENS, type CreditSetup } from '../../../../src/core/explorables/creditEpisode.ts';

const of = (change: Partial<CreditSetup>) => creditOf({ ...FIRST_SETUP, ...change });
const setups: readonly Partial<CreditSetup>[] = [
  {},
  { values: [0.1, 0.9, 0.3, 0.5, 0.2, 0.7], reward: -0.5, gamma: 0.9, lambda: 0.8, gammaToken: 0.95, lambdaToken: 0.6 },
  { byMessage: true, lambda: 0.7, gamma: 0.9 },
  { previousTurnMask: true },
];

describe('credit of the episode', () => {
  it('is that of lesson 2, worked out there by hand', () => {
    const { advantages } = of({});
    expect(advantages[5]).toBeCloseTo(0.2, 12);
    expect(advantages[4]).toBeCloseTo(0.3, 12);
    expect(advantages[3]).toBeCloseTo(0.15, 12);
    expect(advantages[0]).toBeCloseTo(0.119, 3);
  });

  it('is GAE over the serialised team, by token and by message', () => {
    const [, other, message] = setups;
    const { values, reward, ...discounts } = { ...FIRST_SETUP, ...other };
    const plain = gae({ ...discounts, values, rewards: [0, 0, 0, 0, 0, reward], lengths: [4, 2], bootstrap: 0 });
    expect(of(other!).advantages).toEqual(Array.from(plain.advantages));
    const whole = { ...FIRST_SETUP, ...message };
    const two = gae({ ...whole, values: [0.4, 0.6], rewards: [0, 1], lengths: [1, 1], bootstrap: 0 }).advantages;
    expect(of(message!).advantages).toEqual([two[0], two[0], two[0], two[0], two[1], two[1]]);
  });

  it('leaves the planner without the reward where the mask is that of the turn before', () => {
    const [low, high] = [of({ previousTurnMask: true, reward: 0 }), of({ previousTurnMask: true, reward: 1 })];
    expect(low.advantages.slice(0, 4)).toEqual(high.advantages.slice(0, 4));
    // The last of the planner's has nothing behind it: A = −V.
    expect(high.advantages[3]).toBeCloseTo(-0.6, 12);
    expect(of({ reward: 0 }).advantages[3]).not.toBeCloseTo(of({ reward: 1 }).advantages[3]!, 3);
  });

  it.each(setups)('adds up from its arcs, token by token, and step by step: %o', (change) => {
    const { advantages, explain, recursion } = of(change);
    TOKENS.forEach((_, token) => expect(explain(token).reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(advantages[token]!, 12));
    expect(recursion).toHaveLength(change.byMessage ? 2 : TOKENS.length);
    for (const { at, advantage, delta, gamma, lambda, trace } of recursion) {
      expect(advantage).toBeCloseTo(delta + gamma * lambda * trace, 12);
      const token = TOKENS.findIndex((one) => one.message === at.message && one.token === at.token);
      expect(advantage).toBeCloseTo(advantages[token]!, 12);
    }
  });
});

describe('normalised over its batch', () => {
  it('has the sign of how it did against the others, not of its own advantage', () => {
    const praised = of({ othersRight: 0 });
    const usual = of({ othersRight: OTHERS });
    expect(usual.advantages[0]).toBeGreaterThan(0);
    expect(praised.normalized[0]).toBeGreaterThan(0);
    expect(usual.normalized[0]).toBeLessThan(0);
  });

  it('is what the normaliser of training gives for a batch of these', () => {
    const { advantages, normalized } = of({ othersRight: 2 });
    const [right, wrong] = [of({ reward: 1 }).advantages, of({ reward: 0 }).advantages];
    // This one and two others are right, five are wrong.
    const all = [...right, ...right, ...right, ...Array.from({ length: 5 }, () => wrong).flat()];
    const mean = all.reduce((sum, a) => sum + a, 0) / all.length;
    const deviation = Math.sqrt(all.reduce((sum, a) => sum + (a - mean) ** 2, 0) / all.length);
    advantages.forEach((a, token) => expect(normalized[token]).toBeCloseTo((a - mean) / (deviation + 1e-8), 10));
  });
});

it('leaves all else at the defaults of training', () => {
  const defaults = trainingSchema.parse({});
  for (const [name, value] of Object.entries(NOTHING_ELSE)) expect(value, name).toEqual(defaults[name as keyof typeof defaults]);
});

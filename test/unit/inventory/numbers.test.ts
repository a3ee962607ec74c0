/** The right answers of the final test, and what its explanations compute, by the functions that train. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heldAgainst } from '../../../src/core/credit/advantages/alternatives.ts';
import { creditBatch } from '../../../src/core/credit/advantages/creditBatch.ts';
import { gae } from '../../../src/core/credit/advantages/gae.ts';
import { compare, standardOf } from '../../../src/core/credit/advantages/groups.ts';
import { advantageNormalizer } from '../../../src/core/credit/advantages/normalizeAdvantages.ts';
import { bestBaseline, gradientMoments, probabilities } from '../../../src/core/explorables/choice.ts';
import { CARRY, type TeamPolicy, valueOf } from '../../../src/core/explorables/twoAgents.ts';
import { LANGUAGES } from '../../../src/core/lessons/lesson.ts';
import { clippedSurrogate, ratioOf } from '../../../src/core/objectives/surrogate.ts';
import { ones, recordOf, type Said, settingsOf } from '../core/credit/support.ts';

/** The texts of an item, in each language. */
const itemIn = (form: 'A' | 'B', id: string): readonly string[] =>
  LANGUAGES.map((language) => {
    const words = readFileSync(new URL(`../../../src/inventory/form${form}.${language}.md`, import.meta.url), 'utf8');
    return words.split('\n## ').find((part) => part.startsWith(`check ${id}:`)) ?? '';
  });

describe('normalised', () => {
  const normalised = (advantages: readonly number[]): number[] => {
    const record = recordOf([{ role: 'a', tokens: advantages.length }], [0]);
    for (const message of record.messages) message.advantages = [...advantages];
    return Array.from(advantageNormalizer([record], settingsOf())([0]));
  };

  it('the small advantage is pushed down, the small disappointment up', () => {
    const [small] = normalised([0.1, 0.5, 0.6, 0.8]);
    const last = normalised([-0.9, -0.7, -0.6, -0.2]).at(-1);
    expect(small?.toFixed(1)).toBe('-1.6');
    expect(last?.toFixed(1)).toBe('1.6');
  });
});

describe('baseline', () => {
  const policies = [
    [0, 0, 0],
    [1.5, 0, -1],
    [-2, 0.5, 3],
  ].map(probabilities);

  it('9.5 off rewards from 9 to 10 leaves the mean, and spreads pushes less', () => {
    for (const policy of policies)
      for (const rewards of [
        [9, 9.4, 10],
        [9.9, 9, 9.1],
        [9.2, 9.8, 9.3],
      ]) {
        const [without, less] = [0, 9.5].map((baseline) => gradientMoments(policy, rewards, baseline));
        without?.mean.forEach((slope, token) => expect(less?.mean[token]).toBeCloseTo(slope, 10));
        expect(less?.variance ?? Number.NaN).toBeLessThan((without?.variance ?? Number.NaN) / 50);
        const best = bestBaseline(policy, rewards) ?? Number.NaN;
        expect(best).toBeGreaterThan(9);
        expect(best).toBeLessThan(10);
      }
  });

  it('a critic that is too high by 2 leaves the mean, direction and length, and changes the noise', () => {
    for (const policy of policies) {
      const [right, wrong] = [0.4, 2.4].map((baseline) => gradientMoments(policy, [1, 0, 0], baseline));
      right?.mean.forEach((slope, token) => expect(wrong?.mean[token]).toBeCloseTo(slope, 10));
      expect(wrong?.variance).not.toBeCloseTo(right?.variance ?? Number.NaN, 3);
    }
  });
});

describe('boundary', () => {
  const firstOf = (values: readonly number[], lambda: number, cut = 0): number | undefined =>
    gae({ rewards: [0, 1], values, lengths: [1, 1], bootstrap: 0, gamma: 1, gammaToken: 1, lambda, lambdaToken: lambda, cut })
      .advantages[0];

  it.each([
    { form: 'A', id: 'a-boundary', values: [0.5, 0.3] },
    { form: 'B', id: 'b-boundary', values: [0.4, 0.6] },
  ] as const)('form $form offers the advantage, the own surprise, λ = 1 and the cut chain', ({ form, id, values }) => {
    const offered = { cut: firstOf(values, 0.5, 1), own: firstOf(values, 0), passed: firstOf(values, 0.5), return: firstOf(values, 1) };
    for (const said of itemIn(form, id)) {
      for (const [option, number] of Object.entries(offered)) {
        const written = String(Number(number?.toFixed(10))).replace('-', '−');
        expect(said).toContain(`- (${option}) ${written}\n`);
      }
      for (const value of values) expect(said).toContain(`| ${value} |`);
    }
  });
});

describe('lambda', () => {
  const advantagesAt = (value: number, lengths: readonly number[], lambda = 0): number[] => {
    const count = lengths.reduce((sum, length) => sum + length, 0);
    const rewards = Array.from({ length: count }, (_, token) => (token === count - 1 ? 1 : 0));
    const values = rewards.map(() => value);
    return Array.from(gae({ rewards, values, lengths, bootstrap: 0, gamma: 1, gammaToken: 1, lambda, lambdaToken: lambda }).advantages);
  };

  it('with λ = 0 and a value that does not move, the last token alone has an advantage', () => {
    expect(advantagesAt(0, [3, 2, 3])).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(advantagesAt(0.5, [3, 3])).toEqual([0, 0, 0, 0, 0, 0.5]);
    expect(new Set(advantagesAt(0.5, [3, 3], 1)), 'λ = 1').toEqual(new Set([0.5]));
  });
});

describe('level', () => {
  const credited = (algorithm: 'appo' | 'tppo', said: readonly Said[], lambda: number): readonly (readonly number[])[] => {
    const record = recordOf(said, [1], { reward: 1, rewards: { a: 1, b: 1 } });
    creditBatch([record], settingsOf({ ...ones, lambda, lambdaToken: lambda, algorithm }));
    return record.messages.map(({ advantages }) => advantages);
  };
  const tokens = (values: readonly number[], lambda = 0): readonly (readonly number[])[] =>
    credited(
      'tppo',
      [
        { role: 'a', tokens: values.length, values },
        { role: 'b', tokens: 2, values: [0.2, 0.2] },
      ],
      lambda,
    );

  it('a mistake within a message shows at token level alone', () => {
    const values = [0.8, 0.8, 0.8, 0.2, 0.2];
    expect(tokens(values)[0]?.map((advantage) => Number(advantage.toFixed(10)))).toEqual([0, 0, -0.6, 0, 0]);
    const [message] = credited(
      'appo',
      [
        { role: 'a', tokens: 5, values: [0.8] },
        { role: 'b', tokens: 2, values: [0.2] },
      ],
      0.5,
    );
    expect(new Set(message).size).toBe(1);
  });

  it('a value inside a message changes two tokens at token level with λ = 0, the earlier ones too with more; at action level there is none', () => {
    const [low, high] = [0.3, 0.9].map((fourth) => [0.5, 0.5, 0.5, fourth, 0.5, 0.5]);
    const changes = (lambda: number): readonly (number | undefined)[] | undefined =>
      tokens(high ?? [], lambda)[0]?.map((advantage, token) =>
        Number((advantage - (tokens(low ?? [], lambda)[0]?.[token] ?? Number.NaN)).toFixed(10)),
      );
    expect(changes(0)).toEqual([0, 0, 0.6, -0.6, 0, 0]);
    expect(
      changes(0.5)
        ?.slice(0, 3)
        .every((change) => (change ?? 0) > 0),
    ).toBe(true);
    // A message has one value, that before its first token: more are refused.
    expect(() =>
      credited(
        'appo',
        [
          { role: 'a', tokens: 6, values: low ?? [] },
          { role: 'b', tokens: 2, values: [0.2] },
        ],
        0,
      ),
    ).toThrow('1 decisions');
  });
});

describe('blame', () => {
  it.each([
    { form: 'A', id: 'a-blame', hoped: [0.6, 0.4], own: [0.9, 0], others: [0.5, 0.9], worth: ['+0.4', '−0.9'] },
    { form: 'B', id: 'b-blame', hoped: [0.3, 0.5, 0.7], own: [0.8, 0.1, 0], others: [0.7, 0.8, 0.1], worth: ['+0.1', '−0.7', '−0.1'] },
  ] as const)('form $form: all are blamed, and one message lost the episode', ({ form, id, hoped, own, others, worth }) => {
    const roles = hoped.map((_, index) => `r${index}`);
    const record = recordOf(
      roles.map((role) => ({ role, tokens: 1 })),
      [0],
    );
    record.messages.forEach((message, index) => {
      const worthOf = (value: number | undefined) => Object.fromEntries(roles.map((role) => [role, value ?? Number.NaN]));
      message.counterfactual = { worth: worthOf(own[index]), others: [{ response_ids: [1], text: '', worth: worthOf(others[index]) }] };
    });
    const less = heldAgainst(record, settingsOf()).map((held) => held.own - held.mean);
    const signed = (number: number): string => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(1)}`;
    expect(less.map(signed)).toEqual(worth);
    const trained = gae({ rewards: hoped.map(() => 0), values: hoped, lengths: hoped.map(() => 1), bootstrap: 0, ...ones }).advantages;
    for (const said of itemIn(form, id)) {
      Array.from(trained).forEach((advantage, index) =>
        expect(said).toMatch(new RegExp(`\\| [^|\n]+ \\| ${signed(advantage)} \\| ${own[index]} \\| ${others[index]} \\|`)),
      );
      for (const number of worth) expect(said).toContain(number);
    }
  });
});

describe('group', () => {
  it('what is above its group is reinforced, whatever is paid elsewhere, and what is below weakened', () => {
    expect(compare([0.9, 0.9, 0.9, 0.9], 'grpo').map((advantage) => Math.abs(advantage))).toEqual([0, 0, 0, 0]);
    expect(compare([0.2, 0.2, 0.2, 0.2], 'grpo').map((advantage) => Math.abs(advantage))).toEqual([0, 0, 0, 0]);
    const best = standardOf([0.1, 0.1, 0.1, 0.3], 3, 'grpo');
    const worst = standardOf([1, 1, 1, 0.7], 3, 'grpo');
    expect([best.mean, best.scale].map((number) => number.toFixed(3))).toEqual(['0.150', '0.100']);
    expect([worst.mean, worst.scale].map((number) => number.toFixed(3))).toEqual(['0.925', '0.150']);
    expect(compare([0.1, 0.1, 0.1, 0.3], 'grpo')[3]?.toFixed(2)).toBe('1.50');
    expect(compare([1, 1, 1, 0.7], 'grpo')[3]?.toFixed(2)).toBe('-1.50');
  });
});

describe('clip', () => {
  const clip = { clip: 0.2, clipHigher: 0, dualClip: 0 };

  it.each([
    { form: 'A', ratio: 0.6, advantage: 1, edge: 0.8 },
    { form: 'B', ratio: 1.5, advantage: -1, edge: 1.2 },
  ])('form $form: outside the range on the other side, the token is pushed in full', ({ ratio, advantage, edge }) => {
    const there = clippedSurrogate(ratioOf(Math.log(ratio)), advantage, clip);
    expect(there.outside).toBe(true);
    expect(there.clipped).toBe(false);
    expect(there.slope).toBeCloseTo(-advantage * ratio, 12);
    expect(there.slope).not.toBeCloseTo(-advantage * edge, 3);
    const beyond = clippedSurrogate(ratioOf(Math.log(advantage > 0 ? 1.5 : 0.6)), advantage, clip);
    expect(beyond.slope, 'on this side there is no push').toBeCloseTo(0, 12);
  });
});

describe('together', () => {
  const worth = (planner: number, solver: number): number => {
    const policy: TeamPolicy = { planner, solver: [solver, solver], hears: false };
    return valueOf(CARRY, policy);
  };

  it.each([
    { form: 'A', id: 'a-together', before: 0.3, after: 0.9 },
    { form: 'B', id: 'b-together', before: 0.4, after: 0.8 },
  ] as const)('form $form offers what comes, one gain, both and none', ({ form, id, before, after }) => {
    const [was, one] = [worth(before, before), worth(after, before)];
    expect(one, 'each step alone is a gain').toBeGreaterThan(was);
    const offered = { falls: worth(after, after), stays: was, one, sum: was + 2 * (one - was) };
    for (const said of itemIn(form, id)) {
      for (const [option, number] of Object.entries(offered)) expect(said).toContain(`- (${option}) ${number.toFixed(2)}\n`);
      expect(said.split('\n- (')[0]).toContain(was.toFixed(2));
    }
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assignRewards } from '../../../src/core/credit/assignRewards.ts';
import { conservationViolations } from '../../../src/core/credit/conservation.ts';
import { creditEpisode } from '../../../src/core/credit/creditEpisode.ts';
import type { CreditSettings } from '../../../src/core/credit/creditEpisode.ts';
import { gae } from '../../../src/core/credit/gae.ts';
import { explainedVariance, normalizeAdvantages } from '../../../src/core/credit/normalize.ts';
import { Episode } from '../../../src/core/episode/machine.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { Cases, messageFor, randomTeam, teamOf, tokens } from './support.ts';

/** Computed by running MARFT's original buffers and losses (R1). */
const vectors = JSON.parse(readFileSync(new URL('../../golden/marft-vectors.json', import.meta.url), 'utf8'));
const r1 = { gammaToken: 0.99, lambdaToken: 0.95, gamma: 0.99, lambda: 0.95 };
const none = { klCoef: 0, klEstimator: 'k3', klPlacement: 'loss' } as const;

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 5) {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i]!, digits);
}

describe('gae against R1', () => {
  const levels = (rewards: number[], values: number[], lengths: number[], bootstrap: number) =>
    gae({ rewards, values, lengths, bootstrap, ...r1 });

  it('V1: messages as decisions, over two turns', () => {
    const v = vectors.V1_appo_never_done;
    const { advantages, returns } = levels(v.R.flat(), v.V.flat(), [1, 1, 1, 1], v.nextV[0]);
    expectClose(advantages, v.adv.flat());
    expectClose(returns, v.ret.flat());
  });
  it('V1: an episode that ends is on its own, so the next one’s first agent keeps its credit', () => {
    const v = vectors.V1_appo_done_after_step0;
    expectClose(levels(v.R[0], v.V[0], [1, 1], 0).advantages, v.adv[0]);
    // R1 gives −0.1 here (Q1: it reads the mask of the turn before); the fixed value is in the specification.
    expect(v.adv[1][0]).toBe(-0.1);
    expectClose(levels(v.R[1], v.V[1], [1, 1], v.nextV[0]).advantages, [0.380398, 0.195]);
  });
  it('V1: one turn, ended and not, two agents and three', () => {
    expectClose(levels([0, 1], [0.2, 0.4], [1, 1], 0).advantages, vectors.V1_appo_T1_done.adv[0]);
    const v = vectors.V1_appo_T1_N3_notdone;
    const { advantages, returns } = levels(v.R[0], v.V[0], [1, 1, 1], v.nextV0);
    expectClose(advantages, v.adv[0]);
    expectClose(returns, v.ret[0]);
  });
  it.each([
    ['V2_tppo_done', 0],
    ['V2_tppo_notdone', 0.6],
  ])('%s: tokens as decisions', (name, bootstrap) => {
    const v = vectors[name];
    const real = (rows: number[][]) => [...rows[0]!.slice(0, 3), ...rows[1]!.slice(0, 2)];
    const { advantages, returns } = levels([0, 0, v.R[0], 0, v.R[1]], real(v.V), [3, 2], bootstrap);
    expectClose(advantages, real(v.adv));
    expectClose(returns, real(v.ret));
  });
});

describe('gae', () => {
  const random = (seed: number) => {
    const cases = new Cases(seed);
    const lengths = Array.from({ length: cases.integer(1, 5) }, () => cases.integer(1, 6));
    const count = lengths.reduce((a, b) => a + b, 0);
    return {
      cases,
      lengths,
      count,
      rewards: cases.array(count, -1, 1),
      values: cases.array(count, -1, 1),
      bootstrap: cases.uniform(-1, 1),
    };
  };
  /** The definition: Σ_l (Π γλ) δ_l, with the pair of each step. */
  it('equals the sum of discounted errors', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { cases, lengths, count, rewards, values, bootstrap } = random(seed);
      const pairs = { gammaToken: cases.uniform(), lambdaToken: cases.uniform(), gamma: cases.uniform(), lambda: cases.uniform() };
      const last = new Set<number>();
      lengths.reduce((end, n) => (last.add(end + n - 1), end + n), 0);
      const step = (t: number) => (last.has(t) ? [pairs.gamma, pairs.lambda] : [pairs.gammaToken, pairs.lambdaToken]) as [number, number];
      const delta = (t: number) => rewards[t]! + step(t)[0] * (t + 1 < count ? values[t + 1]! : bootstrap) - values[t]!;
      const expected = Array.from({ length: count }, (_, t) => {
        let weight = 1;
        let sum = 0;
        for (let l = t; l < count; l++) {
          sum += weight * delta(l);
          weight *= step(l)[0] * step(l)[1];
        }
        return sum;
      });
      expectClose(gae({ rewards, values, lengths, bootstrap, ...pairs }).advantages, expected, 12);
    }
  });
  it('λ = 0 is the one-step error, γ = 0 the reward alone', () => {
    const { lengths, rewards, values, bootstrap } = random(7);
    const zero = gae({ rewards, values, lengths, bootstrap, gammaToken: 0, lambdaToken: 0.9, gamma: 0, lambda: 0.9 });
    expectClose(zero.returns, rewards, 12);
    const oneStep = gae({ rewards, values, lengths, bootstrap, gammaToken: 1, lambdaToken: 0, gamma: 1, lambda: 0 });
    expectClose(
      oneStep.returns,
      rewards.map((r, t) => r + (values[t + 1] ?? bootstrap)),
      12,
    );
  });
  it('does not depend on how tokens are cut into messages when both pairs are equal', () => {
    const { count, lengths, rewards, values, bootstrap } = random(8);
    const whole = gae({ rewards, values, lengths: [count], bootstrap, ...r1 });
    expect(gae({ rewards, values, lengths, bootstrap, ...r1 })).toEqual(whole);
  });
  it('refuses vectors of different length', () => {
    expect(() => gae({ rewards: [1], values: [], lengths: [1], bootstrap: 0, ...r1 })).toThrow(RangeError);
    expect(() => gae({ rewards: [1], values: [1], lengths: [2], bootstrap: 0, ...r1 })).toThrow(RangeError);
  });
});

/** A finished episode of a random team with random rewards, values and log-probabilities. */
function randomRecord(seed: number, perRole = false): EpisodeRecord {
  const cases = new Cases(seed);
  const team = randomTeam(seed);
  const horizon = cases.integer(1, 3);
  const episode = new Episode({
    iteration: 0,
    episode: 0,
    split: 'train',
    problemIndex: 0,
    group: 0,
    team,
    seed,
    tokensOf: () => tokens,
    horizon,
    first: { state: null, observation: 'q' },
  });
  while (!episode.finished) {
    for (let wave = episode.ready(); wave.length > 0; wave = episode.ready()) {
      for (const request of wave) {
        const message = messageFor(request, 'x'.repeat(cases.integer(0, 5)));
        episode.deliver(request, { ...message, logprobs: message.responseIds.map(() => cases.uniform(-3, 0)) });
      }
    }
    episode.toStep();
    const reward = perRole ? Object.fromEntries(team.agents.map((agent) => [agent.role, cases.uniform(-1, 1)])) : cases.uniform(-1, 1);
    episode.stepped({ state: null, observation: 'q', reward, terminated: false, truncated: false }, '');
  }
  const record = { ...episode.record(), bootstrap: cases.uniform(-1, 1) };
  for (const message of record.messages) {
    message.values = message.response_ids.map(() => cases.uniform(-1, 1));
    message.ref_logprobs = message.response_ids.map(() => cases.uniform(-3, 0));
  }
  return record;
}

describe('assignRewards', () => {
  const team = teamOf(
    ['a', 'b', 'c'],
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
  );
  const messages = team.agents.map(({ role }, i) => ({
    role,
    turn: 0,
    logprobs: Array<number>(i + 1).fill(-1),
    ref_logprobs: Array<number>(i + 1).fill(-2),
  })) as unknown as EpisodeRecord['messages'];

  it('pays the team at the last token of the last message', () => {
    expect(assignRewards({ messages, turn_rewards: [2] }, none)).toEqual([[0], [0, 0], [0, 0, 2]]);
  });
  it('pays a role at its own last token', () => {
    expect(assignRewards({ messages, turn_rewards: [{ a: 1, b: -1 }] }, none)).toEqual([[1], [0, -1], [0, 0, 0]]);
  });
  it('takes the KL to the base off every token', () => {
    expect(assignRewards({ messages, turn_rewards: [2] }, { klCoef: 0.5, klEstimator: 'k1', klPlacement: 'reward' })).toEqual([
      [-0.5],
      [-0.5, -0.5],
      [-0.5, -0.5, 1.5],
    ]);
  });
  it('fails rather than lose a reward', () => {
    expect(() => assignRewards({ messages, turn_rewards: [0, 1] }, none)).toThrow('no token');
  });
});

describe('creditEpisode conserves reward', () => {
  const ones = { gammaToken: 1, lambdaToken: 1, gamma: 1, lambda: 1 };
  const penalty = { klCoef: 0.3, klEstimator: 'k3', klPlacement: 'reward' } as const;
  it.each<[string, CreditSettings, boolean]>([
    ['undiscounted, team reward', { ...ones, ...none }, false],
    ['undiscounted, reward per role', { ...ones, ...none }, true],
    ['undiscounted, KL in the reward', { ...ones, ...penalty }, true],
    ['discounted', { ...r1, ...penalty }, false],
  ])('%s', (_, settings, perRole) => {
    for (let seed = 0; seed < 60; seed++) {
      const record = randomRecord(seed, perRole);
      creditEpisode(record, settings);
      expect(conservationViolations(record, settings)).toEqual([]);
      for (const message of record.messages)
        for (const list of [message.token_rewards, message.advantages, message.returns])
          expect(list.length).toBe(message.response_ids.length);
    }
  });
  it('and notices when it does not', () => {
    const settings = { ...ones, ...none };
    const record = randomRecord(5);
    creditEpisode(record, settings);
    const message = record.messages.at(-1)!;
    message.token_rewards = message.token_rewards.map((r) => r + 0.01);
    expect(conservationViolations(record, settings).map((v) => v.identity)).toEqual(
      expect.arrayContaining(['reward paid', 'reward to go']),
    );
    message.advantages = message.advantages.map(() => Number.NaN);
    expect(conservationViolations(record, settings).map((v) => v.identity)).toContain('returns');
  });
  it('refuses an episode without values', () => {
    const record = randomRecord(5);
    record.messages[0]!.values = [];
    expect(() => creditEpisode(record, { ...ones, ...none })).toThrow('values');
  });
});

describe('normalizeAdvantages', () => {
  it('V5: R1 skips what is exactly zero, a real advantage too', () => {
    const v = vectors.V5_advnorm;
    const { normalized, mean, std } = normalizeAdvantages(v.adv.flat(), { skipExactZeros: true });
    expect(mean).toBeCloseTo(v.mean, 5);
    expect(std).toBeCloseTo(v.std, 5);
    expectClose(normalized, v.out.flat());
  });
  it('gives mean 0 and deviation 1 over the mask, and 0 outside', () => {
    const cases = new Cases(1);
    const x = cases.array(40, -3, 5);
    const mask = Array.from(x, (_, i) => (i % 3 === 0 ? 0 : 1));
    const { normalized } = normalizeAdvantages(x, { mask });
    const inside = Array.from(normalized).filter((_, i) => mask[i] === 1);
    const mean = inside.reduce((a, b) => a + b, 0) / inside.length;
    expect(mean).toBeCloseTo(0, 12);
    expect(inside.reduce((a, b) => a + (b - mean) ** 2, 0) / inside.length).toBeCloseTo(1, 6);
    expect(
      Array.from(normalized)
        .filter((_, i) => mask[i] === 0)
        .every((v) => v === 0),
    ).toBe(true);
  });
  it('counts a real zero, unlike R1', () => {
    expect(normalizeAdvantages([0, 3]).mean).toBe(1.5);
    expect(normalizeAdvantages([0, 3], { skipExactZeros: true }).mean).toBe(3);
  });
  it('stays finite when all are equal or there are none', () => {
    expect(Array.from(normalizeAdvantages([2, 2]).normalized)).toEqual([0, 0]);
    expect(normalizeAdvantages([]).normalized.length).toBe(0);
  });
});

describe('explainedVariance', () => {
  it('is 1 for the returns themselves, 0 for a constant, negative for worse', () => {
    expect(explainedVariance([1, 2, 4], [1, 2, 4])).toBe(1);
    expect(explainedVariance([5, 5, 5], [1, 2, 4])).toBeCloseTo(0, 12);
    expect(explainedVariance([4, 2, 1], [1, 2, 4])).toBeLessThan(0);
  });
  it('is null when nothing varies', () => {
    expect(explainedVariance([1, 2], [3, 3])).toBeNull();
    // Every episode paid 0.7: the mean of many is not 0.7 to the last bit.
    const paid = Array.from({ length: 160 }, () => 0.7);
    expect(
      explainedVariance(
        paid.map((_, i) => i / 100),
        paid,
      ),
    ).toBeNull();
    expect(explainedVariance([0, 0], [0, 0])).toBeNull();
  });
});

/** Who earned it: coalitions of agents that speak with their adapters, in a world where the truth is known. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION, documentSchema } from '../../../../src/core/document/schema.ts';
import { uniformAt } from '../../../../src/core/random/streams.ts';
import type { GenerationJob } from '../../../../src/engine/generate/jobs.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { type CoalitionOptions, coalitionRewards, creditShares } from '../../../../src/session/counterfactual/coalitions.ts';
import type { RolloutContext } from '../../../../src/session/play/rollout.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { long } from '../../../support/long.ts';

/** Pays 1 when `a` said 7 and `b` said 8, and 0.25 for every 9 that anybody else says. */
const SOURCE = `
import { type Environment } from 'marft/env';
export default {
  name: 'sums', description: '',
  reset() { return { state: null, observation: 'go' }; },
  step({ state, messages }) {
    const said = (role) => messages.find((message) => message.role === role)?.text;
    const nines = messages.filter(({ role, text }) => role !== 'a' && role !== 'b' && text === '9').length;
    return { state, observation: '', reward: Number(said('a') === '7' && said('b') === '8') + nines / 4, terminated: true, truncated: false };
  },
} satisfies Environment<null>;`;

const micro = loadBase('micro', readFolder(baseFolder('micro')));
const { promptTokens } = micro.tokenizer;

/** With its adapter an agent says the digit of its slot, without one 0; `lucky` ones say it half of the time. */
const speaker = (digits: readonly string[], lucky: readonly number[] = []) => ({
  submit: async ({ slot, key }: GenerationJob) => {
    const right = slot >= 0 && (!lucky.includes(slot) || uniformAt(key, 0) < 0.5);
    const responseIds = [...promptTokens.encode(right ? (digits[slot] ?? '0') : '0'), promptTokens.end];
    return { responseIds, logprobs: responseIds.map(() => -1), entropies: responseIds.map(() => 1), finishReason: 'stop' as const };
  },
  use: async () => ({}) as never,
  dispose: () => {},
});

async function stage(digits: readonly string[], lucky: readonly number[] = []): Promise<RolloutContext> {
  const roles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, digits.length);
  const document = documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'sums',
    team: { base: 'micro', agents: roles.map((role) => ({ role, sampling: { maxNewTokens: 4 } })) },
    environment: { source: SOURCE },
  });
  const environment = createSandbox();
  await environment.load(SOURCE);
  const generator = speaker(digits, lucky);
  return { document, voices: digits.map((_, slot) => ({ base: micro, generator, slot, version: 1 })), environment };
}

const options: CoalitionOptions = { split: 'train', size: 'unlimited', problems: 8, absence: 'base', orders: 20 };

describe('shares of credit', () => {
  it('two who must both be right share it, one who adds by itself keeps what it adds, one who does nothing gets nothing', async () => {
    const told: [number, number][] = [];
    const found = await creditShares(await stage(['7', '8', '9', '0']), { ...options, onProgress: (...now) => told.push(now) });
    expect(found.method).toBe('exact');
    expect(found.shares.map(({ role, value }) => [role, value])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
      ['c', 0.25],
      ['d', 0],
    ]);
    expect(found.worth.find(({ roles }) => roles.join() === 'a,b')?.reward).toBe(1);
    expect(found.worth.find(({ roles }) => roles.join() === 'a,c')?.reward).toBe(0.25);
    expect(told.at(-1)).toEqual([16, 16]);
  });

  it('sum to what the team earns over what it earns untrained, also by chance, and every share lies in its interval', async (test) => {
    long(test);
    const context = await stage(['7', '8', '9'], [0, 2]);
    const { shares, worth } = await creditShares(context, { ...options, problems: 100 });
    const whole = worth.find(({ roles }) => roles.length === 3)!.reward - worth.find(({ roles }) => roles.length === 0)!.reward;
    expect(shares.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(whole, 10);
    const [a, b, c] = shares;
    // The truth: v(ab) = ½, v(c) = ⅛.
    for (const [share, truth] of [
      [a!, 0.25],
      [b!, 0.25],
      [c!, 0.125],
    ] as const) {
      expect(share.interval!.low).toBeLessThan(truth);
      expect(share.interval!.high).toBeGreaterThan(truth);
    }
  });

  it('of many agents are sampled, with intervals, and still sum to the whole', async () => {
    const { method, shares } = await creditShares(await stage(['7', '8', '9', '9', '0', '0', '0', '0']), { ...options, problems: 1 });
    expect(method).toBe('sampled');
    expect(shares.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1.5, 10);
    expect(shares[2]!.value).toBeCloseTo(0.25, 10);
    expect(shares[7]!.value).toBe(0);
  });

  it('sampled intervals hold what chance of the problems does as well', async (test) => {
    long(test);
    // h speaks by chance and adds the same in every order: its interval is that of the problems alone.
    const context = await stage(['0', '0', '0', '0', '0', '0', '0', '9'], [7]);
    const { shares, worth } = await creditShares(context, { ...options, problems: 40, orders: 6 });
    const [idle, lucky] = [shares[0]!, shares[7]!];
    expect(idle.interval).toEqual({ low: 0, high: 0 });
    expect(lucky.value).toBeCloseTo(worth.find(({ roles }) => roles.length === 8)!.reward, 10);
    const { low, high } = lucky.interval!;
    expect(low).toBeLessThan(0.125);
    expect(high).toBeGreaterThan(0.125);
    // ¼ · √(½ · ½ / 40), Student’s t with 39 degrees.
    expect((high - low) / 2).toBeGreaterThan(0.03);
    expect((high - low) / 2).toBeLessThan(0.05);
  });

  it.each([
    ['exact', '009'],
    ['sampled', '0000009'],
  ] as const)('of a split that is too small play each problem once: %s intervals are over its problems', async (method, digits) => {
    // By chance, so that playing a problem again would look like more problems.
    const context = await stage([...Array.from(digits), '0'], [digits.length - 1]);
    const asked = { ...options, size: 5, orders: 4 };
    const all = await creditShares(context, { ...asked, problems: 5 });
    const more = await creditShares(context, { ...asked, problems: 40 });
    expect(more).toEqual(all);
    expect(more).toMatchObject({ method, problems: 5 });
    expect((await creditShares(context, { ...asked, problems: 3 })).problems).toBe(3);
  });

  it('who is absent may also say nothing', async () => {
    const context = await stage(['7', '8']);
    expect(await coalitionRewards(context, 0b01, { ...options, problems: 2, absence: 'silent' })).toEqual([0, 0]);
    expect(await coalitionRewards(context, 0b11, { ...options, problems: 2, absence: 'silent' })).toEqual([1, 1]);
  });
});

/** The relay: what each runner earned is known, and adds up to the reward. */
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { keyOf, mean, played } from '../played.ts';
import { STEP } from '../../session/sandbox/support.ts';
import { long } from '../../../support/long.ts';

const RUNNERS = ['first', 'second', 'third'] as const;
const sandbox = createSandbox();
let hooks: object;
let name: string;

beforeAll(async () => {
  ({ hooks, name } = await sandbox.load(environmentSource('relay')));
});

/** 3+4, +8, +5: a good team passes on 7, 5 and 0. */
const STATE = { start: 3, steps: [4, 8, 5] };
const messagesOf = (texts: readonly string[]) => texts.map((text, index) => ({ role: RUNNERS[index] ?? '', text, turn: 0 }));

async function judge(...texts: string[]) {
  const messages = messagesOf(texts);
  const [result] = await sandbox.step([{ ...STEP, state: STATE, messages }]);
  const [shares] = await sandbox.stepReward([{ state: STATE, messages, teamReward: Number(result?.reward) }]);
  return { reward: result?.reward, skills: result?.skills, earned: result?.info?.['earned'], shares: shares ?? [] };
}

it('is listed, and says what it is', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['relay', name]);
  expect(hooks).toEqual({
    demonstrate: true,
    mistake: true,
    render: true,
    transition: false,
    stepReward: true,
    privileged: false,
    tool: false,
    dependencies: false,
  });
});

describe('hidden information', () => {
  it('each runner reads its own step and the one digit before it', async () => {
    for (const { prompts, messages } of await played('relay', 'train', 40, 'good')) {
      expect(prompts[0]).toMatch(/start \d, add \d/);
      for (const prompt of prompts.slice(1)) expect(prompt).not.toMatch(/start \d/);
      for (const prompt of prompts) expect(prompt.match(/add \d/g)).toHaveLength(1);
      expect(messages.map(({ sees }) => sees)).toEqual([[], [0], [1]]);
    }
  });
});

describe('splits', () => {
  it('share no relay; test holds about a fifth', async (context) => {
    long(context);
    const relays = async (split: 'train' | 'test') =>
      (await sandbox.reset(Array.from({ length: 4000 }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) })))).map(
        ({ state }) => JSON.stringify(state),
      );
    const train = new Set(await relays('train'));
    const test = new Set(await relays('test'));
    expect([...test].filter((relay) => train.has(relay))).toEqual([]);
    // Of 7290 relays a fifth is in a smaller set, so more of it has been drawn.
    expect(test.size).toBeGreaterThan(1200);
    expect(test.size).toBeLessThan(1600);
  });
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s)', async (split) => {
    const episodes = await played('relay', split, 200, 'good');
    expect(episodes.every(({ reward }) => reward === 1)).toBe(true);
    expect(mean(episodes.map(({ skills }) => mean(Object.values(skills ?? {}))))).toBe(1);
  });

  it('a careless team loses every relay, by its second runner alone', async (context) => {
    long(context);
    const episodes = await played('relay', 'train', 200, 'careless');
    expect(episodes.every(({ reward }) => reward === 0)).toBe(true);
    for (const { skills } of episodes) expect(skills).toEqual({ 'first right': 1, 'second right': 0, 'third right': 1 });
  });

  it('a full stop makes no difference', async () => {
    expect((await judge('7.', '5', '0.')).reward).toBe(1);
  });
});

describe('what each runner earned', () => {
  it.each([
    ['all run well', ['7', '5', '0'], 1, [1 / 3, 1 / 3, 1 / 3]],
    ['the second forgets its step', ['7', '7', '2'], 0, [1 / 3, -2 / 3, 1 / 3]],
    ['the first slips', ['6', '4', '9'], 0, [-2 / 3, 1 / 3, 1 / 3]],
    ['two slip', ['6', '6', '1'], 0, [-1 / 6, -1 / 6, 1 / 3]],
    // Each alone would have lost the relay; together they arrive. Neither is better or worse than a good runner.
    ['two slips cancel out', ['8', '5', '0'], 1, [1 / 3, 1 / 3, 1 / 3]],
    ['the third drops the digit', ['7', '5', 'so'], 0, [1 / 3, 1 / 3, -2 / 3]],
  ])('%s', async (_, texts, reward, shares) => {
    const judged = await judge(...texts);
    expect(judged.reward).toBe(reward);
    judged.shares.forEach((share, index) => expect(share).toBeCloseTo(shares[index] ?? Number.NaN, 12));
    expect(judged.earned).toEqual(Object.fromEntries(RUNNERS.map((runner, index) => [runner, judged.shares[index]])));
  });

  it('adds up to the reward, whatever is said', async () => {
    for (const first of ['7', '6', '8', 'so'])
      for (const second of ['5', '7', '4', ''])
        for (const third of ['0', '2', '9', '42']) {
          const { reward, shares } = await judge(first, second, third);
          expect(
            shares.reduce((a, b) => a + b, 0),
            `${first} ${second} ${third}`,
          ).toBeCloseTo(Number(reward), 12);
        }
  });

  it('nobody is judged on what never arrived', async () => {
    expect((await judge('so', '5', '0')).skills).toEqual({ 'first right': 0, 'third right': 1 });
  });
});

it('renders its state', async () => {
  expect(await sandbox.render(STATE)).toBe('3 + 4 + 8 + 5 = 0 (last digit)');
});

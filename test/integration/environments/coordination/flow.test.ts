/** The flow network, played by its own team: two branches between a source and a last agent. */
import { describe, expect, it } from 'vitest';
import { chooseProject } from '../../../../headless/kit/project.ts';
import { layersAt } from '../../../../src/core/team/turns.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { long } from '../../../support/long.ts';
import { keyOf, mean, played, hooksIn } from '../played.ts';

const STATE = { parts: 7, left: 4, added: [2, 1] };

it('is listed, and says what it is', async () => {
  const info = await createSandbox().load(environmentSource('flow'));
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['flow', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render', 'stepReward']);
});

it('splits share no problem', async (context) => {
  long(context);
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('flow'));
  const problems = async (split: 'train' | 'test') => {
    const keys = Array.from({ length: 1000 }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) }));
    return new Set((await sandbox.reset(keys)).map(({ state }) => JSON.stringify(state)));
  };
  const train = await problems('train');
  const test = await problems('test');
  expect([...test].filter((problem) => train.has(problem))).toEqual([]);
  // Of 324.
  expect(train.size).toBeGreaterThan(200);
  expect(test.size).toBeGreaterThan(35);
});

it('the branches speak at once and see the source alone, the last agent sees the branches alone', async () => {
  expect(layersAt(chooseProject({ preset: 'flow' }).team, 0)).toEqual([[0], [1, 2], [3]]);
  for (const { prompts, messages } of await played('flow', 'train', 60, 'good')) {
    expect(messages.map(({ role }) => role)).toEqual(['source', 'left', 'right', 'last']);
    const [source = '', left = '', right = '', last = ''] = prompts;
    expect(source).toMatch(/problem: \d parts, left \d</);
    expect(left).toMatch(/problem: left, add \d</);
    expect(right).toMatch(/problem: right, add \d</);
    expect(right).not.toMatch(/left/);
    expect(last).toMatch(/left: \d+<[^]*right: \d+</);
    expect(last).not.toMatch(/parts, left|source/);
  }
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s)', async (split) => {
    const episodes = await played('flow', split, 200, 'good');
    expect(mean(episodes.map(({ reward }) => reward))).toBe(1);
    expect(mean(episodes.map(({ skills }) => mean(Object.values(skills ?? {}))))).toBe(1);
  });

  it('careless branches lose it always, and nobody else is to blame', async (context) => {
    long(context);
    const episodes = await played('flow', 'train', 100, 'careless');
    expect(mean(episodes.map(({ reward }) => reward))).toBe(0);
    for (const { skills } of episodes) expect(skills).toEqual({ 'source right': 1, 'left right': 0, 'right right': 0, 'last right': 1 });
  });
});

it('pays each node for what it made of what reached it', async () => {
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('flow'));
  const earned = async (...texts: string[]) => {
    const messages = texts.map((text, k) => ({ role: ['source', 'left', 'right', 'last'][k] ?? '', text, turn: 0 }));
    return (await sandbox.stepReward([{ state: STATE, messages, teamReward: 0, positions: [0, 1, 2, 3] }]))[0];
  };
  expect(await earned('4, 3', '6', '4', '10')).toEqual([1, 1, 1, 1]);
  // The right branch forgot its part; the last agent counted well.
  expect(await earned('4, 3', '6', '3', '9')).toEqual([1, 1, 0, 1]);
  // A wrong division, well passed on.
  expect(await earned('5, 2', '7', '3', '10')).toEqual([0, 1, 1, 1]);
  // Nothing to divide, so nothing reaches the branches.
  expect(await earned('', '', '', '10')).toEqual([0, 0, 0, 0]);
});

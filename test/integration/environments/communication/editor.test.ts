/** Writer, reflector and editor, played by their own team. */
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { keyOf, mean, played, hooksIn } from '../played.ts';
import { STEP } from '../../session/sandbox/support.ts';
import { long } from '../../../support/long.ts';

const sandbox = createSandbox();
let info: Awaited<ReturnType<typeof sandbox.load>>;
beforeAll(async () => {
  info = await sandbox.load(environmentSource('editor'));
});

it('is listed, and says what it is', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['editor', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render', 'stepReward']);
});

it('splits share no task', async (context) => {
  long(context);
  const tasks = async (split: 'train' | 'test') => {
    const keys = Array.from({ length: 1500 }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) }));
    return new Set((await sandbox.reset(keys)).map(({ state }) => (state as unknown as { task: number[] }).task.join('')));
  };
  const train = await tasks('train');
  const test = await tasks('test');
  expect([...test].filter((task) => train.has(task))).toEqual([]);
  // Of 216.
  expect(train.size + test.size).toBeGreaterThan(200);
});

it('the editor reads draft and remark, never the task', async () => {
  for (const { prompts, messages } of await played('editor', 'train', 60, 'good')) {
    const task = /problem: (\d{3})</.exec(prompts[1] ?? '')?.[1] ?? '?';
    expect(prompts[0]).toContain(`problem: ${task}, distracted: `);
    expect(prompts[1]).not.toContain('distracted');
    expect(prompts[2]).not.toMatch(/problem|distracted/);
    for (const { text } of messages.slice(0, 2)) expect(prompts[2]).toContain(text);
  }
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration, after a draft with one slip (%s)', async (split) => {
    const episodes = await played('editor', split, 200, 'good');
    expect(episodes.every(({ reward }) => reward === 1)).toBe(true);
    for (const { skills } of episodes) expect(Object.values(skills ?? {})).toEqual([1, 1, 1, 0]);
    expect(new Set(episodes.map(({ info: told }) => told?.['slip'])).size).toBe(3);
  });

  it('a careless team hands on the draft; its reflector is right by chance', async (context) => {
    long(context);
    const episodes = await played('editor', 'train', 300, 'careless');
    expect(episodes.every(({ reward }) => reward === 0)).toBe(true);
    expect(Math.abs(mean(episodes.map(({ skills }) => skills?.['reflector finds the slip'] ?? 0)) - 1 / 3)).toBeLessThan(0.09);
    expect(mean(episodes.map(({ skills }) => skills?.['editor leaves the draft'] ?? 0))).toBe(1);
  });
});

describe('351, of which the writer left the middle as it was', () => {
  const state = { task: [3, 5, 1], slip: 1 };
  it.each([
    ['452', 'middle', '462', 1, [0, 1, 1]],
    ['452', 'middle', '452', 0, [0, 1, 0]],
    ['452', 'last', '453', 0, [0, 0, 0]],
    // The editor may guess, and the reflector earns nothing by it.
    ['452', 'first', '462', 1, [0, 0, 1]],
    ['462', 'middle', '462', 1, [0, 0, 1]],
    ['', '', '', 0, [0, 0, 0]],
  ])('draft %j, remark %j, text %j', async (writer, reflector, editor, reward, shares) => {
    const messages = Object.entries({ writer, reflector, editor }).map(([role, text]) => ({ role, text, turn: 0 }));
    const [result] = await sandbox.step([{ ...STEP, state, messages }]);
    expect(result?.reward).toBe(reward);
    expect(await sandbox.stepReward([{ state, messages, teamReward: reward }])).toEqual([shares]);
  });
});

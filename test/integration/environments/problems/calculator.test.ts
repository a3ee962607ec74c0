/** The calculator, asked within messages by its own team. */
import { describe, expect, it } from 'vitest';
import { chooseProject } from '../../../../headless/kit/project.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { keyOf, mean, played, hooksIn } from '../played.ts';

const team = (request: { call: string }) => ({ state: null, role: 'solver', messages: [], randomKey: [1, 2] as const, ...request });

it('is listed, and says what it is', async () => {
  const info = await createSandbox().load(environmentSource('calculator'));
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['calculator', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render', 'stepReward', 'tool']);
  expect(chooseProject({ preset: 'calculator' }).team.tools).toEqual({ open: '[', close: ']', most: 1 });
});

it('works out what it is asked, and says so where it cannot', async () => {
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('calculator'));
  const calls = ['38+47', ' 90-12 ', '12-90', '1*2', '', '38+47+1', '1234+1'].map((call) => team({ call }));
  expect(await sandbox.tool(calls)).toEqual(['=85;', '=78;', '=-78;', '=?;', '=?;', '=?;', '=?;']);
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s)', async (split) => {
    const episodes = await played('calculator', split, 100, 'good');
    expect(mean(episodes.map(({ reward }) => reward))).toBe(1);
    expect(mean(episodes.flatMap(({ skills }) => Object.values(skills ?? {})))).toBe(1);
  });

  it('is for the solver’s own words alone: the calculator’s answer is not one', async () => {
    const sandbox = createSandbox();
    await sandbox.load(environmentSource('calculator'));
    const [first] = await sandbox.reset([{ seed: 1, split: 'train', index: 3, randomKey: keyOf('train', 3) }]);
    const { a, b, more } = first!.state as { a: number; b: number; more: boolean };
    const sum = `${a}${more ? '+' : '-'}${b}`;
    const result = more ? a + b : a - b;
    const rewardOf = async (solver: string) => {
      const messages = [
        { role: 'reader', text: sum, turn: 0 },
        { role: 'solver', text: solver, turn: 0 },
      ];
      return (await sandbox.step([{ state: first!.state, messages, randomKey: [1, 2] }]))[0]!.reward;
    };
    expect(await rewardOf(`[${sum}]=${result};${result}`)).toBe(1);
    expect(await rewardOf(`[${sum}]=${result};`)).toBe(0);
    expect(await rewardOf(String(result))).toBe(1);
  });

  it('a careless team earns less, and never asks', async () => {
    const episodes = await played('calculator', 'train', 200, 'careless');
    expect(mean(episodes.map(({ reward }) => reward))).toBeLessThan(0.3);
    expect(mean(episodes.map(({ skills }) => skills?.['solver asks the calculator'] ?? 1))).toBe(0);
  });
});

/** The number puzzles, played by their own team. */
import { describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { long } from '../../../support/long.ts';
import { keyOf, mean, played, hooksIn } from '../played.ts';

const NUMBERS = [4, 2, 7];
const OF_TWELVE = { numbers: [5, 3, 4], target: 12 };

async function opened() {
  const sandbox = createSandbox();
  return { sandbox, info: await sandbox.load(environmentSource('puzzles')) };
}

/** Reward and skills of a proposal and an expression. */
async function judged(state: { numbers: number[]; target: number }, proposal: string, expression: string) {
  const { sandbox } = await opened();
  const messages = [
    { role: 'proposer', text: proposal, turn: 0 },
    { role: 'solver', text: expression, turn: 0 },
  ];
  const [step] = await sandbox.step([{ state, messages, randomKey: [1, 2] }]);
  return { reward: step?.reward, ...step?.skills };
}

it('is listed, and says what it is', async () => {
  const { info } = await opened();
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['puzzles', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render', 'stepReward']);
});

it('splits share no puzzle, and every target is positive', async (context) => {
  long(context);
  const { sandbox } = await opened();
  const puzzles = async (split: 'train' | 'test') => {
    const keys = Array.from({ length: 1000 }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) }));
    return new Set((await sandbox.reset(keys)).map(({ observation }) => String(observation)));
  };
  const train = await puzzles('train');
  const test = await puzzles('test');
  expect([...test].filter((puzzle) => train.has(puzzle))).toEqual([]);
  for (const puzzle of [...train, ...test]) expect(puzzle).toMatch(/^make \d+ from [2-7], [2-7], [2-7]$/);
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s)', async (split) => {
    const episodes = await played('puzzles', split, 200, 'good');
    expect(mean(episodes.map(({ reward }) => reward))).toBe(1);
    expect(mean(episodes.map(({ skills }) => mean(Object.values(skills ?? {}))))).toBe(1);
  });

  it('a careless team is right when the first two numbers add up to the target', async (context) => {
    long(context);
    const episodes = await played('puzzles', 'train', 600, 'careless');
    expect(Math.abs(mean(episodes.map(({ reward }) => reward)) - 1 / 9)).toBeLessThan(0.06);
  });

  it('is paid for any expression of two given numbers that has the value', async () => {
    expect(await judged(OF_TWELVE, '3, 4', '3 * 4')).toEqual({ reward: 1, 'numbers right': 1, 'operation right': 1 });
    expect(await judged(OF_TWELVE, '3, 4', ' 4*3 ')).toMatchObject({ reward: 1 });
    expect(await judged(OF_TWELVE, '5, 3', '3 * 4')).toEqual({ reward: 1, 'numbers right': 0 });
    expect(await judged(OF_TWELVE, '3, 4', '3 + 4')).toEqual({ reward: 0, 'numbers right': 1, 'operation right': 0 });
    expect(await judged({ numbers: NUMBERS, target: 5 }, '2, 7', '7 - 2')).toMatchObject({ reward: 1 });
  });

  it.each(['2 * 6', '12', '3 * 4 = 12', '4 + 4 + 4', '', 'constructor'])('is 0 for “%s”', async (expression) => {
    expect(await judged(OF_TWELVE, '3, 4', expression)).toMatchObject({ reward: 0 });
  });
});

it('a solver trusts the proposal, and comes as near as it can', async () => {
  const { sandbox } = await opened();
  const solve = async (proposal: string) =>
    (
      await sandbox.demonstrate([
        { state: OF_TWELVE, role: 'solver', messages: [{ role: 'proposer', text: proposal, turn: 0 }], randomKey: [1, 2] },
      ])
    )[0];
  expect(await solve('3, 4')).toBe('3 * 4');
  expect(await solve('5, 4')).toBe('5 + 4');
  expect(await solve('no idea')).toBe('3 * 4');
});

/** Stories of several steps: sound chains, splits apart, and what is said of a solver and its checker. */
import { describe, expect, it } from 'vitest';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { keyOf, hooksIn } from '../played.ts';

interface State {
  problem: string;
  steps: { left: number; operator: string; right: number; value: number }[];
  answer: number;
}

async function drawn(split: 'train' | 'test', count: number): Promise<State[]> {
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('stories'));
  const keys = Array.from({ length: count }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) }));
  const states = (await sandbox.reset(keys)).map(({ state }) => state as unknown as State);
  await sandbox.dispose();
  return states;
}

const chainOf = ({ steps }: State) => steps.map(({ left, operator, right }) => `${left}${operator}${right}`).join(' ');

it('says what it is', async () => {
  const info = await createSandbox().load(environmentSource('stories'));
  expect(info.name).toBe('Stories of several steps');
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render', 'stepReward']);
});

it('steps follow from each other, in fives up to 180; splits share no chain', async () => {
  const [train, test] = [await drawn('train', 400), await drawn('test', 200)];
  for (const { steps, answer, problem } of [...train, ...test]) {
    expect(steps.length).toBeGreaterThanOrEqual(2);
    expect(steps.length).toBeLessThanOrEqual(3);
    for (const [index, { left, operator, right, value }] of steps.entries()) {
      expect(value).toBe({ '+': left + right, '-': left - right, '*': left * right, '/': left / right }[operator]);
      expect(Number.isInteger(value) && value >= 1 && value <= 180 && value % 5 === 0, problem).toBe(true);
      if (index > 0) expect(left).toBe(steps[index - 1]?.value);
      // Who doubles tells no number.
      if (!problem.includes('doubles')) expect(problem).toContain(` ${right}`);
    }
    expect(answer).toBe(steps.at(-1)?.value);
  }
  const known = new Set(train.map(chainOf));
  expect(test.filter((state) => known.has(chainOf(state)))).toEqual([]);
});

describe('reward and skills', () => {
  const state = {
    problem: 'p',
    steps: [
      { left: 6, operator: '*', right: 23, value: 138 },
      { left: 138, operator: '-', right: 41, value: 97 },
    ],
    answer: 97,
  };
  const played = async (...texts: string[]) => {
    const sandbox = createSandbox();
    await sandbox.load(environmentSource('stories'));
    const messages = texts.map((text, index) => ({ role: index === 0 ? 'solver' : 'checker', text, turn: 0 }));
    const [outcome] = await sandbox.step([{ state, messages, randomKey: [0, 0] }]);
    const paid = await sandbox.stepReward([{ state, messages, teamReward: 0, positions: texts.map((_, index) => index) }]);
    const ask = [{ state, role: 'checker', messages: messages.slice(0, 1), randomKey: [0, 0] as const }];
    const said = [await sandbox.demonstrate(ask), await sandbox.mistake(ask)].flat();
    await sandbox.dispose();
    return { reward: outcome?.reward, skills: outcome?.skills, paid: paid[0], said };
  };

  it('the last message’s last whole number counts; a checker keeps or mends', async () => {
    const work = '6 * 23 = 138. 138 - 41 = 97. The answer is 97.';
    expect(await played(work, 'That is right. The answer is 97.')).toMatchObject({
      reward: 1,
      paid: [1, 1],
      skills: { 'first answer right': 1, 'check keeps what is right': 1, 'shows work': 1 },
    });
    expect(await played('The answer is 138.', work)).toEqual({
      reward: 1,
      paid: [0, 1],
      skills: { 'first answer right': 0, 'check mends what is wrong': 1, 'shows work': 0 },
      said: [work, 'That is right. The answer is 138.'],
    });
    expect(await played(work, 'That is wrong. The answer is 96.')).toMatchObject({
      reward: 0,
      skills: { 'first answer right': 1, 'check keeps what is right': 0 },
    });
  });
});

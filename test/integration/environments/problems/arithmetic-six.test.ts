/** The built-in environment of six problem types, run as people run it (in the sandbox) and as its text reads. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EnvironmentInfo, Split, SpokenMessage, StepResult } from '../../../../src/core/environment/contract.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { STEP } from '../../session/sandbox/support.ts';
import { long } from '../../../support/long.ts';
import { hooksIn } from '../played.ts';

interface State {
  readonly problem: string;
  readonly expression: string;
  readonly working: string;
  readonly answer: number;
}

const sandbox = createSandbox();
let info: EnvironmentInfo;
const SAMPLES = 5_000;
const drawn: Record<Split, State[]> = { train: [], test: [] };

async function judge(state: State, ...said: [role: string, text: string][]): Promise<StepResult> {
  const messages: SpokenMessage[] = said.map(([role, text]) => ({ role, text, turn: 0 }));
  return (await sandbox.step([{ ...STEP, state: { ...state }, messages }]))[0]!;
}

const EIGHTS: State = {
  problem: 'bob has 9 bags of 8 apples and finds 3 more. how many?',
  expression: '9*8+3',
  working: '=72+3=75',
  answer: 75,
};

beforeAll(async () => {
  info = await sandbox.load(environmentSource('arithmetic-six'));
  for (const split of ['train', 'test'] as const) {
    const inputs = Array.from({ length: SAMPLES }, (_, index) => ({
      seed: 1,
      split,
      index,
      randomKey: [index, split === 'train' ? 1 : 2] as const,
    }));
    drawn[split] = (await sandbox.reset(inputs)).map(({ state }) => state as unknown as State);
  }
}, 60_000);

it('is listed, and says what it is', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['arithmetic-six', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'render', 'stepReward']);
  const source = environmentSource('arithmetic-six');
  expect([...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['marft/env']);
});

describe('problems', () => {
  const typeOf = ({ expression }: State) => expression.replaceAll(/\d/g, '');

  it('come in six types alike; train and test share no expression, and test holds a fifth', (context) => {
    long(context);
    const train = new Set(drawn.train.map(({ expression }) => expression));
    const test = new Set(drawn.test.map(({ expression }) => expression));
    expect([...test].filter((expression) => train.has(expression))).toEqual([]);
    for (const type of ['+', '-', '*', '*+', '*-', '+-'])
      expect(Math.abs(drawn.train.filter((state) => typeOf(state) === type).length / SAMPLES - 1 / 6), type).toBeLessThan(0.02);
    const pairs = (of: Set<string>) => [...of].filter((expression) => expression.length === 3).length;
    // All 81 sums, 45 differences and 81 products occur.
    expect(pairs(train) + pairs(test)).toBe(207);
    expect(pairs(test) / 207).toBeGreaterThan(0.17);
    expect(pairs(test) / 207).toBeLessThan(0.23);
  });

  const SIGNS: Record<string, string> = { has: '', of: '*', finds: '+', buys: '+', gets: '+' };

  it('tell the expression whose value is the answer, and work it out', () => {
    for (const { problem, expression, working, answer } of [...drawn.train, ...drawn.test]) {
      const steps = problem.matchAll(/\b(has|of|finds|buys|gets|eats|loses|sells) (\d)/g);
      const told = [...steps].map(([, word = '', number]) => `${SIGNS[word] ?? '-'}${number}`).join('');
      expect(told, problem).toBe(expression);
      const [a = 0, b = 0, c] = (expression.match(/\d/g) ?? []).map(Number);
      const first = expression[1] === '*' ? a * b : expression[1] === '+' ? a + b : a - b;
      const value = c === undefined ? first : expression[3] === '+' ? first + c : first - c;
      expect(answer, problem).toBe(value);
      expect(answer).toBeGreaterThanOrEqual(0);
      expect(working).toBe(c === undefined ? `=${value}` : `=${first}${expression[3]}${c}=${value}`);
    }
  });
});

describe('reward', () => {
  it('is 1 for every demonstration, by any team', async () => {
    for (const state of [...drawn.train.slice(0, 100), ...drawn.test.slice(0, 100)]) {
      for (const team of [['planner', 'solver'], ['actor'], ['planner', 'checker', 'solver']]) {
        const said: [string, string][] = [];
        for (const role of team) {
          const messages = said.map(([speaker, text]) => ({ role: speaker, text, turn: 0 }));
          said.push([role, (await sandbox.demonstrate([{ state: { ...state }, role, messages, randomKey: [1, 2] }]))[0]!]);
        }
        expect((await judge(state, ...said)).reward).toBe(1);
      }
    }
  }, 60_000);

  it.each([
    ['=72+3=75', 1],
    ['75', 1],
    ['=72', 0],
    ['=72+3', 0],
    ['', 0],
  ])('%j earns %d', async (text, reward) => {
    expect(await judge(EIGHTS, ['planner', '9*8+3'], ['solver', text])).toMatchObject({ reward, terminated: true, truncated: false });
  });
});

it('tells a wrong plan from a wrong answer', async () => {
  const skills = async (plan: string, answer: string) => (await judge(EIGHTS, ['planner', plan], ['solver', answer])).skills;
  expect(await skills('9*8+3', '=72+3=75')).toEqual({ 'plan right': 1, 'answer right given plan': 1, 'shows work': 1 });
  expect(await skills('9*8', '=72')).toEqual({ 'plan right': 0, 'answer right given plan': 1, 'shows work': 1 });
  expect(await skills('9+8-3', '=75')).toEqual({ 'plan right': 0, 'answer right given plan': 0, 'shows work': 1 });
  expect(await skills('9 * 8 + 3', '75')).toEqual({ 'plan right': 1, 'answer right given plan': 1, 'shows work': 0 });
  // What is no plan cannot be followed: nothing to say about the solver then.
  expect(await skills('9+8*3', '75')).toEqual({ 'plan right': 0, 'shows work': 0 });
  expect((await judge(EIGHTS, ['actor', '9*8+3=72+3=75'])).skills).toEqual({});
});

it('renders its state', async () => {
  expect(await sandbox.render({ ...EIGHTS })).toBe('bob has 9 bags of 8 apples and finds 3 more. how many?\n9*8+3 = 75');
});

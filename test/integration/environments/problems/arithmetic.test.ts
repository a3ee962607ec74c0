/** The built-in environment, run as people run it (in the sandbox) and as its text reads. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EnvironmentInfo, ResetResult, Split, SpokenMessage, StepResult } from '../../../../src/core/environment/contract.ts';
import direct from '../../../../src/environments/problems/arithmetic.env.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { seededRandom } from '../../../../src/core/environment/guest-helpers.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { STEP } from '../../session/sandbox/support.ts';
import { long } from '../../../support/long.ts';

interface State {
  readonly problem: string;
  readonly expression: string;
  readonly answer: number;
}

const sandbox = createSandbox();
let info: EnvironmentInfo;
const SAMPLES = 5_000;
const drawn: Record<Split, State[]> = { train: [], test: [] };

const keyOf = (split: Split, index: number) => [index, split === 'train' ? 1 : 2] as const;

function problems(split: Split, count: number): Promise<ResetResult[]> {
  return sandbox.reset(Array.from({ length: count }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) })));
}

async function judge(state: State, ...said: [role: string, text: string][]): Promise<StepResult> {
  const messages: SpokenMessage[] = said.map(([role, text]) => ({ role, text, turn: 0 }));
  return (await sandbox.step([{ ...STEP, state: { ...state }, messages }]))[0]!;
}

const NINE_BY_EIGHT: State = { problem: 'bob has 9 bags of 8 apples. how many?', expression: '9*8', answer: 72 };

beforeAll(async () => {
  info = await sandbox.load(environmentSource('arithmetic'));
  for (const split of ['train', 'test'] as const)
    drawn[split] = (await problems(split, SAMPLES)).map(({ state }) => state as unknown as State);
}, 60_000);

it('is listed, and says what it is', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['arithmetic', info.name]);
  expect(info).toMatchObject({
    splits: { train: 'unlimited', test: 'unlimited' },
    hooks: { demonstrate: true, mistake: false, render: true, transition: false, stepReward: true, privileged: false, dependencies: false },
  });
  expect(() => environmentSource('nope')).toThrow('nope');
});

it('imports nothing but marft/env and exports nothing but the default', () => {
  const source = environmentSource('arithmetic');
  expect([...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['marft/env']);
  expect(source.match(/^export /gm)).toHaveLength(1);
});

describe('problems', () => {
  it('train and test share no expression, and test holds about a fifth of them', () => {
    const train = new Set(drawn.train.map(({ expression }) => expression));
    const test = new Set(drawn.test.map(({ expression }) => expression));
    expect([...test].filter((expression) => train.has(expression))).toEqual([]);
    // All 81 sums, 45 differences and 81 products occur.
    expect(train.size + test.size).toBe(207);
    expect(test.size / 207).toBeGreaterThan(0.17);
    expect(test.size / 207).toBeLessThan(0.23);
    for (const operator of ['+', '-', '*']) {
      const all = [...train, ...test].filter((expression) => expression.includes(operator)).length;
      const held = [...test].filter((expression) => expression.includes(operator)).length;
      expect(held / all).toBeGreaterThan(0.15);
      expect(held / all).toBeLessThan(0.25);
    }
  });

  it('tell the expression whose value is the answer', () => {
    const shape =
      /^[a-z]+ has (\d) (?:[a-z]+ and (?:finds|buys|gets) (\d) more|[a-z]+ and (?:eats|loses|sells) (\d)|(?:bags|boxes|packs) of (\d) [a-z]+)\. how many\?$/;
    for (const { problem, expression, answer } of [...drawn.train, ...drawn.test]) {
      const [, a, plus, minus, times] = shape.exec(problem) ?? [];
      const told = plus ? `${a}+${plus}` : minus ? `${a}-${minus}` : `${a}*${times}`;
      expect(told).toBe(expression);
      const value = plus ? Number(a) + Number(plus) : minus ? Number(a) - Number(minus) : Number(a) * Number(times);
      expect(answer).toBe(value);
      expect(answer).toBeGreaterThanOrEqual(0);
    }
  });

  it('use every type, name, thing and verb', () => {
    const words = new Set(drawn.train.flatMap(({ problem }) => problem.split(/[^a-z]+/)));
    for (const word of [
      'bob',
      'ann',
      'tom',
      'ian',
      'eva',
      'sam',
      'mia',
      'leo',
      'apples',
      'nuts',
      'eggs',
      'figs',
      'plums',
      'pears',
      'buns',
      'cakes',
      'finds',
      'buys',
      'gets',
      'eats',
      'loses',
      'sells',
      'bags',
      'boxes',
      'packs',
    ])
      expect(words).toContain(word);
    for (const operator of ['+', '-', '*']) {
      const share = drawn.train.filter(({ expression }) => expression.includes(operator)).length / SAMPLES;
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.03);
    }
  });

  it('depend on the key alone', async () => {
    const again = await sandbox.reset([{ seed: 99, split: 'train', index: 12_345, randomKey: keyOf('train', 7) }]);
    expect(again[0]!.state).toEqual(drawn.train[7]);
    const [a, b] = keyOf('train', 7);
    expect(direct.reset({ seed: 1, split: 'train', index: 7, random: seededRandom(a, b) }).state).toEqual(drawn.train[7]);
  });
});

describe('reward', () => {
  it('is 1 for every demonstration, by any team', async (test) => {
    long(test);
    for (const split of ['train', 'test'] as const) {
      for (const state of drawn[split].slice(0, 200)) {
        for (const team of [['planner', 'solver'], ['actor'], ['planner', 'checker', 'solver'], ['anna', 'otto']]) {
          const said: [string, string][] = [];
          for (const role of team) {
            const messages = said.map(([speaker, text]) => ({ role: speaker, text, turn: 0 }));
            said.push([role, (await sandbox.demonstrate([{ state: { ...state }, role, messages, randomKey: [1, 2] }]))[0]!]);
          }
          expect((await judge(state, ...said)).reward).toBe(1);
        }
      }
    }
  }, 60_000);

  it('demonstrates as the base model was taught', async () => {
    const say = async (role: string, messages: SpokenMessage[]) =>
      (await sandbox.demonstrate([{ state: { ...NINE_BY_EIGHT }, role, messages, randomKey: [1, 2] }]))[0];
    expect(await say('planner', [])).toBe('9*8');
    expect(await say('solver', [{ role: 'planner', text: '9*8', turn: 0 }])).toBe('=72');
    expect(await say('actor', [])).toBe('9*8=72');
  });

  it.each([
    ['=72', 1],
    ['72', 1],
    ['=70+2=72', 1],
    ['72 apples', 1],
    ['=71', 0],
    ['=-72', 0],
    ['=72=73', 0],
    ['720', 0],
    ['', 0],
    ['many', 0],
  ])('%j earns %d', async (text, reward) => {
    expect(await judge(NINE_BY_EIGHT, ['planner', '9*8'], ['solver', text])).toMatchObject({
      reward,
      terminated: true,
      truncated: false,
      observation: NINE_BY_EIGHT.problem,
    });
  });

  it('looks at the last speaker only, and at nobody when nobody spoke', async () => {
    expect((await judge(NINE_BY_EIGHT, ['planner', '72'], ['solver', 'so'])).reward).toBe(0);
    expect((await judge(NINE_BY_EIGHT)).reward).toBe(0);
  });
});

describe('skills', () => {
  it('tells a wrong plan from a wrong answer', async () => {
    const skills = async (plan: string, answer: string) => (await judge(NINE_BY_EIGHT, ['planner', plan], ['solver', answer])).skills;
    expect(await skills('9*8', '=72')).toEqual({ 'plan right': 1, 'answer right given plan': 1, 'shows work': 1 });
    expect(await skills('9+8', '=17')).toEqual({ 'plan right': 0, 'answer right given plan': 1, 'shows work': 1 });
    expect(await skills('9*8', '71')).toEqual({ 'plan right': 1, 'answer right given plan': 0, 'shows work': 0 });
    expect(await skills('8 * 9', '72')).toEqual({ 'plan right': 1, 'answer right given plan': 1, 'shows work': 0 });
    // What is no plan cannot be followed: nothing to say about the solver then.
    expect(await skills('apples', '72')).toEqual({ 'plan right': 0, 'shows work': 0 });
  });

  it('claims nothing about a team of one', async () => {
    expect((await judge(NINE_BY_EIGHT, ['actor', '9*8=72'])).skills).toEqual({});
  });
});

it('renders its state', async () => {
  expect(await sandbox.render({ ...NINE_BY_EIGHT })).toBe('bob has 9 bags of 8 apples. how many?\n9*8 = 72');
});

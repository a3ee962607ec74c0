/** The environment of tiny programs, run as people run it (in the sandbox) and as its text reads. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EnvironmentHost, ResetResult, Split, StepResult } from '../../../../src/core/environment/contract.ts';
import { draw, mean, opened, play } from '../playing.ts';
import { STEP } from '../../session/sandbox/support.ts';

interface Case {
  readonly input: readonly number[];
  readonly output: readonly number[];
}
interface State {
  readonly rearrange: string;
  readonly amount: number;
  readonly examples: readonly Case[];
  readonly tests: readonly Case[];
}

const TEAM = ['planner', 'coder'];
const drawn: Record<Split, ResetResult[]> = { train: [], test: [] };
let sandbox: EnvironmentHost;

beforeAll(async () => {
  sandbox = await opened('programs');
  for (const split of ['train', 'test'] as const) drawn[split] = await draw(sandbox, split, 400);
}, 60_000);

const stateOf = ({ state }: ResetResult) => state as unknown as State;

async function judge(start: ResetResult, plan: string, program: string): Promise<StepResult> {
  const messages = [
    { role: 'planner', text: plan, turn: 0 },
    { role: 'coder', text: program, turn: 0 },
  ];
  return (await sandbox.step([{ ...STEP, state: start.state, messages }]))[0]!;
}

const reverseAdd2: ResetResult = {
  observation: '',
  state: {
    rearrange: 'reverse',
    amount: 2,
    examples: [],
    tests: [
      { input: [5], output: [7] },
      { input: [1, 2], output: [4, 3] },
      { input: [6, 1, 2], output: [4, 3, 8] },
      { input: [3, 1, 4, 2], output: [4, 6, 3, 5] },
    ],
  },
};

describe('problems', () => {
  it('show two examples of the program, and hide four tests of growing length', () => {
    const named: Record<string, (list: readonly number[]) => readonly number[]> = {
      '': (list) => list,
      reverse: (list) => [...list].reverse(),
      sort: (list) => [...list].sort((a, b) => a - b),
      drop: (list) => list.slice(1),
    };
    for (const start of [...drawn.train, ...drawn.test]) {
      const { rearrange, amount, examples, tests } = stateOf(start);
      for (const { input, output } of [...examples, ...tests])
        expect(output).toEqual(named[rearrange]?.(input).map((digit) => digit + amount));
      expect(examples.map(({ input }) => input.length)).toEqual([3, 3]);
      expect(tests.map(({ input }) => input.length)).toEqual([1, 2, 3, 4]);
      expect(start.observation).toBe(examples.map(({ input, output }) => `${input.join('')} > ${output.join('')}`).join(', '));
    }
  });

  it('come of fifteen programs; no problem is in both splits', () => {
    const programs = new Set(drawn.train.map((start) => `${stateOf(start).rearrange} ${stateOf(start).amount}`));
    expect(programs.size).toBe(15);
    const train = new Set(drawn.train.map(({ observation }) => observation));
    expect(drawn.test.filter(({ observation }) => train.has(observation))).toEqual([]);
  });
});

describe('reward', () => {
  it('is 1 for demonstrations, of the team and of a coder alone; mistakes earn clearly less', async () => {
    const rewards = async (says: 'demonstrate' | 'mistake', roles: readonly string[]) =>
      Promise.all([...drawn.train.slice(0, 100), ...drawn.test.slice(0, 100)].map((start) => play(sandbox, start, roles, 1, () => says)));
    for (const roles of [TEAM, ['coder']])
      for (const { reward, last } of await rewards('demonstrate', roles)) {
        expect(reward).toBe(1);
        expect(last.terminated).toBe(true);
        expect(Object.values(last.skills ?? {}).every((skill) => skill === 1)).toBe(true);
      }
    expect(mean((await rewards('mistake', TEAM)).map(({ reward }) => reward))).toBeLessThan(0.2);
  });

  it.each([
    ['reverse add 2', 1],
    ['add 2 reverse', 1],
    ['add 1 add 1 reverse', 1],
    // The single element does not show that nothing was reversed.
    ['add 2', 0.25],
    ['sort add 2', 0.25],
    ['reverse', 0],
    ['reverse add', 0],
    ['reverse add x', 0],
    ['backwards', 0],
    ['constructor', 0],
    ['', 0],
  ])('%j passes a share of %d', async (program, reward) => {
    expect((await judge(reverseAdd2, 'reverse, add', program)).reward).toBe(reward);
  });
});

it('tells a wrong plan from a wrong program, and pays each message by itself', async () => {
  const skills = async (plan: string, program: string) => (await judge(reverseAdd2, plan, program)).skills;
  const all = { 'plan right': 1, 'follows the plan': 1, 'program runs': 1, 'all tests pass': 1 };
  expect(await skills('reverse, add', 'reverse add 2')).toEqual(all);
  expect(await skills('reverse', 'reverse')).toEqual({ ...all, 'plan right': 0, 'all tests pass': 0 });
  expect(await skills('reverse, add', 'drop reverse add 2')).toEqual({ ...all, 'follows the plan': 0, 'all tests pass': 0 });
  expect(await skills('reverse, add', '?')).toEqual({ 'plan right': 1, 'follows the plan': 0, 'program runs': 0, 'all tests pass': 0 });
  const messages = [
    { role: 'planner', text: 'reverse', turn: 0 },
    { role: 'coder', text: 'reverse add 2', turn: 0 },
  ];
  expect(await sandbox.stepReward([{ state: reverseAdd2.state, messages, teamReward: 0.75 }])).toEqual([[0, 0.75]]);
});

it('a coder follows a wrong plan, and its mistake loses the first element', async () => {
  const messages = [{ role: 'planner', text: 'sort', turn: 0 }];
  const request = { state: reverseAdd2.state, role: 'coder', messages, randomKey: [1, 2] as const };
  expect(await sandbox.demonstrate([request, { ...request, messages: [] }])).toEqual(['sort', 'reverse add 2']);
  expect(await sandbox.mistake([request, { ...request, role: 'planner', messages: [] }])).toEqual(['drop sort', 'reverse']);
});

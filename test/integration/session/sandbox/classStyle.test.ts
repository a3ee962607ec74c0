/** A class as MARFT's first code base has them runs as an environment: forked by replay, every call of the contract answered. */
import { describe, expect, it } from 'vitest';
import type { SpokenMessage } from '../../../../src/core/environment/contract.ts';
import type { Json } from '../../../../src/core/json.ts';
import { checkProperties } from '../../../../src/core/trial/properties.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { long } from '../../../support/long.ts';
import { RESET, STEP, faultOf, faultOfModule } from './support.ts';

/** R1's `MathEnv` line by line, its data set in the module and its grader a comparison of numbers. */
const MATH_ENV = `
import { type ClassEnvironment, type ClassSettings, lastNumber, pick } from 'marft/env';

const DATASET = [
  { problem: '1+1?', final_answer: 2 },
  { problem: '2+3?', final_answer: 5 },
  { problem: '4+4?', final_answer: 8 },
];

export default class MathEnv implements ClassEnvironment {
  static description = 'Sums, until one is right.';
  static roles = ['actor', 'verifier'];
  n_agents: number; max_steps = 3; step_count = 0; current_state = ''; problem = ''; label = 0;
  constructor(readonly settings: ClassSettings) { this.n_agents = settings.num_agents!; }
  reset() {
    const pair = pick(this.settings.random, DATASET);
    this.problem = pair.problem;
    this.label = pair.final_answer;
    this.current_state = 'problem: ' + this.problem + '\\n';
    this.step_count = 0;
    return Array.from({ length: this.n_agents }, () => this.current_state);
  }
  step(actions: readonly string[]) {
    this.step_count += 1;
    this.transition(actions);
    const score = lastNumber(actions[1]) === this.label ? 1 : 0;
    const done = score > 0 || this.step_count >= this.max_steps;
    this.current_state += score === 0 ? 'judge: The answer is incorrect.\\n' : 'judge: The answer is correct.\\n';
    const next_obs = Array.from({ length: this.n_agents }, () => this.current_state);
    const rewards = Array.from({ length: this.n_agents }, (_, i) => (i === this.n_agents - 1 ? score : 0));
    return [next_obs, rewards, [done, done], { gt: this.label, episodic_return: score }] as const;
  }
  transition(actions: readonly string[]) {
    for (const [i, action] of actions.entries()) this.current_state += this.settings.roles![i] + ': ' + action + '\\n';
  }
  demonstrate({ role }: { role: string }) { return role === 'verifier' ? String(this.label) : 'think'; }
  render() { return this.current_state; }
  privileged() { return 'hidden ' + this.current_state.length; }
}`;

const said = (turn: number, verifier: string): SpokenMessage[] => [
  { role: 'actor', text: 'hm', turn },
  { role: 'verifier', text: verifier, turn },
];

async function loaded(source: string) {
  const sandbox = createSandbox();
  const info = await sandbox.load(source);
  const step = async (state: Json, messages: readonly SpokenMessage[], key: readonly [number, number] = [1, 2]) =>
    (await sandbox.step([{ state, messages, randomKey: key }]))[0]!;
  return { sandbox, info, step };
}

describe('R1’s own environment, transcribed', () => {
  it('says what it is', async () => {
    const { info } = await loaded(MATH_ENV);
    expect(info).toEqual({
      name: 'MathEnv',
      description: 'Sums, until one is right.',
      splits: { train: 'unlimited', test: 'unlimited' },
      skills: [],
      hooks: {
        transition: false,
        stepReward: false,
        demonstrate: true,
        mistake: false,
        render: true,
        privileged: true,
        tool: false,
        dependencies: false,
      },
    });
  });

  it('plays turns, pays the last slot, and ends when all are done', async () => {
    const { sandbox, step } = await loaded(MATH_ENV);
    const [begun] = await sandbox.reset([RESET]);
    expect(begun!.observation).toMatch(/^problem: \d\+\d\?\n$/);
    const first = await step(begun!.state, said(0, 'no idea'));
    expect(first).toMatchObject({ reward: { actor: 0, verifier: 0 }, terminated: false, truncated: false, info: { episodic_return: 0 } });
    expect(first.observation).toBe(`${begun!.observation as string}actor: hm\nverifier: no idea\njudge: The answer is incorrect.\n`);
    const answer = String(first.info!.gt as number);
    const second = await step(first.state, [...said(0, 'no idea'), ...said(1, answer)]);
    expect(second).toMatchObject({ reward: { actor: 0, verifier: 1 }, terminated: true });
    expect(second.observation).toMatch(/verifier: \d\njudge: The answer is correct\.\n$/);
    expect(await sandbox.render(second.state)).toBe(second.observation);
    expect(await sandbox.privileged([begun!.state, second.state])).toEqual(
      [begun!, second].map(({ observation }) => `hidden ${(observation as string).length}`),
    );
    expect(await sandbox.demonstrate([{ ...STEP, state: first.state, role: 'verifier' }])).toEqual([answer]);
  });

  it('forks: two continuations of one state know nothing of one another, in any order', async () => {
    const { sandbox, step } = await loaded(MATH_ENV);
    const [begun] = await sandbox.reset([RESET]);
    const trunk = await step(begun!.state, said(0, 'x'));
    const left = await step(trunk.state, [...said(0, 'x'), ...said(1, 'left')]);
    const right = await step(trunk.state, [...said(0, 'x'), ...said(1, 'right')]);
    expect(left.observation).toContain('left');
    expect(right.observation).not.toContain('left');
    expect(await step(trunk.state, [...said(0, 'x'), ...said(1, 'left')])).toEqual(left);
    const third = await step(left.state, [...said(0, 'x'), ...said(1, 'left'), ...said(2, 'z')]);
    expect(third).toMatchObject({ terminated: true, reward: { verifier: 0 } });
  });

  it('keeps every promise of the contract', async (test) => {
    long(test);
    const { sandbox, info } = await loaded(MATH_ENV);
    // Only the last slot is paid, so the mean over the two is a half.
    const reports = await checkProperties(sandbox, info, ['actor', 'verifier'], 3, { fullReward: 0.5 });
    expect(reports.filter(({ ok }) => !ok)).toEqual([]);
  });
});

/** A class with single parts replaced. */
const classWith = ({ statics = '', make = '', reset = "return 'go';", step = "return ['go', 1, true, {}];", more = '' }): string =>
  `export default class Tiny { ${statics} constructor(settings) { this.settings = settings; ${make} } reset() { ${reset} } step(actions) { ${step} } ${more} }`;

it('draws in a replay what was drawn at first, and with another key for a step another number', async () => {
  const { sandbox, step } = await loaded(
    classWith({
      make: 'this.drawn = [settings.random()];',
      reset: 'this.drawn.push(this.settings.random()); return "go";',
      step: 'this.drawn.push(this.settings.random()); return ["go", 0, false, { drawn: this.drawn }];',
    }),
  );
  const [begun] = await sandbox.reset([RESET]);
  const message = (turn: number): SpokenMessage => ({ role: 'a', text: '', turn });
  const one = await step(begun!.state, [message(0)], [5, 6]);
  const other = await step(begun!.state, [message(0)], [7, 8]);
  const two = await step(one.state, [message(0), message(1)], [9, 10]);
  const drawn = [one, other, two].map(({ info }) => info!.drawn as number[]);
  expect(drawn[1]!.slice(0, 2)).toEqual(drawn[0]!.slice(0, 2));
  expect(drawn[1]![2]).not.toBe(drawn[0]![2]);
  expect(drawn[2]!.slice(0, 3)).toEqual(drawn[0]);
  expect(new Set(drawn[2]).size).toBe(4);
});

it('is given the split, the index and a row of the data set by R1’s names', async () => {
  const { sandbox } = await loaded(
    classWith({ statics: "static roles = ['a', 'b'];", reset: 'const { random, ...rest } = this.settings; return JSON.stringify(rest);' }),
  );
  const [begun] = await sandbox.reset([{ ...RESET, split: 'test', index: 7, problem: { q: 1 } }]);
  expect(JSON.parse(begun!.observation as string)).toEqual({
    seed: 1,
    mode: 'test',
    index: 7,
    problem: { q: 1 },
    roles: ['a', 'b'],
    num_agents: 2,
    rank: 0,
  });
});

it('may stand under Environment, with the rest beside it', async () => {
  const { info, sandbox, step } = await loaded(
    `class Tiny { reset() { return ['one', 'two']; } step(actions) { return ['go', [actions.length, 2], [true, false], null]; } }
     export default { name: 'Beside', description: 'd', splits: { train: 4, test: 2 }, roles: ['a', 'b'], Environment: Tiny };`,
  );
  expect(info).toMatchObject({ name: 'Beside', splits: { train: 4, test: 2 } });
  const [begun] = await sandbox.reset([RESET]);
  expect(begun!.observation).toEqual({ a: 'one', b: 'two' });
  expect(await step(begun!.state, [{ role: 'b', text: 'x', turn: 0 }])).toMatchObject({ reward: { a: 2, b: 2 }, terminated: false });
});

it('pays in speaking order where it names no roles', async () => {
  const { sandbox, step } = await loaded(classWith({ step: "return ['go', actions.map(Number), true];" }));
  const [begun] = await sandbox.reset([RESET]);
  const messages = ['x', 'y'].map((role, index) => ({ role, text: String(index + 3), turn: 0 }));
  expect((await step(begun!.state, messages)).reward).toEqual({ x: 3, y: 4 });
  const twice = [...messages, { role: 'x', text: '5', turn: 0 }];
  expect(await faultOf(() => step(begun!.state, twice))).toMatchObject({
    code: 'E_ENV_RESULT',
    message: 'step() gave a list of rewards, but somebody spoke twice in the turn, so it is not clear whose they are.',
  });
});

describe('what is wrong is said by hook and field', () => {
  it.each([
    [
      'a step that returns an object',
      { step: 'return { reward: 1 };' },
      'step() of a class must return [next_obs, rewards, dones, infos].',
    ],
    [
      'observations of nobody',
      { reset: "return ['a', 'b'];" },
      'reset() gave 2 different texts as observation, but the class does not say whose they are.',
    ],
    [
      'too many rewards',
      { statics: "static roles = ['a', 'b'];", step: "return ['go', [1, 2, 3], true];" },
      'step() gave 3 rewards for 2 agents (a, b).',
    ],
    ['no reward', { step: "return ['go', undefined, true];" }, 'step().reward must be a finite number, got nothing.'],
    ['done as a word', { step: "return ['go', 1, 'yes'];" }, 'step().terminated must be true or false, got "yes".'],
    ['no observation', { reset: '' }, 'reset().observation must be a text, got nothing.'],
    ['infos that are a list', { step: "return ['go', 1, true, [1]];" }, 'step().info must be an object, got a list of 1.'],
    ['no data', { step: "return ['go', 1, true, { at: new Map() }];" }, 'step().info.at must be plain data, got a Map.'],
  ])('%s', async (_, parts, message) => {
    expect(await faultOfModule(classWith(parts))).toMatchObject({ code: 'E_ENV_RESULT', message });
  });

  it('roles that are no list of names, and a class without step()', async () => {
    expect(await faultOfModule(classWith({ statics: "static roles = 'a';" }))).toMatchObject({
      code: 'E_ENV_MODULE',
      message: 'roles must be a list of names.',
    });
    expect(await faultOfModule("export default class Half { reset() { return ''; } }")).toMatchObject({
      code: 'E_ENV_MODULE',
      message: 'step must be a function, got nothing.',
    });
  });

  it('names the call of the replay that failed, at its line', async () => {
    const { sandbox, step } = await loaded(
      classWith({ make: 'this.turn = 0;', step: "this.turn += 1;\nif (actions[0] === 'never') null.x;\nreturn ['go', 0, false];" }),
    );
    const [begun] = await sandbox.reset([RESET]);
    const past = { messages: [{ role: 'a', text: 'never', turn: 0 }], key: [1, 2] };
    const state = { ...(begun!.state as object), turns: [past] } as unknown as Json;
    const fault = await faultOf(() => step(state, [{ role: 'a', text: 'ok', turn: 1 }]));
    expect(fault).toMatchObject({ code: 'E_ENV_THROW', place: { line: 2 } });
    expect(fault.message).toContain('(in the step() of turn 0, when the episode was played again up to here)');
  });

  it('what the class keeps outside its instances', async () => {
    expect(await faultOfModule(`let turns = 0; ${classWith({ step: 'turns += 1; return [String(turns), 0, true];' })}`)).toMatchObject({
      code: 'E_ENV_STATE',
    });
    expect(await faultOfModule(classWith({ statics: 'static turns = 0;', step: "Tiny.turns += 1; return ['', 0, true];" }))).toMatchObject({
      code: 'E_ENV_THROW',
      message: expect.stringMatching(/read-only/),
    });
  });
});

describe('the version of the contract', () => {
  const saying = (contract: string) =>
    `export default { contract: ${contract}, name: 'T', description: '', reset() { return { state: 0, observation: '' }; },
     step({ state }) { return { state, observation: '', reward: 0, terminated: true, truncated: false }; } };`;

  it.each(['1', 'undefined'])('%s is this one', async (contract) => {
    await expect(createSandbox().load(saying(contract))).resolves.toMatchObject({ name: 'T' });
  });

  it.each([
    ['2', 'E_ENV_VERSION', 'This environment was written for a newer workbench: it says contract 2, but this one knows 1.'],
    ["'1'", 'E_ENV_MODULE', 'contract must be 1, got "1".'],
    ['0', 'E_ENV_MODULE', 'contract must be 1, got 0.'],
    ['1.5', 'E_ENV_MODULE', 'contract must be 1, got 1.5.'],
    ['null', 'E_ENV_MODULE', 'contract must be 1, got null.'],
    ['() => 1', 'E_ENV_MODULE', 'contract must be 1, got an object.'],
  ])('%s is refused', async (contract, code, message) => {
    expect(await faultOf(() => createSandbox().load(saying(contract)))).toMatchObject({ code, message });
  });

  it('is read of a class too', async () => {
    expect(await faultOf(() => createSandbox().load(classWith({ statics: 'static contract = 3;' })))).toMatchObject({
      code: 'E_ENV_VERSION',
    });
  });
});

/** The environment with a verifier: whose answer stands, and how its skills tell a lazy team from one that works together. */
import { beforeAll, expect, it } from 'vitest';
import type { EnvironmentHost, ResetResult, Split } from '../../../../src/core/environment/contract.ts';
import { long } from '../../../support/long.ts';
import { draw, mean, opened, play } from '../playing.ts';

const TEAM = ['planner', 'solver', 'verifier'];
const drawn: Record<Split, ResetResult[]> = { train: [], test: [] };
let sandbox: EnvironmentHost;

beforeAll(async () => {
  sandbox = await opened('verifier');
  for (const split of ['train', 'test'] as const) drawn[split] = await draw(sandbox, split, 1000);
}, 60_000);

it('train and test share no story, but the same sums occur in both', () => {
  const stories = (split: Split) => new Set(drawn[split].map(({ observation }) => observation));
  expect([...stories('test')].filter((story) => stories('train').has(story))).toEqual([]);
  const expressions = (split: Split) => new Set(drawn[split].map(({ state }) => expressionOf(state as unknown as Sum)));
  const test = expressions('test');
  const both = [...expressions('train')].filter((expression) => test.has(expression));
  // Of 36 sums, 21 differences and 36 products, those that a thousand draws bring.
  expect(both.length).toBeGreaterThan(80);
  expect(both.length).toBeLessThanOrEqual(93);
});

interface Sum {
  readonly a: number;
  readonly operator: string;
  readonly b: number;
}
const expressionOf = ({ a, operator, b }: Sum) => `${a}${operator}${b}`;

it('pays demonstrations of any team in full, and mistakes hardly ever', async (context) => {
  long(context);
  for (const roles of [TEAM, ['planner', 'solver'], ['solver'], ['solver', 'verifier']])
    for (const start of [...drawn.train.slice(0, 60), ...drawn.test.slice(0, 60)])
      expect(await play(sandbox, start, roles, 1, () => 'demonstrate')).toMatchObject({ reward: 1, turns: 1, last: { terminated: true } });
  const wrong = await Promise.all(drawn.train.map((start) => play(sandbox, start, TEAM, 1, () => 'mistake')));
  expect(mean(wrong.map(({ reward }) => reward))).toBeLessThan(0.1);
});

const start: ResetResult = {
  observation: '',
  state: { problem: 'bob has 9 bags of 8 apples. how many?', a: 9, operator: '*', b: 8, answer: 72 },
};
const say = (...texts: readonly string[]) => play(sandbox, start, TEAM, 1, (role) => ({ text: texts[TEAM.indexOf(role)] ?? '' }));

it.each([
  [['9*8', '=72', 'ok'], 1, { plan: 1, solved: 1, ok: 1, overrides: 0 }],
  [['9*8', '=72', '9*8=72'], 1, { plan: 1, solved: 1, ok: 0, overrides: 0 }],
  [['9+8', '=17', 'ok'], 0, { plan: 0, solved: 1, ok: 1, overrides: 0 }],
  [['9+8', '=17', '9*8=72'], 1, { plan: 0, solved: 1, ok: 0, overrides: 1, right: 1 }],
  [['9*8', '=9', '=9'], 0, { plan: 1, solved: 0, ok: 0, overrides: 0 }],
  [['9*8', '=72', '9+8=17'], 0, { plan: 1, solved: 1, ok: 0, overrides: 1, right: 0 }],
  [['?', '=72', 'ok'], 1, { plan: 0, ok: 1, overrides: 0 }],
] as const)('%j earns %d', async (texts, reward, { plan, ok, overrides, ...rest }) => {
  const played = await say(...texts);
  expect(played.reward).toBe(reward);
  expect(played.last.skills).toEqual({
    'plan right': plan,
    ...('solved' in rest && { 'answer right given plan': rest.solved }),
    'verifier says ok': ok,
    'verifier overrides': overrides,
    ...('right' in rest && { 'override right': rest.right }),
  });
});

it('per-step credit pays planner and solver for their own work, the verifier for the team’s', async () => {
  const { last, messages } = await say('9+8', '=72', 'ok');
  expect(await sandbox.stepReward([{ state: last.state, messages, teamReward: 1 }])).toEqual([[0, 1, 1]]);
});

it('a solver follows a wrong plan, a verifier does not', async () => {
  const plan = [{ role: 'planner', text: '9+8', turn: 0 }];
  const ask = (role: string, messages = plan) => ({ state: start.state, role, messages, randomKey: [1, 2] as const });
  expect(await sandbox.demonstrate([ask('solver'), ask('verifier'), ask('solver', [])])).toEqual(['=17', '9*8=72', '=72']);
  expect(await sandbox.mistake([ask('planner', []), ask('solver'), ask('verifier')])).toEqual(['9+8', '=9', 'ok']);
});

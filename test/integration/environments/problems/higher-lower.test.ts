/** The environment of guessing a number by hints: what each turn says and pays, and that one turn is not enough. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EnvironmentHost, ResetResult, Split } from '../../../../src/core/environment/contract.ts';
import { long } from '../../../support/long.ts';
import { draw, mean, opened, play } from '../playing.ts';

const TEAM = ['tracker', 'guesser'];
const HORIZON = 3;
const drawn: Record<Split, ResetResult[]> = { train: [], test: [] };
let sandbox: EnvironmentHost;

beforeAll(async () => {
  sandbox = await opened('higher-lower');
  for (const split of ['train', 'test'] as const) drawn[split] = await draw(sandbox, split, 500);
}, 60_000);

interface State {
  readonly from: number;
  readonly to: number;
  readonly secret: number;
  readonly low: number;
  readonly high: number;
}
const stateOf = ({ state }: ResetResult) => state as unknown as State;

it('problems name six or seven numbers, and every number of a range may be the one, in either split', () => {
  for (const split of ['train', 'test'] as const) {
    for (const start of drawn[split]) {
      const { from, to, secret } = stateOf(start);
      expect([6, 7]).toContain(to - from + 1);
      expect(secret >= from && secret <= to).toBe(true);
      expect(start.observation).toBe(`a number from ${from} to ${to}`);
    }
    // Four ranges of six numbers and three of seven.
    expect(new Set(drawn[split].map((start) => `${stateOf(start).from}-${stateOf(start).to}:${stateOf(start).secret}`)).size).toBe(45);
  }
});

describe('an episode', () => {
  it('of demonstrations finds the number within three turns, with all skills at 1', async () => {
    for (const start of [...drawn.train.slice(0, 100), ...drawn.test.slice(0, 100)]) {
      const { reward, turns, last } = await play(sandbox, start, TEAM, HORIZON, () => 'demonstrate');
      expect(reward).toBe(1);
      expect(turns).toBeLessThanOrEqual(HORIZON);
      expect(last.terminated).toBe(true);
      expect(last.skills).toEqual({ 'range right': 1, 'guesses the middle': 1 });
      expect((await play(sandbox, start, ['guesser'], HORIZON, () => 'demonstrate')).reward).toBe(1);
    }
  });

  it('of one turn finds it by chance alone, whatever is guessed', async (context) => {
    long(context);
    const once = await Promise.all(drawn.train.map((start) => play(sandbox, start, TEAM, 1, () => 'demonstrate')));
    expect(mean(once.map(({ reward }) => reward))).toBeLessThan(0.25);
  });

  it('is over after the third guess, found or not', async () => {
    const silent = await play(sandbox, drawn.train[0]!, TEAM, 9, () => ({ text: '0' }));
    expect(silent).toMatchObject({ reward: 0, turns: HORIZON, last: { terminated: true, truncated: false } });
  });

  it('of mistakes earns little: the range stays, and the first number is named again and again', async (context) => {
    long(context);
    const wrong = await Promise.all(drawn.train.map((start) => play(sandbox, start, TEAM, HORIZON, () => 'mistake')));
    expect(mean(wrong.map(({ reward }) => reward))).toBeLessThan(0.25);
    const { messages } = wrong.find(({ reward }) => reward === 0) ?? { messages: [] };
    expect(new Set(messages.map(({ text }) => text)).size).toBe(2);
  });
});

it('gives hints, follows them in its state, and says what a turn was worth', async () => {
  const state = { from: 2, to: 8, secret: 7, low: 2, high: 8, ranges: [0, 0], middles: [0, 0], hint: '' };
  const said = (turn: number, range: string, guess: string) => [
    { role: 'tracker', text: range, turn },
    { role: 'guesser', text: guess, turn },
  ];
  const first = said(0, '2-8', '5');
  const [one] = await sandbox.step([{ state, messages: first, randomKey: [1, 2] }]);
  expect(one).toMatchObject({ reward: 0, terminated: false, truncated: false, state: { low: 6, high: 8 } });
  expect(one?.skills).toEqual({ 'range right': 1, 'guesses the middle': 1 });
  expect(await sandbox.transition([{ state: one!.state, messages: first }])).toEqual(['higher']);

  // The tracker did not listen, the guesser did what it was told.
  const second = [...first, ...said(1, '2-8', '5')];
  const [two] = await sandbox.step([{ state: one!.state, messages: second, randomKey: [1, 2] }]);
  expect(two?.skills).toEqual({ 'range right': 0.5, 'guesses the middle': 1 });
  expect(await sandbox.demonstrate([{ state: two!.state, role: 'tracker', messages: second, randomKey: [1, 2] }])).toEqual(['6-8']);
  expect(await sandbox.mistake([{ state: two!.state, role: 'tracker', messages: second, randomKey: [1, 2] }])).toEqual(['2-8']);

  const third = [...second, ...said(2, '8-6', '8')];
  const [three] = await sandbox.step([{ state: two!.state, messages: third, randomKey: [1, 2] }]);
  expect(three).toMatchObject({ reward: 0, terminated: true, state: { low: 6, high: 7 } });
  expect(await sandbox.transition([{ state: three!.state, messages: third }])).toEqual(['lower']);

  const silent = said(0, '2-8', 'none');
  const [lost] = await sandbox.step([{ state, messages: silent, randomKey: [1, 2] }]);
  expect(await sandbox.transition([{ state: lost!.state, messages: silent }])).toEqual(['say a number']);
  const [found] = await sandbox.step([{ state, messages: said(0, '2-8', '7'), randomKey: [1, 2] }]);
  expect(found).toMatchObject({ reward: 1, terminated: true });
});

/** Consult: a desk that calls helpers, played by dynamic orchestration. */
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { long } from '../../../support/long.ts';
import { keyOf, mean, played } from '../played.ts';

interface State {
  readonly thing: string;
  readonly count: number;
  readonly expert: string;
}

const HELPERS = ['gardener', 'baker', 'smith'];
const sandbox = createSandbox();
let hooks: object;
let name: string;

beforeAll(async () => {
  ({ hooks, name } = await sandbox.load(environmentSource('consult')));
});

const states = async (split: 'train' | 'test', count: number) =>
  (await sandbox.reset(Array.from({ length: count }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) })))).map(
    ({ state }) => state as unknown as State,
  );

/** The first problem of the train split whose expert is the baker, and what is said of it, in order. */
async function bakers(...said: string[]) {
  const index = (await states('train', 50)).findIndex(({ expert }) => expert === 'baker');
  let next = 0;
  const [episode] = await played('consult', 'train', 1, () => said[next++] ?? '', index);
  if (!episode) throw new Error('nothing was played');
  return episode;
}
const bakersCount = async () => String((await states('train', 50)).find(({ expert }) => expert === 'baker')?.count);

it('is listed, and says what it is', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['consult', name]);
  expect(hooks).toEqual({
    demonstrate: true,
    mistake: true,
    render: true,
    transition: false,
    stepReward: true,
    privileged: false,
    tool: false,
    dependencies: false,
  });
});

it('draws every thing with every helper alike; splits share no pair of thing and number', async (context) => {
  long(context);
  const train = await states('train', 3000);
  const test = await states('test', 1000);
  const pairs = new Set(train.map(({ thing, count }) => `${thing} ${count}`));
  expect(test.filter(({ thing, count }) => pairs.has(`${thing} ${count}`))).toEqual([]);
  expect(new Set(train.map(({ thing }) => thing)).size).toBe(12);
  expect(new Set(test.map(({ thing }) => thing)).size).toBeGreaterThan(9);
  for (const helper of HELPERS) expect(Math.abs(train.filter(({ expert }) => expert === helper).length / 3000 - 1 / 3)).toBeLessThan(0.04);
});

describe('hidden information', () => {
  it('only the helper who knows sees the number, and nobody who knows is named', async () => {
    for (const { prompts, messages, info } of await played('consult', 'train', 60, 'good')) {
      expect(messages.map(({ role }) => role)).toEqual(['desk', info?.['expert'], 'desk']);
      const [question = '', known = '', answered = ''] = prompts;
      expect(question).not.toMatch(/\d/);
      for (const helper of HELPERS) expect(question).not.toContain(helper);
      expect(known).toMatch(new RegExp(`problem: [a-z]+ ${String(info?.['answer'])}<`));
      expect(known).not.toContain('<call>');
      expect(answered).toContain('Please decide the next step.');
    }
  });

  it('the other helpers see a question mark', async () => {
    const { prompts } = await bakers('<call>smith</call>', '?', '<done/>');
    expect(prompts[1]).toMatch(/problem: [a-z]+ \?</);
  });
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s), after one call', async (split) => {
    const episodes = await played('consult', split, 100, 'good');
    expect(episodes.every(({ reward }) => reward === 1)).toBe(true);
    expect(episodes.every(({ skills }) => Object.values(skills ?? {}).every((skill) => skill === 1))).toBe(true);
    expect(episodes[0]?.routing).toMatchObject({ orchestrator_calls: 2, specialist_calls: 1, unknown_role: 0, no_tag: 0 });
  });

  it('a call after the first costs a tenth', async () => {
    const count = await bakersCount();
    const { reward, skills } = await bakers('<call>smith</call>', '?', '<call>baker</call>', count, '<done/>');
    expect(reward).toBeCloseTo(0.9, 12);
    expect(skills).toEqual({ 'asks who knows': 0, 'helper says what it sees': 1, 'one call is enough': 0 });
  });

  it('is 0 without a call, for a wrong number, and for an admission that nobody followed', async () => {
    const count = await bakersCount();
    expect((await bakers('<done/>')).reward).toBe(0);
    expect((await bakers(count)).reward).toBe(0);
    expect((await bakers('<call>baker</call>', `${Number(count) + 1}`, '<done/>')).reward).toBe(0);
    expect((await bakers('<call>smith</call>', '?', '<done/>')).reward).toBe(0);
  });

  it('a careless desk asks the first helper only: right when that one happens to know, or to guess', async (context) => {
    long(context);
    const episodes = await played('consult', 'train', 600, 'careless');
    expect(episodes.every(({ info }) => JSON.stringify(info?.['called']) === '["gardener"]')).toBe(true);
    expect(Math.abs(mean(episodes.map(({ reward }) => reward)) - (1 / 3 + 2 / 27))).toBeLessThan(0.06);
  });
});

it('pays each message its own: the desk for whom it calls, a helper for saying what it sees', async () => {
  const state = { thing: 'buns', count: 7, expert: 'baker' };
  const said = [
    ['desk', '<call>smith</call>'],
    ['smith', '3'],
    ['desk', '<call>baker</call>'],
    ['baker', '7'],
    ['desk', '<done/>'],
  ] as const;
  const messages = said.map(([role, text]) => ({ role, text, turn: 0 }));
  expect(await sandbox.stepReward([{ state, messages, teamReward: 0.9 }])).toEqual([[0, 0, 1, 1, 0.9]]);
});

it('goes on asking when the one it called does not know', async () => {
  const state = { thing: 'buns', count: 7, expert: 'baker' };
  const say = async (...texts: string[]) =>
    (
      await sandbox.demonstrate([
        {
          state,
          role: 'desk',
          messages: texts.map((text, k) => ({ role: k % 2 === 0 ? 'desk' : 'smith', text, turn: 0 })),
          randomKey: [1, 2],
        },
      ])
    )[0];
  expect(await say()).toBe('<call>baker</call>');
  expect(await say('<call>smith</call>', '?')).toBe('<call>baker</call>');
  expect(await say('<call>smith</call>', '4')).toBe('<done/>');
});

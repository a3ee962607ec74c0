/** The note for later, played over its two turns by its own team. */
import { describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { long } from '../../../support/long.ts';
import { keyOf, mean, played, hooksIn } from '../played.ts';

it('is listed, and says what it is', async () => {
  const info = await createSandbox().load(environmentSource('memory'));
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['memory', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render', 'stepReward']);
});

it('splits share no triple', async (context) => {
  long(context);
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('memory'));
  const triples = async (split: 'train' | 'test') => {
    const keys = Array.from({ length: 1500 }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) }));
    return new Set((await sandbox.reset(keys)).map(({ state }) => (state as unknown as { things: string[] }).things.join('/')));
  };
  const train = await triples('train');
  const test = await triples('test');
  expect([...test].filter((triple) => train.has(triple))).toEqual([]);
  // Of 216.
  expect(train.size).toBeGreaterThan(150);
  expect(test.size).toBeGreaterThan(25);
});

it('the writer never reads the question, the reader only the note', async () => {
  for (const { prompts, messages, info } of await played('memory', 'train', 60, 'good')) {
    expect(messages.map(({ role, turn }) => `${role} ${turn}`)).toEqual(['writer 0', 'reader 1']);
    expect(prompts[0]).toMatch(/problem: [a-z]+\/[a-z]+\/[a-z]+</);
    expect(prompts[0]).not.toContain('?');
    expect(prompts[1]).toContain(`problem: ${String(info?.['asked'])}?`);
    expect(prompts[1]).not.toMatch(/problem: [a-z]+\//);
    expect(prompts[1]).toContain(`writer: ${String(info?.['note'])}<`);
  }
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s), and is paid in the second turn', async (split) => {
    const episodes = await played('memory', split, 200, 'good');
    expect(episodes.every(({ turn_rewards }) => JSON.stringify(turn_rewards) === '[0,1]')).toBe(true);
    expect(episodes.every(({ terminated }) => terminated)).toBe(true);
    expect(mean(episodes.map(({ skills }) => mean(Object.values(skills ?? {}))))).toBe(1);
  });

  it('a careless team is right when the first thing is asked for', async (context) => {
    long(context);
    const episodes = await played('memory', 'train', 600, 'careless');
    expect(Math.abs(mean(episodes.map(({ reward }) => reward)) - 1 / 3)).toBeLessThan(0.06);
    expect(mean(episodes.map(({ skills }) => skills?.['note is complete'] ?? 0))).toBe(0);
  });

  it('a note may hold the things in any order and in other words', async () => {
    const [plain] = await played('memory', 'train', 1, 'good');
    const things = String(plain?.info?.['note']).split('/');
    const wanted = String(plain?.info?.['wanted']);
    const say = (role: string) => (role === 'writer' ? `a ${things[2]}, a ${things[0]} ${things[1]}` : ` ${wanted.toUpperCase()} `);
    expect(await played('memory', 'train', 1, say)).toMatchObject([
      { reward: 1, skills: { 'note is complete': 1, 'reader finds it in a complete note': 1 } },
    ]);
    const others = things.filter((thing) => thing !== wanted).join('/');
    const forgot = await played('memory', 'train', 1, () => others);
    expect(forgot).toMatchObject([{ reward: 0, skills: { 'note is complete': 0 } }]);
  });
});

it('pays the writer for a complete note, the reader what the team gets', async () => {
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('memory'));
  const state = { things: ['red', 'cat', 'fig'], asked: 1 };
  const pay = async (note: string, teamReward: number) => {
    const messages = [
      { role: 'writer', text: note, turn: 0 },
      { role: 'reader', text: 'cat', turn: 1 },
    ];
    return (await sandbox.stepReward([{ state, messages, teamReward, positions: [0, 1] }]))[0];
  };
  expect(await pay('red/cat/fig', 1)).toEqual([1, 1]);
  expect(await pay('red', 0)).toEqual([0, 0]);
});

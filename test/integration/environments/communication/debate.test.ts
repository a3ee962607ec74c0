/** Two witnesses and a judge, played by their own team. */
import { describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { keyOf, mean, played, hooksIn } from '../played.ts';
import { STEP } from '../../session/sandbox/support.ts';
import { long } from '../../../support/long.ts';

it('is listed, and says what it is', async () => {
  const info = await createSandbox().load(environmentSource('debate'));
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['debate', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render', 'stepReward']);
});

it('splits share no problem; the counts never agree and have a middle', async (context) => {
  long(context);
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('debate'));
  const problems = async (split: 'train' | 'test') => {
    const keys = Array.from({ length: 1500 }, (_, index) => ({ seed: 1, split, index, randomKey: keyOf(split, index) }));
    return (await sandbox.reset(keys)).map(({ state }) => state as unknown as { counts: [number, number] });
  };
  const train = await problems('train');
  const seen = new Set(train.map((state) => JSON.stringify(state)));
  expect((await problems('test')).filter((state) => seen.has(JSON.stringify(state)))).toEqual([]);
  for (const { counts } of train) expect([2, 4, 6, 8]).toContain(Math.abs(counts[0] - counts[1]));
});

it('a witness reads its own count, the judge only the answers', async () => {
  for (const { prompts, messages } of await played('debate', 'train', 60, 'good')) {
    expect(messages.map(({ sees }) => sees)).toEqual([[], [], [0, 1]]);
    expect(prompts.slice(0, 2).filter((prompt) => prompt.includes('fog'))).toHaveLength(1);
    expect(prompts[2]).not.toMatch(/fog|clear/);
  }
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s)', async (split) => {
    const episodes = await played('debate', split, 200, 'good');
    expect(episodes.every(({ reward }) => reward === 1)).toBe(true);
    for (const { skills } of episodes) expect(Object.values(skills ?? {})).toEqual([1, 1, 1, 0]);
  });

  it('a careless judge splits the difference and is never right', async (context) => {
    long(context);
    const episodes = await played('debate', 'train', 200, 'careless');
    expect(mean(episodes.map(({ reward }) => reward))).toBe(0);
    for (const { skills, info } of episodes) {
      const foggy = info?.['clear'] === 'left' ? 'right' : 'left';
      expect(skills).toEqual({ [`${foggy} admits doubt`]: 0, 'sure in clear air': 1, 'judge splits the difference': 1 });
    }
  });
});

describe('two answers, of which the second was given in clear air', () => {
  const state = { thing: 'ships', counts: [4, 8], clear: 1 };
  const judge = async (left: string, right: string, arbiter: string) => {
    const sandbox = createSandbox();
    await sandbox.load(environmentSource('debate'));
    const messages = Object.entries({ left, right, arbiter }).map(([role, text]) => ({ role, text, turn: 0 }));
    const [result] = await sandbox.step([{ ...STEP, state, messages }]);
    const [shares] = await sandbox.stepReward([{ state, messages, teamReward: Number(result?.reward) }]);
    return { reward: result?.reward, believes: result?.skills?.['judge believes the sure one'], shares };
  };
  it.each([
    ['4 maybe', '8 sure', '8', 1, 1, [1, 1, 1]],
    ['4 sure', '8 sure', '8', 1, undefined, [0, 1, 1]],
    ['4 sure', '8 maybe', '4', 0, 1, [0, 0, 0]],
    ['4 maybe', '8 sure', '4', 0, 0, [1, 1, 0]],
    ['5 maybe', 'sure maybe 8', 'so 8.', 1, undefined, [0, 0, 1]],
    ['', '', '', 0, undefined, [0, 0, 0]],
  ])('%j, %j, judged %j', async (left, right, said, reward, believes, shares) => {
    expect(await judge(left, right, said)).toEqual({ reward, believes, shares });
  });
});

/** Enough: a desk that may end the search. */
import { beforeAll, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { mean, played, hooksIn } from '../played.ts';

let info: Awaited<ReturnType<ReturnType<typeof createSandbox>['load']>>;
beforeAll(async () => {
  info = await createSandbox().load(environmentSource('enough'));
});

it('is listed, and says what it is', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id }) => id)).toContain('enough');
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render']);
});

it('is over behind the turn in which the desk says enough, with the reward of what was found by then', async () => {
  for (const { messages, info, reward, terminated, skills } of await played('enough', 'train', 30, 'good')) {
    const bed = Number(info?.['bed']);
    expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: bed + 1 }, () => ['gardener', 'desk']).flat());
    expect([reward, terminated]).toEqual([1, true]);
    expect(Object.values(skills ?? {})).toEqual(Object.values(skills ?? {}).map(() => 1));
  }
});

it('pays nothing where the desk is content at once, unless the first bed is the one', async () => {
  const episodes = await played('enough', 'train', 60, 'careless');
  for (const { messages, info, reward } of episodes) {
    expect(messages).toHaveLength(2);
    if (info?.['bed'] === 0) expect(reward).toBe(1);
  }
  expect(mean(episodes.map(({ reward }) => reward))).toBeLessThan(0.6);
});

it('looks at all beds where nobody stops it, and takes the reward back for a wrong number behind the right one', async () => {
  const [patient] = await played('enough', 'train', 1, (role) => (role === 'desk' ? 'go on' : '0'));
  expect([patient?.messages.length, patient?.reward, patient?.terminated]).toEqual([10, 0, true]);
  const answer = String(patient?.info?.['answer']);
  const talks = (last: string) => (role: string, call: number) =>
    role === 'desk' ? 'go on' : call === 1 ? answer : call === 2 ? last : '?';
  const [kept] = await played('enough', 'train', 1, talks('?'));
  const [lost] = await played('enough', 'train', 1, talks('0'));
  expect([kept?.reward, lost?.reward]).toEqual([1, 0]);
  expect(lost?.turn_rewards).toEqual([0, 1, -1, 0, 0]);
});

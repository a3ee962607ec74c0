/** Dispatch: every second until the dispatcher has spoken costs. A byte is a token here, so that times can be counted by hand. */
import { beforeAll, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { hooksIn, played } from '../played.ts';

let info: Awaited<ReturnType<ReturnType<typeof createSandbox>['load']>>;
beforeAll(async () => {
  info = await createSandbox().load(environmentSource('dispatch'));
});

it('is listed, and says what it is', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id }) => id)).toContain('dispatch');
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render']);
});

it('pays the right street, less a tenth for every second until the dispatcher has spoken', async () => {
  const episodes = await played('dispatch', 'train', 12, 'good');
  for (const { messages, reward, skills, info } of episodes) {
    const order = messages.find(({ role }) => role === 'dispatcher')!;
    expect(reward).toBeCloseTo(1 - order.arrived! / 10, 12);
    expect(info?.['seconds']).toBe(order.arrived);
    // 0.2 s to the first of its four bytes, and three more.
    expect(order.arrived! - order.started!).toBeCloseTo(0.5, 12);
    expect(skills).toMatchObject({ 'scout names the street': 1, 'right street': 1 });
  }
});

it('lets the dispatcher hear the scout before its timeout alone, and the skill says so', async () => {
  const episodes = await played('dispatch', 'train', 30, 'good');
  for (const { messages, skills, prompts } of episodes) {
    const order = messages.findIndex(({ role }) => role === 'dispatcher');
    const report = messages.find(({ role }) => role === 'scout')!;
    const heard = report.arrived! <= 3;
    expect(skills?.['scout is heard']).toBe(Number(heard));
    expect(prompts[order]!.includes(`scout: ${report.text}`)).toBe(heard);
    expect(messages[order]!.started).toBe(heard ? report.arrived : 3);
  }
  const share = episodes.filter(({ skills }) => skills?.['scout is heard']).length / episodes.length;
  expect([share > 0.2, share < 0.8], 'now and then, as its pace is drawn').toEqual([true, true]);
});

it('pays nothing for the wrong street, both streets or none, and a report of many words comes late', async () => {
  for (const says of ['', 'elm oak ash fir yew bay', 'north']) {
    const [episode] = await played('dispatch', 'train', 1, () => says);
    expect([episode?.reward, episode?.skills?.['right street']]).toEqual([0, 0]);
  }
  const careless = await played('dispatch', 'train', 20, 'careless');
  expect(careless.every(({ skills }) => skills?.['scout is heard'] === 0 && skills['scout names the street'] === 1)).toBe(true);
  for (const { reward, problem } of careless) {
    // The street that the dispatcher read first, after the timeout and half a second.
    expect(
      [0, 0.65].some((paid) => Math.abs(paid - reward) < 1e-12),
      problem,
    ).toBe(true);
  }
});

it('keeps the splits apart', async () => {
  const choices = async (split: 'train' | 'test') =>
    new Set((await played('dispatch', split, 40, 'good')).map(({ problem, info: told }) => `${problem} ${String(told?.['street'])}`));
  const [train, test] = await Promise.all([choices('train'), choices('test')]);
  expect([...test].filter((choice) => train.has(choice))).toEqual([]);
  expect(test.size).toBeGreaterThan(3);
});

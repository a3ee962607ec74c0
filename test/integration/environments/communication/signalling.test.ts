/** The signalling game, played by its own team through the sandbox. */
import { describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { mean, played, hooksIn } from '../played.ts';
import { STEP } from '../../session/sandbox/support.ts';
import { long } from '../../../support/long.ts';

const COLOURS = ['red', 'blue', 'green', 'gold', 'pink', 'grey', 'black', 'white'];

it('is listed, and says what it is', async () => {
  const info = await createSandbox().load(environmentSource('signalling'));
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['signalling', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render']);
});

describe('hidden information', () => {
  it('the target is in the speaker’s prompt alone, the list in the listener’s', async () => {
    for (const { prompts, info } of await played('signalling', 'train', 60, 'good')) {
      const [speaker = '', listener = ''] = prompts;
      expect(speaker).toContain(`target: ${String(info?.['target'])}`);
      expect(speaker).not.toContain('options');
      expect(listener).not.toContain('target');
      expect(listener).toContain('options: red 1, blue 2');
    }
  });

  it('with the same signal, the listener’s prompt is the same whatever the target', async () => {
    const episodes = await played('signalling', 'train', 60, (role) => (role === 'speaker' ? 'c' : '1'));
    expect(new Set(episodes.map(({ info }) => info?.['target'])).size).toBe(8);
    expect(new Set(episodes.map(({ prompts }) => prompts[1])).size).toBe(1);
  });
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s), and every colour occurs', async (split) => {
    const episodes = await played('signalling', split, 100, 'good');
    expect(episodes.map(({ reward }) => reward)).toEqual(Array.from({ length: 100 }, () => 1));
    expect(new Set(episodes.map(({ info }) => info?.['target']))).toEqual(new Set(COLOURS));
    expect(episodes.every(({ skills }) => Object.values(skills ?? {}).every((skill) => skill === 1))).toBe(true);
  });

  it('is 1 for any code of eight signals, whatever the convention', async () => {
    // The speaker’s k-th signal is a word of its own; the listener knows the code backwards.
    const first = await played('signalling', 'train', 100, () => '');
    const target = first.map(({ info }) => COLOURS.indexOf(String(info?.['target'])));
    const episodes = await played('signalling', 'train', 100, (role, _, episode) =>
      role === 'speaker' ? `signal ${8 - (target[episode] ?? 0)}` : String((target[episode] ?? 0) + 1),
    );
    expect(mean(episodes.map(({ reward }) => reward))).toBe(1);
    expect(episodes[0]?.skills).toEqual({ 'speaker keeps the convention': 0 });
  });

  it('is about an eighth where nobody has agreed on anything', async (context) => {
    long(context);
    const episodes = await played('signalling', 'train', 1000, 'careless');
    expect(Math.abs(mean(episodes.map(({ reward }) => reward)) - 1 / 8)).toBeLessThan(0.04);
  });

  it.each([
    ['4', 1],
    ['number 4', 1],
    ['3', 0],
    ['9', 0],
    ['0', 0],
    ['-4', 0],
    ['gold', 0],
    ['', 0],
  ])('%j for the fourth colour earns %d', async (text, reward) => {
    const sandbox = createSandbox();
    await sandbox.load(environmentSource('signalling'));
    const messages = [
      { role: 'speaker', text: 'd', turn: 0 },
      { role: 'listener', text, turn: 0 },
    ];
    expect(await sandbox.step([{ ...STEP, state: { target: 'gold' }, messages }])).toMatchObject([{ reward, terminated: true }]);
  });
});

it('plays alike for the same problem', async () => {
  const [once, again] = await Promise.all([played('signalling', 'train', 20, 'careless'), played('signalling', 'train', 20, 'careless')]);
  expect(again).toEqual(once);
});

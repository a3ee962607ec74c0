/** Switchboard: an operator whose message is the graph of the next turn. */
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { played } from '../played.ts';

let info: Awaited<ReturnType<ReturnType<typeof createSandbox>['load']>>;
beforeAll(async () => {
  info = await createSandbox().load(environmentSource('switchboard'));
});

it('is listed, and chooses graphs', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id }) => id)).toContain('switchboard');
  expect(info.hooks).toMatchObject({ demonstrate: true, mistake: true, dependencies: true, transition: false });
});

describe('the graph of the second turn', () => {
  it('is what the operator said: the clerk it named speaks, and the teller alone hears it', async () => {
    for (const { messages, dependencies, info, reward, prompts } of await played('switchboard', 'train', 30, 'good')) {
      const asked = String(info?.['asked']);
      expect(messages.map(({ role }) => role)).toEqual(['operator', asked, 'teller']);
      expect(dependencies).toEqual([
        { edges: [], speaks: ['operator'] },
        { edges: [{ from: asked, to: 'teller' }], speaks: [asked, 'teller'] },
      ]);
      expect(messages.map(({ sees }) => sees)).toEqual([[], [], [1]]);
      expect(prompts[2]).toContain(`${asked}: ${String(info?.['answer'])}`);
      expect(prompts[2]).not.toContain('operator');
      expect(reward).toBe(1);
    }
  });

  it('is another one where the operator says something else, and the number is then wrong', async () => {
    const [first] = await played('switchboard', 'train', 1, 'good');
    const other = first?.info?.['asked'] === 'smith' ? 'baker' : 'smith';
    const [wrong] = await played('switchboard', 'train', 1, (role) => (role === 'operator' ? `ask the ${other}` : '0'));
    expect(wrong?.messages.map(({ role }) => role)).toEqual(['operator', other, 'teller']);
    expect(wrong?.reward).toBe(0);
  });

  it('has the teller alone where nobody was named', async () => {
    const [nobody] = await played('switchboard', 'train', 1, () => 'the cook');
    expect(nobody?.messages.map(({ role }) => role)).toEqual(['operator', 'teller']);
    expect([nobody?.reward, nobody?.terminated]).toEqual([0, true]);
  });
});

it('sets pairs of thing and number aside for the test split', async () => {
  const pairs = async (split: 'train' | 'test') =>
    new Set((await played('switchboard', split, 60, 'good')).map(({ problem, info }) => `${problem} ${String(info?.['answer'])}`));
  const train = await pairs('train');
  for (const pair of await pairs('test')) expect(train.has(pair)).toBe(false);
});

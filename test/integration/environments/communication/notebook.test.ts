/** The notebook, written and opened by its own team. */
import { describe, expect, it } from 'vitest';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { mean, played, hooksIn } from '../played.ts';

it('is listed, and says what it is', async () => {
  const info = await createSandbox().load(environmentSource('notebook'));
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['notebook', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'render', 'tool']);
});

it('nobody hears anybody: the reader has the notebook alone', async () => {
  for (const { messages, prompts, info } of await played('notebook', 'train', 40, 'good')) {
    expect(messages.map(({ role, turn }) => `${role} ${turn}`)).toEqual(['scout 0', 'gossip 0', 'reader 1']);
    for (const prompt of prompts) expect(prompt).not.toMatch(/(scout|gossip): \[/);
    expect(messages[2]!.tools).toMatchObject([{ call: `${String(info?.['asked'])}?`, text: `=${String(info?.['wanted'])};` }]);
  }
});

it('answers what was written under the key last, and nothing to a note', async () => {
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('notebook'));
  const messages = [
    { role: 'scout', text: '[colour=red][animal=cat]', turn: 0 },
    { role: 'gossip', text: '[animal=dog]', turn: 0 },
  ];
  const asked = ['colour?', 'animal?', 'fruit?', 'colour=blue', '', '?', '__proto__?'];
  const answers = await sandbox.tool(asked.map((call) => ({ state: null, role: 'reader', call, messages, randomKey: [1, 2] })));
  expect(answers).toEqual(['=red;', '=dog;', '=?;', null, null, null, '=?;']);
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration, in the second turn (%s)', async (split) => {
    const episodes = await played('notebook', split, 100, 'good');
    expect(episodes.every(({ turn_rewards }) => JSON.stringify(turn_rewards) === '[0,1]')).toBe(true);
    expect(mean(episodes.flatMap(({ skills }) => Object.values(skills ?? {})))).toBe(1);
  });

  it('a careless reader guesses', async () => {
    const episodes = await played('notebook', 'train', 300, 'careless');
    expect(Math.abs(mean(episodes.map(({ reward }) => reward)) - 1 / 6)).toBeLessThan(0.08);
    expect(mean(episodes.map(({ skills }) => skills?.['gossip keeps quiet'] ?? 1))).toBe(0);
  });
});

/** Three posts that act apart: what each sees, what is paid, and what the critic alone is told. */
import { describe, expect, it } from 'vitest';
import { SIDE_PROJECTS } from '../../../../src/core/document/presets/sideProjects.ts';
import { applySettingsPreset } from '../../../../src/core/editing/settingsPresets.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { hooksIn, mean, played } from '../played.ts';

const ROLES = ['hill', 'harbour', 'mill'];

it('is listed, and says what it is', async () => {
  const info = await createSandbox().load(environmentSource('posts'));
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['posts', info.name]);
  expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'privileged', 'render', 'stepReward']);
});

it('ships with the set of settings of decentralised actors, and a critic that learns to read', () => {
  const document = SIDE_PROJECTS.posts.project({ source: environmentSource('posts') });
  const { training, team } = applySettingsPreset(document, 'mappo_decentralised');
  expect(document.team).toEqual(team);
  expect(document.training).toEqual({ ...training, critic: { ...training.critic, kind: 'lora', steps: 4 } });
});

it('nobody reads what another sees or says, nor where the inspector goes', async () => {
  const seen = /(\d), (\d)/g;
  for (const { prompts, messages } of await played('posts', 'train', 40, 'good')) {
    expect(messages.map(({ role }) => role)).toEqual(ROLES);
    for (const prompt of prompts) {
      expect(prompt.match(seen)).toHaveLength(1);
      expect(prompt).not.toContain('inspector');
    }
  }
});

it('tells a critic the visited post', async () => {
  const sandbox = createSandbox();
  await sandbox.load(environmentSource('posts'));
  const state = { seen: { hill: [1, 2], harbour: [9, 9], mill: [5, 5] }, visited: 'harbour' };
  expect(await sandbox.privileged([state])).toEqual(['inspector at the harbour']);
});

describe('reward', () => {
  it.each(['train', 'test'] as const)('is 1 for every demonstration (%s)', async (split) => {
    const episodes = await played('posts', split, 100, 'good');
    expect(episodes.every(({ reward }) => reward === 1)).toBe(true);
    expect(mean(episodes.flatMap(({ skills }) => Object.values(skills ?? {})))).toBe(1);
  });

  it('is of the visited post alone', async () => {
    const episodes = await played('posts', 'train', 300, 'careless');
    for (const { reward, skills, info } of episodes) expect(reward).toBe(skills?.[`${String(info?.['visited'])} right`]);
    for (const role of ROLES) {
      const share = mean(episodes.map(({ info }) => Number(info?.['visited'] === role)));
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.1);
    }
  });

  it('a careless hill knows its work, a careless mill does not', async () => {
    const episodes = await played('posts', 'train', 300, 'careless');
    const right = ROLES.map((role) => mean(episodes.map(({ skills }) => skills?.[`${role} right`] ?? Number.NaN)));
    expect(right[0]).toBe(1);
    expect(Math.abs(right[1]! - 0.5)).toBeLessThan(0.12);
    expect(right[2]).toBe(0);
  });
});

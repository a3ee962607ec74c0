/** The tallies of four and of eight, played by their own teams: nobody can be left out, and who spoiled one is told. */
import { describe, expect, it } from 'vitest';
import { chooseProject } from '../../../../headless/kit/project.ts';
import type { Message } from '../../../../src/core/environment/guest.d.ts';
import { layersAt } from '../../../../src/core/team/turns.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { keyOf, mean, played, hooksIn } from '../played.ts';

const CASES = [
  ['quartet', 'tally', [['north', 'south'], ['upper'], ['clerk']]],
  ['octet', 'tally-eight', [['north', 'south', 'east', 'west'], ['upper', 'lower'], ['total'], ['clerk']]],
] as const;

describe.each(CASES)('%s', (preset, environment, layers) => {
  const roles = chooseProject({ preset }).team.agents.map(({ role }) => role);

  it('its environment is listed, and says what it is', async () => {
    const info = await createSandbox().load(environmentSource(environment));
    expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual([environment, info.name]);
    expect(hooksIn(info)).toEqual(['demonstrate', 'mistake', 'privileged', 'render', 'stepReward']);
  });

  it('is a tree in layers that speak at once', () => {
    const { team } = chooseProject({ preset });
    expect(layersAt(team, 0).map((layer) => layer.map((agent) => roles[agent]))).toEqual(layers);
  });

  it('each reads its own numbers, and the digits of those below it alone', async () => {
    for (const { prompts, messages } of await played(preset, 'train', 30, 'good')) {
      messages.forEach(({ role }, k) => {
        const said = [...(prompts[k] ?? '').matchAll(/im_start\|>(?!problem)(\w+): (\d)</g)].map(([, who]) => who);
        const numbers = [...(prompts[k] ?? '').matchAll(/problem: ([\d, ]+)</g)].flatMap(([, seen = '']) => seen.split(', '));
        expect(said.length + numbers.length, role).toBe(2);
      });
    }
  });

  it.each(['train', 'test'] as const)('good agents always win it (%s)', async (split) => {
    const episodes = await played(preset, split, 40, 'good');
    expect(mean(episodes.map(({ reward }) => reward))).toBe(1);
    for (const { skills } of episodes) expect(skills).toEqual({ 'counters right': 1, 'adders right': 1, 'clerk right': 1 });
  });

  it('one wrong digit loses it, whoever says it and however well the others add, and that one alone is to blame', async () => {
    const sandbox = createSandbox();
    await sandbox.load(environmentSource(environment));
    for (const [index, wrong] of roles.entries()) {
      const randomKey = keyOf('train', index);
      const [first] = await sandbox.reset([{ seed: 1, split: 'train', index, randomKey }]);
      const { state } = first!;
      const messages: Message[] = [];
      for (const role of roles) {
        const [good = ''] = await sandbox.demonstrate([{ state, role, messages, randomKey }]);
        messages.push({ role, text: role === wrong ? String((Number(good) + 1 + index) % 10) : good, turn: 0 });
      }
      const [result] = await sandbox.step([{ state, messages, randomKey }]);
      expect(result?.reward, wrong).toBe(0);
      const positions = roles.map((_, position) => position);
      const [earned] = await sandbox.stepReward([{ state, messages, teamReward: 0, positions }]);
      expect(earned, wrong).toEqual(roles.map((role) => Number(role !== wrong)));
    }
  });

  it('who is told nothing is not blamed', async () => {
    const sandbox = createSandbox();
    await sandbox.load(environmentSource(environment));
    const [first] = await sandbox.reset([{ seed: 1, split: 'train', index: 0, randomKey: keyOf('train', 0) }]);
    const messages = roles.map((role) => ({ role, text: '', turn: 0 }));
    const [result] = await sandbox.step([{ state: first!.state, messages, randomKey: keyOf('train', 0) }]);
    expect(result).toMatchObject({ reward: 0, skills: { 'counters right': 0 } });
    expect(Object.keys(result?.skills ?? {})).toEqual(['counters right']);
  });
});

it('both are one environment but for the team and what they say of themselves', () => {
  const lines = (id: string) =>
    environmentSource(id)
      .slice(environmentSource(id).indexOf('import'))
      .replace(/= \{\n(?: {2}\w+: \{ sees.*\n)+\};/, '= {…};')
      .replace(/ {2}name: '.*',\n {2}description:\s+'.*',\n/, '');
  expect(lines('tally')).toContain('= {…};');
  expect(lines('tally')).toBe(lines('tally-eight'));
});

/** What the standard base is for: it starts as a careless pupil of six types, its prompts steer it, long ones too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSession } from '../../../headless/kit/host.ts';
import { chooseProject } from '../../../headless/kit/project.ts';
import { importProfiles } from '../../../src/core/editing/profiles.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';
import { long } from '../../support/long.ts';

const sessions: TrainingSession[] = [];
afterAll(() => {
  for (const session of sessions) session.dispose();
});

const project = chooseProject({ preset: 'standard', seed: 1 });
const [planner = '', solver = ''] = project.team.agents.map((agent) => agent.prompt);

const told = (...prompts: readonly string[]): ProjectDocument => ({
  ...project,
  team: { ...project.team, agents: project.team.agents.map((agent, index) => ({ ...agent, prompt: prompts[index] ?? '' })) },
});

async function untrained(document: ProjectDocument, greedy = false, episodes = 256): Promise<number> {
  const { session } = await openSession(document, 'wasm');
  sessions.push(session);
  return (await session.evaluate({ split: 'train', episodes, greedy })).reward;
}

describe('the standard base', () => {
  it('starts between 20 and 45 % and below 60 % greedy; swapped prompts cost at least 15 points', async () => {
    const own = await untrained(told(planner, solver));
    expect(own).toBeGreaterThan(0.2);
    expect(own).toBeLessThan(0.45);
    expect(await untrained(told(planner, solver), true)).toBeLessThan(0.6);
    expect(own - (await untrained(told(solver, planner)))).toBeGreaterThan(0.15);
  });

  it('understands the long profiles of the original MARFT well above chance', async (context) => {
    long(context);
    const profiles = readFileSync(join(import.meta.dirname, '../../golden/profiles/math_dual.json'), 'utf8');
    expect(await untrained(importProfiles(profiles, project).document, false, 128)).toBeGreaterThan(0.12);
  });

  it('learns: within eight iterations the team is better than it was', async (context) => {
    long(context);
    const { session } = await openSession({ ...project, training: { ...project.training, episodes: 32, evaluateEvery: 0 } }, 'wasm');
    sessions.push(session);
    const rewards: number[] = [];
    for (let i = 0; i < 8; i += 1) rewards.push((await session.iterate()).metrics['reward/mean'] ?? 0);
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(mean(rewards.slice(6)) - mean(rewards.slice(0, 2))).toBeGreaterThan(0.1);
  });
});

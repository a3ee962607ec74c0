/** Shipped projects with a base of their own learn: within a few iterations the team is clearly better than it was. */
import { afterAll, expect, it } from 'vitest';
import { openSession } from '../../headless/host.ts';
import { chooseProject } from '../../headless/project.ts';
import type { PresetName } from '../../src/core/document/presets.ts';
import type { TrainingSession } from '../../src/session/session.ts';

const sessions: TrainingSession[] = [];
afterAll(() => {
  for (const session of sessions) session.dispose();
});

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

it.each<[PresetName, number, number]>([
  ['trio', 12, 0.15],
  ['programs', 12, 0.15],
  ['higher-lower', 10, 0.15],
])('%s: %d iterations bring at least %d', async (preset, iterations, gain) => {
  const project = chooseProject({ preset, seed: 1 });
  const { session } = await openSession({ ...project, training: { ...project.training, episodes: 32, evaluateEvery: 0 } }, 'wasm');
  sessions.push(session);
  const rewards: number[] = [];
  for (let i = 0; i < iterations; i += 1) rewards.push((await session.iterate()).metrics['reward/mean'] ?? 0);
  expect(mean(rewards.slice(-3)) - mean(rewards.slice(0, 2))).toBeGreaterThan(gain);
});

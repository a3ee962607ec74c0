/** Shipped projects with a base of their own learn: after a few iterations the team's likeliest words earn clearly more. */
import { long } from '../../support/long.ts';
import { afterAll, expect, it } from 'vitest';
import { openSession } from '../../../headless/kit/host.ts';
import { chooseProject } from '../../../headless/kit/project.ts';
import type { PresetName } from '../../../src/core/document/presets/presets.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';

const sessions: TrainingSession[] = [];
afterAll(() => {
  for (const session of sessions) session.dispose();
});

it.for<[PresetName, number, number]>([
  ['trio', 6, 0.3],
  ['programs', 6, 0.3],
  ['higher-lower', 6, 0.08],
])('%s: %d iterations bring at least %d', async ([preset, iterations, gain], context) => {
  long(context);
  const project = chooseProject({ preset, seed: 1 });
  const { session } = await openSession({ ...project, training: { ...project.training, evaluateEvery: 0 } }, 'wasm');
  sessions.push(session);
  const greedy = async () => (await session.evaluate({ split: 'train', episodes: 192, greedy: true })).reward;
  const before = await greedy();
  for (let iteration = 0; iteration < iterations; iteration += 1) await session.iterate();
  expect((await greedy()) - before).toBeGreaterThan(gain);
});

/** Who saved and who spoiled, asked while a team trains: nothing that is learnt changes, and a run that goes on knows what it knew. */
import { expect, it } from 'vitest';
import { liveAgents } from '../../../../src/core/counterfactual/turned/liveShares.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { checkpointOf, restoreCheckpoint } from '../../../../src/session/run/checkpoint.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { long } from '../../../support/long.ts';
import { microProject, openTeam } from '../../support/team.ts';

const ITERATIONS = 4;
const project = (every: number, training: Partial<ProjectDocument['training']> = {}): ProjectDocument =>
  microProject({
    episodes: 4,
    iterations: ITERATIONS,
    seed: 5,
    turned: { every, won: 1 },
    decoupled: { enabled: true, weightCap: 5 },
    ...training,
  });

type Row = Readonly<Record<string, number>>;

async function trained(session: TrainingSession) {
  const rows: Row[] = [];
  const episodes: unknown[] = [];
  const seconds: (number | undefined)[] = [];
  while (session.iteration < ITERATIONS) {
    const result = await session.iterate();
    rows.push(result.metrics);
    episodes.push(result.episodes);
    seconds.push(result.timing['timing_s/turned']);
  }
  return { rows, episodes, seconds, files: await checkpointOf(session) };
}

const without = (rows: readonly Row[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('turned/'))));

/** All files of a checkpoint but what says what was asked, and that it was to be. */
const learnt = (files: Readonly<Record<string, Uint8Array>>) =>
  Object.entries(files).filter(([name]) => !/trainer_state\.json|project\.json|SHA256SUMS/.test(name));

it.for([0, 1])('the same is learnt, byte for byte, and what was asked outlives a stop, with a lag of %i', async (lag, context) => {
  // Without a lag nothing is playing ahead, so that this is the easier of two.
  if (lag === 0) long(context);
  const asked = await trained(await openTeam(project(2, { lag })));
  const not = await trained(await openTeam(project(0, { lag })));
  expect(learnt(asked.files)).toEqual(learnt(not.files));
  expect(learnt(asked.files).some(([name]) => name.endsWith('.safetensors'))).toBe(true);
  expect(without(asked.rows)).toEqual(not.rows);
  expect(asked.episodes).toEqual(not.episodes);
  // And somebody was.
  const agents = liveAgents(asked.rows.at(-1) ?? {}, ['planner', 'solver']);
  expect(agents.every(({ shares: { saved, spoiled } }) => saved !== null && spoiled !== null)).toBe(true);
  expect(asked.rows[0]).not.toHaveProperty('turned/episodes');
  expect(asked.seconds[0]).toBeUndefined();
  expect(asked.seconds[1]).toBeGreaterThan(0);

  const first = await openTeam(project(2, { lag }));
  await first.iterate();
  await first.iterate();
  const second = await openTeam(project(2, { lag }));
  await restoreCheckpoint(second, await checkpointOf(first));
  const rest = await trained(second);
  expect(rest.rows).toEqual(asked.rows.slice(2));
  expect(rest.files).toEqual(asked.files);
});

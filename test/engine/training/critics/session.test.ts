/** A team trained with each kind of critic: it resumes to the same bytes and holds nothing back. */
import { describe, expect, it } from 'vitest';
import { metricsLine, rolloutLines } from '../../../../src/core/formats/runs/rundir.ts';
import { checkpointOf, restoreCheckpoint } from '../../../../src/session/run/checkpoint.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { KINDS } from '../../support/critics.ts';
import { microProject, openTeam } from '../../support/team.ts';

async function bytesOf(session: TrainingSession, iterations: number): Promise<string> {
  let text = '';
  for (let i = 0; i < iterations; i += 1) {
    const { iteration, metrics, episodes } = await session.iterate();
    expect(metrics['critic/grad_norm']).toBeGreaterThan(0);
    text += metricsLine(iteration, metrics) + rolloutLines(episodes);
  }
  return text;
}

describe.each(KINDS)('a session with critic %s', (kind) => {
  const { critic } = microProject().training;
  const project = microProject({ episodes: 4, seed: 3, critic: { ...critic, kind } });

  it('after a checkpoint the bytes are those of the run that never stopped', async () => {
    const straight = await openTeam(project);
    await bytesOf(straight, 1);
    const files = await checkpointOf(straight);
    const expected = await bytesOf(straight, 1);
    const resumed = await openTeam(project);
    await restoreCheckpoint(resumed, files);
    expect(await bytesOf(resumed, 1)).toBe(expected);
    for (const session of [straight, resumed]) {
      session.dispose();
      expect(session.engine.memory().tensors).toBe(0);
      session.engine.dispose();
    }
  });
});

/** What tests of sessions share: the bytes a run would write, and the end of every session a test opened. */
import { afterEach } from 'vitest';
import { metricsLine, rolloutLines } from '../../../src/core/formats/runs/rundir.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';

/** The bytes of metrics and rollouts of `iterations` more iterations. */
export async function bytesOf(session: TrainingSession, iterations: number): Promise<string> {
  let text = '';
  for (let i = 0; i < iterations; i += 1) {
    const { iteration, metrics, episodes } = await session.iterate();
    text += metricsLine(iteration, metrics) + rolloutLines(episodes);
  }
  return text;
}

/** Registers sessions to be freed after each test, with the engine they run on; call once per file. */
export function keepSessions(): (session: TrainingSession) => TrainingSession {
  const opened: TrainingSession[] = [];
  afterEach(() => {
    for (const session of opened.splice(0)) {
      session.dispose();
      session.engine.dispose();
    }
  });
  return (session) => {
    opened.push(session);
    return session;
  };
}

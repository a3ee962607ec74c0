/** One run, measured from its untrained team to its last iteration: what every measurement of a training has in common. */
import type { Split } from '../../src/core/environment/contract.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { TeacherFiles } from '../../src/core/formats/models/teacherFiles.ts';
import type { MetricsRow } from '../../src/session/events.ts';
import { checkpointOf, restoreCheckpoint } from '../../src/session/run/checkpoint.ts';
import type { TrainingSession } from '../../src/session/run/session.ts';
import { openSession } from '../kit/host.ts';
import type { BegunRun } from './begunRun.ts';

/** Mean reward of {@link EVALUATED} episodes, sampled at temperature 1 and greedy. */
export interface Accuracy {
  readonly sampled: number;
  readonly greedy: number;
}

/** Episodes of one evaluation. */
export const EVALUATED = 256;

export interface MeasuredRun {
  /** By split; of the splits that were asked for. */
  readonly before: Readonly<Partial<Record<Split, Accuracy>>>;
  readonly after: Readonly<Partial<Record<Split, Accuracy>>>;
  /** One an iteration. */
  readonly rows: readonly MetricsRow[];
  /** Seconds of rollout, credit and update until the end of each iteration. */
  readonly secondsAt: readonly number[];
  /** How often each notice was given, by code. */
  readonly notices: Readonly<Record<string, number>>;
  readonly roles: readonly string[];
  readonly backend: string;
}

/**
 * Trains the document on wasm with one worker; `last` may ask the trained team before it is gone. With `begun` it goes on from what
 * is kept there, and keeps its own state there.
 */
export async function measureRun(
  document: ProjectDocument,
  splits: readonly Split[],
  last?: (session: TrainingSession) => Promise<void>,
  begun?: BegunRun,
  teachers?: TeacherFiles,
): Promise<MeasuredRun> {
  const found = begun?.read();
  const notices = new Map(Object.entries(found?.soFar.notices ?? {}));
  const { session, report } = await openSession(
    document,
    'wasm',
    (event) => {
      if (event.type === 'notice') notices.set(event.code, (notices.get(event.code) ?? 0) + 1);
    },
    { workers: 1, ...(teachers && { teachers }) },
  );
  try {
    const reward = async (split: Split, greedy: boolean) => (await session.evaluate({ split, episodes: EVALUATED, greedy })).reward;
    const evaluate = async () => {
      const measured: Partial<Record<Split, Accuracy>> = {};
      for (const split of splits) measured[split] = { sampled: await reward(split, false), greedy: await reward(split, true) };
      return measured;
    };
    if (found) await restoreCheckpoint(session, found.checkpoint);
    const before = found?.soFar.before ?? (await evaluate());
    const rows: MetricsRow[] = [...(found?.soFar.rows ?? [])];
    const secondsAt: number[] = [...(found?.soFar.secondsAt ?? [])];
    while (session.iteration < document.training.iterations) {
      const { metrics, timing } = await session.iterate();
      rows.push(metrics);
      const spent = ['rollout', 'credit', 'update'].reduce((sum, part) => sum + (timing[`timing_s/${part}`] ?? 0), 0);
      secondsAt.push((secondsAt.at(-1) ?? 0) + spent);
      await begun?.keep({ before, rows, secondsAt, notices: Object.fromEntries(notices) }, () => checkpointOf(session));
    }
    const after = await evaluate();
    await last?.(session);
    return { before, after, rows, secondsAt, notices: Object.fromEntries(notices), roles: session.roles, backend: report.backend };
  } finally {
    session.dispose();
    session.engine.dispose();
  }
}

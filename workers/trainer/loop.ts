/** One run in the trainer worker, iteration by iteration: what it says, when it makes checkpoints, and how it is paused. */
import { nextTask } from '../../src/engine/generate/nextTask.ts';
import type { BackendChoice } from '../../src/core/backend.ts';
import { SOME_PROBLEMS, someProblems } from '../../src/core/dataset/attach.ts';
import type { EnvironmentHost } from '../../src/core/environment/contract.ts';
import { FaultError } from '../../src/core/faults.ts';
import type { Files } from '../../src/core/formats/files.ts';
import type { BaseModel } from '../../src/session/team/base.ts';
import { adapterFiles, checkpointOf } from '../../src/session/run/checkpoint.ts';
import type { Estimate } from '../../src/session/room/estimate.ts';
import type { LastingRun } from '../../src/session/run/lasting.ts';
import type { WriterEvent } from './protocol.ts';
import type { RunControl } from './control.ts';
import { estimateRun, noteSpeed } from './cost.ts';
import type { Outbox } from './outbox.ts';
import type { Phase, TrainerEvent } from './protocol.ts';

/** Least time between checkpoints that a run could go on from after a crash, milliseconds; more where they take long. */
export const SAFETY_INTERVAL = 5000;
/** How much longer than making one of them the time to the next one is. */
const SAFETY_SHARE = 20;

/** Adapters of more bytes are kept with checkpoints alone. */
const ADAPTERS_LIMIT = 4 * 2 ** 20;

type BodyOf<Event> = Event extends unknown ? Omit<Event, 'runId' | 'iteration'> : never;
/** An event before it is told of which run it is. */
export type Body = BodyOf<TrainerEvent>;
/** What only the library hears, for the writer of the run. */
export type WriterBody = BodyOf<Exclude<WriterEvent, TrainerEvent>>;

export interface LoopParts {
  readonly run: Pick<LastingRun, 'session' | 'iterate'>;
  readonly bases: readonly BaseModel[];
  readonly control: RunControl;
  /** To the page, and to the library but for checkpoints. */
  readonly emit: (event: Body) => void;
  /** To the library alone; null where nothing is kept. */
  readonly keep: ((event: Body | WriterBody) => void) | null;
  /** Waited for where it is behind. */
  readonly library?: Pick<Outbox, 'isBehind' | 'settled'>;
  readonly backend: BackendChoice;
  readonly environment: EnvironmentHost;
  /** Whether a server trains the policies: what an iteration takes is its, and its adapters are here only where they were brought back. */
  readonly served?: boolean;
  /** Milliseconds; tests bring their own. */
  readonly safetyInterval?: number;
}

export async function trainingLoop({
  run,
  bases,
  control,
  emit,
  keep,
  library,
  backend,
  environment,
  served = false,
  safetyInterval = SAFETY_INTERVAL,
}: LoopParts): Promise<void> {
  const phase = (name: Phase): void => emit({ type: 'phase', phase: name });
  /** Null where it cannot be told. */
  let estimate: Estimate | null | undefined;
  const { iterations } = run.session.document.training;
  let saved = -1;
  let safetyDue = 0;
  /** A checkpoint for the page and the disk; `passing`: on the disk it makes way for the next one. */
  const checkpoint = async (passing = false) => {
    const { session } = run;
    if (saved === session.iteration) return;
    phase('checkpoint');
    const { best } = session.best;
    const isBest = best?.iteration === session.iteration;
    const files = await checkpointOf(session);
    const event: Body = { type: 'checkpoint', files, ...(isBest ? { best: { metric: best.metric, value: best.value } } : {}) };
    keep?.(passing && !isBest ? { type: 'safety', files } : event);
    emit(event);
    saved = session.iteration;
    safetyDue = performance.now() + safetyInterval;
  };
  /** What the disk needs so that a crash costs seconds; the page, which would be gone, gets none of it. */
  const safety = async () => {
    const start = performance.now();
    if (!keep || start < safetyDue) return;
    keep({ type: 'safety', files: await checkpointOf(run.session) });
    const end = performance.now();
    safetyDue = end + Math.max(safetyInterval, SAFETY_SHARE * (end - start));
  };
  /** What is needed to hear this very team again; checkpoints have it too. */
  const keepAdapters = (): void => {
    const files = keep && !served && adapterFiles(run.session);
    if (files && sizeOf(files) <= ADAPTERS_LIMIT) keep({ type: 'adapters', files });
  };
  while (run.session.iteration < iterations) {
    await nextTask();
    if (control.request() === 'stop') break;
    if (control.request() === 'pause') {
      await checkpoint(true);
      phase('paused');
      await control.next();
      continue;
    }
    control.beginIteration();
    const { metrics, timing, episodes, checkpoint: due } = await run.iterate();
    const { session } = run;
    control.endIteration();
    emit({ type: 'metrics', metrics, timing });
    emit({ type: 'episodes', episodes });
    // Computed here, behind the first iteration, so that it does not hold the first point up.
    const problems = session.data ? someProblems(session.data, SOME_PROBLEMS) : undefined;
    if (estimate === undefined && !served) {
      estimate = await estimateRun(session.document, bases, environment, backend, problems).catch((error: unknown) => {
        // Its messages are made up and empty: what the environment throws at them is nothing this run has done.
        if (!(error instanceof FaultError)) throw error;
        const message = `The memory of this run could not be predicted, because its environment refuses empty messages: ${error.message}`;
        emit({ type: 'notice', level: 'info', code: 'estimate', message });
        return null;
      });
    }
    // Its work is counted anew at 1, 2, 4, 8 …: the first iteration warms up, later ones differ little from one another.
    const { iteration } = session;
    if (Number.isInteger(Math.log2(iteration)) && !served) noteSpeed(session.document, bases, episodes, backend, seconds(timing));
    const predicted = estimate && { predictedBytes: (estimate.atMost ?? estimate).memory.total, isBound: estimate.atMost !== null };
    emit({ type: 'memory', memory: { measuredBytes: session.engine.memory().peakBytes, ...predicted } });
    if (due) await checkpoint();
    else {
      keepAdapters();
      await safety();
    }
    if (library?.isBehind) {
      phase('checkpoint');
      await library.settled();
    }
  }
  if (run.session.iteration > 0) await checkpoint();
  phase(run.session.iteration < iterations ? 'stopped' : 'finished');
}

const sizeOf = (files: Files): number => Object.values(files).reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Seconds of rollout, credit and update together. */
const seconds = (timing: Readonly<Record<string, number>>): number =>
  ['rollout', 'credit', 'update'].reduce((sum, part) => sum + (timing[`timing_s/${part}`] ?? 0), 0);

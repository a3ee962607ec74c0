/** One run of the terminal, from a document or from a checkpoint to its last iteration, with its folder if it has one. */
import type { BackendChoice, BackendReport } from '../src/core/backend.ts';
import type { DataRow } from '../src/core/dataset/rows.ts';
import type { ProjectDocument } from '../src/core/document/schema.ts';
import { adapterFiles, checkpointOf, restoreCheckpoint } from '../src/session/checkpoint.ts';
import type { MetricsRow } from '../src/session/events.ts';
import type { TrainingSession } from '../src/session/session.ts';
import type { EngineOptions } from './engineFlags.ts';
import { givenAdapters, openSession, runInfo } from './host.ts';
import { RunFolder } from './runFolder.ts';
import type { Stop } from './stop.ts';
import { type Notice, type ReadCheckpoint, type StoredRun, truncateRun } from './storedRun.ts';

/** A run to go on with. */
export interface Resumed {
  readonly run: StoredRun;
  /** Null where it ended before its first checkpoint: it begins again. */
  readonly from: ReadCheckpoint | null;
}

export interface RunToTrain {
  readonly document: ProjectDocument;
  /** Of its data set. */
  readonly rows?: readonly DataRow[];
  readonly backend: BackendChoice;
  readonly engine: EngineOptions;
  /** Folder of adapters to start from. */
  readonly adapters?: string;
  /** Where to write it, locked by the caller; it is kept nowhere else. */
  readonly out?: string;
  /** Iterations after which its adapters are kept alone, beside its checkpoints. */
  readonly keepAdapters?: readonly number[];
  /** The run in `out`, to go on with it. */
  readonly resumed?: Resumed | null;
  /** Ends it early, behind the iteration under way, with a checkpoint. */
  readonly stop?: Pick<Stop, 'signal' | 'heed'>;
}

/** What is told while it goes on. */
export interface RunListener {
  readonly notice: Notice;
  opened(report: BackendReport): void;
  resumed?(iteration: number): void;
  /** Every row, that of the untrained team included. */
  row(metrics: MetricsRow, timing: MetricsRow): void;
}

/** Trains it to its end; what it used is given back also when it fails. */
export async function trainRun(given: RunToTrain, listener: RunListener): Promise<BackendReport> {
  const { document, rows, backend, engine, out, keepAdapters, resumed, stop } = given;
  const adapters = resumed && !resumed.from ? resumed.run.adapters : given.adapters;
  const { session, report } = await openSession(
    document,
    backend,
    (event) => {
      if (event.type === 'notice') listener.notice(event.code, event.message);
    },
    {
      ...engine,
      rows,
      run: resumed?.run.folder,
      ...(adapters
        ? { adapters: await givenAdapters(document, adapters, (message) => listener.notice('adapter_base', message), engine.bases) }
        : {}),
    },
  );
  const unheed = stop?.heed();
  try {
    listener.opened(report);
    let folder: RunFolder | null = null;
    if (resumed?.from) {
      folder = goOn(session, resumed.run, resumed.from, document);
      if (resumed.run.backend !== report.backend)
        listener.notice(
          'backend_changed',
          `This run was made on ${resumed.run.backend ?? 'an unknown backend'} and goes on on ${report.backend}; its numbers cannot be repeated on one of them.`,
        );
      listener.resumed?.(session.iteration);
    } else if (out) {
      if (resumed) truncateRun(resumed.run, 0);
      folder = RunFolder.begin(out, document, runInfo(session, report, adapters));
      folder.checkpoint(0, await checkpointOf(session));
    }
    const tell = (metrics: MetricsRow, timing: MetricsRow) => {
      folder?.row(metrics, timing);
      listener.row(metrics, timing);
    };
    if (session.iteration === 0) {
      const before = await session.before();
      tell(before.metrics, before.timing);
    }
    while (session.iteration < document.training.iterations && !stop?.signal) {
      const { iteration, metrics, timing, episodes, checkpoint: due } = await session.iterate();
      tell(metrics, timing);
      // Before the episodes, which take longer and may not fit on the disk.
      if (due || stop?.signal) folder?.checkpoint(iteration, await checkpointOf(session));
      if (session.best.best?.iteration === iteration) folder?.best(session.best.best);
      if (keepAdapters?.includes(iteration)) folder?.adapters(iteration, adapterFiles(session));
      folder?.rollout(iteration, episodes);
    }
    return report;
  } finally {
    unheed?.();
    session.dispose();
    session.engine.dispose();
  }
}

/** Puts the session and the folder where the checkpoint left them. */
function goOn(session: TrainingSession, run: StoredRun, { iteration, files }: ReadCheckpoint, document: ProjectDocument): RunFolder {
  restoreCheckpoint(session, files);
  truncateRun(run, iteration);
  const folder = new RunFolder(run.folder, iteration === 0 ? -1 : iteration);
  if (session.best.best) folder.best(session.best.best);
  folder.project(document);
  return folder;
}

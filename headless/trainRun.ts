/** One run of the terminal, from a document or from its last checkpoint to its last iteration, with its folder if it has one. */
import type { BackendChoice, BackendReport } from '../src/core/backend.ts';
import type { DataRow } from '../src/core/dataset/rows.ts';
import type { ProjectDocument } from '../src/core/document/schema.ts';
import type { BackendOptions } from '../src/session/backend.ts';
import { adapterFiles, checkpointOf, restoreCheckpoint } from '../src/session/checkpoint.ts';
import type { MetricsRow } from '../src/session/events.ts';
import { givenAdapters, openSession, runInfo } from './host.ts';
import { checkpointFilesOf, RunFolder, type StoredRun, truncateRun } from './runFolder.ts';

export interface RunToTrain {
  readonly document: ProjectDocument;
  /** Of its data set. */
  readonly rows?: readonly DataRow[];
  readonly backend: BackendChoice;
  readonly engine: BackendOptions;
  /** Folder of adapters to start from. */
  readonly adapters?: string;
  /** Where to write it; it is kept nowhere else. */
  readonly out?: string;
  /** Iterations after which its adapters are kept alone, beside its checkpoints. */
  readonly keepAdapters?: readonly number[];
  /** The run in `out`, to go on with it behind its newest checkpoint. */
  readonly resumed?: StoredRun | null;
}

/** What is told while it goes on. */
export interface RunListener {
  notice(code: string, message: string): void;
  opened(report: BackendReport): void;
  resumed?(iteration: number): void;
  /** Every row, that of the untrained team included. */
  row(metrics: MetricsRow, timing: MetricsRow): void;
}

/** Trains it to its end; what it used is given back also when it fails. */
export async function trainRun(
  { document, rows, backend, engine, adapters, out, keepAdapters, resumed }: RunToTrain,
  listener: RunListener,
): Promise<BackendReport> {
  const { session, report } = await openSession(
    document,
    backend,
    (event) => {
      if (event.type === 'notice') listener.notice(event.code, event.message);
    },
    { ...engine, rows, ...(adapters ? { adapters: givenAdapters(document, adapters) } : {}) },
  );
  try {
    listener.opened(report);
    const checkpoint = resumed ? checkpointFilesOf(resumed) : null;
    const folder = out ? new RunFolder(out, checkpoint?.iteration) : null;
    const tell = (metrics: MetricsRow, timing: MetricsRow) => {
      folder?.row(metrics, timing);
      listener.row(metrics, timing);
    };
    if (resumed && checkpoint) {
      const { iteration, files } = checkpoint;
      restoreCheckpoint(session, files);
      truncateRun(resumed, iteration);
      if (session.best.best) folder?.best(session.best.best);
      folder?.project(document);
      if (resumed.backend !== report.backend)
        listener.notice(
          'backend_changed',
          `This run was made on ${resumed.backend ?? 'an unknown backend'} and goes on on ${report.backend}; its numbers cannot be repeated on one of them.`,
        );
      listener.resumed?.(iteration);
    } else {
      folder?.begin(document, runInfo(session, report, adapters));
      const before = await session.before();
      tell(before.metrics, before.timing);
    }
    while (session.iteration < document.training.iterations) {
      const { iteration, metrics, timing, episodes, checkpoint: due } = await session.iterate();
      tell(metrics, timing);
      folder?.rollout(iteration, episodes);
      if (keepAdapters?.includes(iteration)) folder?.adapters(iteration, adapterFiles(session));
      if (due) folder?.checkpoint(iteration, await checkpointOf(session));
      if (session.best.best?.iteration === iteration) folder?.best(session.best.best);
    }
    return report;
  } finally {
    session.dispose();
    session.engine.dispose();
  }
}

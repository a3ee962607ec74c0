/** One run of the terminal, from a document or from a checkpoint to its last iteration, with its folder if it has one. */
import type { BackendChoice, BackendReport } from '../../../src/core/backend.ts';
import type { IterationProgress } from '../../../src/core/episode/iterationProgress.ts';
import type { DataRow } from '../../../src/core/dataset/rows.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { adapterFiles, checkpointOf, restoreCheckpoint } from '../../../src/session/run/checkpoint.ts';
import { zipFiles } from '../../../src/core/formats/archive.ts';
import type { TeacherFiles } from '../../../src/core/formats/models/teacherFiles.ts';
import type { ReadCheckpoint } from '../../../src/runs/soundCheckpoint.ts';
import type { MetricsRow, SessionEvent } from '../../../src/session/events.ts';
import { LastingRun } from '../../../src/session/run/lasting.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';
import type { Outside } from '../../../src/tinker/http.ts';
import type { Progress } from '../../../src/tinker/server.ts';
import type { EngineOptions } from '../engineFlags.ts';
import { costHere, noteSpeed, type TerminalCost } from '../cost.ts';
import { givenAdapters, openSession, runInfo } from '../host.ts';
import type { Stop } from './stop.ts';
import type { ServerChoice } from '../../../src/session/tinker/served.ts';
import type { Notice, TerminalRun } from './storedRun.ts';
import { truncateRun, WrittenRun } from './writtenRun.ts';

/** A run to go on with. */
export interface Resumed {
  readonly run: TerminalRun;
  /** Null where it ended before its first checkpoint: it begins again. */
  readonly from: ReadCheckpoint | null;
}

export interface RunToTrain {
  readonly document: ProjectDocument;
  /** Rows of its data set. */
  readonly rows?: readonly DataRow[];
  readonly backend: BackendChoice;
  readonly engine: EngineOptions;
  /** The server that trains the policies; null where this computer does. */
  readonly server?: ServerChoice | null;
  /** This process as the server sees it; tests bring one that ends. */
  readonly outside?: Outside;
  /** Folder of adapters to start from. */
  readonly adapters?: string;
  /** Adapters of the runs that teach its agents. */
  readonly teachers?: TeacherFiles;
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
  /** What it will take, where that can be told; asked for only if somebody listens. */
  cost?(cost: TerminalCost): void;
  resumed?(iteration: number): void;
  /** How far the iteration under way is. */
  progress?(progress: IterationProgress): void;
  /** What the server is doing, where one trains. */
  server?(progress: Progress): void;
  /** Every row, that of the untrained team included. */
  row(metrics: MetricsRow, timing: MetricsRow): void;
}

/** Trains it to its end; what it used is given back also when it fails. */
export async function trainRun(given: RunToTrain, listener: RunListener): Promise<BackendReport> {
  const { document, rows, backend, engine, server, keepAdapters, resumed, stop } = given;
  const adapters = resumed && !resumed.from ? resumed.run.adapters : given.adapters;
  const tellEvent = (event: SessionEvent): void => {
    if (event.type === 'notice') listener.notice(event.code, event.message);
    if (event.type === 'progress') listener.progress?.(event.progress);
  };
  const opened = await openSession(document, backend, tellEvent, {
    ...engine,
    rows,
    server,
    ...(given.teachers && { teachers: given.teachers }),
    ...(given.outside && { outside: given.outside }),
    ...(listener.server && { onServer: (progress) => listener.server?.(progress) }),
    run: resumed?.run.folder,
    ...(adapters
      ? { adapters: await givenAdapters(document, adapters, (message) => listener.notice('adapter_base', message), engine.bases) }
      : {}),
  });
  const run = new LastingRun(opened, { reopen: opened.reopen, tell: tellEvent });
  const unheed = stop?.heed();
  try {
    const { session, report } = opened;
    listener.opened(report);
    // What it takes is the server's.
    const cost = server ? null : listener.cost && (await costHere(session, backend));
    if (cost) listener.cost?.(cost);
    let out: WrittenRun | null = null;
    if (resumed?.from) {
      out = await goOn(session, resumed.run, resumed.from, document);
      if (resumed.run.backend !== report.backend)
        listener.notice(
          'backend_changed',
          `This run was made on ${resumed.run.backend ?? 'an unknown backend'} and goes on on ${report.backend}; its numbers cannot be repeated on one of them.`,
        );
      listener.resumed?.(session.iteration);
    } else if (given.out) {
      if (resumed) await truncateRun(given.out, 0);
      out = await WrittenRun.begin(given.out, document, runInfo(opened, adapters));
      await out.folder.checkpoint(0, await checkpointOf(session));
    }
    const bases = session.policies.map(({ group }) => group.base);
    await out?.folder.vocabularies(Object.fromEntries(bases.map(({ name, tokenizer }) => [name, tokenizer.vocabulary()])));
    const tell = async (metrics: MetricsRow, timing: MetricsRow) => {
      await out?.row(metrics, timing);
      listener.row(metrics, timing);
    };
    if (session.iteration === 0) {
      const before = await run.before();
      await tell(before.metrics, before.timing);
    }
    while (run.session.iteration < document.training.iterations && !stop?.signal) {
      const { iteration, metrics, timing, episodes, checkpoint: due } = await run.iterate();
      const { session } = run;
      await tell(metrics, timing);
      if (listener.cost && !server) await noteSpeed(session, backend, episodes, timing);
      // Before the episodes, which take longer and may not fit on the disk.
      if (due || stop?.signal) await out?.folder.checkpoint(iteration, await checkpointOf(session));
      if (session.best.best?.iteration === iteration) await out?.folder.best(session.best.best);
      if (keepAdapters?.includes(iteration)) await out?.folder.adapters(iteration, zipFiles(adapterFiles(session)));
      await out?.folder.rollout(iteration, episodes);
    }
    return report;
  } finally {
    unheed?.();
    await run.dispose();
  }
}

/** Puts the session and the folder where the checkpoint left them. */
async function goOn(
  session: TrainingSession,
  { folder }: TerminalRun,
  { iteration, files }: ReadCheckpoint,
  document: ProjectDocument,
): Promise<WrittenRun> {
  await restoreCheckpoint(session, files);
  const out = await WrittenRun.goOn(folder, iteration);
  if (session.best.best) await out.folder.best(session.best.best);
  await out.folder.project(document);
  return out;
}

/** Writes a run folder (DESIGN §5) as the run goes on; `storedRun.ts` reads one back. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProjectDocument } from '../src/core/document/schema.ts';
import type { EpisodeRecord } from '../src/core/episode/records.ts';
import { zipFiles } from '../src/core/formats/archive.ts';
import { type Best, bestJson } from '../src/core/formats/best.ts';
import { rowSums } from '../src/core/formats/checksums.ts';
import { encodeJson, type Files, filesUnder } from '../src/core/formats/files.ts';
import { metricsLine, rolloutLines, RUN_PATHS, type RunInfo, runJson, timingLine } from '../src/core/formats/rundir.ts';
import { eventsFileName, eventsFileStart, restartEvent, scalarEvents } from '../src/core/formats/tfevents.ts';
import type { MetricsRow } from '../src/session/events.ts';
import { PARTIAL, writeFileWhole, writeFolderWhole } from './folders.ts';
import { LOCK } from './lock.ts';

/** What lies in a folder in which a run was only about to begin: nothing is lost with it. */
const BEGINNING: readonly string[] = [LOCK, RUN_PATHS.run, RUN_PATHS.run + PARTIAL, RUN_PATHS.project + PARTIAL];

/** Whether a run may begin in `folder`, which may hold a lock. */
export function isFree(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).every((name) => BEGINNING.includes(name));
}

export class RunFolder {
  readonly #events: string;

  /**
   * Opens `folder` for writing; the caller has made sure that nothing in it is lost. A run that goes on after iteration
   * `resumedAfter` gets an event file of its own, because TensorBoard never goes back to the one before.
   */
  constructor(
    readonly folder: string,
    resumedAfter?: number,
  ) {
    mkdirSync(join(folder, 'rollouts'), { recursive: true });
    let start = Date.now() / 1000;
    while (existsSync(join(folder, eventsFileName(start)))) start += 1;
    this.#events = join(folder, eventsFileName(start));
    writeFileSync(this.#events, eventsFileStart(start));
    if (resumedAfter !== undefined) appendFileSync(this.#events, restartEvent(resumedAfter + 1, start));
  }

  /** A new run in `folder`. With `project.json`, which comes second, it is a run that can be gone on with. */
  static begin(folder: string, document: ProjectDocument, info: RunInfo): RunFolder {
    writeFileWhole(join(folder, RUN_PATHS.run), runJson(info));
    writeFileWhole(join(folder, RUN_PATHS.project), encodeJson(document));
    for (const path of [RUN_PATHS.metrics, RUN_PATHS.timing, RUN_PATHS.checksums]) writeFileSync(join(folder, path), '');
    return new RunFolder(folder);
  }

  /** What is being run; a resumed run may have got more iterations. */
  project(document: ProjectDocument): void {
    writeFileWhole(join(this.folder, RUN_PATHS.project), encodeJson(document));
  }

  row(metrics: MetricsRow, timing: MetricsRow): void {
    const iteration = metrics['iteration'] ?? 0;
    const line = metricsLine(iteration, metrics);
    appendFileSync(join(this.folder, RUN_PATHS.metrics), line);
    appendFileSync(join(this.folder, RUN_PATHS.checksums), rowSums(line));
    appendFileSync(join(this.folder, RUN_PATHS.timing), timingLine(iteration, timing));
    const { iteration: _, ...scalars } = { ...metrics, ...timing };
    appendFileSync(this.#events, scalarEvents(scalars, iteration, Date.now() / 1000));
  }

  rollout(iteration: number, episodes: readonly EpisodeRecord[]): void {
    writeFileWhole(join(this.folder, RUN_PATHS.rollout(iteration)), rolloutLines(episodes));
  }

  checkpoint(iteration: number, files: Files): void {
    const path = RUN_PATHS.checkpoint(iteration);
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFolderWhole(join(this.folder, path), filesUnder(files, path));
  }

  /** The adapters after an iteration alone, with which its team can speak again. */
  adapters(iteration: number, files: Files): void {
    const path = join(this.folder, RUN_PATHS.adapters(iteration));
    mkdirSync(dirname(path), { recursive: true });
    writeFileWhole(path, zipFiles(files));
  }

  /** Points at the best checkpoint, which has been written. */
  best(best: Best): void {
    writeFileWhole(join(this.folder, RUN_PATHS.best), bestJson(best));
  }
}

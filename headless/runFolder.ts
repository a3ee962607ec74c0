/** Writes a run folder (DESIGN §5) as the run goes on, and reads one back to resume or evaluate it. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from '../src/core/document/parse.ts';
import type { ProjectDocument } from '../src/core/document/schema.ts';
import { FaultError } from '../src/core/faults.ts';
import { decodeJson, encodeJson, type Files, filesUnder } from '../src/core/formats/files.ts';
import {
  latestCheckpoint,
  linesUpTo,
  metricsLine,
  pathsAfter,
  rolloutLines,
  RUN_PATHS,
  type RunInfo,
  runJson,
  timingLine,
} from '../src/core/formats/rundir.ts';
import { eventsFileName, eventsFileStart, scalarEvents } from '../src/core/formats/tfevents.ts';
import type { EpisodeRecord } from '../src/core/episode/records.ts';
import type { MetricsRow } from '../src/session/events.ts';
import { readFolder, writeFolderWhole } from './folders.ts';

export class RunFolder {
  readonly #events: string;

  /** Opens `folder` for writing; the caller has made sure that nothing in it is lost. */
  constructor(readonly folder: string) {
    mkdirSync(join(folder, 'rollouts'), { recursive: true });
    const start = Date.now() / 1000;
    this.#events = join(folder, eventsFileName(start));
    writeFileSync(this.#events, eventsFileStart(start));
  }

  begin(document: ProjectDocument, info: RunInfo): void {
    this.project(document);
    writeFileSync(join(this.folder, RUN_PATHS.run), runJson(info));
    writeFileSync(join(this.folder, RUN_PATHS.metrics), '');
    writeFileSync(join(this.folder, RUN_PATHS.timing), '');
  }

  /** What is being run; a resumed run may have got more iterations. */
  project(document: ProjectDocument): void {
    writeFileSync(join(this.folder, RUN_PATHS.project), encodeJson(document));
  }

  row(metrics: MetricsRow, timing: MetricsRow): void {
    const iteration = metrics['iteration'] ?? 0;
    appendFileSync(join(this.folder, RUN_PATHS.metrics), metricsLine(iteration, metrics));
    appendFileSync(join(this.folder, RUN_PATHS.timing), timingLine(iteration, timing));
    const { iteration: _, ...scalars } = { ...metrics, ...timing };
    appendFileSync(this.#events, scalarEvents(scalars, iteration, Date.now() / 1000));
  }

  rollout(iteration: number, episodes: readonly EpisodeRecord[]): void {
    writeFileSync(join(this.folder, RUN_PATHS.rollout(iteration)), rolloutLines(episodes));
  }

  checkpoint(iteration: number, files: Files): void {
    const path = RUN_PATHS.checkpoint(iteration);
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFolderWhole(join(this.folder, path), filesUnder(files, path));
  }
}

/** A run on disk. */
export interface StoredRun {
  readonly folder: string;
  readonly document: ProjectDocument;
  /** The backend it ran on, if its `run.json` says so. */
  readonly backend: string | undefined;
  /** Whether it was held to the reproducible build. */
  readonly reproducible: boolean;
  readonly files: Files;
}

export function readRun(folder: string): StoredRun {
  const project = join(folder, RUN_PATHS.project);
  if (!existsSync(project)) {
    throw new FaultError({
      code: 'E_RUN_MISSING',
      message: `${folder} is not a run folder: it has no project.json.`,
      hint: 'Give the folder that “npm run train -- --out DIR” wrote.',
    });
  }
  const files = readFolder(folder);
  return { folder, document: parseDocument(readFileSync(project, 'utf8')), ...engineOf(files), files };
}

function engineOf(files: Files): Pick<StoredRun, 'backend' | 'reproducible'> {
  const bytes = files[RUN_PATHS.run];
  const info =
    bytes && (decodeJson(bytes, RUN_PATHS.run, 'E_RUN_INFO') as { readonly backend?: unknown; readonly reproducible?: unknown } | null);
  return { backend: typeof info?.backend === 'string' ? info.backend : undefined, reproducible: info?.reproducible === true };
}

/** The files of one checkpoint (the newest complete one by default), under their `checkpoints/steps_<n>/` paths. */
export function checkpointFilesOf(run: StoredRun, iteration?: number): { iteration: number; files: Files } {
  const chosen = iteration ?? latestCheckpoint(Object.keys(run.files));
  const files = Object.fromEntries(Object.entries(run.files).filter(([path]) => path.startsWith(`${RUN_PATHS.checkpoint(chosen ?? -1)}/`)));
  if (chosen === null || Object.keys(files).length === 0) {
    const have = Object.keys(run.files).flatMap((path) => /^checkpoints\/(steps_\d+)\/trainer_state\.json$/.exec(path)?.[1] ?? []);
    throw new FaultError({
      code: 'E_CHECKPOINT_MISSING',
      message: `${run.folder} has no checkpoint${iteration === undefined ? '' : ` of iteration ${iteration}`}.`,
      hint: have.length ? `It has: ${have.join(', ')}.` : 'The run ended before its first checkpoint.',
    });
  }
  return { iteration: chosen, files };
}

/** Removes what came after `iteration`, so that a resumed run continues the files as if it had never gone on. */
export function truncateRun(run: StoredRun, iteration: number): void {
  for (const path of pathsAfter(Object.keys(run.files), iteration)) rmSync(join(run.folder, path), { force: true });
  for (const path of [RUN_PATHS.metrics, RUN_PATHS.timing]) {
    const file = join(run.folder, path);
    if (existsSync(file)) writeFileSync(file, linesUpTo(readFileSync(file, 'utf8'), iteration));
  }
}

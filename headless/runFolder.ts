/** Writes a run folder (DESIGN §5) as the run goes on, and reads one back to resume or evaluate it. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zipFiles } from '../src/core/formats/archive.ts';
import { type Best, bestJson, readBest } from '../src/core/formats/best.ts';
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
import { eventsFileName, eventsFileStart, eventsUpTo, restartEvent, scalarEvents } from '../src/core/formats/tfevents.ts';
import type { EpisodeRecord } from '../src/core/episode/records.ts';
import type { MetricsRow } from '../src/session/events.ts';
import { PARTIAL, readFolder, writeFileWhole, writeFolderWhole } from './folders.ts';

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

  begin(document: ProjectDocument, info: RunInfo): void {
    this.project(document);
    writeFileSync(join(this.folder, RUN_PATHS.run), runJson(info));
    writeFileSync(join(this.folder, RUN_PATHS.metrics), '');
    writeFileSync(join(this.folder, RUN_PATHS.timing), '');
  }

  /** What is being run; a resumed run may have got more iterations. */
  project(document: ProjectDocument): void {
    writeFileWhole(join(this.folder, RUN_PATHS.project), encodeJson(document));
  }

  row(metrics: MetricsRow, timing: MetricsRow): void {
    const iteration = metrics['iteration'] ?? 0;
    appendFileSync(join(this.folder, RUN_PATHS.metrics), metricsLine(iteration, metrics));
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

/** A checkpoint of a run: by its number, the newest complete one, or the one `best.json` points at. */
export type CheckpointChoice = number | 'latest' | 'best';

/** What `--checkpoint` asks for. */
export function checkpointChoice(text: string | undefined): CheckpointChoice {
  if (text === undefined || text === 'latest') return 'latest';
  if (text === 'best') return text;
  const iteration = Number(text);
  if (text !== '' && Number.isInteger(iteration) && iteration >= 0) return iteration;
  throw new FaultError({
    code: 'E_FLAG',
    message: `--checkpoint takes a number of iterations, “latest” or “best”, not “${text}”.`,
    hint: 'For example: --checkpoint best.',
  });
}

/** The files of one checkpoint, under their `checkpoints/steps_<n>/` paths. */
export function checkpointFilesOf(run: StoredRun, choice: CheckpointChoice = 'latest'): { iteration: number; files: Files } {
  const chosen =
    choice === 'latest' ? latestCheckpoint(Object.keys(run.files)) : choice === 'best' ? (readBest(run.files)?.iteration ?? null) : choice;
  const files = Object.fromEntries(Object.entries(run.files).filter(([path]) => path.startsWith(`${RUN_PATHS.checkpoint(chosen ?? -1)}/`)));
  if (chosen === null || Object.keys(files).length === 0) {
    const have = Object.keys(run.files).flatMap((path) => /^checkpoints\/(steps_\d+)\/trainer_state\.json$/.exec(path)?.[1] ?? []);
    throw new FaultError({
      code: 'E_CHECKPOINT_MISSING',
      message: `${run.folder} has no ${choice === 'best' ? 'best checkpoint' : `checkpoint${choice === 'latest' ? '' : ` of iteration ${choice}`}`}.`,
      hint: have.length ? `It has: ${have.join(', ')}.` : 'The run ended before its first checkpoint.',
    });
  }
  return { iteration: chosen, files };
}

/**
 * Removes what came after `iteration`, so that a resumed run continues the files as if it had never gone on. It may be
 * killed anywhere in between: the next time does the rest.
 */
export function truncateRun(run: StoredRun, iteration: number): void {
  const at = (path: string) => join(run.folder, path);
  if ((readBest(run.files)?.iteration ?? 0) > iteration) rmSync(at(RUN_PATHS.best), { force: true });
  // `trainer_state.json` says that a checkpoint is whole, so it goes first.
  const after = pathsAfter(Object.keys(run.files), iteration).toSorted((a, b) => marks(b) - marks(a));
  for (const path of [...after, ...partsOf(run)]) rmSync(at(path), { force: true, recursive: true });
  for (const path of [RUN_PATHS.metrics, RUN_PATHS.timing]) {
    if (existsSync(at(path))) writeFileWhole(at(path), linesUpTo(readFileSync(at(path), 'utf8'), iteration));
  }
  for (const path of Object.keys(run.files).filter((name) => name.startsWith(EVENTS) && !name.endsWith(PARTIAL)))
    writeFileWhole(at(path), eventsUpTo(readFileSync(at(path)), iteration));
}

const EVENTS = 'events.out.tfevents.';
const marks = (path: string): number => Number(path.endsWith('/trainer_state.json'));

/** What a kill left half-written. */
function partsOf(run: StoredRun): Set<string> {
  const parts = Object.keys(run.files).map((path) => {
    const names = path.split('/');
    return names.slice(0, names.findIndex((name) => name.endsWith(PARTIAL)) + 1).join('/');
  });
  return new Set(parts.filter((part) => part !== ''));
}

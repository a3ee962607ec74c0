/**
 * Reads a run folder back, to go on with it or to evaluate it: what is needed and no more, since its rollouts may take gigabytes.
 * What does not agree with its checksums is told and passed by.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseDocument } from '../src/core/document/parse.ts';
import type { ProjectDocument } from '../src/core/document/schema.ts';
import { FaultError } from '../src/core/faults.ts';
import { type Best, readBest } from '../src/core/formats/best.ts';
import { checkRows, damageOf, rowSums } from '../src/core/formats/checksums.ts';
import { decodeJson, type Files, filesUnder } from '../src/core/formats/files.ts';
import { checkpointsIn, damagedFault, damageUpTo, linesUpTo, pathsAfter, RUN_PATHS } from '../src/core/formats/rundir.ts';
import { projectChanges } from '../src/core/formats/trainedProject.ts';
import { eventsUpTo } from '../src/core/formats/tfevents.ts';
import { PARTIAL, writeFileWhole } from './folders.ts';

/** A run on disk. */
export interface StoredRun {
  readonly folder: string;
  readonly document: ProjectDocument;
  /** The backend it ran on, if its `run.json` says so. */
  readonly backend: string | undefined;
  /** Whether it was held to the reproducible build. */
  readonly reproducible: boolean;
  /** The folder of the adapters it started from. */
  readonly adapters: string | undefined;
  /** Of its files, with forward slashes. */
  readonly paths: readonly string[];
}

/** Says `message` of a run; `code` is for programs. */
export type Notice = (code: string, message: string) => void;

export function readRun(folder: string): StoredRun {
  const project = join(folder, RUN_PATHS.project);
  if (!existsSync(project)) {
    throw new FaultError({
      code: 'E_RUN_MISSING',
      message: `${folder} is not a run folder: it has no project.json.`,
      hint: 'Give the folder that “npm run train -- --out DIR” wrote.',
    });
  }
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return { folder, document: parseDocument(readFileSync(project, 'utf8')), ...engineOf(folder), paths };
}

function engineOf(folder: string): Pick<StoredRun, 'backend' | 'reproducible' | 'adapters'> {
  const bytes = readRunFile({ folder }, RUN_PATHS.run);
  const info = bytes && (decodeJson(bytes, RUN_PATHS.run, 'E_RUN_INFO') as Readonly<Record<string, unknown>> | null);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { backend: text(info?.['backend']), reproducible: info?.['reproducible'] === true, adapters: text(info?.['adapters']) };
}

/** The bytes of one of its files; undefined where there is none. */
export function readRunFile({ folder }: Pick<StoredRun, 'folder'>, path: string): Uint8Array | undefined {
  const file = join(folder, path);
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
}

const textOf = (run: StoredRun, path: string): string => new TextDecoder().decode(readRunFile(run, path));

/** Which checkpoint its `best.json` points at; null without one. */
export function bestOf(run: StoredRun): Best | null {
  const bytes = readRunFile(run, RUN_PATHS.best);
  return bytes ? readBest({ [RUN_PATHS.best]: bytes }) : null;
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

/** A checkpoint that was read; its files have their `checkpoints/steps_<n>/` paths. */
export interface ReadCheckpoint {
  readonly iteration: number;
  readonly files: Files;
}

/** The files of one checkpoint as they are, whole or not. */
export function checkpointFilesOf(run: StoredRun, choice: CheckpointChoice = 'latest'): ReadCheckpoint {
  const have = checkpointsIn(run.paths);
  const chosen = choice === 'latest' ? have.at(-1) : choice === 'best' ? bestOf(run)?.iteration : choice;
  const files = chosen === undefined ? {} : filesOf(run, chosen);
  if (chosen === undefined || Object.keys(files).length === 0) {
    throw new FaultError({
      code: 'E_CHECKPOINT_MISSING',
      message: `${run.folder} has no ${choice === 'best' ? 'best checkpoint' : `checkpoint${choice === 'latest' ? '' : ` of iteration ${choice}`}`}.`,
      hint: have.length ? `It has: ${namesOf(have)}.` : 'The run ended before its first checkpoint.',
    });
  }
  return { iteration: chosen, files };
}

const filesOf = (run: StoredRun, iteration: number): Files =>
  Object.fromEntries(
    run.paths
      .filter((path) => path.startsWith(`${RUN_PATHS.checkpoint(iteration)}/`))
      .map((path) => [path, readRunFile(run, path) ?? new Uint8Array()]),
  );

const namesOf = (iterations: readonly number[]): string => iterations.map((iteration) => `steps_${iteration}`).join(', ');

/**
 * The checkpoint to go on from: the newest that is whole, with all rows of `metrics.jsonl` up to it, or the one that was asked
 * for, if it is. Null where the run ended before its first. Of what is not whole `notice` hears; rows of two processes, and
 * another project than it was trained with, are refused, since what came of it would be neither run's numbers.
 */
export function resumePoint(run: StoredRun, choice: CheckpointChoice, notice: Notice): ReadCheckpoint | null {
  const have = checkpointsIn(run.paths);
  if (choice === 'latest' && have.length === 0) return null;
  const rows = rowsOf(run);
  const wrong = (iteration: number, files: Files): readonly string[] => damageUpTo(iteration, files, rows);
  const found = wholeOne(run, choice, wrong, notice);
  sayUnchecked(rows.unchecked, notice);
  const changed = projectChanges(run.document, filesUnder(found.files, RUN_PATHS.checkpoint(found.iteration)));
  if (changed.length > 0)
    throw new FaultError({
      code: 'E_RUN_PROJECT',
      message: `${join(run.folder, RUN_PATHS.project)} is not what this run was trained with: ${changed.join('; ')}.`,
      hint: `Put it back. To train on with other settings, begin a new run from this team: npm run train -- ${join(run.folder, RUN_PATHS.project)} --adapters ${join(run.folder, RUN_PATHS.checkpoint(found.iteration))} --out ANOTHER`,
    });
  const episodes = RUN_PATHS.rollout(found.iteration);
  if (found.iteration > 0 && !run.paths.includes(episodes) && run.paths.some((path) => path.startsWith('rollouts/')))
    notice('rollout_missing', `${episodes} is missing: the run was killed before it was written. Nothing else depends on it.`);
  return found;
}

/** The checkpoint to evaluate: as `resumePoint`, but what is wrong with other parts of the run is only told. */
export function evaluationPoint(run: StoredRun, choice: CheckpointChoice, notice: Notice): ReadCheckpoint {
  const rows = rowsOf(run);
  const wrong = (iteration: number, files: Files): readonly string[] =>
    (damageOf(filesUnder(files, RUN_PATHS.checkpoint(iteration))) ?? []).map((what) => `${RUN_PATHS.checkpoint(iteration)}/${what}`);
  const found = wholeOne(run, choice, wrong, notice);
  sayUnchecked(rows.unchecked, notice);
  for (const { what } of rows.damage.filter(({ iteration }) => iteration <= found.iteration))
    notice('rows_damaged', `${RUN_PATHS.metrics} is damaged: ${what}.`);
  for (const change of projectChanges(run.document, filesUnder(found.files, RUN_PATHS.checkpoint(found.iteration))))
    notice('project_changed', `${RUN_PATHS.project} is not what this run was trained with: ${change}.`);
  return found;
}

function wholeOne(
  run: StoredRun,
  choice: CheckpointChoice,
  wrong: (iteration: number, files: Files) => readonly string[],
  notice: Notice,
): ReadCheckpoint {
  const have = checkpointsIn(run.paths);
  const isWhole = (iteration: number): boolean => wrong(iteration, filesOf(run, iteration)).length === 0;
  if (choice !== 'latest') {
    const asked = checkpointFilesOf(run, choice);
    const [what] = wrong(asked.iteration, asked.files);
    if (what === undefined) return asked;
    const whole = have.filter(isWhole);
    const hint = whole.length ? `Whole are: ${namesOf(whole)}.` : 'None of its checkpoints is whole; take a copy of the folder.';
    throw damagedFault(join(run.folder, RUN_PATHS.checkpoint(asked.iteration)), what, hint);
  }
  let first: string | undefined;
  for (const iteration of have.toReversed()) {
    const files = filesOf(run, iteration);
    const [what] = wrong(iteration, files);
    first ??= what;
    if (what !== undefined) continue;
    if (first !== undefined)
      notice('run_damaged', `${run.folder} is damaged: ${first}. Checkpoint ${iteration} is the last whole one, and is taken.`);
    return { iteration, files };
  }
  if (first === undefined) return checkpointFilesOf(run, choice);
  throw new FaultError({
    code: 'E_RUN_DAMAGED',
    message: `${run.folder} is damaged: ${first}, and none of its checkpoints is whole.`,
    hint: 'Take a copy of the folder, or train it again: the same project and seed give the same run.',
  });
}

function sayUnchecked(unchecked: string | null, notice: Notice): void {
  if (unchecked !== null) notice('without_checksums', unchecked);
}

/** Its rows against their checksums; a fault where two processes wrote them. */
function rowsOf(run: StoredRun) {
  const sums = readRunFile(run, RUN_PATHS.checksums);
  const checksums = sums ? new TextDecoder().decode(sums) : null;
  const report = checkRows(textOf(run, RUN_PATHS.metrics), checksums, checkpointsIn(run.paths));
  const [first] = report.mixed;
  if (first === undefined) return report;
  throw new FaultError({
    code: 'E_RUN_MIXED',
    message: `${run.folder} holds the rows of two runs: ${report.mixed.length === 1 ? `the row of iteration ${first} stands` : `${report.mixed.length} rows, from iteration ${first} on, stand`} twice or out of order.`,
    hint: 'Two processes wrote into it at once, so nobody can say whose its checkpoints are. Train it again in another folder.',
  });
}

/**
 * Removes what came after `iteration`, so that a resumed run continues the files as if it had never gone on; of iteration 0
 * the row too, since the run begins with it. It may be killed anywhere in between: the next time does the rest.
 */
export function truncateRun(run: StoredRun, iteration: number): void {
  const at = (path: string) => join(run.folder, path);
  const rowsUpTo = iteration === 0 ? -1 : iteration;
  if ((bestOf(run)?.iteration ?? 0) > iteration) rmSync(at(RUN_PATHS.best), { force: true });
  // `trainer_state.json` says that a checkpoint is whole, so it goes first.
  const after = pathsAfter(run.paths, iteration).toSorted((a, b) => marks(b) - marks(a));
  for (const path of [...after, ...partsOf(run)]) rmSync(at(path), { force: true, recursive: true });
  const { unchecked } = rowsOf(run);
  for (const path of [RUN_PATHS.metrics, RUN_PATHS.timing, RUN_PATHS.checksums]) {
    if (existsSync(at(path))) writeFileWhole(at(path), linesUpTo(textOf(run, path), rowsUpTo));
  }
  // From here on a run that was without them has them, too.
  if (unchecked !== null) writeFileWhole(at(RUN_PATHS.checksums), rowSums(textOf(run, RUN_PATHS.metrics)));
  for (const path of run.paths.filter((name) => name.startsWith(EVENTS) && !name.endsWith(PARTIAL)))
    if (rowsUpTo < 0) rmSync(at(path), { force: true });
    else writeFileWhole(at(path), eventsUpTo(readFileSync(at(path)), rowsUpTo));
}

const EVENTS = 'events.out.tfevents.';
const marks = (path: string): number => Number(path.endsWith('/trainer_state.json'));

/** What a kill left half-written. */
function partsOf(run: StoredRun): Set<string> {
  const parts = run.paths.map((path) => {
    const names = path.split('/');
    return names.slice(0, names.findIndex((name) => name.endsWith(PARTIAL)) + 1).join('/');
  });
  return new Set(parts.filter((part) => part !== ''));
}

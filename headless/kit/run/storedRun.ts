/**
 * A run folder of the terminal, to go on with it or to evaluate it: what is needed is read and no more. What does not agree with its
 * checksums is told and passed by.
 */
import { join } from 'node:path';
import { fault, FaultError } from '../../../src/core/faults.ts';
import type { RowsReport } from '../../../src/core/formats/checksums.ts';
import { decodeJson, filesUnder } from '../../../src/core/formats/files.ts';
import { damagedFault } from '../../../src/core/formats/runs/rundir.ts';
import { checkpointsIn, parseRunPath, RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { projectChanges } from '../../../src/core/formats/runs/trainedProject.ts';
import { below, type FileSystem } from '../../../src/runs/fileSystem.ts';
import {
  type Judge,
  judgeFiles,
  judgeWithRows,
  type ReadCheckpoint,
  rowsOf,
  soundCheckpoint,
  soundCheckpoints,
} from '../../../src/runs/soundCheckpoint.ts';
import { bestOf, openRun, readCheckpointFiles, type StoredRun } from '../../../src/runs/storedRun.ts';
import { flagFaults, terminalRunFaults } from '../../../src/words/words.ts';
import { nodeFileSystem } from '../nodeFileSystem.ts';
import { runFileFaults } from '../../../src/words/words.ts';

/** A run on a disk of this computer. */
export interface TerminalRun extends StoredRun {
  readonly folder: string;
  /** The backend it ran on, if its `run.json` says so. */
  readonly backend: string | undefined;
  /** Whether it was held to the reproducible build. */
  readonly reproducible: boolean;
  /** Whether a server trained its policies. */
  readonly onServer: boolean;
  /** The folder of the adapters it started from. */
  readonly adapters: string | undefined;
  /** What its `run.json` says; null without one. */
  readonly info: Readonly<Record<string, unknown>> | null;
}

/** Says `message` of a run; `code` is for programs. */
export type Notice = (code: string, message: string) => void;

export async function readRun(folder: string, disk: FileSystem = nodeFileSystem): Promise<TerminalRun> {
  const run = await openRun(below(disk, folder));
  if (run) return { ...run, folder, ...(await engineOf(run)) };
  throw new FaultError(fault(terminalRunFaults, 'E_RUN_MISSING', { folder }));
}

async function engineOf({ files }: StoredRun): Promise<Pick<TerminalRun, 'backend' | 'reproducible' | 'onServer' | 'adapters' | 'info'>> {
  const bytes = await files.read(RUN_PATHS.run);
  const info = bytes && (decodeJson(bytes, RUN_PATHS.run, runFileFaults, 'E_RUN_INFO') as Readonly<Record<string, unknown>> | null);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    backend: text(info?.['backend']),
    reproducible: info?.['reproducible'] === true,
    onServer: info?.['server'] !== undefined,
    adapters: text(info?.['adapters']),
    info,
  };
}

/** A checkpoint of a run: by its number, the newest complete one, or the one `best.json` points at. */
export type CheckpointChoice = number | 'latest' | 'best';

/** What `--checkpoint` asks for. */
export function checkpointChoice(text: string | undefined): CheckpointChoice {
  if (text === undefined || text === 'latest') return 'latest';
  if (text === 'best') return text;
  const iteration = Number(text);
  if (text !== '' && Number.isInteger(iteration) && iteration >= 0) return iteration;
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'checkpoint', given: text }));
}

/** The files of one checkpoint as they are, whole or not. */
export async function checkpointFilesOf(run: TerminalRun, choice: CheckpointChoice = 'latest'): Promise<ReadCheckpoint> {
  const have = checkpointsIn(run.paths);
  const chosen = choice === 'latest' ? have.at(-1) : choice === 'best' ? (await bestOf(run))?.iteration : choice;
  const files = chosen === undefined ? {} : await readCheckpointFiles(run.files, [chosen]);
  if (chosen === undefined || Object.keys(files).length === 0)
    throw new FaultError(fault(terminalRunFaults, 'E_CHECKPOINT_MISSING', { folder: run.folder, asked: choice, have }));
  return { iteration: chosen, files };
}

const nameOf = (iteration: number): string => `steps_${iteration}`;

/**
 * The checkpoint to go on from: the newest that is whole, with all rows of `metrics.jsonl` up to it, or the one that was asked
 * for, if it is. Null where the run ended before its first. Of what is not whole `notice` hears; rows of two processes, and
 * another project than it was trained with, are refused, since what came of it would be neither run's numbers.
 */
export async function resumePoint(run: TerminalRun, choice: CheckpointChoice, notice: Notice): Promise<ReadCheckpoint | null> {
  if (choice === 'latest' && checkpointsIn(run.paths).length === 0) return null;
  const rows = await checkedRows(run);
  const found = await wholeOne(run, choice, judgeWithRows(rows), notice);
  sayUnchecked(rows, notice);
  const changed = changesSince(run, found);
  if (changed.length > 0)
    throw new FaultError(
      fault(terminalRunFaults, 'E_RUN_PROJECT', {
        project: join(run.folder, RUN_PATHS.project),
        checkpoint: join(run.folder, RUN_PATHS.checkpoint(found.iteration)),
        changes: changed,
      }),
    );
  const episodes = RUN_PATHS.rollout(found.iteration);
  if (found.iteration > 0 && !run.paths.includes(episodes) && run.paths.some((path) => parseRunPath(path)?.kind === 'rollout'))
    notice('rollout_missing', `${episodes} is missing: the run was killed before it was written. Nothing else depends on it.`);
  return found;
}

/** The checkpoint to evaluate: as `resumePoint`, but what is wrong with other parts of the run is only told. */
export async function evaluationPoint(run: TerminalRun, choice: CheckpointChoice, notice: Notice): Promise<ReadCheckpoint> {
  const rows = await checkedRows(run);
  const found = await wholeOne(run, choice, judgeFiles, notice);
  sayUnchecked(rows, notice);
  for (const { what } of rows.damage.filter(({ iteration }) => iteration <= found.iteration))
    notice('rows_damaged', `${RUN_PATHS.metrics} is damaged: ${what}.`);
  for (const change of changesSince(run, found))
    notice('project_changed', `${RUN_PATHS.project} is not what this run was trained with: ${change}.`);
  return found;
}

async function wholeOne(run: TerminalRun, choice: CheckpointChoice, judge: Judge, notice: Notice): Promise<ReadCheckpoint> {
  const have = checkpointsIn(run.paths);
  if (choice !== 'latest') {
    const asked = await checkpointFilesOf(run, choice);
    const [what] = judge(asked.iteration, asked.files);
    if (what === undefined) return asked;
    const whole = await soundCheckpoints(run.files, have, judge);
    const instead = whole.length ? ({ instead: 'whole', whole: whole.map(nameOf) } as const) : ({ instead: 'copy' } as const);
    throw damagedFault(join(run.folder, RUN_PATHS.checkpoint(asked.iteration)), what, instead);
  }
  const { found, damage } = await soundCheckpoint(run.files, have, judge);
  if (found && damage !== null)
    notice('run_damaged', `${run.folder} is damaged: ${damage}. Checkpoint ${found.iteration} is the last intact one and will be used.`);
  if (found) return found;
  if (damage === null) return checkpointFilesOf(run, choice);
  throw new FaultError(fault(terminalRunFaults, 'E_RUN_DAMAGED', { folder: run.folder, damage }));
}

const changesSince = ({ document }: StoredRun, { iteration, files }: ReadCheckpoint): string[] =>
  projectChanges(document, filesUnder(files, RUN_PATHS.checkpoint(iteration)));

function sayUnchecked({ unchecked }: RowsReport, notice: Notice): void {
  if (unchecked !== null) notice('without_checksums', unchecked);
}

/** Its rows against their checksums; a fault where two processes wrote them. */
async function checkedRows(run: TerminalRun): Promise<RowsReport> {
  const report = await rowsOf(run.files, checkpointsIn(run.paths));
  const [first] = report.mixed;
  if (first === undefined) return report;
  throw new FaultError(fault(terminalRunFaults, 'E_RUN_MIXED', { folder: run.folder, rows: report.mixed.length, first }));
}

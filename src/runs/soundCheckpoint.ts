/** Which checkpoint a run goes on from: the newest that is whole, with all rows up to it. One finder for page and terminal. */
import { checkRows, damageOf, type RowsReport } from '../core/formats/checksums.ts';
import { type Files, filesUnder } from '../core/formats/files.ts';
import { damageUpTo } from '../core/formats/runs/rundir.ts';
import { RUN_PATHS } from '../core/formats/runPaths.ts';
import { type FileSystem, readText } from './fileSystem.ts';
import { readCheckpointFiles } from './storedRun.ts';

/** A checkpoint that was read; its files have their `checkpoints/steps_<n>/` paths. */
export interface ReadCheckpoint {
  readonly iteration: number;
  readonly files: Files;
}

/** Says what keeps a checkpoint from being taken, a clause each; nothing of one that is whole. */
export type Judge = (iteration: number, files: Files) => readonly string[];

/** Judges by a checkpoint's own files alone, as for evaluating it. */
export const judgeFiles: Judge = (iteration, files) => {
  const state = RUN_PATHS.trainerState(iteration);
  if (!files[state]) return [`${state} is missing`];
  const folder = RUN_PATHS.checkpoint(iteration);
  return (damageOf(filesUnder(files, folder)) ?? []).map((what) => `${folder}/${what}`);
};

/** Judges by its files and the rows up to it, as for going on. */
export const judgeWithRows =
  (rows: RowsReport): Judge =>
  (iteration, files) => {
    const state = RUN_PATHS.trainerState(iteration);
    return files[state] ? damageUpTo(iteration, files, rows) : [`${state} is missing`];
  };

export interface Sound {
  /** Null where none is whole. */
  readonly found: ReadCheckpoint | null;
  /** What is wrong with the newest of all; null where nothing is. */
  readonly damage: string | null;
}

/** The newest of the checkpoints after `iterations`, ascending, that is whole. */
export async function soundCheckpoint(run: FileSystem, iterations: readonly number[], judge: Judge): Promise<Sound> {
  let damage: string | null = null;
  for (const iteration of iterations.toReversed()) {
    const files = await readCheckpointFiles(run, [iteration]);
    const [what] = judge(iteration, files);
    if (what === undefined) return { found: { iteration, files }, damage };
    damage ??= what;
  }
  return { found: null, damage };
}

/** All of them that are whole, ascending. */
export async function soundCheckpoints(run: FileSystem, iterations: readonly number[], judge: Judge): Promise<number[]> {
  const whole: number[] = [];
  for (const iteration of iterations) if (judge(iteration, await readCheckpointFiles(run, [iteration])).length === 0) whole.push(iteration);
  return whole;
}

/** The rows of a run against their checksums. */
export async function rowsOf(run: FileSystem, checkpoints: readonly number[]): Promise<RowsReport> {
  return checkRows((await readText(run, RUN_PATHS.metrics)) ?? '', await readText(run, RUN_PATHS.checksums), checkpoints);
}

/** Which checkpoint a kept run goes on from: the newest that is whole, with all rows up to it, as in the terminal. */
import { FaultError } from '../../src/core/faults.ts';
import { checkRows, type RowsReport } from '../../src/core/formats/checksums.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { type Files, filesUnder } from '../../src/core/formats/files.ts';
import { damageUpTo, RUN_PATHS } from '../../src/core/formats/rundir.ts';
import { projectChanges } from '../../src/core/formats/trainedProject.ts';
import type { FileSystem } from './fileSystem.ts';
import type { SaidNotice } from './protocol.ts';
import { readCheckpoints } from './readRun.ts';

export interface SoundCheckpoint {
  readonly iteration: number;
  /** `checkpoints/steps_<iteration>/…` */
  readonly files: Files;
}

/**
 * The newest of the checkpoints after `iterations` that is whole, null where none is; what is wrong with the newest of all, and what
 * of the project is no longer what that checkpoint was trained with.
 */
export async function soundCheckpoint(
  fs: FileSystem,
  folder: string,
  iterations: readonly number[],
): Promise<{ readonly found: SoundCheckpoint | null; readonly damage: string | null; readonly changed: readonly string[] }> {
  const rows = await rowsOf(fs, folder, iterations);
  if (rows.mixed.length > 0) throw mixedFault(rows.mixed);
  let damage: string | null = null;
  for (const iteration of iterations.toReversed()) {
    const files = await readCheckpoints(fs, folder, [iteration]);
    const state = `${RUN_PATHS.checkpoint(iteration)}/trainer_state.json`;
    const [what] = files[state] ? damageUpTo(iteration, files, rows) : [`${state} is missing`];
    if (what === undefined) {
      const project = await textAt(fs, `${folder}/${RUN_PATHS.project}`);
      const own = filesUnder(files, RUN_PATHS.checkpoint(iteration));
      return { found: { iteration, files }, damage, changed: project === null ? [] : projectChanges(parseDocument(project), own) };
    }
    damage ??= what;
  }
  return { found: null, damage, changed: [] };
}

/** The rows of a run against their checksums. */
export async function rowsOf(fs: FileSystem, folder: string, checkpoints: readonly number[]): Promise<RowsReport> {
  const metrics = await textAt(fs, `${folder}/${RUN_PATHS.metrics}`);
  return checkRows(metrics ?? '', await textAt(fs, `${folder}/${RUN_PATHS.checksums}`), checkpoints);
}

async function textAt(fs: FileSystem, path: string): Promise<string | null> {
  const bytes = await fs.read(path);
  return bytes && new TextDecoder().decode(bytes);
}

/** That an earlier checkpoint is taken, since `damage` is what is wrong behind it. */
export function passedBy(iteration: number, damage: string): SaidNotice {
  const message = `This run is damaged: ${damage}. Checkpoint ${iteration} is the last whole one, and is taken.`;
  return { iteration, level: 'warning', code: 'run_damaged', message };
}

/** That the project is not the one that was trained: its run goes on with what it is now. */
export function otherProject(iteration: number, changed: readonly string[]): SaidNotice {
  const message = `This run’s project is not what its checkpoint ${iteration} was trained with: ${changed.join('; ')}. What comes from here on is another training’s.`;
  return { iteration, level: 'warning', code: 'other_project', message };
}

export function damagedRun(damage: string): FaultError {
  return new FaultError({
    code: 'E_RUN_DAMAGED',
    message: `This run is damaged: ${damage}, and none of its checkpoints is whole.`,
    hint: 'Open an export of it, if you have one, or train it again: the same project and seed give the same run.',
  });
}

function mixedFault(mixed: readonly number[]): FaultError {
  return new FaultError({
    code: 'E_RUN_MIXED',
    message: `This run cannot go on: its rows of iteration ${mixed.join(', ')} stand twice or out of order, as two writers leave them.`,
    hint: 'Nobody can say whose its checkpoints are. Train it again: the same project and seed give the same run.',
  });
}

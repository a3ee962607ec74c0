/** The folder of one run of a sweep, and how far that run is. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { latestCheckpoint, RUN_PATHS } from '../../src/core/formats/runs/rundir.ts';
import { LOCK } from '../kit/run/lock.ts';
import { cellName, type PlannedRun } from '../../src/core/sweep/grid.ts';
import { sha256 } from '../../src/core/sha256.ts';
import { commandFaults } from '../../src/words/words.ts';
import { readRun, type TerminalRun } from '../kit/run/storedRun.ts';

/**
 * `learningRate=0.003,credit.strategy=equal` and `seed_1`. Named by the values and not by a number, so that a grid with more
 * values finds the runs that are there; where a name would be long or hold what a file name may not, its hash tells cells apart.
 */
export function sweepFolder({ values, seed }: Pick<PlannedRun, 'values' | 'seed'>): readonly [cell: string, run: string] {
  const name = cellName(values).replaceAll(', ', ',') || 'as-it-is';
  const plain = name.replaceAll(/[^\w.=,+-]/g, '-').slice(0, 100);
  return [plain === name ? plain : `${plain}-${sha256(JSON.stringify(values)).slice(0, 8)}`, `seed_${seed}`];
}

export type RunState =
  | { readonly kind: 'absent' }
  /** Nothing to go on from: an earlier version ended it before its first checkpoint. */
  | { readonly kind: 'broken off' }
  /** To be gone on with behind its newest checkpoint. */
  | { readonly kind: 'begun'; readonly run: TerminalRun }
  | { readonly kind: 'whole' };

/** How far the run of `document` in `folder` is; a fault when another document's run is in it. */
export async function stateOf(folder: string, document: ProjectDocument): Promise<RunState> {
  if (!existsSync(join(folder, RUN_PATHS.project))) return { kind: existsSync(folder) ? 'broken off' : 'absent' };
  const run = await readRun(folder);
  if (JSON.stringify(run.document) !== JSON.stringify(document)) throw new FaultError(fault(commandFaults, 'E_SWEEP_OTHER', { folder }));
  const newest = latestCheckpoint(run.paths);
  if (newest === null) return { kind: 'broken off' };
  return newest >= document.training.iterations ? { kind: 'whole' } : { kind: 'begun', run };
}

/** Removes a run that cannot be gone on with, so that it begins anew; not the lock, which is the caller's. */
export function clearBrokenOff(folder: string): void {
  for (const name of readdirSync(folder)) if (name !== LOCK) rmSync(join(folder, name), { recursive: true, force: true });
}

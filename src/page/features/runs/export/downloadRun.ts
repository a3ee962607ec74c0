/** A run as a zip for the downloads: put together here, whether it is on screen, of this session or kept from an earlier visit. */
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import { branchFiles } from '../../../state/branches/branches.ts';
import { happened } from '../../../state/happenings/happenings.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { bestCheckpoint, newestCheckpoint } from '../../../state/library/keptRun.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import { httpFolder, withShipped } from '../../../state/runs/recorded.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { weightFiles } from '../../../state/weights/weights.ts';
import type { Files } from '../../../../../workers/trainer/protocol.ts';
import { exportFiles, exportName, exportObstacle, readBases, requireWhole } from './exportRun.ts';
import { ownBases } from '../../../kit/projects/basesToTake.ts';
import { saveZip, saveZipOfBases } from '../../../kit/files/saveZip.ts';

export interface Downloaded {
  readonly file: string;
  readonly bytes: number;
}

export interface DownloadOptions {
  /** Hears what is being done. */
  readonly onStep?: (step: 'base' | 'zip') => void;
  /** Checkpoints in place of those that this browser keeps. */
  readonly given?: Files;
  /** With the numbers of the bases that the team was trained on. */
  readonly dequantise?: boolean;
}

/** Downloads a run with its checkpoints; null where a person called it off. Throws what went wrong, of a damaged checkpoint a `DamagedExport`. */
export async function downloadRun(
  found: RunSet,
  { onStep = () => {}, given, dequantise = false }: DownloadOptions = {},
): Promise<Downloaded | null> {
  if (importInfoOf(found.info)) return downloadImported(found, onStep);
  const run = await withShipped(found);
  const kept = given ?? (await keptCheckpoints(run));
  requireWhole(run, kept);
  const obstacle = exportObstacle(run);
  if (obstacle) throw obstacle;
  onStep('base');
  const whole = { ...run, bases: { ...(await ownBases(run.document)), ...run.bases } };
  const folderOf = (name: string) => httpFolder(`${import.meta.env.BASE_URL}models/${encodeURIComponent(name)}`);
  const { template, weights: form } = run.document.team;
  const called = libraryStore.getState().cards.find(({ id }) => id === run.id)?.name;
  const file = exportName(run, called, dequantise ? 'run-dequantised' : undefined);
  const bases = await readBases(whole, folderOf);
  const beside = { ...(await branchFiles(run.id)), ...(await weightFiles(run.id)) };
  const bytes = await saveZipOfBases(file, bases, { template, form, dequantise }, (told) => {
    onStep('zip');
    return exportFiles(whole, new Map(Object.entries(told)), { ...kept, ...beside }, called);
  });
  if (bytes === null) return null;
  happened('exported');
  return { file, bytes };
}

/** A run of another trainer has no adapters here: its folder as it was read, which opens here again as it is. */
async function downloadImported(run: RunSet, onStep: (step: 'zip') => void): Promise<Downloaded | null> {
  onStep('zip');
  const { folder, cards } = libraryStore.getState();
  const file = exportName(run, cards.find(({ id }) => id === run.id)?.name);
  const bytes = await saveZip(file, await folder(run.id));
  return bytes === null ? null : { file, bytes };
}

/**
 * All checkpoints that the browser keeps of a run; none of one that it does not keep, nor where it can keep nothing, which the page
 * says all the time. Throws where they are kept and cannot be read: an export without them would not be the run.
 */
async function keptCheckpoints(run: RunSet): Promise<Files> {
  const { status, cards, checkpoints } = libraryStore.getState();
  const kept = status !== 'unavailable' && run.origin !== 'recorded' && cards.some(({ id }) => id === run.id);
  return kept ? checkpoints(run.id) : {};
}

/** A run with its newest and best checkpoint and its newest episodes, read from the browser where they are not here. */
export async function wholeRun(id: string): Promise<RunSet> {
  const library = libraryStore.getState();
  const run = runsStore.getState().runs[id] ?? (await library.load(id));
  if (run.origin !== 'kept' || run.checkpoint) return run;
  const newest = run.stored?.at(-1);
  if (newest !== undefined) await library.readEpisodes(id, newest);
  const files = await library.checkpoints(id, 'newest and best');
  const read = runsStore.getState().runs[id] ?? run;
  return { ...read, checkpoint: newestCheckpoint(files), best: bestCheckpoint(files) };
}

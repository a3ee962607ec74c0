/** A run as a zip for the downloads: put together here, whether it is on screen, of this session or kept from an earlier visit. */
import { zipFiles } from '../../../../core/formats/archive.ts';
import { branchFiles } from '../../../state/branches/branches.ts';
import { happened } from '../../../state/happenings/happenings.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { bestCheckpoint, newestCheckpoint } from '../../../state/library/keptRun.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import { httpFolder } from '../../../state/runs/recorded.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import type { Files } from '../../../../../workers/trainer/protocol.ts';
import { saveFile } from '../../../kit/files/saveFile.ts';
import { exportedBases } from '../../../../core/formats/exports/exportedBase.ts';
import { exportFiles, exportName, exportObstacle, readBases, requireWhole } from './exportRun.ts';
import { ownBases } from '../../../kit/projects/basesToTake.ts';

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

/** Downloads `run` with its checkpoints. Throws what went wrong, of a damaged checkpoint a `DamagedExport`. */
export async function downloadRun(
  run: RunSet,
  { onStep = () => {}, given, dequantise = false }: DownloadOptions = {},
): Promise<Downloaded> {
  const kept = given ?? (await keptCheckpoints(run));
  requireWhole(run, kept);
  const obstacle = exportObstacle(run);
  if (obstacle) throw obstacle;
  onStep('base');
  const whole = { ...run, bases: { ...(await ownBases(run.document)), ...run.bases } };
  const folderOf = (name: string) => httpFolder(`${import.meta.env.BASE_URL}models/${encodeURIComponent(name)}`);
  const { template, weights: form } = run.document.team;
  const bases = await exportedBases(await readBases(whole, folderOf), { template, form, dequantise });
  onStep('zip');
  await painted();
  const called = libraryStore.getState().cards.find(({ id }) => id === run.id)?.name;
  const files = exportFiles(whole, bases, { ...kept, ...(await branchFiles(run.id)) }, called);
  // Packed beside the page where that can be: many checkpoints take seconds.
  const zip = new Uint8Array(
    await libraryStore
      .getState()
      .zip(files)
      .catch(() => zipFiles(files)),
  );
  const file = exportName(run.document, called, dequantise ? 'run-dequantised' : undefined);
  saveFile(file, zip, 'application/zip');
  happened('exported');
  return { file, bytes: zip.byteLength };
}

/** All checkpoints that the browser keeps of a run; none of a recorded one, or where nothing is kept. */
async function keptCheckpoints(run: RunSet): Promise<Files> {
  if (run.origin === 'recorded') return {};
  return libraryStore
    .getState()
    .checkpoints(run.id)
    .catch(() => ({}));
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

/** After the next frame: packing holds the page for a moment, and what it is doing should be on screen by then. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** What a kept run lost on the disk and can be without: its card, which the folder says again but for what a person wrote, and checkpoints. */
import type { MetricsRow } from '../../core/metricsRow.ts';
import { wholeLines } from '../../core/formats/jsonl.ts';
import { importInfoOf } from '../../core/formats/imports/run/info.ts';
import { CARD, NO_LABELS, type StoredCard } from '../../core/formats/runs/card.ts';
import { parseRows } from '../../core/formats/runs/rolloutFile.ts';
import { RUN_PATHS } from '../../core/formats/runPaths.ts';
import { type FileSystem, readText } from '../fileSystem.ts';
import { RunFolder } from '../runFolder.ts';
import { openRun } from '../storedRun.ts';
import type { SaidNotice } from '../types.ts';
import { isWhole, readWhole } from '../wholeFile.ts';

/** Whether a run's card is gone, or was cut off, and nothing aside is whole; one that is JSON, of another version or by hand, is not. */
export async function isTorn(files: FileSystem): Promise<boolean> {
  const bytes = await readWhole(files, CARD);
  try {
    if (!bytes) return true;
    JSON.parse(new TextDecoder().decode(bytes));
    return false;
  } catch {
    return true;
  }
}

/** The row of the untrained team and the newest row of a run, of those that can be read. */
export async function rowEnds(files: FileSystem): Promise<Pick<StoredCard, 'first'> & { readonly last: StoredCard['first'] }> {
  const lines = wholeLines((await readText(files, RUN_PATHS.metrics)) ?? '').split(/(?<=\n)/);
  const [first, last] = [rowIn(lines[0]), rowIn(lines.at(-1))];
  // Where nothing was measured before training the first row is empty.
  return { first: first?.['iteration'] === 0 && Object.keys(first).length > 1 ? first : null, last };
}

function rowIn(line = ''): MetricsRow | null {
  try {
    return parseRows(line, RUN_PATHS.metrics)[0] ?? null;
  } catch {
    return null;
  }
}

/** The card of a run by its folder alone; null where that is no run. When it began is unknown, which is 0. */
export async function cardOf(id: string, files: FileSystem): Promise<StoredCard | null> {
  const run = await openRun(files);
  if (!run) return null;
  const folder = await RunFolder.open(files);
  const { first, last } = await rowEnds(files);
  const checkpoints = await folder.wholeCheckpoints();
  const info = await files.read(RUN_PATHS.run);
  const imported = importInfoOf(info && isWhole(info) ? JSON.parse(new TextDecoder().decode(info)) : null);
  const { iterations, seed } = run.document.training;
  return {
    ...NO_LABELS,
    id,
    project: run.document.name,
    began: 0,
    phase: imported || checkpoints.includes(iterations) ? 'finished' : 'stopped',
    iteration: last?.['iteration'] ?? 0,
    iterations,
    seed: imported ? null : seed,
    ...(imported ? { imported: imported.source } : {}),
    first,
    last: last ?? {},
    checkpoints,
    bytes: folder.bytes,
    removed: null,
    every: 1,
  };
}

/** Those of a card's checkpoints that are no longer in the folder: a browser may clear files one by one. */
export async function goneCheckpoints(files: FileSystem, { checkpoints }: Pick<StoredCard, 'checkpoints'>): Promise<number[]> {
  const there = await Promise.all(checkpoints.map((iteration) => files.size(RUN_PATHS.trainerState(iteration))));
  return checkpoints.filter((_, index) => there[index] === null);
}

/** Says it in the run's folder, where it stays. */
export async function sayInFolder(files: FileSystem, notice: SaidNotice): Promise<void> {
  await (await RunFolder.open(files)).say(notice);
}

/** That a card was made anew. */
export function cardMade({ iteration }: Pick<StoredCard, 'iteration'>): SaidNotice {
  const message =
    'The card of this run was cut off or gone, so it was made anew from the folder. What stood in it alone is lost: name, tags and notes, where the run came from and when it began.';
  return { iteration, level: 'warning', code: 'card_made_anew', message };
}

/** That checkpoints are gone from the disk. */
export function checkpointsGone(
  gone: readonly number[],
  { iteration, checkpoints }: Pick<StoredCard, 'iteration' | 'checkpoints'>,
): SaidNotice {
  const left =
    checkpoints.length > 0
      ? `Those of iteration ${checkpoints.join(', ')} are there.`
      : 'It has none any more, so it cannot be gone on with.';
  const message = `Something outside this page, such as the browser making room, removed checkpoints of this run: those of iteration ${gone.join(', ')}. ${left}`;
  return { iteration, level: 'warning', code: 'checkpoints_gone', message };
}

/** A run for a tracker of experiments, as a zip for the downloads (docs/exports.md); nothing is sent anywhere. */
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { trackerFiles } from '../../../../core/formats/exports/trackers/trackerFiles.ts';
import type { Tracker } from '../../../../core/formats/exports/trackers/trackers.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { allOf } from '../../../state/library/parts.ts';
import { readableIterations } from '../../../state/runs/keep.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import type { Downloaded } from './downloadRun.ts';
import { exportName } from './exportRun.ts';
import { saveZip } from '../../../kit/files/saveZip.ts';

export async function downloadTracked(id: string, tracker: Tracker): Promise<Downloaded> {
  const library = libraryStore.getState();
  const run = runsStore.getState().runs[id] ?? (await library.load(id));
  const episodes = new Map<number, readonly EpisodeRecord[]>();
  for (const iteration of readableIterations(run).toReversed()) episodes.set(iteration, await allOf(run, iteration));
  const called = library.cards.find((card) => card.id === id)?.name ?? '';
  const files = trackerFiles(tracker, { ...run, name: called, began: run.began === undefined ? undefined : run.began / 1000, episodes });
  const file = exportName(run, called, tracker);
  const bytes = await saveZip(file, files);
  return { file, bytes: bytes ?? 0 };
}

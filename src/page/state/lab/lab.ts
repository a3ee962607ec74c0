/** The page's lab: what-if questions about its runs, answered beside whatever else goes on. */
import { useStore } from 'zustand';
import { baseNames, teamBaseNames } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { type Files, filesUnder } from '../../../core/formats/files.ts';
import { RUN_PATHS, SPEAKING } from '../../../core/formats/runPaths.ts';
import { comparedTokens } from '../../../core/formats/runs/weightDifference.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { labFaults } from '../../../words/words.ts';
import type { LabRun, WeightsRequest } from '../../../../workers/lab/protocol.ts';
import { datasetsStore } from '../datasets/datasets.ts';
import { engineStore } from '../engine/engine.ts';
import { readOwnBase } from '../bases/bases.ts';
import { createLabStore } from './createLab.ts';
import type { LabState } from './types.ts';
import { connectLab } from './workers.ts';
import { libraryStore } from '../library/library.ts';
import { partsOf } from '../library/parts.ts';
import { runsStore } from '../runs/runs.ts';
import { readRecordedAdapters, recordedFolder, withShipped } from '../runs/recorded.ts';
import { readableIterations } from '../runs/keep.ts';
import type { RunSet } from '../runs/types.ts';

export type { Asker, LabJob, LabState } from './types.ts';

async function runOf(runId: string): Promise<RunSet> {
  return runsStore.getState().runs[runId] ?? libraryStore.getState().load(runId);
}

/** What a run is played on with: of an imported one what a person brought. */
const documentOf = ({ document, playOn }: RunSet): ProjectDocument => playOn?.document ?? document;

/** The folders of a person's own that these bases came from. */
async function basesOf({ document, bases }: Pick<RunSet, 'document' | 'bases'>): Promise<RunSet['bases']> {
  const here = { ...engineStore.getState().bases, ...bases };
  const found = await Promise.all(
    baseNames(document).map(async (name) => {
      const files = here[name] ?? (await readOwnBase(name));
      return files ? ([[name, files]] as const) : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

async function versionsOf(runId: string): Promise<number[]> {
  const run = await runOf(runId);
  // The adapters that were brought, or the bases alone where a person chose these.
  if (run.playOn) return [run.playOn.adapters?.after ?? 0];
  // What the library cannot say (it may have died) is not there to speak either.
  const kept =
    run.origin === 'recorded'
      ? (run.adapters ?? [])
      : await libraryStore
          .getState()
          .versions(runId)
          .catch(() => []);
  const held = [run.checkpoint, run.shipped, run.best].flatMap((checkpoint) => checkpoint?.iteration ?? []);
  return [...new Set([0, ...held, ...kept])].sort((a, b) => a - b);
}

async function adaptersOf(runId: string, iteration: number): Promise<Files> {
  const found = await runOf(runId);
  if (iteration === 0 && !found.playOn?.adapters) return found.startedFrom ?? {};
  const run = found.shipped?.iteration === iteration ? await withShipped(found) : found;
  const held = [run.checkpoint, run.best].find((checkpoint) => checkpoint?.iteration === iteration);
  if (!held && run.origin === 'recorded') return readRecordedAdapters(recordedFolder(runId), iteration);
  if (!held) return libraryStore.getState().adapters(runId, iteration);
  const own = Object.entries(filesUnder(held.files, RUN_PATHS.checkpoint(iteration)));
  // Moments and critics say nothing.
  return Object.fromEntries(own.filter(([path]) => SPEAKING.test(path)));
}

/** All episodes of an iteration, or of very many its first window, whichever is on screen: it has more tokens than are compared. */
async function firstOf(run: RunSet, iteration: number): Promise<readonly EpisodeRecord[]> {
  for await (const { episodes } of partsOf(run, iteration)) return episodes;
  return [];
}

async function withoutRows(run: RunSet): Promise<Omit<LabRun, 'rows'>> {
  const { backend, measurements } = engineStore.getState();
  const document = documentOf(run);
  return { document, backend, measured: measurements, bases: await basesOf({ document, bases: run.bases }) };
}

/** What a comparison of a run's bases rests on; throws `E_NOTHING_COMPARED` where there is nothing to compare, or to compare it on. */
async function weightsOf(runId: string): Promise<WeightsRequest> {
  const run = await runOf(runId);
  const { document } = run;
  if (document.team.weights === 'f32') throw new FaultError(fault(labFaults, 'E_NOTHING_COMPARED', { found: 'f32' }));
  if (run.info?.['server'] !== undefined) throw new FaultError(fault(labFaults, 'E_NOTHING_COMPARED', { found: 'server' }));
  const [newest] = readableIterations(run);
  const episodes = newest === undefined ? [] : await firstOf(run, newest);
  const sequences = Object.fromEntries(teamBaseNames(document).map((name) => [name, comparedTokens(document, episodes, name)]));
  const [silent] = Object.entries(sequences).filter(([, own]) => own.length === 0);
  if (silent) throw new FaultError(fault(labFaults, 'E_NOTHING_COMPARED', { found: 'no_messages', base: silent[0] }));
  return { run: await withoutRows(run), sequences, source: RUN_PATHS.rollout(newest ?? 0) };
}

export const labStore = createLabStore({
  connect: connectLab,
  run: async (runId) => {
    const run = await runOf(runId);
    const { dataset } = documentOf(run).environment;
    const rows = dataset ? (await datasetsStore.getState().find(dataset)).file.rows : undefined;
    return { ...(await withoutRows(run)), rows };
  },
  weights: weightsOf,
  versions: versionsOf,
  adapters: adaptersOf,
});

/** Selects from the page's lab. */
export function useLab<T>(selector: (state: LabState) => T): T {
  return useStore(labStore, selector);
}

/** The page's: measured by the lab, kept in the run's folder; of runs that the browser does not keep until the tab closes. */
import { useStore } from 'zustand';
import type { Files } from '../../../core/formats/files.ts';
import { RUN_PATHS } from '../../../core/formats/runPaths.ts';
import { weightDifferenceJson } from '../../../core/formats/runs/weightDifference.ts';
import { labStore } from '../lab/lab.ts';
import { libraryStore } from '../library/library.ts';
import { runsStore } from '../runs/runs.ts';
import { createWeightsStore, type WeightsState } from './createWeights.ts';

const isKept = (runId: string): boolean => libraryStore.getState().cards.some(({ id }) => id === runId);

export const weightsStore = createWeightsStore({
  read: async (runId) => {
    if (isKept(runId)) return libraryStore.getState().weights(runId);
    return { form: runsStore.getState().runs[runId]?.document.team.weights ?? 'f32', compared: null };
  },
  compare: (runId) => labStore.getState().compareWeights({ view: 'weights', runId }),
  keep: async (runId, compared) => {
    if (isKept(runId)) await libraryStore.getState().setWeightDifference(runId, compared);
  },
});

/** What an export has of it. */
export async function weightFiles(runId: string): Promise<Files> {
  await weightsStore.getState().load(runId);
  const { compared } = weightsStore.getState().runs[runId] ?? {};
  return compared ? { [RUN_PATHS.weightDifference]: weightDifferenceJson(compared) } : {};
}

/** Selects from it. */
export function useWeights<T>(selector: (state: WeightsState) => T): T {
  return useStore(weightsStore, selector);
}

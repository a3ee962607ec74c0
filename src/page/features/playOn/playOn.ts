/** The page's own stores of what imported runs are played on with. */
import { useStore } from 'zustand';
import { spawnEnvironmentWorker } from '../../../../workers/environment/spawn.ts';
import { branchesStore } from '../../state/branches/branches.ts';
import { requireConsent } from '../../state/consent/consent.ts';
import { attachedTo } from '../../state/datasets/attached.ts';
import { presetProject } from '../../state/document/defaultProject.ts';
import { documentStore } from '../../state/document/document.ts';
import { labStore } from '../../state/lab/lab.ts';
import { libraryStore } from '../../state/library/library.ts';
import { type BringState, createBringStore } from './createBring.ts';
import { createRetoldStore, type RetoldState } from './createRetold.ts';

export const bringStore = createBringStore({
  run: (id) => libraryStore.getState().load(id),
  project: async (choice) => (choice === 'open' ? documentStore.getState().document : presetProject(choice)),
  environment: async (source) => {
    requireConsent(source);
    const worker = spawnEnvironmentWorker();
    return { host: worker.client, close: () => worker.terminate() };
  },
  data: attachedTo,
  episodes: (id, iteration) => libraryStore.getState().episodesOf(id, iteration),
  keep: async (id, playOn, adapters) => {
    await libraryStore.getState().setPlayOn(id, playOn, adapters);
    // What was tried with other equipment is gone.
    if (adapters !== 'same') branchesStore.getState().release(id);
  },
  lab: () => labStore.getState(),
});

export const retoldStore = createRetoldStore(labStore);

/** Selects from what is being brought. */
export const useBring = <T>(selector: (state: BringState) => T): T => useStore(bringStore, selector);

/** Selects from the episodes that were told again. */
export const useRetold = <T>(selector: (state: RetoldState) => T): T => useStore(retoldStore, selector);

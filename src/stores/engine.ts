/** The page's trainer: the engine store wired to the document, the runs and the workers. */
import { useStore } from 'zustand';
import { documentFaults } from '../core/document/check.ts';
import { documentStore } from './document.ts';
import { backendFrom, createEngineStore, type EngineState } from './engine/createEngine.ts';
import { connectTrainer } from './engine/workers.ts';
import { runsStore } from './runs.ts';
import { interruptedRun } from './runs/interrupted.ts';
import { browserStorage, STORAGE_KEYS } from './storage.ts';

export { isActive, type EngineState } from './engine/createEngine.ts';

/** The page's engine. */
export const engineStore = createEngineStore(
  {
    connect: connectTrainer,
    document: () => {
      const { document } = documentStore.getState();
      return { document, faults: documentFaults(document) };
    },
    begin: (runId, document, base) => {
      runsStore.getState().begin(runId, document, base);
      documentStore.getState().markRun(document);
    },
    interrupted: (runId) => interruptedRun(runsStore.getState().runs[runId]),
    receive: (event) => runsStore.getState().receive(event),
    vocabulary: (runId, tokens) => runsStore.getState().setVocabulary(runId, tokens),
    newRunId: () => crypto.randomUUID(),
  },
  backendFrom(browserStorage.read(STORAGE_KEYS.backend)),
);

engineStore.subscribe((state, previous) => {
  if (state.backend !== previous.backend) browserStorage.write(STORAGE_KEYS.backend, state.backend);
});

/** Selects from the page's engine. */
export function useEngine<T>(selector: (state: EngineState) => T): T {
  return useStore(engineStore, selector);
}

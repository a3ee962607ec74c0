/** The page's branches: those of runs in the library lie in the run's folder, those of recorded runs in a database of the browser. */
import { useStore } from 'zustand';
import { type BranchesState, type BranchFiles, createBranchesStore } from './createBranches.ts';
import type { Files } from '../../../core/formats/files.ts';
import { RUN_PATHS } from '../../../core/formats/runPaths.ts';
import { encodeBranch } from './codec.ts';
import { libraryStore } from '../library/library.ts';
import { runsStore } from '../runs/runs.ts';
import { keptIterations } from '../runs/keep.ts';
import type { RunSet } from '../runs/types.ts';
import { twoStores } from '../storage/twoStores.ts';

/** By `<run> <branch>`, the bytes and, to be listed without them, the run. */
const recorded = (() => {
  const transaction = twoStores('marft-workbench.branches', 'files', 'runs');
  const key = (runId: string, name: string): string => `${runId} ${name}`;
  const branchFiles: BranchFiles = {
    read: async (runId) => {
      const ofRun = await transaction('readonly', (files) => {
        const range = IDBKeyRange.bound(`${runId} `, `${runId} \uffff`);
        const names = files.getAllKeys(range);
        const bytes = files.getAll(range) as IDBRequest<Uint8Array[]>;
        return () => names.result.map((name, index) => [String(name).slice(runId.length + 1), bytes.result[index]] as const);
      });
      return Object.fromEntries(ofRun.flatMap(([name, bytes]) => (bytes instanceof Uint8Array ? [[name, bytes]] : [])));
    },
    set: (runId, name, bytes) =>
      transaction('readwrite', (files, runs) => {
        if (bytes) {
          files.put(bytes, key(runId, name));
          runs.put(runId, key(runId, name));
        } else {
          files.delete(key(runId, name));
          runs.delete(key(runId, name));
        }
        return () => undefined;
      }),
  };
  return branchFiles;
})();

const inLibrary: BranchFiles = {
  read: (runId) => libraryStore.getState().branches(runId),
  set: (runId, name, bytes) => libraryStore.getState().setBranch(runId, name, bytes),
};

const filesOf = (runId: string): BranchFiles => (runsStore.getState().runs[runId]?.origin === 'recorded' ? recorded : inLibrary);

export const branchesStore = createBranchesStore({
  read: (runId) => filesOf(runId).read(runId),
  set: (runId, name, bytes) => filesOf(runId).set(runId, name, bytes),
});

/** Whether the episodes of a run were let go of, or it goes on, which may take later episodes away with their branches. */
const isLetGo = (before: RunSet, now: RunSet | undefined): boolean =>
  !now ||
  (now.origin === 'live' && before.origin !== 'live') ||
  (now.origin === 'kept' && keptIterations(before.episodes).length > 0 && keptIterations(now.episodes).length === 0);

runsStore.subscribe(({ runs }, before) => {
  for (const [id, was] of Object.entries(before.runs)) if (runs[id] !== was && isLetGo(was, runs[id])) branchesStore.getState().release(id);
});
// Runs that were put away; brought back, they are read again.
libraryStore.subscribe(({ cards }, before) => {
  if (cards === before.cards) return;
  const here = new Set(cards.map(({ id }) => id));
  for (const { id } of before.cards) if (!here.has(id)) branchesStore.getState().release(id);
});

/** The branches of a run as an export has them: `branches/<id>.jsonl`. */
export async function branchFiles(runId: string): Promise<Files> {
  await branchesStore.getState().load(runId);
  const own = branchesStore.getState().runs[runId] ?? [];
  return Object.fromEntries(own.map((branch) => [RUN_PATHS.branch(branch.id), encodeBranch(branch)]));
}

/** Selects from the page's branches. */
export function useBranches<T>(selector: (state: BranchesState) => T): T {
  return useStore(branchesStore, selector);
}

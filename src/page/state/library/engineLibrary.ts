/** What the engine has kept of the runs it trains. */
import type { StoreApi } from 'zustand/vanilla';
import { faultFrom, FaultError } from '../../../core/faults.ts';
import type { LibraryClient } from '../../../../workers/library/client.ts';
import { isDamage, trainedHere } from './decisions.ts';
import { newestCheckpoint } from './keptRun.ts';
import type { LibraryLink } from './link.ts';
import type { LibraryHosts, LibraryState, EngineLibrary } from './types.ts';

export function createEngineLibrary(
  hosts: LibraryHosts,
  { getState: get, setState: set }: StoreApi<LibraryState>,
  { open, keeps, onReplaced }: LibraryLink,
): EngineLibrary {
  /** Where it fails, `fault` tells. */
  const quietly = (work: (library: LibraryClient) => Promise<void>): void =>
    void open()
      .then(work)
      .catch(() => undefined);
  return {
    begin: (run) => {
      set({ ...trainedHere(get(), run.id), keeping: null });
      const begun = { ...run, began: hosts.now() };
      keeps(run.id, begun);
      void open()
        .then((opened) => opened.begin(begun))
        .catch((error: unknown) => set({ keeping: { run: run.id, fault: faultFrom(error) } }));
    },
    resume: async (id, iteration, document) => {
      set(trainedHere(get(), id));
      try {
        await (await open()).resume(id, iteration, document);
        keeps(id, null);
      } catch (error) {
        const why = faultFrom(error);
        // One tab trains a run at a time.
        if (why.code === 'E_RUN_LIVE') throw new FaultError(why);
        set({ keeping: { run: id, fault: why } });
      }
    },
    tell: (event) => quietly((library) => library.tell(event)),
    vocabularies: (id, tokens) => quietly((library) => library.vocabularies(id, tokens)),
    openTrainer: async () => {
      try {
        return await (await open()).openTrainer();
      } catch {
        return null; // told by `fault`; the run goes on in memory
      }
    },
    onReplaced,
    newest: async (id) => {
      try {
        return newestCheckpoint(await (await open()).checkpoint(id, null));
      } catch (error) {
        if (isDamage(faultFrom(error))) throw error;
        return null;
      }
    },
  };
}

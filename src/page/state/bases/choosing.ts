/** Models chosen from this computer while they are looked through and kept: how far each is, and what was only begun. */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type HubClient, spawnHub } from '../../../../workers/hub/client.ts';
import type { BegunCopy, ChosenProgress } from '../../../../workers/hub/protocol.ts';
import { FaultError } from '../../../core/faults.ts';
import type { GivenFiles } from '../../../core/formats/files.ts';

export interface ChoosingState {
  /** The one under way. */
  readonly present: { readonly name: string; readonly progress: ChosenProgress } | null;
  /** Models of which a part was copied: chosen again, they go on from there. */
  readonly begun: readonly BegunCopy[];
  /** Whether this browser has no private files to keep models in; null while nobody tried. */
  readonly withoutFiles: boolean | null;
  /** The model's files with what its prompts need; null where it was called off. Throws as loading it would. */
  check(name: string, files: GivenFiles): Promise<GivenFiles | null>;
  /** Keeps a model; false where there are no private files. Calling it off keeps what was copied. Throws where there is no room. */
  keep(name: string, files: GivenFiles): Promise<boolean>;
  callOff(): Promise<void>;
  list(): Promise<void>;
  forget(name: string): Promise<void>;
}

type Client = Pick<HubClient, 'check' | 'keep' | 'leave' | 'begun' | 'forget' | 'close'>;

export function createChoosingStore(connect: (onDeath: () => void) => Client): StoreApi<ChoosingState> {
  return createStore<ChoosingState>((set, get) => {
    let client: Client | null = null;
    const worker = (): Client => {
      client ??= connect(() => {
        client = null; // the next model starts another
      });
      return client;
    };
    const during = async <T>(name: string, work: (tell: (progress: ChosenProgress) => void) => Promise<T>): Promise<T> => {
      const present = { name, progress: { doing: 'checking', done: 0, total: 1 } } as const;
      set({ present });
      try {
        return await work((progress) => {
          if (get().present?.name === name) set({ present: { name, progress } });
        });
      } finally {
        set({ present: null });
      }
    };
    const list = async (): Promise<void> =>
      set({
        begun: await worker()
          .begun()
          .catch(() => []),
      }); // where nothing is kept, nothing was begun
    return {
      present: null,
      begun: [],
      withoutFiles: null,
      check: (name, files) =>
        during(name, async (tell) => {
          const found = await worker().check(name, files, tell);
          return found && { ...files, ...found };
        }),
      keep: (name, files) =>
        during(name, async (tell) => {
          try {
            await worker().keep(name, files, tell);
            set({ withoutFiles: false });
            return true;
          } catch (error) {
            // A full disk, another tab at the same model and a file that is gone are no want of private files.
            const code = error instanceof FaultError ? error.fault.code : '';
            if (['E_STORAGE_FULL', 'E_STORAGE_READ', 'E_STORAGE_FAILED', 'E_HUB_BUSY', 'E_HUB_DIED'].includes(code)) throw error;
            set({ withoutFiles: true });
            return false;
          } finally {
            await list();
          }
        }),
      callOff: () => worker().leave(),
      list,
      forget: async (name) => {
        await worker().forget(name);
        await list();
      },
    };
  });
}

/** The page's. */
export const choosingStore = createChoosingStore(spawnHub);

export const useChoosing = <T>(selector: (state: ChoosingState) => T): T => useStore(choosingStore, selector);

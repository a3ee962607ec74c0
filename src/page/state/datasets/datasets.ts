/**
 * Files of problems at hand in this tab, by digest. The document only names the one it uses; its rows are read from what
 * this browser kept, or from the file when a person gives it again.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { missingData } from '../../../core/dataset/attach.ts';
import { checkSize } from '../../../core/dataset/rows.ts';
import { bytesOf } from '../../../core/askStorage.ts';
import type { DatasetSettings } from '../../../core/document/schema.ts';
import { browserFileCache, type FileCache, type CachedFile, type KeptIn } from './fileCache.ts';
import { type ReadData, readTable, readTableHere, type ReadTable } from './reading.ts';

export type LoadedData = ReadData;

export interface DatasetsState {
  readonly loaded: Readonly<Record<string, LoadedData>>;
  /** Digests that were looked for in this browser and not found. */
  readonly missing: readonly string[];
  /** Where each file lies between visits; of those kept in this visit. */
  readonly keptIn: Readonly<Record<string, KeptIn>>;
  /** Reads a chosen file; rejects with a fault `E_DATASET_…`, or with the signal's reason when it is called off. Nothing is kept yet. */
  read(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>, signal?: AbortSignal): Promise<LoadedData & CachedFile>;
  /** Keeps a file that was read, for this visit and the next. */
  keep(data: LoadedData & CachedFile): Promise<void>;
  /** The file a document names; rejects with `E_DATASET_MISSING` when it is not here. */
  find(dataset: DatasetSettings): Promise<LoadedData>;
}

/** A store over `cache`; the page has one, {@link datasetsStore}. */
export function createDatasetsStore(cache: FileCache, readTable: ReadTable = readTableHere): StoreApi<DatasetsState> {
  /** Searches under way, by digest. */
  const searches = new Map<string, Promise<LoadedData | null>>();

  return createStore<DatasetsState>((set, get) => {
    const search = async (digest: string): Promise<LoadedData | null> => {
      const kept = await cache.find(digest);
      const data = kept && (await readTable(kept.bytes, kept.name).catch(() => null));
      // What lies in the browser is as hostile as any file: it must be the very one.
      if (data?.digest !== digest) {
        set({ missing: [...new Set([...get().missing, digest])] });
        return null;
      }
      set({ loaded: { ...get().loaded, [digest]: data } });
      return data;
    };
    return {
      loaded: {},
      missing: [],
      keptIn: {},
      read: async (file, signal) => {
        checkSize(file.size, file.name);
        const bytes = await bytesOf(file);
        return { ...(await readTable(bytes, file.name, signal)), name: file.name, bytes };
      },
      keep: async ({ file, digest, name, bytes }) => {
        set({ loaded: { ...get().loaded, [digest]: { file, digest } }, missing: get().missing.filter((gone) => gone !== digest) });
        const where = await cache.keep(digest, { name, bytes });
        set({ keptIn: { ...get().keptIn, [digest]: where } });
      },
      find: async (dataset) => {
        const { digest } = dataset;
        const here = get().loaded[digest];
        if (here) return here;
        const under = searches.get(digest) ?? search(digest).finally(() => searches.delete(digest));
        searches.set(digest, under);
        const found = await under;
        if (!found) throw missingData(dataset, 'panel_or_remove');
        return found;
      },
    };
  });
}

/** The page's data sets. */
export const datasetsStore = createDatasetsStore(browserFileCache, readTable);

/** Selects from the page's data sets. */
export function useDatasets<T>(selector: (state: DatasetsState) => T): T {
  return useStore(datasetsStore, selector);
}

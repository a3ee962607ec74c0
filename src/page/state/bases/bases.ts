/** The bases that this browser keeps. What reads them is no part of the first load: nothing of it is needed to open the page. */
import type { GivenFiles } from '../../../core/formats/files.ts';
import type { BaseDatabase } from './baseDatabase.ts';

const fetched = () => import('./hubBases.ts');

const kept = async (): Promise<BaseDatabase> => {
  const [{ withHubBases }, { browserBases }] = await Promise.all([fetched(), import('./baseDatabase.ts')]);
  return withHubBases(browserBases());
};

/** The page's. */
export const keptBases: BaseDatabase = {
  list: async () => (await kept()).list(),
  read: async (name) => (await kept()).read(name),
  write: async (name, files) => (await kept()).write(name, files),
  remove: async (name) => (await kept()).remove(name),
};

/** A base of a person's own, made here or chosen from this computer; null where there is none of that name. */
export const readOwnBase = async (name: string): Promise<GivenFiles | null> => (await fetched()).readOwnBase(name);

/** All bytes of a model, for what takes it away as it is. */
export const wholeFiles = async (files: GivenFiles): Promise<Record<string, Uint8Array>> => (await fetched()).wholeFiles(files);

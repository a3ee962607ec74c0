/**
 * Models that this browser keeps in its private files, of the Hub or chosen from this computer, as bases beside those made here.
 * Lists read small files alone; weights are read by the workers that need them, where they lie.
 */
import type { GivenFiles } from '../../../core/formats/files.ts';
import { bytesOf } from '../../../core/askStorage.ts';
import { parseHubName } from '../../../core/formats/models/hub/hubName.ts';
import { WEIGHTS_FILE } from '../../../core/formats/models/modelFiles.ts';
import {
  findChosen,
  findKept,
  HUB_FOLDER,
  HUB_PATHS,
  keptBytes,
  type KeptModel,
  keptName,
  parseKeptModel,
} from '../../../core/formats/models/hub/keptHub.ts';
import { type BaseDatabase, browserBases, type KeptBase } from './baseDatabase.ts';

/** The folder of these models; null where there is none, or no private files at all. */
async function hubFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(HUB_FOLDER);
  } catch {
    return null;
  }
}

async function manifests(folder: FileSystemDirectoryHandle): Promise<readonly KeptModel[]> {
  const found: KeptModel[] = [];
  const kept = await folder.getDirectoryHandle(HUB_PATHS.kept).catch(() => null);
  if (!kept) return found;
  for await (const handle of (kept as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
    if (handle.kind !== 'file') continue;
    const model = parseKeptModel(await (await (handle as FileSystemFileHandle).getFile()).text().catch(() => ''));
    if (model) found.push(model);
  }
  return found;
}

/** Those that are there whole, by the names that a project gives them. */
async function listHub(): Promise<readonly KeptBase[]> {
  const folder = await hubFolder();
  const models = folder ? await manifests(folder).catch(() => []) : [];
  return models.filter(({ complete }) => complete).map((model) => ({ name: keptName(model), bytes: keptBytes(model) }));
}

/** The files of one of them, its weights where they lie; null where `name` is none, or not there whole. */
export async function readHubBase(name: string): Promise<GivenFiles | null> {
  const hub = parseHubName(name);
  return hub && readModel((kept) => findKept(kept, hub));
}

/** The same of a model that was chosen from this computer. */
const readChosen = (name: string): Promise<GivenFiles | null> => readModel((kept) => findChosen(kept, name));

async function readModel(which: (kept: readonly KeptModel[]) => KeptModel | null): Promise<GivenFiles | null> {
  const folder = await hubFolder();
  const model = folder && which(await manifests(folder));
  if (!folder || !model?.complete) return null;
  const blobs = await folder.getDirectoryHandle('blobs');
  const read = model.files.map(async ({ path, hash }) => {
    const file = await (await blobs.getFileHandle(hash.hex)).getFile();
    return [path, WEIGHTS_FILE.test(path) ? file : new Uint8Array(await file.arrayBuffer())] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** A base of a person's own, made here or chosen from this computer; null where there is none of that name. */
export const readOwnBase = async (name: string): Promise<GivenFiles | null> =>
  (await browserBases()
    .read(name)
    .catch(() => null)) ?? readChosen(name);

/** All bytes of a model, for what takes it away as it is. */
export async function wholeFiles(files: GivenFiles): Promise<Record<string, Uint8Array>> {
  const whole = Object.entries(files).map(async ([path, file]) => [path, file instanceof Blob ? await bytesOf(file) : file] as const);
  return Object.fromEntries(await Promise.all(whole));
}

/**
 * Bases made here, and with them the models in private files: listed and removed alike. Those of the Hub are read past the page;
 * one chosen from this computer is kept in private files, or where there are none among the others.
 */
export function withHubBases(own: BaseDatabase, listed = listHub, remove = removeHub, keep = keepChosen): BaseDatabase {
  return {
    // A browser may keep the ones and not the others.
    list: async () => {
      const hub = await listed();
      const mine = hub.length > 0 ? await own.list().catch(() => []) : await own.list();
      return [...mine, ...hub.filter(({ name }) => mine.every((base) => base.name !== name))];
    },
    read: async (name) => (await own.read(name).catch(() => null)) ?? readChosen(name),
    write: async (name, files) => {
      if (!Object.values(files).some((file) => file instanceof Blob) || !(await keep(name, files))) return own.write(name, files);
      // One of that name that was made here would be found first.
      return own.remove(name).catch(() => undefined);
    },
    remove: async (name) => {
      if ((await listed()).some((base) => base.name === name)) await remove(name);
      else await own.remove(name);
    },
  };
}

async function removeHub(name: string): Promise<void> {
  // No part of the first load: few bases are ever deleted.
  const { spawnHub } = await import('../../../../workers/hub/client.ts');
  const hub = spawnHub(() => undefined);
  try {
    await (parseHubName(name) ? hub.remove(name) : hub.forget(name));
  } finally {
    hub.close();
  }
}

/** Whether there are private files to keep it in. No part of the first load either. */
async function keepChosen(name: string, files: GivenFiles): Promise<boolean> {
  const { choosingStore } = await import('./choosing.ts');
  return choosingStore.getState().keep(name, files);
}

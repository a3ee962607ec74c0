/**
 * Models of the Hub that this browser keeps in its private files, as bases beside a person's own. Lists read small files alone; a
 * model itself is read by the workers that need it, and here only where a run is exported with its bases.
 */
import type { Files } from '../../../core/formats/files.ts';
import { parseHubName } from '../../../core/formats/models/hubName.ts';
import {
  findKept,
  HUB_FOLDER,
  HUB_PATHS,
  keptBytes,
  type KeptModel,
  keptName,
  parseKeptModel,
} from '../../../core/formats/models/keptHub.ts';
import type { BaseDatabase, KeptBase } from './baseDatabase.ts';

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

/** The files of one of them; null where `name` is none, or not there whole. */
export async function readHubBase(name: string): Promise<Files | null> {
  const hub = parseHubName(name);
  const folder = hub && (await hubFolder());
  const model = hub && folder && findKept(await manifests(folder), hub);
  if (!folder || !model?.complete) return null;
  const blobs = await folder.getDirectoryHandle('blobs');
  const read = model.files.map(async ({ path, hash }) => {
    const file = await (await blobs.getFileHandle(hash.hex)).getFile();
    return [path, new Uint8Array(await file.arrayBuffer())] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** A person's own bases, and with them the models of the Hub: listed and removed alike, while these are read past the page. */
export function withHubBases(own: BaseDatabase, listed = listHub, remove = removeHub): BaseDatabase {
  return {
    // A browser may keep the ones and not the others.
    list: async () => {
      const hub = await listed();
      const mine = hub.length > 0 ? await own.list().catch(() => []) : await own.list();
      return [...mine, ...hub.filter(({ name }) => mine.every((base) => base.name !== name))];
    },
    read: (name) => own.read(name),
    write: (name, files) => own.write(name, files),
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
    await hub.remove(name);
  } finally {
    hub.close();
  }
}

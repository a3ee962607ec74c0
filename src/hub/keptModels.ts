/** Models of the Hub that a browser keeps, in its private files or in memory; `core/formats/models/hub/keptHub.ts` says how they lie. */
import type { ModelFile } from '../core/formats/byteSource.ts';
import type { ModelFiles } from '../core/formats/files.ts';
import type { HubFile, HubModel } from '../core/formats/models/hub/hubModel.ts';
import type { HubName } from '../core/formats/models/hub/hubName.ts';
import { WEIGHTS_FILE } from '../core/formats/models/modelFiles.ts';
import { findKept, HUB_PATHS, type KeptModel, keptModel, parseKeptModel } from '../core/formats/models/hub/keptHub.ts';
import { type FileSystem, readText } from '../runs/fileSystem.ts';
import type { HubFileSystem } from './hubFiles.ts';
import type { ModelStore } from './takeModel.ts';

/** All that `fs` knows of, also what was only begun. */
export async function listKept(fs: FileSystem): Promise<readonly KeptModel[]> {
  const found: KeptModel[] = [];
  for (const { name, kind } of await fs.list(HUB_PATHS.kept)) {
    const model = kind === 'file' ? parseKeptModel((await readText(fs, `${HUB_PATHS.kept}/${name}`)) ?? '') : null;
    if (model) found.push(model);
  }
  return found;
}

/** The files of a model that is there whole, its weights where they lie or not at all; null where it is not. */
export async function readKept(fs: HubFileSystem, name: HubName, weights = true): Promise<ModelFiles | null> {
  const model = findKept(await listKept(fs), name);
  if (!model?.complete) return null;
  const files: Record<string, ModelFile> = {};
  for (const file of model.files) {
    const isWeights = WEIGHTS_FILE.test(file.path);
    if (!weights && isWeights) continue;
    const path = HUB_PATHS.blob(file);
    if ((await fs.size(path)) !== file.bytes) return null;
    const found = await (isWeights ? fs.open(path) : fs.read(path));
    if (!found) return null;
    files[file.path] = found;
  }
  return files;
}

export class KeptModels implements ModelStore {
  /** `room`: bytes that can still be kept. */
  constructor(
    readonly fs: HubFileSystem,
    readonly room: () => Promise<number | null> = async () => null,
  ) {}

  async has(_model: HubModel, file: HubFile): Promise<boolean> {
    return (await this.fs.size(HUB_PATHS.whole(file))) !== null && (await this.fs.size(HUB_PATHS.blob(file))) === file.bytes;
  }

  partOf(_model: HubModel, file: HubFile): string {
    return HUB_PATHS.blob(file);
  }

  async finish(_model: HubModel, file: HubFile): Promise<void> {
    await this.fs.write(HUB_PATHS.whole(file), new Uint8Array());
  }

  async read(_model: HubModel, file: HubFile): Promise<Uint8Array> {
    return (await this.fs.read(HUB_PATHS.blob(file))) ?? new Uint8Array();
  }

  async begin(name: HubName, model: HubModel, files: readonly HubFile[]): Promise<void> {
    const known = findKept(await listKept(this.fs), { id: model.id, revision: model.commit });
    // What is there whole stays so while it is asked for again.
    if (!known?.complete) await this.#write(keptModel(name, model, files, false));
  }

  async done(name: HubName, model: HubModel, files: readonly HubFile[]): Promise<void> {
    const now = keptModel(name, model, files, true);
    for (const other of await listKept(this.fs)) {
      if (other.chosen || other.id !== model.id) continue;
      if (other.commit === model.commit) now.revisions = [...new Set([...other.revisions, ...now.revisions])];
      else if (other.revisions.some((revision) => now.revisions.includes(revision)))
        await this.#write({ ...other, revisions: other.revisions.filter((revision) => !now.revisions.includes(revision)) });
    }
    await this.#write(now);
  }

  /** Notes a model as it is now. */
  put(model: KeptModel): Promise<void> {
    return this.#write(model);
  }

  list(): Promise<readonly KeptModel[]> {
    return listKept(this.fs);
  }

  /** How much of a model's files is there, bytes. */
  async held({ files }: Pick<KeptModel, 'files'>): Promise<number> {
    let held = 0;
    for (const file of files) held += (await this.fs.size(HUB_PATHS.blob(file))) ?? 0;
    return held;
  }

  /** Removes a model, and of its files those that no other one has. */
  async remove(id: string, commit: string): Promise<void> {
    const all = await this.list();
    const gone = all.find((model) => model.id === id && model.commit === commit);
    await this.fs.remove(HUB_PATHS.manifest(id, commit));
    const used = new Set(all.filter((model) => model !== gone).flatMap(({ files }) => files.map(({ hash }) => hash.hex)));
    for (const file of gone?.files ?? []) {
      if (used.has(file.hash.hex)) continue;
      await this.fs.remove(HUB_PATHS.whole(file));
      await this.fs.remove(HUB_PATHS.blob(file));
    }
  }

  #write(model: KeptModel): Promise<void> {
    return this.fs.write(HUB_PATHS.manifest(model.id, model.commit), new TextEncoder().encode(JSON.stringify(model)));
  }
}

/** A model of the Hub, from its name to files that are whole: what it is like is known before its weights are fetched. */
import { faultAt } from '../core/faultAt.ts';
import type { Files } from '../core/formats/files.ts';
import { type HubFile, type HubModel, type ListedFile, listedBytes, smallFiles, weightFiles } from '../core/formats/models/hub/hubModel.ts';
import type { HubName } from '../core/formats/models/hub/hubName.ts';
import { readPromptFiles } from '../core/formats/models/hf.ts';
import { tokenizerFor } from '../core/tokenizer/tokenizer.ts';
import { hubFaults } from '../words/words.ts';
import { fetchFile } from './fetchFile.ts';
import type { MakeHasher } from './hasher.ts';
import type { Hub } from './hub.ts';
import type { HubFileSystem } from './hubFiles.ts';

/** Where the files of models are kept. */
export interface ModelStore {
  readonly fs: HubFileSystem;
  /** Whether a file is there, whole and verified. */
  has(model: HubModel, file: HubFile): Promise<boolean>;
  /** Where a file lies while it arrives. */
  partOf(model: HubModel, file: HubFile): string;
  /** Takes a part that is whole and verified for the file. */
  finish(model: HubModel, file: HubFile): Promise<void>;
  /** The bytes of a file that is there. */
  read(model: HubModel, file: HubFile): Promise<Uint8Array>;
  /** Bytes that can still be kept; null where nobody knows. */
  room(): Promise<number | null>;
  /** Notes that these files of the model will be fetched, so that a list of what was begun can be shown. */
  begin(name: HubName, model: HubModel, files: readonly HubFile[]): Promise<void>;
  /** Notes that they are all there; `name.revision` stands for the model's commit now. */
  done(name: HubName, model: HubModel, files: readonly HubFile[]): Promise<void>;
}

export interface TakeProgress {
  /** `checking`: what was fetched earlier is read once more. */
  readonly doing: 'asking' | 'checking' | 'fetching' | 'waiting';
  readonly file: string | null;
  /** Bytes of the whole model that are there, of `total`; 0 of 0 while that is not known. */
  readonly done: number;
  readonly total: number;
}

export interface TakeOptions {
  /** Most bytes that can be read here: of one file of weights, and of all. */
  readonly most: { readonly file: number; readonly all: number };
  readonly makeHasher?: MakeHasher;
  readonly onProgress?: (progress: TakeProgress) => void;
}

export interface TakenModel {
  readonly model: HubModel;
  readonly files: readonly HubFile[];
}

/** What can be said of a model before anything large is fetched. */
export interface LookedAt {
  readonly model: HubModel;
  /** Bytes in all, as listed. */
  readonly bytes: number;
}

/** Looks a model up. Throws `E_HUB_*`, also where it has nothing that can be read. */
export async function lookAtModel(hub: Hub, name: HubName): Promise<LookedAt> {
  const model = await hub.model(name);
  return { model, bytes: listedBytes(model) };
}

/** Fetches what is not there yet. Throws `E_HUB_*`, and `E_MODEL_*` or `E_TOKENIZER_*` where the model could not be used anyway. */
export async function takeModel(hub: Hub, name: HubName, store: ModelStore, options: TakeOptions): Promise<TakenModel> {
  const { most, onProgress, makeHasher } = options;
  onProgress?.({ doing: 'asking', file: null, done: 0, total: 0 });
  const model = await hub.model(name);
  const listed = listedBytes(model);
  const small = await describedAll(hub, model, smallFiles(model), store);
  let done = 0;
  let total = listed;
  const take = async (file: HubFile): Promise<void> => {
    const there = await store.has(model, file);
    if (!there) {
      await fetchFile(
        hub,
        model,
        file,
        { fs: store.fs, path: store.partOf(model, file) },
        {
          ...(makeHasher ? { makeHasher } : {}),
          onBytes: (bytes, checking) =>
            onProgress?.({ doing: checking ? 'checking' : 'fetching', file: file.path, done: done + bytes, total }),
        },
      );
      await store.finish(model, file);
    }
    done += file.bytes;
    onProgress?.({ doing: there ? 'checking' : 'fetching', file: file.path, done, total });
  };
  // Of files beside the weights none is that large; a listing that says so is not believed.
  for (const file of small) if (file.bytes > SMALL) throw tooLarge(model, file.path, file.bytes, SMALL);
  for (const file of small) await take(file);
  const contents: Record<string, Uint8Array> = {};
  for (const file of small) contents[file.path] = await store.read(model, file);
  checkUsable(contents, model.id);
  const weights = await describedAll(hub, model, weightFiles(model, contents), store);
  const files = [...small, ...weights];
  total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const file of weights) if (file.bytes > most.file) throw tooLarge(model, file.path, file.bytes, most.file);
  if (total > most.all) throw tooLarge(model, null, total, most.all);
  await checkRoom(model, weights, store);
  await store.begin(name, model, files);
  for (const file of weights) await take(file);
  await store.done(name, model, files);
  return { model, files };
}

/** Most bytes of a file that is no weights. */
const SMALL = 2 ** 26;

async function describedAll(hub: Hub, model: HubModel, files: readonly ListedFile[], store: ModelStore): Promise<readonly HubFile[]> {
  const described: HubFile[] = [];
  for (const file of files) {
    const known = file.bytes === null || file.hash === null ? null : { path: file.path, bytes: file.bytes, hash: file.hash };
    // What is given only after agreeing is told before the first file is asked for.
    if (model.gated && !hub.hasToken && !(known && (await store.has(model, known))))
      throw faultAt(hubFaults, 'E_HUB_GATED', { subject: model.id, refused: false, page: hub.pageOf(model.id) });
    described.push(known ?? (await hub.described(model, file)));
  }
  return described;
}

/** Throws as loading it would, as far as that can be known without the weights. */
function checkUsable(small: Files, id: string): void {
  const { config, tokenizer } = readPromptFiles(small, id);
  tokenizerFor(tokenizer, config.vocabularySize, id);
}

async function checkRoom(model: HubModel, weights: readonly HubFile[], store: ModelStore): Promise<void> {
  const free = await store.room();
  if (free === null) return;
  let needed = 0;
  for (const file of weights)
    if (!(await store.has(model, file))) needed += file.bytes - ((await store.fs.size(store.partOf(model, file))) ?? 0);
  if (needed > free) throw faultAt(hubFaults, 'E_HUB_ROOM', { subject: model.id, bytes: needed, free });
}

const tooLarge = (model: HubModel, file: string | null, bytes: number, most: number): Error =>
  faultAt(hubFaults, 'E_HUB_SIZE', { subject: model.id, file, bytes, most });

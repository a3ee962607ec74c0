/**
 * A model that a person chose from this computer, copied into the files that are kept: piece by piece, going on where an earlier
 * copy was cut, and taken for whole once what was written has been read again and is what was chosen.
 */
import { HUB_PATHS, type KeptModel } from '../core/formats/models/hub/keptHub.ts';
import { Sha256, sha256 } from '../core/sha256.ts';
import { fullError } from '../runs/fileSystem.ts';
import type { KeptModels } from './keptModels.ts';

/** A chosen file, read where it lies. */
export interface ChosenFile {
  readonly path: string;
  readonly bytes: number;
  /** When it was changed last, milliseconds: another file under the same path is told by it. */
  readonly modified: number;
  /** `bytes` bytes from byte `from`. Rejects where the file is not what was chosen any more. */
  read(from: number, bytes: number): Promise<Uint8Array>;
}

export interface KeepProgress {
  readonly doing: 'copying' | 'verifying';
  /** Bytes of the whole model, of `total`. */
  readonly done: number;
  readonly total: number;
}

export interface KeepOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: KeepProgress) => void;
  /** SHA-256 in hexadecimal; a host with a faster one gives its own. */
  readonly hash?: (bytes: Uint8Array) => Promise<string>;
}

/** Bytes that are copied, and hashed, at once. */
export const COPIED = 4 * 2 ** 20;

type KeptFile = KeptModel['files'][number];

/** What a model that is yet to be copied will lie as; the same files chosen again give the same. */
export function chosenModel(name: string, files: readonly ChosenFile[]): KeptModel {
  const commit = sha256(JSON.stringify([name, files.map(({ path, bytes, modified }) => [path, bytes, modified])])).slice(0, 40);
  return {
    id: name,
    commit,
    revisions: [],
    licence: null,
    gated: false,
    complete: false,
    chosen: true,
    files: files.map(({ path, bytes }) => ({ path, bytes, hash: { kind: 'chosen', hex: sha256(`${commit} ${path}`) } })),
  };
}

/**
 * Keeps the files as the base `name`, in place of an earlier one. What was copied stays when it is called off or fails, so that the
 * same files go on from there. Throws `QuotaExceededError` where there is no room, and what the signal says.
 */
export async function keepChosen(store: KeptModels, name: string, files: readonly ChosenFile[], options: KeepOptions = {}): Promise<void> {
  const { signal, onProgress } = options;
  const model = chosenModel(name, files);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const others = (await store.list()).filter(({ chosen, id, commit }) => chosen && id === name && commit !== model.commit);
  // Of what was only begun under this name nothing is of use any more; what is whole stays until this is.
  for (const other of others) if (!other.complete) await store.remove(other.id, other.commit);
  const room = await store.room();
  if (room !== null && total - (await store.held(model)) > room) throw fullError();
  await store.put(model);
  const kept: KeptFile[] = [];
  let done = 0;
  for (const [index, file] of files.entries()) {
    const described = model.files[index];
    if (!described) throw new Error(`keepChosen: ${file.path} is not listed`);
    const before = done;
    const tell = (doing: KeepProgress['doing'], bytes: number): void => onProgress?.({ doing, done: before + bytes, total });
    kept.push({ ...described, digest: await copied(store, file, HUB_PATHS.blob(described), tell, options) });
    await store.fs.write(HUB_PATHS.whole(described), new Uint8Array());
    done += file.bytes;
  }
  signal?.throwIfAborted();
  await store.put({ ...model, complete: true, files: kept });
  for (const other of others) if (other.complete) await store.remove(other.id, other.commit);
}

/** Copies what is missing of one file and reads all of it again: SHA-256 over the hashes of its pieces. */
async function copied(
  { fs }: KeptModels,
  file: ChosenFile,
  path: string,
  tell: (doing: KeepProgress['doing'], bytes: number) => void,
  { signal, hash = async (bytes) => sha256(bytes) }: KeepOptions,
): Promise<string> {
  const have = (await fs.size(path)) ?? 0;
  // A piece that was cut is copied once more; a file that is longer can only be another one.
  let there = have > file.bytes ? 0 : have - (have < file.bytes ? have % COPIED : 0);
  if (there === 0) await fs.write(path, new Uint8Array());
  else if (there < have) await fs.truncate(path, there);
  const hashes: string[] = [];
  const piece = (from: number): number => Math.min(COPIED, file.bytes - from);
  for (let from = 0; from < file.bytes; from += COPIED) {
    signal?.throwIfAborted();
    const bytes = await file.read(from, piece(from));
    hashes.push(await hash(bytes));
    if (from < there) continue;
    await fs.append(path, bytes);
    there += bytes.byteLength;
    tell('copying', there);
  }
  for (let from = 0, index = 0; from < file.bytes; from += COPIED, index += 1) {
    signal?.throwIfAborted();
    if ((await hash(await fs.readPart(path, from, piece(from)))) !== hashes[index]) {
      // From an earlier copy or a disk that fails: the next try begins before it.
      await fs.truncate(path, from);
      throw new DOMException(`${file.path} differs from what was chosen from byte ${from}`, 'UnknownError');
    }
    tell('verifying', from + piece(from));
  }
  const all = new Sha256();
  for (const hex of hashes) all.update(new TextEncoder().encode(hex));
  return all.hex();
}

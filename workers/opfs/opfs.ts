/**
 * The browser's private file system (OPFS) under one folder of this page, by synchronous access handles: only workers have
 * them, every browser with OPFS has them, and what they wrote outlasts a crash of the page.
 */
import type { HubFileSystem } from '../../src/hub/hubFiles.ts';
import { type Entry, type FileSystem, fullError, isFull } from '../../src/runs/fileSystem.ts';
import type { ModelFile } from '../../src/core/formats/byteSource.ts';
import { blobSource } from './blobSource.ts';
import { answered } from './patience.ts';

/** One of the worker's own types, which the page's lack. */
interface AccessHandle {
  write(bytes: Uint8Array, options?: { readonly at?: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}
type AccessibleFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<AccessHandle> };

/** Opens `folder` of OPFS; rejects where the browser has none, or none in a private window. */
export async function openOpfs(folder: string): Promise<HubFileSystem> {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
  // Some browsers have the folder but not the handles: better known now than with the first run.
  const opened = opfsFileSystem(root);
  await hasRoom(opened, 1);
  return opened;
}

/** Whether `bytes` can be written at this moment; rejects where nothing can be written at all. */
export async function hasRoom(fs: FileSystem, bytes: number): Promise<boolean> {
  try {
    await fs.write('probe', new Uint8Array(bytes));
    return true;
  } catch (error) {
    if (isFull(error)) return false;
    throw error;
  } finally {
    await fs.remove('probe');
  }
}

/** The same for who only reads: nothing is made or tried. Null where there is no such folder. */
export async function readOpfs(folder: string): Promise<HubFileSystem | null> {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder).catch(() => null);
  return root && opfsFileSystem(root);
}

/**
 * The files below a folder of OPFS. What was written is flushed when a change resolves; of the names of files no browser says when they
 * are on the disk, so that a loss of power, other than the end of a page or browser, may take the newest of them back.
 */
export const opfsFileSystem = (root: FileSystemDirectoryHandle): HubFileSystem => new OpfsFileSystem(root);

class OpfsFileSystem implements HubFileSystem {
  constructor(private readonly root: FileSystemDirectoryHandle) {}

  list(folder: string): Promise<readonly Entry[]> {
    return answered(() => this.#list(folder));
  }

  read(path: string): Promise<Uint8Array | null> {
    return answered(async () => {
      const file = await this.#file(path);
      return file && new Uint8Array(await file.arrayBuffer());
    });
  }

  readPart(path: string, from: number, bytes: number): Promise<Uint8Array> {
    return answered(async () => {
      const part = (await this.#file(path))?.slice(from, from + bytes);
      return part ? new Uint8Array(await part.arrayBuffer()) : new Uint8Array();
    });
  }

  async open(path: string): Promise<ModelFile | null> {
    const file = await answered(() => this.#file(path));
    return file && blobSource(file);
  }

  size(path: string): Promise<number | null> {
    return answered(async () => (await this.#file(path))?.size ?? null);
  }

  write(path: string, bytes: Uint8Array, firstByteLast = false): Promise<void> {
    return this.#change(path, bytes, () => 0, firstByteLast);
  }

  append(path: string, bytes: Uint8Array): Promise<void> {
    return this.#change(path, bytes, (handle) => handle.getSize());
  }

  truncate(path: string, size: number): Promise<void> {
    return this.#change(path, new Uint8Array(), () => size);
  }

  remove(path: string): Promise<void> {
    return answered(() => this.#remove(path));
  }

  async #list(folder: string): Promise<readonly Entry[]> {
    const handle = await absentAsNull(this.#folder(folder.split('/'), false));
    if (!handle) return [];
    const entries: Entry[] = [];
    for await (const [name, { kind }] of handle as unknown as AsyncIterable<[string, FileSystemHandle]>)
      entries.push({ name, kind: kind === 'file' ? 'file' : 'folder' });
    return entries;
  }

  async #remove(path: string): Promise<void> {
    const [name = '', ...folders] = path.split('/').reverse();
    const folder = await absentAsNull(this.#folder(folders.reverse(), false));
    if (folder) await absentAsNull(folder.removeEntry(name, { recursive: true }));
  }

  async #open(path: string): Promise<AccessHandle> {
    const [name = '', ...folders] = path.split('/').reverse();
    const folder = await this.#folder(folders.reverse(), true);
    const file = (await folder.getFileHandle(name, { create: true })) as AccessibleFile;
    return file.createSyncAccessHandle();
  }

  async #change(path: string, bytes: Uint8Array, start: (handle: AccessHandle) => number, firstByteLast = false): Promise<void> {
    const handle = await answered(
      () => this.#open(path),
      (late) => late.close(),
    );
    try {
      const at = start(handle);
      handle.truncate(at);
      // Beyond the end of a file there are zeros until it is written.
      if (firstByteLast) put(handle, bytes.subarray(1), at + 1);
      put(handle, firstByteLast ? bytes.subarray(0, 1) : bytes, at);
    } finally {
      handle.close();
    }
  }

  async #file(path: string): Promise<File | null> {
    const [name = '', ...folders] = path.split('/').reverse();
    const folder = await absentAsNull(this.#folder(folders.reverse(), false));
    const handle = folder && (await absentAsNull(folder.getFileHandle(name)));
    return handle && handle.getFile();
  }

  async #folder(names: readonly string[], create: boolean): Promise<FileSystemDirectoryHandle> {
    let folder = this.root;
    for (const name of names) folder = await folder.getDirectoryHandle(name, { create });
    return folder;
  }
}

/** Writes `bytes` onto the disk. */
function put(handle: AccessHandle, bytes: Uint8Array, at: number): void {
  // A full disk is told by an error or by fewer bytes; Chromium, where there is no room at all, says 4294967288: its own
  // error number −8 without its sign.
  if (handle.write(bytes, { at }) !== bytes.byteLength) throw fullError();
  handle.flush();
}

/** What `promise` brings; null where the file or folder is not there. */
async function absentAsNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

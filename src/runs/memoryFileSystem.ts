/** A file system in memory: for browsers that keep nothing, and for tests. */
import { type Entry, type FileSystem, fullError } from './fileSystem.ts';

export class MemoryFileSystem implements FileSystem {
  readonly files = new Map<string, Uint8Array>();

  /** `capacity`: most bytes in all. */
  constructor(private readonly capacity = Number.POSITIVE_INFINITY) {}

  async list(folder: string): Promise<readonly Entry[]> {
    const prefix = folder === '' ? '' : `${folder}/`;
    const found = new Map<string, Entry>();
    for (const path of this.files.keys()) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...rest] = path.slice(prefix.length).split('/');
      found.set(name, { name, kind: rest.length > 0 ? 'folder' : 'file' });
    }
    return [...found.values()];
  }

  async read(path: string): Promise<Uint8Array | null> {
    return this.files.get(path)?.slice() ?? null;
  }

  async readPart(path: string, from: number, bytes: number): Promise<Uint8Array> {
    return (this.files.get(path) ?? new Uint8Array()).slice(from, from + bytes);
  }

  async size(path: string): Promise<number | null> {
    return this.files.get(path)?.byteLength ?? null;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.#put(path, bytes.slice());
  }

  async append(path: string, bytes: Uint8Array): Promise<void> {
    const before = this.files.get(path) ?? new Uint8Array();
    const after = new Uint8Array(before.byteLength + bytes.byteLength);
    after.set(before);
    after.set(bytes, before.byteLength);
    this.#put(path, after);
  }

  async truncate(path: string, size: number): Promise<void> {
    const bytes = this.files.get(path);
    if (bytes) this.files.set(path, bytes.slice(0, size));
  }

  async remove(path: string): Promise<void> {
    for (const name of this.files.keys()) if (name === path || name.startsWith(`${path}/`)) this.files.delete(name);
  }

  #put(path: string, bytes: Uint8Array): void {
    let used = bytes.byteLength;
    for (const [name, { byteLength }] of this.files) if (name !== path) used += byteLength;
    if (used > this.capacity) throw fullError();
    this.files.set(path, bytes);
  }
}

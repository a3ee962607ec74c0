/**
 * A disk as the file system of runs; paths are those of the operating system. Each call is done when it returns: a process that is
 * asked to end at once ends between two of them. What changed is then on the disk and not only in the system's memory, as is the name
 * of a file that is new, renamed or gone: POSIX promises neither without `fsync` of the file and of its folder.
 */
import fs from 'node:fs';
import { dirname, normalize, resolve } from 'node:path';
import type { Entry, FileSystem } from '../../src/runs/fileSystem.ts';

interface Stat {
  isFile(): boolean;
  readonly size: number;
}

interface Named {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** What is asked of `node:fs`; the campaign of docs/reliability.md puts a disk in its place that loses power. */
export interface DiskCalls {
  openSync(path: string, flags: 'r' | 'r+' | 'w' | 'a'): number;
  readSync(file: number, bytes: Uint8Array, offset: number, length: number, position: number): number;
  writeSync(file: number, bytes: Uint8Array, offset: number, length: number): number;
  ftruncateSync(file: number, size: number): void;
  fsyncSync(file: number): void;
  closeSync(file: number): void;
  statSync(path: string, options: { throwIfNoEntry: false }): Stat | undefined;
  readdirSync(path: string, options: { withFileTypes: true }): readonly Named[];
  /** The first of the folders that it made; undefined where all are there. */
  mkdirSync(path: string, options: { recursive: true }): string | undefined;
  renameSync(from: string, to: string): void;
  rmSync(path: string, options: { recursive: true; force: true }): void;
}

export function diskFileSystem(disk: DiskCalls): FileSystem & Required<Pick<FileSystem, 'rename'>> {
  const fileAt = (path: string): Stat | null => {
    const found = disk.statSync(normalize(path), { throwIfNoEntry: false });
    return found?.isFile() ? found : null;
  };
  const during = <T>(path: string, flags: 'r' | 'r+' | 'w' | 'a', work: (file: number) => T): T => {
    const file = disk.openSync(normalize(path), flags);
    try {
      return work(file);
    } finally {
      disk.closeSync(file);
    }
  };
  const readAt = (file: number, from: number, bytes: number): Uint8Array => {
    const read = new Uint8Array(bytes);
    let at = 0;
    for (let more = 1; at < bytes && more > 0; at += more) more = disk.readSync(file, read, at, bytes - at, from + at);
    return read.subarray(0, at);
  };
  const writeAll = (file: number, bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.byteLength; ) at += disk.writeSync(file, bytes, at, bytes.byteLength - at);
    disk.fsyncSync(file);
  };
  /** Puts the names in a folder on the disk, where folders can be asked for that: not on Windows, nor on every network's disk. */
  const syncFolder = (folder: string): void => {
    if (process.platform === 'win32') return;
    try {
      during(folder, 'r', (file) => disk.fsyncSync(file));
    } catch (error) {
      if (!['ENOENT', 'EINVAL', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  };
  /** Makes a folder with those above it; `folder` from the root on, as what was made is told. */
  const makeFolder = (folder: string): void => {
    const first = disk.mkdirSync(folder, { recursive: true });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
  };

  return {
    async list(folder) {
      return unlessGone(() => disk.readdirSync(normalize(folder), { withFileTypes: true }).flatMap(entryOf), []);
    },
    async read(path) {
      const found = fileAt(path);
      return found && unlessGone(() => during(path, 'r', (file) => readAt(file, 0, found.size)), null);
    },
    async readPart(path, from, bytes) {
      const absent = new Uint8Array();
      return fileAt(path) ? unlessGone(() => during(path, 'r', (file) => readAt(file, from, bytes)), absent) : absent;
    },
    async size(path) {
      return fileAt(path)?.size ?? null;
    },
    async write(path, bytes) {
      const own = resolve(path);
      makeFolder(dirname(own));
      const isNew = fileAt(own) === null;
      during(own, 'w', (file) => writeAll(file, bytes));
      if (isNew) syncFolder(dirname(own));
    },
    async append(path, bytes) {
      const isNew = fileAt(path) === null;
      during(path, 'a', (file) => writeAll(file, bytes));
      if (isNew) syncFolder(dirname(normalize(path)));
    },
    async truncate(path, size) {
      during(path, 'r+', (file) => {
        disk.ftruncateSync(file, size);
        disk.fsyncSync(file);
      });
    },
    async remove(path) {
      const own = normalize(path);
      disk.rmSync(own, { recursive: true, force: true });
      syncFolder(dirname(own));
    },
    async rename(from, to) {
      const [old, own] = [normalize(from), normalize(to)];
      disk.renameSync(old, own);
      syncFolder(dirname(own));
      if (dirname(old) !== dirname(own)) syncFolder(dirname(old));
    },
  };
}

/** What `read` gives; `absent` where there is nothing, also if it went a moment ago: another process may be writing. */
function unlessGone<T>(read: () => T, absent: T): T {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return absent;
    throw error;
  }
}

export const nodeFileSystem = diskFileSystem(fs);

/** Links and devices are no part of a run. */
function entryOf(entry: Named): Entry[] {
  if (entry.isFile()) return [{ name: entry.name, kind: 'file' }];
  return entry.isDirectory() ? [{ name: entry.name, kind: 'folder' }] : [];
}

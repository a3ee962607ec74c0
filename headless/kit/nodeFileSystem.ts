/**
 * A disk as the file system of runs; paths are those of the operating system. Each call is done when it returns: a process that is
 * asked to end at once ends between two of them.
 */
import {
  appendFileSync,
  closeSync,
  type Dirent,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, normalize } from 'node:path';
import type { Entry, FileSystem } from '../../src/runs/fileSystem.ts';

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

export const nodeFileSystem: FileSystem = {
  async list(folder) {
    return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).flatMap(entryOf) : [];
  },
  async read(path) {
    return isFile(path) ? new Uint8Array(readFileSync(normalize(path))) : null;
  },
  async readPart(path, from, bytes) {
    if (!isFile(path)) return new Uint8Array();
    const file = openSync(normalize(path), 'r');
    try {
      const part = new Uint8Array(bytes);
      return part.subarray(0, readSync(file, part, 0, bytes, from));
    } finally {
      closeSync(file);
    }
  },
  async size(path) {
    return isFile(path) ? statSync(path).size : null;
  },
  async write(path, bytes) {
    const own = normalize(path);
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, bytes, { flush: true });
  },
  async append(path, bytes) {
    appendFileSync(normalize(path), bytes);
  },
  async truncate(path, size) {
    truncateSync(normalize(path), size);
  },
  async remove(path) {
    rmSync(normalize(path), { recursive: true, force: true });
  },
  async rename(from, to) {
    renameSync(normalize(from), normalize(to));
  },
};

/** Links and devices are no part of a run. */
function entryOf(entry: Dirent): Entry[] {
  if (entry.isFile()) return [{ name: entry.name, kind: 'file' }];
  return entry.isDirectory() ? [{ name: entry.name, kind: 'folder' }] : [];
}

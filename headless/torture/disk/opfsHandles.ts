/** The browser's private file system over a simulated disk, as `workers/opfs/opfs.ts` asks for it. */
import { type File as DiskFile, type Folder, type Node, PowerLost, type SimulatedDisk } from './simulated.ts';

const refusal = (name: string, what: string): DOMException => new DOMException(what, name);

/** The folder as the handle of a directory; `shorten`: as of `nodeCalls`. */
export function opfsHandle(
  disk: SimulatedDisk,
  folder: Folder = disk.root,
  shorten: (call: string, length: number) => number = (_, length) => length,
): FileSystemDirectoryHandle {
  const locked = new Set<DiskFile>();
  const directory = (own: Folder) => ({
    kind: 'directory' as const,
    async getDirectoryHandle(name: string, { create = false } = {}) {
      disk.call('getDirectoryHandle');
      const found = own.entries.get(name) ?? (create ? made(own, name, disk.newFolder()) : missing(name));
      if (found.kind === 'file') throw refusal('TypeMismatchError', `${name} is a file`);
      return directory(found);
    },
    async getFileHandle(name: string, { create = false } = {}) {
      disk.call('getFileHandle');
      const found = own.entries.get(name) ?? (create ? made(own, name, disk.newFile()) : missing(name));
      if (found.kind === 'folder') throw refusal('TypeMismatchError', `${name} is a folder`);
      return fileHandle(name, found);
    },
    async removeEntry(name: string) {
      disk.call('removeEntry');
      const found = own.entries.get(name) ?? missing(name);
      if (found.kind === 'file' && locked.has(found)) throw refusal('NoModificationAllowedError', `${name} is open`);
      disk.rename({ folder: own, name, node: null });
    },
    async *[Symbol.asyncIterator]() {
      disk.call('list');
      for (const [name, { kind }] of own.entries) yield [name, { kind: kind === 'file' ? 'file' : 'directory' }];
    },
  });
  const fileHandle = (name: string, file: DiskFile) => ({
    kind: 'file' as const,
    async getFile() {
      disk.call('getFile');
      const bytes = file.bytes.slice();
      return new File([bytes.subarray(0, shorten('read', bytes.byteLength))], name);
    },
    async createSyncAccessHandle() {
      disk.call('createSyncAccessHandle');
      if (locked.has(file)) throw refusal('NoModificationAllowedError', `${name} is open`);
      locked.add(file);
      return {
        write(given: Uint8Array, { at = 0 } = {}): number {
          const part = given.subarray(0, shorten('write', given.byteLength));
          try {
            disk.call('write');
          } catch (error) {
            if (error instanceof PowerLost) disk.write(file, at, part.subarray(0, part.byteLength >> 1));
            throw error;
          }
          disk.write(file, at, part);
          return part.byteLength;
        },
        truncate(size: number): void {
          disk.call('truncate');
          disk.resize(file, size);
        },
        getSize: (): number => file.bytes.byteLength,
        flush(): void {
          disk.call('flush');
          disk.sync(file);
        },
        close: (): void => void locked.delete(file),
      };
    },
  });
  const made = <T extends Node>(own: Folder, name: string, node: T): T => {
    disk.rename({ folder: own, name, node });
    return node;
  };
  const missing = (name: string): never => {
    throw refusal('NotFoundError', `${name} is not there`);
  };
  return directory(folder) as unknown as FileSystemDirectoryHandle;
}

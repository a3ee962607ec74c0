/** `node:fs` over a simulated disk, with the errors of Linux. */
import type { DiskCalls } from '../../kit/nodeFileSystem.ts';
import { type File, type Folder, type Node, PowerLost, type SimulatedDisk } from './simulated.ts';

/** An error as `node:fs` throws it. */
export function errno(code: string, syscall: string, path?: string): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(`${code}: ${syscall}${path === undefined ? '' : ` '${path}'`}`);
  return Object.assign(error, { code, syscall, ...(path !== undefined && { path }) });
}

/** `shorten`: of how many bytes that a call reads or writes it takes how many; all where left out. */
export function nodeCalls(disk: SimulatedDisk, shorten: (call: string, length: number) => number = (_, length) => length): DiskCalls {
  const opened = new Map<number, { readonly node: Node; readonly appends: boolean; at: number }>();
  let next = 3;

  const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.');
  const find = (path: string): Node | null => {
    let node: Node | undefined = disk.root;
    for (const name of namesOf(path)) node = node?.kind === 'folder' ? node.entries.get(name) : undefined;
    return node ?? null;
  };
  const parentOf = (path: string, syscall: string): { readonly folder: Folder; readonly name: string } => {
    const names = namesOf(path);
    const name = names.pop() ?? '';
    const folder = find(names.join('/'));
    if (!folder) throw errno('ENOENT', syscall, path);
    if (folder.kind === 'file') throw errno('ENOTDIR', syscall, path);
    return { folder, name };
  };
  const fileAt = (file: number, syscall: string): { readonly node: File; readonly appends: boolean; at: number } => {
    const found = opened.get(file);
    if (!found) throw errno('EBADF', syscall);
    if (found.node.kind === 'folder') throw errno('EISDIR', syscall);
    return found as { node: File; appends: boolean; at: number };
  };

  return {
    openSync(path, flags) {
      disk.call('open');
      let node = find(path);
      if (node?.kind === 'folder' && flags !== 'r') throw errno('EISDIR', 'open', path);
      if (!node) {
        if (flags === 'r' || flags === 'r+') throw errno('ENOENT', 'open', path);
        node = disk.newFile();
        disk.rename({ ...parentOf(path, 'open'), node });
      }
      if (flags === 'w' && node.kind === 'file') disk.resize(node, 0);
      opened.set(next, { node, appends: flags === 'a', at: 0 });
      return next++;
    },
    readSync(file, bytes, offset, length, position) {
      disk.call('read');
      const { node } = fileAt(file, 'read');
      const part = node.bytes.subarray(position, position + shorten('read', Math.min(length, node.bytes.byteLength - position)));
      bytes.set(part, offset);
      return part.byteLength;
    },
    writeSync(file, bytes, offset, length) {
      const held = fileAt(file, 'write');
      const part = bytes.subarray(offset, offset + shorten('write', length));
      const at = held.appends ? held.node.bytes.byteLength : held.at;
      try {
        disk.call('write');
      } catch (error) {
        if (error instanceof PowerLost) disk.write(held.node, at, part.subarray(0, part.byteLength >> 1));
        throw error;
      }
      disk.write(held.node, at, part);
      held.at = at + part.byteLength;
      return part.byteLength;
    },
    ftruncateSync(file, size) {
      disk.call('ftruncate');
      disk.resize(fileAt(file, 'ftruncate').node, size);
    },
    fsyncSync(file) {
      disk.call('fsync');
      const found = opened.get(file);
      if (!found) throw errno('EBADF', 'fsync');
      if (found.node.kind === 'folder') disk.syncNames(found.node);
      else disk.sync(found.node);
    },
    closeSync(file) {
      opened.delete(file);
    },
    statSync(path) {
      disk.call('stat');
      const node = find(path);
      return node ? { isFile: () => node.kind === 'file', size: node.kind === 'file' ? node.bytes.byteLength : 0 } : undefined;
    },
    readdirSync(path) {
      disk.call('scandir');
      const folder = find(path);
      if (!folder) throw errno('ENOENT', 'scandir', path);
      if (folder.kind === 'file') throw errno('ENOTDIR', 'scandir', path);
      return [...folder.entries].map(([name, { kind }]) => ({ name, isFile: () => kind === 'file', isDirectory: () => kind === 'folder' }));
    },
    mkdirSync(path) {
      let first: string | undefined;
      let at = '';
      for (const name of namesOf(path)) {
        at = `${at}/${name}`;
        const node = find(at);
        if (node?.kind === 'file') throw errno('EEXIST', 'mkdir', path);
        if (node) continue;
        disk.call('mkdir');
        disk.rename({ ...parentOf(at, 'mkdir'), node: disk.newFolder() });
        first ??= at;
      }
      return first;
    },
    renameSync(from, to) {
      disk.call('rename');
      const [source, target] = [parentOf(from, 'rename'), parentOf(to, 'rename')];
      const node = source.folder.entries.get(source.name);
      if (!node) throw errno('ENOENT', 'rename', from);
      const there = target.folder.entries.get(target.name);
      if (there?.kind === 'folder' && (node.kind === 'file' || there.entries.size > 0)) throw errno('ENOTEMPTY', 'rename', to);
      if (there?.kind === 'file' && node.kind === 'folder') throw errno('ENOTDIR', 'rename', to);
      disk.rename({ ...source, node: null }, { ...target, node });
    },
    rmSync(path) {
      const remove = (folder: Folder, name: string): void => {
        const node = folder.entries.get(name);
        if (!node) return;
        if (node.kind === 'folder') for (const child of [...node.entries.keys()]) remove(node, child);
        disk.call('unlink');
        disk.rename({ folder, name, node: null });
      };
      const { folder, name } = ((): { folder: Folder; name: string } => {
        const names = namesOf(path);
        const last = names.pop() ?? '';
        const above = find(names.join('/'));
        return { folder: above?.kind === 'folder' ? above : disk.newFolder(), name: last };
      })();
      remove(folder, name);
    },
  };
}

/**
 * A disk that can lose power, as SQLite's `test6.c` has one: what a program changes lies in a cache, and only what it asked to be synced
 * is sure to be there afterwards. Of the rest each write is kept, dropped or torn, and each change of a name kept or dropped. Bytes
 * beside those of a torn write stay as they are, as SQLite assumes too (powersafe overwrite).
 */
import type { Draws } from '../draws.ts';

export interface File {
  readonly kind: 'file';
  /** As programs read it. */
  bytes: Uint8Array;
  /** As it was synced last. */
  synced: Uint8Array;
  /** What was changed since, in order. */
  pending: Change[];
}
type Change = { readonly at: number; readonly bytes: Uint8Array } | { readonly size: number };

export interface Folder {
  readonly kind: 'folder';
  readonly entries: Map<string, Node>;
}
export type Node = File | Folder;

/** A change of names, which happens whole or not at all. */
interface Renaming {
  readonly puts: readonly { readonly folder: Folder; readonly name: string; readonly node: Node | null }[];
  synced: boolean;
}

/** What happens to the changes of names that were not synced. `lasting`: they are kept, as where a process ends and not the system. */
export type NamesAfter = 'lasting' | 'journal' | 'any order';

/** Power was lost: thrown by the call during which it happens, and by all after it. */
export class PowerLost extends Error {
  override readonly name = 'PowerLost';
}

export class SimulatedDisk {
  readonly root: Folder = { kind: 'folder', entries: new Map() };
  /** Calls that were made. */
  calls = 0;
  /** Before call number `calls` (from 0) does anything; what it throws the call throws. */
  before: (call: string) => void = () => undefined;
  #names: Renaming[] = [];
  #powered = true;
  #touched = new Set<File>();

  /** Loses power now. */
  cut(): never {
    this.#powered = false;
    throw new PowerLost('the power was cut');
  }

  /** Begins a call: counts it, and lets it fail. */
  call(name: string): void {
    if (!this.#powered) throw new PowerLost('the power is off');
    this.before(name);
    this.calls += 1;
  }

  newFile(): File {
    return { kind: 'file', bytes: new Uint8Array(), synced: new Uint8Array(), pending: [] };
  }

  newFolder(): Folder {
    return { kind: 'folder', entries: new Map() };
  }

  write(file: File, at: number, bytes: Uint8Array): void {
    this.#change(file, { at, bytes: bytes.slice() });
  }

  resize(file: File, size: number): void {
    if (size !== file.bytes.byteLength) this.#change(file, { size });
  }

  sync(file: File): void {
    file.synced = file.bytes.slice();
    file.pending = [];
    this.#touched.delete(file);
  }

  /** Puts names in their folders at once; null takes one away. */
  rename(...puts: Renaming['puts']): void {
    for (const { folder, name, node } of puts) put(folder, name, node);
    this.#names.push({ puts, synced: false });
  }

  /** Puts the names of a folder on the disk. */
  syncNames(folder: Folder): void {
    for (const renaming of this.#names) if (renaming.puts.some((put) => put.folder === folder)) renaming.synced = true;
  }

  /** The disk as it is found when power is back; this one is of no use any more. */
  afterwards(draws: Draws, names: NamesAfter, contents: 'torn' | 'lasting' = 'torn'): SimulatedDisk {
    const kept = keptNames(this.#names, draws, names);
    // From the end: what was dropped is undone, what was kept done again, so that later names win.
    const before = new Map<Folder, Map<string, Node>>();
    for (const folder of foldersIn(this.root, this.#names)) before.set(folder, new Map(this.#atFirst.get(folder) ?? []));
    for (const renaming of kept) for (const { folder, name, node } of renaming.puts) putInto(before.get(folder), name, node);
    const made = new Map<Node, Node>();
    const disk = new SimulatedDisk();
    const copy = (node: Node): Node => {
      const known = made.get(node);
      if (known) return known;
      if (node.kind === 'file') {
        const bytes = contents === 'lasting' ? node.bytes : tornBytes(node, draws);
        const file: File = { kind: 'file', bytes: bytes.slice(), synced: bytes.slice(), pending: [] };
        made.set(node, file);
        return file;
      }
      const folder: Folder = { kind: 'folder', entries: new Map() };
      made.set(node, folder);
      for (const [name, child] of before.get(node) ?? node.entries) folder.entries.set(name, copy(child));
      return folder;
    };
    for (const [name, child] of before.get(this.root) ?? []) disk.root.entries.set(name, copy(child));
    disk.#remember();
    return disk;
  }

  /** Entries of every folder as they are known to be on the disk. */
  readonly #atFirst = new Map<Folder, ReadonlyMap<string, Node>>();

  #remember(): void {
    const walk = (folder: Folder): void => {
      this.#atFirst.set(folder, new Map(folder.entries));
      for (const child of folder.entries.values()) if (child.kind === 'folder') walk(child);
    };
    walk(this.root);
  }

  #change(file: File, change: Change): void {
    file.pending.push(change);
    this.#touched.add(file);
    file.bytes = changed(file.bytes, change);
  }
}

function put(folder: Folder, name: string, node: Node | null): void {
  putInto(folder.entries, name, node);
}

function putInto(entries: Map<string, Node> | undefined, name: string, node: Node | null): void {
  if (node) entries?.set(name, node);
  else entries?.delete(name);
}

/** Every folder that is or was there. */
function foldersIn(root: Folder, names: readonly Renaming[]): Set<Folder> {
  const found = new Set<Folder>();
  const walk = (node: Node): void => {
    if (node.kind === 'file' || found.has(node)) return;
    found.add(node);
    for (const child of node.entries.values()) walk(child);
  };
  walk(root);
  for (const { puts } of names)
    for (const { folder, node } of puts) {
      walk(folder);
      if (node) walk(node);
    }
  return found;
}

function keptNames(names: readonly Renaming[], draws: Draws, how: NamesAfter): Renaming[] {
  if (how === 'lasting') return [...names];
  if (how === 'any order') return names.filter(({ synced }) => synced || draws.chance(0.5));
  // A journal is written in order: all up to the last that was synced, and some more.
  const sure = names.findLastIndex(({ synced }) => synced) + 1;
  return names.slice(0, sure + draws.below(names.length - sure + 1));
}

function changed(bytes: Uint8Array, change: Change): Uint8Array {
  const size = 'size' in change ? change.size : Math.max(bytes.byteLength, change.at + change.bytes.byteLength);
  const next = new Uint8Array(size);
  next.set(bytes.subarray(0, size));
  if (!('size' in change)) next.set(change.bytes, change.at);
  return next;
}

/** Bytes that are written at once, on disks with small sectors and on those with larger ones. */
const SECTORS = [16, 64, 512];

/** What is found of a file: of each change that was not synced all, nothing or some sectors, of which some are anything. */
function tornBytes({ synced, pending }: File, draws: Draws): Uint8Array {
  let bytes = synced;
  for (const change of pending) {
    const fate = draws.below(4);
    if (fate === 0) continue;
    if (fate === 1 || 'size' in change) bytes = changed(bytes, change);
    else bytes = torn(bytes, change, draws);
  }
  return bytes;
}

function torn(bytes: Uint8Array, { at, bytes: written }: { readonly at: number; readonly bytes: Uint8Array }, draws: Draws): Uint8Array {
  const sector = draws.pick(SECTORS);
  // The size may be known before the bytes are there, or not.
  const size = draws.chance(0.5) ? at + written.byteLength : at + draws.below(written.byteLength + 1);
  const next = new Uint8Array(Math.max(bytes.byteLength, size));
  next.set(bytes);
  for (let from = 0; from < written.byteLength && at + from < size; from += sector) {
    const to = Math.min(from + sector, written.byteLength, size - at);
    const fate = draws.below(4);
    if (fate < 2) next.set(written.subarray(from, to), at + from);
    else if (fate === 2) next.set(draws.bytes(to - from), at + from);
  }
  return next;
}

/** Every file below a folder by its path. */
export function filesOf(folder: Folder, prefix = ''): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const [name, node] of folder.entries)
    if (node.kind === 'file') found.set(prefix + name, node.bytes);
    else for (const [path, bytes] of filesOf(node, `${prefix}${name}/`)) found.set(path, bytes);
  return found;
}

/** Files as readers are given them, what readers make of them, and files that are broken in seeded ways. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FaultError, type Fault } from '../../../../../src/core/faults.ts';
import type { ImportedEpisode, ImportedPart } from '../../../../../src/core/formats/imports/importedRun.ts';
import { type FileHead, type GivenFile, HEAD_BYTES, type RunReader } from '../../../../../src/core/formats/imports/reader.ts';

export const IMPORTS = fileURLToPath(new URL('../../../../golden/imports/', import.meta.url));

const bytesOf = (content: string | Uint8Array): Uint8Array => (typeof content === 'string' ? new TextEncoder().encode(content) : content);

/** A file of these contents. */
export function given(path: string, content: string | Uint8Array): GivenFile {
  const bytes = bytesOf(content);
  return { path, size: bytes.length, read: (start, end) => Promise.resolve(bytes.slice(start, end)) };
}

/** All files of a golden folder, by their paths in it. */
export function goldenFiles(folder: string): Map<string, Uint8Array> {
  const root = join(IMPORTS, folder);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(root, path)).isFile());
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), new Uint8Array(readFileSync(join(root, path)))]));
}

export const givenFiles = (files: ReadonlyMap<string, Uint8Array>): GivenFile[] => [...files].map(([path, bytes]) => given(path, bytes));

export const headOf = (path: string, content: string | Uint8Array): FileHead => {
  const bytes = bytesOf(content);
  return { path, size: bytes.length, bytes: bytes.slice(0, HEAD_BYTES) };
};

export async function partsOf(reader: RunReader, files: readonly GivenFile[]): Promise<ImportedPart[]> {
  const parts: ImportedPart[] = [];
  for await (const part of reader.read(files, null)) parts.push(part);
  return parts;
}

export async function episodesOf(reader: RunReader, files: readonly GivenFile[]): Promise<ImportedEpisode[]> {
  return (await partsOf(reader, files)).flatMap((part) => (part.kind === 'episode' ? [part.episode] : []));
}

/** The fault that reading ends with; null where it ends well. Anything else that is thrown is an error of ours. */
export async function faultOf(reader: RunReader, files: readonly GivenFile[]): Promise<Fault | null> {
  try {
    for await (const part of reader.read(files, null)) void part;
    return null;
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
}

/** One change to a file of JSON Lines that a disk, a person or an enemy might make. */
export function mutant(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  const text = () => new TextDecoder().decode(bytes);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  switch (Math.floor(random() * 6)) {
    case 0:
      return bytes.slice(0, at);
    case 1: {
      const changed = bytes.slice();
      changed[at] = Math.floor(random() * 256);
      return changed;
    }
    case 2: {
      // A value of another kind.
      const values = [...text().matchAll(/(?<=":\s*)(?:"(?:[^"\\]|\\.)*"|-?[\d.]+(?:e[+-]?\d+)?|true|false|null|\[\]|\{\})/g)];
      if (values.length === 0) return bytes;
      const value = pick(values);
      const other = pick([
        '"x"',
        '7',
        '-1',
        '1e999',
        'NaN',
        'true',
        'null',
        '[]',
        '{}',
        '[[1]]',
        '[null]',
        '1.5',
        '"\\ud800"',
        '9007199254740993',
      ]);
      return bytesOf(text().slice(0, value.index) + other + text().slice(value.index + value[0].length));
    }
    case 3: {
      // A field that is missing, or called otherwise.
      const keys = [...text().matchAll(/"([A-Za-z_]+)"(?=\s*:)/g)];
      if (keys.length === 0) return bytes;
      const key = pick(keys);
      return bytesOf(
        `${text().slice(0, key.index)}"${pick(['__proto__', 'constructor', 'x', ''])}"${text().slice(key.index + key[0].length)}`,
      );
    }
    case 4:
      return new Uint8Array([...bytes.slice(0, at), ...bytes.slice(at, at + Math.floor(random() * 200)), ...bytes.slice(at)]);
    default: {
      const nested = pick(['[', '{"a":']).repeat(pick([50, 100_000]));
      return bytesOf(text().slice(0, at) + nested + text().slice(at));
    }
  }
}

/** Files as readers are given them, and what readers make of them. */
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

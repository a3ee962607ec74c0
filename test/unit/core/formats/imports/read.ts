/** All that a reader says of golden files or of files made of a text, in its kinds. */
import { readFileSync } from 'node:fs';
import { FaultError } from '../../../../../src/core/faults.ts';
import type { ImportedEpisode, ImportedMetrics, ImportedPart } from '../../../../../src/core/formats/imports/importedRun.ts';
import type { RowMapping } from '../../../../../src/core/formats/imports/mapping.ts';
import { type FileHead, type GivenFile, HEAD_BYTES, type RunReader } from '../../../../../src/core/formats/imports/reader.ts';
import { given, IMPORTS } from './given.ts';

export { given };

export const goldenBytes = (path: string): Uint8Array => new Uint8Array(readFileSync(`${IMPORTS}${path}`));
export const goldenText = (path: string): string => readFileSync(`${IMPORTS}${path}`, 'utf8');
export const goldenJson = (path: string): any => JSON.parse(goldenText(path));
/** What every line of a file says. */
export const goldenLines = (path: string): any[] =>
  goldenText(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export const golden = (path: string): GivenFile => given(path, goldenBytes(path));

export async function headOf(file: GivenFile): Promise<FileHead> {
  return { path: file.path, size: file.size, bytes: await file.read(0, HEAD_BYTES) };
}

export interface Read {
  readonly episodes: readonly ImportedEpisode[];
  readonly metrics: readonly ImportedMetrics[];
  /** Codes of the notices. */
  readonly notices: readonly string[];
}

export async function readAll(reader: RunReader, files: readonly GivenFile[], mapping: RowMapping | null = null): Promise<Read> {
  const parts: ImportedPart[] = [];
  for await (const part of reader.read(files, mapping)) parts.push(part);
  return {
    episodes: parts.flatMap((part) => (part.kind === 'episode' ? [part.episode] : [])),
    metrics: parts.flatMap((part) => (part.kind === 'metrics' ? [part.metrics] : [])),
    notices: parts.flatMap((part) => (part.kind === 'notice' ? [part.code] : [])),
  };
}

/** The fault with which reading ends. */
export async function faultOf(reader: RunReader, files: readonly GivenFile[], mapping: RowMapping | null = null) {
  const error: unknown = await readAll(reader, files, mapping).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FaultError)) throw new Error(`no fault but ${String(error)}`);
  return error.fault;
}

/** Folders as plain data, and the JSON files in them. */
import { faultAt } from '../faultAt.ts';
import type { Fault, FaultText } from '../faults.ts';
import type { NotJson } from '../../words/words.ts';
import type { ModelFile } from './byteSource.ts';

/** Files by path relative to their folder, `/`-separated, as a zip or a run folder holds them. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** The same of a model, whose weights may be read piece by piece from where they lie. */
export type ModelFiles = Readonly<Record<string, ModelFile>>;

/** The same as a page hands it to its workers: what a prompt needs as bytes, weights where a browser has them. */
export type GivenFiles = Readonly<Record<string, Uint8Array | Blob>>;

/** A JSON file of two-space indentation with a closing newline, as Python's tools write them. */
export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

/** The JSON value of a file, or the fault `code` of `words` that names it. */
export function decodeJson<C extends Fault['code']>(
  bytes: Uint8Array,
  subject: string,
  words: { readonly [code in NoInfer<C>]: (why: NotJson) => FaultText },
  code: C,
): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const told: Readonly<Record<Fault['code'], (why: NotJson) => FaultText>> = words;
    throw faultAt<typeof told, Fault['code']>(told, code, { found: 'not_json', subject, reason });
  }
}

/** The files below `folder`, with paths relative to it. */
export function filesUnder<File>(files: Readonly<Record<string, File>>, folder: string): Record<string, File> {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, bytes]) => [path.slice(prefix.length), bytes]),
  );
}

/** The same files, with paths below `folder`. */
export function filesInto<File>(folder: string, files: Readonly<Record<string, File>>): Record<string, File> {
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${folder}/${path}`, bytes]));
}

/** Folders as plain data, and the JSON files in them. */
import { FaultError } from '../faults.ts';

/** Files by path relative to their folder, `/`-separated, as a zip or a run folder holds them. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** A JSON file of two-space indentation with a closing newline, as Python's tools write them. */
export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

/** The JSON value of a file, or a fault with `code` that names it. */
export function decodeJson(bytes: Uint8Array, fileName: string, code: `E_${string}`): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FaultError({
      code,
      message: `${fileName} is not a JSON file (${reason}).`,
      hint: 'Download or export it again.',
      place: { subject: fileName },
    });
  }
}

/** The files below `folder`, with paths relative to it. */
export function filesUnder(files: Files, folder: string): Record<string, Uint8Array> {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, bytes]) => [path.slice(prefix.length), bytes]),
  );
}

/** The same files, with paths below `folder`. */
export function filesInto(folder: string, files: Files): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${folder}/${path}`, bytes]));
}

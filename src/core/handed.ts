/**
 * What the page and the process that serves it agree on, where that process hands over the files of a run (`npm run open -- FOLDER`). The page
 * is opened with a key in its address, `?open=KEY`; below `open/KEY/` there is a list of files, and each file under its number in the list,
 * in stretches. No request names a path, and who does not know the key is told nothing. Paths are below the page's own address.
 */
import { handedFaults } from '../words/words.ts';
import { faultAt } from './faultAt.ts';
import { isRecord } from './isRecord.ts';

/** The page's parameter that holds the key. */
export const OPEN_PARAMETER = 'open';
/** Below it lies what is handed over. */
export const HANDED = 'open/';
/** Most bytes that one request may ask for. */
export const HANDED_PIECE = 8 * 2 ** 20;

export const handedListPath = (key: string): string => `${HANDED}${key}/list.json`;
export const handedFilePath = (key: string, index: number): string => `${HANDED}${key}/${index}`;

export interface HandedList {
  /** Of the folder, or of the one file. */
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly files: readonly { /** `/`-separated, below the folder. */ readonly path: string /** Bytes. */; readonly size: number }[];
}

/** A file that is handed over: in the place of a `Blob` whose bytes are here. Plain data, so that a worker can be given it. */
export interface HandedFile {
  readonly url: string;
  readonly path: string;
  /** Bytes, as it was when it was listed: what is written to it later is not seen. */
  readonly size: number;
}

export type Ask = (url: string, request: { readonly headers: Record<string, string>; readonly cache: 'no-store' }) => Promise<Response>;

/** What the process says there is; null where it is no such list. */
export function handedListIn(value: unknown): HandedList | null {
  if (!isRecord(value)) return null;
  const { name, kind, files } = value;
  const isFile = (file: unknown): boolean => isRecord(file) && typeof file['path'] === 'string' && Number.isSafeInteger(file['size']);
  const known = typeof name === 'string' && (kind === 'folder' || kind === 'file') && Array.isArray(files) && files.every(isFile);
  return known ? (value as unknown as HandedList) : null;
}

/**
 * Bytes of a file from `start` up to `end`, fewer at its end. Throws `E_HANDED_GONE` where nobody answers any more, and
 * `E_HANDED_REFUSED` with the reason where the file is not what was listed.
 */
export async function readHanded(file: HandedFile, start: number, end: number, ask: Ask): Promise<Uint8Array<ArrayBuffer>> {
  const until = Math.min(end, file.size);
  const bytes = new Uint8Array(Math.max(0, until - start));
  for (let from = start; from < until; from += HANDED_PIECE)
    bytes.set(await readPiece(file, from, Math.min(until, from + HANDED_PIECE), ask), from - start);
  return bytes;
}

async function readPiece({ url, path, size }: HandedFile, start: number, end: number, ask: Ask): Promise<Uint8Array> {
  let response: Response;
  let body: ArrayBuffer;
  try {
    response = await ask(url, { headers: { range: `bytes=${start}-${end - 1}` }, cache: 'no-store' });
    body = await response.arrayBuffer();
  } catch (error) {
    throw faultAt(handedFaults, 'E_HANDED_GONE', { subject: path }, String(error));
  }
  // Another process in its place may answer with something else: a page for every path, or other files.
  if (
    response.status === 206 &&
    response.headers.get('content-range') === `bytes ${start}-${end - 1}/${size}` &&
    body.byteLength === end - start
  )
    return new Uint8Array(body);
  const reason = reasonIn(new TextDecoder().decode(body.slice(0, 2 ** 12)));
  if (reason === null) throw faultAt(handedFaults, 'E_HANDED_GONE', { subject: path }, `${response.status} ${url}`);
  throw faultAt(handedFaults, 'E_HANDED_REFUSED', { subject: path, reason });
}

function reasonIn(text: string): string | null {
  try {
    const said: unknown = JSON.parse(text);
    return isRecord(said) && typeof said['error'] === 'string' ? said['error'] : null;
  } catch {
    return null;
  }
}

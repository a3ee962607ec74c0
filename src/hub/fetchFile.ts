/**
 * One file of the Hub, fetched into a part file: what arrived stays when a connection is cut, the page is reloaded or the process
 * ends, and fetching goes on behind it. A file counts once its hash is the one that the Hub names.
 */
import { faultAt } from '../core/faultAt.ts';
import type { HubFile, HubModel } from '../core/formats/models/hub/hubModel.ts';
import { hubFaults } from '../words/words.ts';
import { type Hasher, type MakeHasher, plainHasher } from './hasher.ts';
import { CutOff, type Hub } from './hub.ts';
import { type HubFileSystem, PIECE } from './hubFiles.ts';

/** Cuts in a row, nothing having arrived in between, before it is told. */
const MOST_CUTS = 5;
/** Wait after the first of them, milliseconds; twice as long after each further one. */
const FIRST_WAIT = 1000;

export interface PartFile {
  readonly fs: HubFileSystem;
  /** Where what has arrived lies. */
  readonly path: string;
}

export interface FetchFileOptions {
  readonly makeHasher?: MakeHasher;
  /** Hears how much of the file is there, bytes; `checking` while what was there already is read. */
  readonly onBytes?: (bytes: number, checking: boolean) => void;
}

/** Resolves when the part file is the whole file, verified. Throws `E_HUB_*`, and what the signal of `hub` says. */
export async function fetchFile(hub: Hub, model: HubModel, file: HubFile, part: PartFile, options: FetchFileOptions = {}): Promise<void> {
  const { makeHasher = plainHasher, onBytes } = options;
  const earlier = await part.fs.size(part.path);
  // Longer than the file can only be another one.
  const kept = earlier !== null && earlier <= file.bytes ? earlier : 0;
  if (kept === 0) await part.fs.write(part.path, new Uint8Array());
  const hasher = makeHasher(file);
  for (let at = 0; at < kept; ) {
    hub.signal?.throwIfAborted();
    const piece = await part.fs.readPart(part.path, at, Math.min(PIECE, kept - at));
    if (piece.byteLength === 0) break;
    hasher.update(piece);
    at += piece.byteLength;
    onBytes?.(at, true);
  }
  let found = await received(hub, model, file, part, kept, hasher, makeHasher, onBytes);
  // What was there before may have been damaged on the disk: then once more from the start.
  if (found !== file.hash.hex && kept > 0) {
    await part.fs.write(part.path, new Uint8Array());
    found = await received(hub, model, file, part, 0, makeHasher(file), makeHasher, onBytes);
  }
  if (found === file.hash.hex) return;
  await part.fs.remove(part.path);
  throw faultAt(hubFaults, 'E_HUB_HASH', { subject: model.id, file: file.path, expected: file.hash.hex, found });
}

/** Fetches what is missing behind the `have` bytes that `hasher` knows; the hash of all in the end, null of a file that goes on behind its end. */
async function received(
  hub: Hub,
  model: HubModel,
  file: HubFile,
  part: PartFile,
  have: number,
  hasher: Hasher,
  makeHasher: MakeHasher,
  onBytes: FetchFileOptions['onBytes'],
): Promise<string | null> {
  let known = hasher;
  let there = have;
  let cuts = 0;
  while (there < file.bytes) {
    const before = there;
    try {
      const response = await hub.open(model, file.path, there);
      if (there > 0 && !continues(response, there)) {
        // All of it once more, or none: begun anew.
        await part.fs.write(part.path, new Uint8Array());
        known = makeHasher(file);
        there = 0;
        if (response.status === 206) throw new CutOff(new Error('another range was sent'));
      }
      if (response.status === 416) throw new CutOff(new Error('the range was refused'));
      for await (const piece of piecesOf(response, hub.signal)) {
        const fits = piece.subarray(0, file.bytes - there);
        await part.fs.append(part.path, fits);
        known.update(fits);
        there += fits.byteLength;
        onBytes?.(there, false);
        // More than the listing says cannot be the file that it names.
        if (fits.byteLength < piece.byteLength) return null;
      }
      if (there < file.bytes) throw new CutOff(new Error(`it ended after ${there} of ${file.bytes} bytes`));
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      cuts = there > before ? 1 : cuts + 1;
      if (cuts > MOST_CUTS) throw hub.unreached(model.id, there > 0, error.cause);
      await hub.wait(FIRST_WAIT * 2 ** (cuts - 1));
    }
  }
  return known.hex();
}

/** Whether an answer begins at byte `from`. */
function continues({ status, headers }: Response, from: number): boolean {
  if (status !== 206) return false;
  const range = headers.get('content-range');
  return range === null || range.startsWith(`bytes ${from}-`);
}

/** The body in pieces of at least {@link PIECE} bytes but the last; what arrived before a cut is given as well. */
async function* piecesOf(response: Response, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  let kept: Uint8Array[] = [];
  let bytes = 0;
  const taken = (): Uint8Array => {
    const piece = new Uint8Array(bytes);
    let at = 0;
    for (const chunk of kept) {
      piece.set(chunk, at);
      at += chunk.byteLength;
    }
    kept = [];
    bytes = 0;
    return piece;
  };
  let cut: unknown = null;
  try {
    for (;;) {
      const next = await reader.read().catch((error: unknown) => {
        cut = error ?? new Error('cut');
        return null;
      });
      if (next === null || next.done) break;
      kept.push(next.value);
      bytes += next.value.byteLength;
      if (bytes >= PIECE) yield taken();
    }
    if (bytes > 0) yield taken();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (cut === null) return;
  signal?.throwIfAborted();
  throw new CutOff(cut);
}

/**
 * Hands the files of a listing over to the page that this process serves: in stretches, to who knows the key, and nothing else of this
 * computer. A file is named by its number in the listing. When it is read it must still be the file that was listed: a link, another
 * file or a folder in its place are refused, however they came there.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HANDED, HANDED_PIECE, type HandedList, OPEN_PARAMETER } from '../../src/core/handed.ts';
import { handedText } from '../../src/words/words.ts';
import { OUR_HEADERS, refuse, say } from '../kit/answer.ts';
import { type Refused, refusedAsker } from '../kit/mayAsk.ts';
import type { ListedFile, Listing } from './listing.ts';

const words = handedText.refused;
const NOTHING: Refused = { status: 404, error: words.nothing };
/** Without following a link at its end, and without waiting for a pipe that stands in a file's place. Windows knows neither. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export class HandedFiles {
  readonly #list: HandedList;
  readonly #key = randomBytes(16).toString('base64url');

  constructor(readonly listing: Listing) {
    const { name, kind, files } = listing;
    this.#list = { name, kind, files: files.map(({ path, size }) => ({ path, size })) };
  }

  /** What is added to the page's address, so that it opens what is handed over. */
  get query(): string {
    return `?${OPEN_PARAMETER}=${this.#key}`;
  }

  /** Answers requests below `open/`; false for every other, which is not looked at. Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? '').replace(/^\//, '');
    if (!path.startsWith(HANDED)) return false;
    void this.#answer(path.slice(HANDED.length), request, response).catch(() => response.destroy());
    return true;
  }

  async #answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusedAsker(request);
    if (refused) return refuse(request, response, refused);
    if (request.method !== 'GET') return refuse(request, response, { status: 405, error: words.method });
    const [, key = '', what = ''] = /^([\w-]+)\/(list\.json|\d{1,6})$/.exec(path) ?? [];
    if (!this.#isKey(key)) return refuse(request, response, NOTHING);
    if (what === 'list.json') return say(response, 200, this.#list);
    const file = this.listing.files[Number(what)];
    if (!file) return refuse(request, response, NOTHING);
    const range = rangeIn(request.headers.range, file.size);
    if (!range) return refuse(request, response, { status: 416, error: words.range });
    const { start, end } = range;
    const read = await stretchOf(file, start, end);
    if ('error' in read) return refuse(request, response, read);
    response.writeHead(206, {
      ...OUR_HEADERS,
      'content-type': 'application/octet-stream',
      'content-length': end - start,
      'content-range': `bytes ${start}-${end - 1}/${file.size}`,
    });
    response.end(read.bytes);
  }

  #isKey(given: string): boolean {
    const [own, other] = [Buffer.from(this.#key), Buffer.from(given)];
    return own.length === other.length && timingSafeEqual(own, other);
  }
}

/** The one stretch that a header names, `end` behind its last byte; null for anything else. */
function rangeIn(header: string | undefined, size: number): { readonly start: number; readonly end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? [];
  const [start, end] = [Number(first), Number(last) + 1];
  return first !== '' && start < end && end <= size && end - start <= HANDED_PIECE ? { start, end } : null;
}

/** Bytes of a file from `start` up to `end`, or why they are not handed over. */
async function stretchOf(file: ListedFile, start: number, end: number): Promise<{ readonly bytes: Buffer } | Refused> {
  const changed: Refused = { status: 409, error: words.changed };
  try {
    // A folder of its path may have become a link, which opening it would follow.
    if ((await realpath(file.real)) !== file.real) return changed;
    const handle = await open(file.real, READ);
    try {
      const status = await handle.stat({ bigint: true });
      if (!status.isFile() || status.dev !== file.dev || status.ino !== file.ino) return changed;
      // What was written behind its end since then is not looked at.
      if (status.size < file.size) return { status: 409, error: words.shorter };
      const bytes = Buffer.allocUnsafe(end - start);
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) return { status: 409, error: words.shorter };
        filled += bytesRead;
      }
      return { bytes };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENXIO') return changed;
    return { status: 409, error: words.disk(code ?? message) };
  }
}

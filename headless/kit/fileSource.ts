/** A file on this disk, read piece by piece; it is open only while a piece is read, so nobody need close it. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type ByteSource, readAhead } from '../../src/core/formats/byteSource.ts';

/** Bytes that one call reads: Node takes no more than 2 GiB at once. */
const AT_ONCE = 2 ** 30;

/** The file at `path` as it is long now; of one that is cut meanwhile reading throws. */
export function fileSource(path: string): ByteSource {
  return readAhead(statSync(path).size, (begin, end) => {
    const bytes = new Uint8Array(end - begin);
    const file = openSync(path, 'r');
    try {
      let read = 0;
      while (read < bytes.byteLength) {
        const some = readSync(file, bytes, read, Math.min(AT_ONCE, bytes.byteLength - read), begin + read);
        if (some === 0) break;
        read += some;
      }
      return bytes.subarray(0, read);
    } finally {
      closeSync(file);
    }
  });
}

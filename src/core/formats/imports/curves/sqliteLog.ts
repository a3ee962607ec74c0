/**
 * The write-ahead log beside an SQLite database (https://www.sqlite.org/fileformat2.html, section 4): pages that are newer than the
 * database's own, up to the last transaction that was written whole.
 */
import type { GivenFile } from '../reader.ts';

const LITTLE = 0x377f0682;
const BIG = 0x377f0683;
const HEADER = 32;
const FRAME_HEADER = 24;

export interface SqliteLog {
  /** Where in the log the newest bytes of a page begin. */
  readonly pages: ReadonlyMap<number, number>;
  /** Pages of the database after the last transaction; 0 where the log holds none. */
  readonly count: number;
}

export const NO_LOG: SqliteLog = { pages: new Map(), count: 0 };

/** What the log holds for a database with pages of `pageSize` bytes; as SQLite does, all from the first wrong checksum on is void. */
export async function readLog(log: GivenFile, pageSize: number): Promise<SqliteLog> {
  const header = await log.read(0, HEADER);
  if (header.length < HEADER) return NO_LOG;
  const view = new DataView(header.buffer, header.byteOffset, HEADER);
  const magic = view.getUint32(0);
  if ((magic !== LITTLE && magic !== BIG) || view.getUint32(8) !== pageSize) return NO_LOG;
  const little = magic === LITTLE;
  let sums = checksum([0, 0], view, 0, 24, little);
  if (sums[0] !== view.getUint32(24) || sums[1] !== view.getUint32(28)) return NO_LOG;
  const pages = new Map<number, number>();
  const pending = new Map<number, number>();
  let count = 0;
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= log.size; at += FRAME_HEADER + pageSize) {
    const bytes = await log.read(at, at + FRAME_HEADER + pageSize);
    if (bytes.length < FRAME_HEADER + pageSize) break;
    const frame = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Salts of an older round: the log was begun anew before this frame.
    if (frame.getUint32(8) !== view.getUint32(16) || frame.getUint32(12) !== view.getUint32(20)) break;
    sums = checksum(sums, frame, 0, 8, little);
    sums = checksum(sums, frame, FRAME_HEADER, pageSize, little);
    if (sums[0] !== frame.getUint32(16) || sums[1] !== frame.getUint32(20)) break;
    pending.set(frame.getUint32(0), at + FRAME_HEADER);
    const committed = frame.getUint32(4);
    if (committed === 0) continue;
    for (const [page, offset] of pending) pages.set(page, offset);
    pending.clear();
    count = committed;
  }
  return { pages, count };
}

type Sums = readonly [number, number];

function checksum(sums: Sums, view: DataView, from: number, length: number, little: boolean): Sums {
  let [a, b] = sums;
  for (let at = from; at < from + length; at += 8) {
    a = (a + view.getUint32(at, little) + b) >>> 0;
    b = (b + view.getUint32(at + 4, little) + a) >>> 0;
  }
  return [a, b];
}

/**
 * The log that wandb keeps of an offline run, `run-<id>.wandb` (wandb/sdk/internal/datastore.py): LevelDB's log format in blocks
 * of 32 KiB after a header of seven bytes, with plain CRC-32, whose records are protobufs (wandb/proto/wandb_internal.proto).
 */
import { crcBy, CRC32 } from '../../crc.ts';
import { faultAt } from '../../../faultAt.ts';
import { fault } from '../../../faults.ts';
import { type CurvesDamage, importTraceFaults } from '../../../../words/words.ts';
import type { ImportedPart } from '../importedRun.ts';
import { noticeOf } from '../lines.ts';
import type { GivenFile } from '../reader.ts';
import { ByteStream } from './byteStream.ts';
import { bytesOf, fieldsOf, numberOf } from './protobuf.ts';

/** Bytes of one record, in all its pieces. */
export const MAX_RECORD_BYTES = 64 * 2 ** 20;

const HEADER = [0x3a, 0x57, 0x26, 0x42, 0xe1, 0xbe, 0x00];
const BLOCK = 32_768;
const PIECE_HEADER = 7;
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4] as const;

const crc32 = crcBy(CRC32);

/** Whether bytes begin as such a log. */
export const isWandbLog = (bytes: Uint8Array): boolean => HEADER.every((byte, at) => bytes[at] === byte);

/** A row of the history, with `_step` among its keys where the record has one. */
export type HistoryRow = Readonly<Record<string, unknown>>;

/** The history of a run; ends at a record that is cut off, of which `tell` is told. Throws `E_CURVES_BYTES`. */
export async function* historyOf(file: GivenFile, tell: (notice: ImportedPart) => void): AsyncGenerator<HistoryRow> {
  for await (const { record, offset } of recordsOf(file, tell)) {
    let row: HistoryRow | null;
    try {
      row = historyRow(record);
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
      throw faultAt(importTraceFaults, 'E_CURVES_BYTES', { subject: file.path, offset, found: 'message' });
    }
    if (row) yield row;
  }
}

async function* recordsOf(
  file: GivenFile,
  tell: (notice: ImportedPart) => void,
): AsyncGenerator<{ readonly record: Uint8Array; readonly offset: number }> {
  const stream = new ByteStream(file);
  const damaged = (offset: number, found: CurvesDamage) =>
    faultAt(importTraceFaults, 'E_CURVES_BYTES', { subject: file.path, offset, found });
  if (!isWandbLog(await stream.take(HEADER.length))) throw damaged(0, 'header');
  let pieces: Uint8Array[] = [];
  let [bytes, begun] = [0, 0];
  while (stream.at < file.size) {
    const left = BLOCK - (stream.at % BLOCK);
    if (left < PIECE_HEADER) {
      // The size may be told wrongly: what counts is whether bytes come.
      if ((await stream.take(left)).length < left) return;
      continue;
    }
    const offset = stream.at;
    const cutOff = () => tell(noticeOf(fault(importTraceFaults, 'E_CURVES_CUT', { subject: file.path, offset })));
    const head = await stream.take(PIECE_HEADER);
    if (head.length < PIECE_HEADER) return cutOff();
    const view = new DataView(head.buffer, head.byteOffset, PIECE_HEADER);
    const [sum, length, type] = [view.getUint32(0, true), view.getUint16(4, true), view.getUint8(6)];
    // Zeros up to the end of a block are space that was set aside.
    if (sum === 0 && length === 0 && type === 0) {
      await stream.take(left - PIECE_HEADER);
      continue;
    }
    if (length > left - PIECE_HEADER) throw damaged(offset, 'length');
    const data = await stream.take(length);
    if (data.length < length) return cutOff();
    if (crc32(data, crc32(Uint8Array.of(type))) !== sum) throw damaged(offset, 'checksum');
    const starts = type === FULL || type === FIRST;
    if (![FULL, FIRST, MIDDLE, LAST].includes(type as typeof FULL) || starts !== (pieces.length === 0)) throw damaged(offset, 'message');
    if (starts) begun = offset;
    bytes += length;
    if (bytes > MAX_RECORD_BYTES) throw damaged(begun, 'length');
    pieces.push(data.slice());
    if (type === FIRST || type === MIDDLE) continue;
    yield { record: joined(pieces, bytes), offset: begun };
    [pieces, bytes] = [[], 0];
  }
  if (pieces.length > 0) tell(noticeOf(fault(importTraceFaults, 'E_CURVES_CUT', { subject: file.path, offset: begun })));
}

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** `Record.history`: items with a key, or the path of one, and the JSON of a value; null for any other record. */
function historyRow(record: Uint8Array): HistoryRow | null {
  const history = bytesOf([...fieldsOf(record)], 2);
  if (history === undefined) return null;
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const row: [string, unknown][] = [];
  for (const field of fieldsOf(history)) {
    if (field.wire !== 2) continue;
    const fields = [...fieldsOf(field.bytes)];
    if (field.field === 2) row.push(['_step', numberOf(fields, 1) ?? 0]);
    if (field.field !== 1) continue;
    const key = bytesOf(fields, 1);
    const path = fields.flatMap((one) => (one.field === 2 && one.wire === 2 ? [text(one.bytes)] : []));
    row.push([key ? text(key) : path.join('.'), pythonJson(text(bytesOf(fields, 16) ?? new Uint8Array()))]);
  }
  return Object.fromEntries(row);
}

/** JSON as Python writes it, where numbers that are not finite stand as words. Throws a `SyntaxError`. */
const pythonJson = (json: string): unknown => (/^-?(NaN|Infinity)$/.test(json) ? json : (JSON.parse(json) as unknown));

/**
 * TensorBoard event files, to be appended to as a run goes on. A file is a row of TFRecords
 * `u64 LE length · u32 masked CRC32C(length) · data · u32 masked CRC32C(data)`; the data are `Event` protobufs
 * (tensorflow/core/util/event.proto), of which five fields are needed. Times are arguments: core has no clock.
 */
import { CRC32C, crcBy } from './crc.ts';
import { concatenate, delimited, double, float, integer, text } from './protobuf.ts';

/** Conventional name of an event file; TensorBoard finds it by `tfevents`. */
export function eventsFileName(startSeconds: number, host = 'marft-workbench'): string {
  return `events.out.tfevents.${Math.floor(startSeconds)}.${host}`;
}

/** The record every event file begins with. */
export function eventsFileStart(startSeconds: number): Uint8Array {
  return record([...double(1, startSeconds), ...text(3, 'brain.Event:2')]);
}

/**
 * The record that says a run went on: whoever has read later events of the run already (TensorBoard does, while it
 * watches) is to forget those from `step` on. `session_log { status: START }`.
 */
export function restartEvent(step: number, wallSeconds: number): Uint8Array {
  return record([...double(1, wallSeconds), ...integer(2, step), ...delimited(7, integer(1, 1))]);
}

/** One record per scalar, in the order given; `step` is the number of completed iterations. */
export function scalarEvents(scalars: Readonly<Record<string, number>>, step: number, wallSeconds: number): Uint8Array {
  const records = Object.entries(scalars).map(([tag, value]) => {
    const summary = delimited(1, [...text(1, tag), ...float(2, value)]);
    return record([...double(1, wallSeconds), ...integer(2, step), ...delimited(5, summary)]);
  });
  return concatenate(records);
}

/**
 * The records of an event file up to `step`, as they stand. What a crash cut off or spoiled is dropped, and everything
 * behind it: records cannot be found again after a wrong length.
 */
export function eventsUpTo(file: Uint8Array, step: number): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const kept: Uint8Array[] = [];
  for (let at = 0; at + FRAME_BYTES <= file.length; ) {
    const head = file.subarray(at, at + 8);
    const length = Number(view.getBigUint64(at, true));
    const end = at + FRAME_BYTES + length;
    if (end > file.length || view.getUint32(at + 8, true) !== maskedCrc(head)) break;
    const data = file.subarray(at + 12, at + 12 + length);
    if (view.getUint32(end - 4, true) !== maskedCrc(data)) break;
    if (stepOf(data) <= step) kept.push(file.subarray(at, end));
    at = end;
  }
  return concatenate(kept);
}

/** CRC-32C (Castagnoli). */
export const crc32c = crcBy(CRC32C);

/** TFRecord's mask: a CRC of data that contain CRCs is weak without it. */
export function maskedCrc(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** Bytes of a record around its data: length, CRC, CRC. */
export const FRAME_BYTES = 8 + 4 + 4;

function record(data: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(FRAME_BYTES + data.length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(data.length), true);
  view.setUint32(8, maskedCrc(bytes.subarray(0, 8)), true);
  bytes.set(data, 12);
  view.setUint32(12 + data.length, maskedCrc(bytes.subarray(12, 12 + data.length)), true);
  return bytes;
}

/** Field 2 of one of our events, which stands right after field 1, a double; 0 for an event without. */
function stepOf(event: Uint8Array): number {
  let step = 0;
  if (event[9] !== 2 * 8) return step;
  for (let at = 10, scale = 1; at < event.length; at += 1, scale *= 0x80) {
    const byte = event[at] ?? 0;
    step += (byte & 0x7f) * scale;
    if (byte < 0x80) break;
  }
  return step;
}

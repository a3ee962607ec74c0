/**
 * TensorBoard's event files: TFRecords of `Event` protobufs (tensorboard/compat/proto/{event,summary,tensor,types}.proto), of
 * which scalars are read, as `simple_value` (TensorFlow 1, PyTorch, tensorboardX) and as tensors of one element (TensorFlow 2,
 * after tensorboard/data_compat.py). Checksums are checked; a record that is cut off ends the file with a notice.
 */
import { faultAt } from '../../../faultAt.ts';
import { fault } from '../../../faults.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { FRAME_BYTES, maskedCrc } from '../../tfevents.ts';
import type { ImportedPart } from '../importedRun.ts';
import type { GivenFile, RunReader } from '../reader.ts';
import { ByteStream } from './byteStream.ts';
import { noticeOf } from '../lines.ts';
import { Curves, prefixesOf } from './curves.ts';
import { bytesOf, fieldsOf, numberOf, numbersOf, type ProtoField } from './protobuf.ts';

/** Bytes of one event; images and graphs are passed over but may stand between scalars. */
export const MAX_EVENT_BYTES = 256 * 2 ** 20;

const START = 1;

export const tfeventsReader: RunReader = {
  source: 'tfevents',
  // The length of the first record, an `Event` with a time and `file_version`, is small, and its checksum right.
  claims: ({ bytes }) => {
    if (bytes.length < FRAME_BYTES) return false;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return view.getUint32(4, true) === 0 && view.getUint32(8, true) === maskedCrc(bytes.subarray(0, 8));
  },
  async *read(files): AsyncGenerator<ImportedPart> {
    const curves = new Curves();
    const prefixes = prefixesOf(
      files.map(({ path }) => path),
      'folder',
    );
    // Names carry the time of their making; a run that went on wrote another file beside the first.
    for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) yield* readEvents(file, prefixes.get(file.path) ?? '', curves);
    if (curves.empty) {
      throw faultAt(importTraceFaults, 'E_CURVES_NOTHING', { subject: files[0]?.path ?? '', lacks: 'numbers' });
    }
    yield* curves.parts();
  },
};

async function* readEvents(file: GivenFile, prefix: string, curves: Curves): AsyncGenerator<ImportedPart> {
  const stream = new ByteStream(file);
  while (stream.at < file.size) {
    const offset = stream.at;
    const damaged = (found: 'length' | 'checksum' | 'message') =>
      faultAt(importTraceFaults, 'E_CURVES_BYTES', { subject: file.path, offset, found });
    const cutOff = () => noticeOf(fault(importTraceFaults, 'E_CURVES_CUT', { subject: file.path, offset }));
    const head = (await stream.take(12)).slice();
    if (head.length < 12) return yield cutOff();
    const view = new DataView(head.buffer);
    if (view.getUint32(8, true) !== maskedCrc(head.subarray(0, 8))) throw damaged('checksum');
    const length = view.getUint32(4, true) * 2 ** 32 + view.getUint32(0, true);
    if (length > MAX_EVENT_BYTES) throw damaged('length');
    const body = await stream.take(length + 4);
    if (body.length < length + 4) return yield cutOff();
    const data = body.subarray(0, length);
    if (new DataView(body.buffer, body.byteOffset + length, 4).getUint32(0, true) !== maskedCrc(data)) throw damaged('checksum');
    try {
      const restart = addEvent(data, prefix, curves, file.path);
      if (restart !== null) yield noticeOf(fault(importTraceFaults, 'E_CURVES_RESTARTED', { subject: file.path, step: restart }));
    } catch (error) {
      throw error instanceof RangeError ? damaged('message') : error;
    }
  }
}

/** The scalars of an event; the step at which it says that its run was started again, else null. */
function addEvent(data: Uint8Array, prefix: string, curves: Curves, subject: string): number | null {
  const event = [...fieldsOf(data)];
  const step = numberOf(event, 2) ?? 0;
  const summary = bytesOf(event, 5);
  for (const value of summary === undefined ? [] : fieldsOf(summary)) {
    if (value.field !== 1 || value.wire !== 2) continue;
    const fields = [...fieldsOf(value.bytes)];
    const scalar = scalarOf(fields);
    const tag = bytesOf(fields, 1);
    if (scalar !== null && tag !== undefined) curves.add(step, `${prefix}${new TextDecoder().decode(tag)}`, scalar, subject);
  }
  const session = bytesOf(event, 7);
  if (session === undefined || numberOf([...fieldsOf(session)], 1) !== START || step === 0) return null;
  curves.forgetFrom(step, (name) => name.startsWith(prefix));
  return step;
}

function scalarOf(value: readonly ProtoField[]): number | null {
  const simple = value.findLast(({ field }) => field === 2);
  if (simple?.wire === 5) return simple.number;
  const tensor = bytesOf(value, 8);
  return tensor === undefined ? null : elementOf([...fieldsOf(tensor)]);
}

/** `DataType` of types.proto: bytes of an element, how they are read, and the field that holds a list of them. */
const TYPES: Readonly<
  Record<number, { readonly bytes: number; readonly field: number; readonly read: (view: DataView, at: number) => number }>
> = {
  1: { bytes: 4, field: 5, read: (view, at) => view.getFloat32(at, true) },
  2: { bytes: 8, field: 6, read: (view, at) => view.getFloat64(at, true) },
  3: { bytes: 4, field: 7, read: (view, at) => view.getInt32(at, true) },
  9: { bytes: 8, field: 10, read: (view, at) => Number(view.getBigInt64(at, true)) },
  14: { bytes: 2, field: 13, read: (view, at) => wide(view.getUint16(at, true) * 2 ** 16) },
  19: { bytes: 2, field: 13, read: (view, at) => half(view.getUint16(at, true)) },
};
const [BFLOAT16, HALF] = [14, 19];

/** The only element of a tensor; null where it has none or several, or is of texts. */
function elementOf(tensor: readonly ProtoField[]): number | null {
  const type = numberOf(tensor, 1) ?? 0;
  const known = TYPES[type];
  if (!known) return null;
  const shape = bytesOf(tensor, 2);
  for (const dim of shape === undefined ? [] : fieldsOf(shape))
    if (dim.field === 2 && dim.wire === 2 && numberOf([...fieldsOf(dim.bytes)], 1) !== 1) return null;
  const content = bytesOf(tensor, 4);
  if (content !== undefined && content.length > 0)
    return content.length === known.bytes ? known.read(new DataView(content.buffer, content.byteOffset, content.length), 0) : null;
  const listed = type === BFLOAT16 || type === HALF || known.field === 7 || known.field === 10;
  const numbers = numbersOf(tensor, known.field, listed ? 0 : known.bytes, known.read);
  const [number] = numbers;
  if (number === undefined || numbers.length !== 1) return null;
  // `half_val` holds the bits of 16-bit floats, as integers.
  if (type === HALF) return half(number);
  return type === BFLOAT16 ? wide(number * 2 ** 16) : number;
}

/** The float of 32 bits with these bits. */
function wide(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

/** The float of 16 bits (IEEE 754) with these bits. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

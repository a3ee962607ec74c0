/** Protobuf's wire format, read without a schema: https://protobuf.dev/programming-guides/encoding/. */

/** What stands in a message: its number, and a number, or bytes (a text, a message, packed numbers). */
export type ProtoField =
  | { readonly field: number; readonly wire: 0 | 1 | 5; readonly bits: DataView; readonly number: number }
  | { readonly field: number; readonly wire: 2; readonly bytes: Uint8Array };

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The fields of a message in their order. `number` of a varint is the signed integer of 64 bits as the nearest number, of 64 bits
 * a double, of 32 a float. Throws a `RangeError` for what is no message.
 */
export function* fieldsOf(message: Uint8Array): Generator<ProtoField> {
  const view = viewOf(message);
  let at = 0;
  const varint = (): number => {
    const read = varintAt(message, at);
    at = read.end;
    return read.value;
  };
  while (at < message.length) {
    const key = varint();
    const [field, wire] = [Math.floor(key / 8), key % 8];
    const start = at;
    switch (wire) {
      case 0: {
        const number = varint();
        yield { field, wire, number, bits: viewOf(message.subarray(start, at)) };
        break;
      }
      case 1:
        at += 8;
        yield { field, wire, number: view.getFloat64(start, true), bits: viewOf(message.subarray(start, at)) };
        break;
      case 5:
        at += 4;
        yield { field, wire, number: view.getFloat32(start, true), bits: viewOf(message.subarray(start, at)) };
        break;
      case 2: {
        const length = varint();
        const from = at;
        at += length;
        if (length < 0 || at > message.length) throw new RangeError('a field reaches beyond its message');
        yield { field, wire, bytes: message.subarray(from, at) };
        break;
      }
      default:
        throw new RangeError(`wire type ${wire}`);
    }
  }
}

/** The last bytes of a field; undefined without. */
export function bytesOf(fields: readonly ProtoField[], field: number): Uint8Array | undefined {
  const found = fields.findLast((one) => one.field === field);
  return found?.wire === 2 ? found.bytes : undefined;
}

/** The last number of a field; undefined without. */
export function numberOf(fields: readonly ProtoField[], field: number): number | undefined {
  const found = fields.findLast((one) => one.field === field);
  return found === undefined || found.wire === 2 ? undefined : found.number;
}

/** Numbers of a repeated field, packed or not; `read` takes one of `size` bytes, or a varint where `size` is 0. */
export function numbersOf(
  fields: readonly ProtoField[],
  field: number,
  size: number,
  read: (view: DataView, at: number) => number,
): number[] {
  return fields.flatMap((one) => {
    if (one.field !== field) return [];
    if (one.wire !== 2) return [one.number];
    if (size === 0) return varintsIn(one.bytes);
    const view = viewOf(one.bytes);
    return Array.from({ length: Math.floor(one.bytes.length / size) }, (_, index) => read(view, index * size));
  });
}

function varintsIn(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const read = varintAt(bytes, at);
    values.push(read.value);
    at = read.end;
  }
  return values;
}

/** The signed integer of 64 bits that begins at a byte, as the nearest number. Nearly all are short, and need no big integers. */
function varintAt(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) throw new RangeError('a varint is cut off');
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte >= 0x80) continue;
    const end = start + index + 1;
    return { value: index < 7 ? value : signed(bytes.subarray(start, end)), end };
  }
  throw new RangeError('a varint of more than ten bytes');
}

function signed(bytes: Uint8Array): number {
  const value = bytes.reduceRight((sum, byte) => (sum << 7n) | BigInt(byte & 0x7f), 0n);
  return Number(BigInt.asIntN(64, value));
}

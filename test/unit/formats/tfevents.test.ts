import { describe, expect, it } from 'vitest';
import { crc32c, eventsFileName, eventsFileStart, scalarEvents } from '../../../src/core/formats/tfevents.ts';

/** A reader written from the format's description, independent of the writer: TFRecord framing, then protobuf fields. */
function readRecords(bytes: Uint8Array): Uint8Array[] {
  const records: Uint8Array[] = [];
  const unmask = (masked: number) => {
    const rotated = (masked - 0xa282ead8) >>> 0;
    return ((rotated >>> 17) | (rotated << 15)) >>> 0;
  };
  for (let at = 0; at < bytes.length; ) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    const length = Number(view.getBigUint64(0, true));
    expect(unmask(view.getUint32(8, true))).toBe(crc32c(bytes.subarray(at, at + 8)));
    const data = bytes.subarray(at + 12, at + 12 + length);
    expect(unmask(view.getUint32(12 + length, true))).toBe(crc32c(data));
    records.push(data);
    at += 16 + length;
  }
  return records;
}

type Field = number | bigint | Uint8Array;

function readMessage(data: Uint8Array): Map<number, Field> {
  const fields = new Map<number, Field>();
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = data[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < data.length) {
    const key = Number(varint());
    const field = key >> 3;
    switch (key & 7) {
      case 0:
        fields.set(field, varint());
        break;
      case 1:
        fields.set(field, view.getFloat64(at, true));
        at += 8;
        break;
      case 2: {
        const length = Number(varint());
        fields.set(field, data.subarray(at, at + length));
        at += length;
        break;
      }
      case 5:
        fields.set(field, view.getFloat32(at, true));
        at += 4;
        break;
      default:
        throw new Error(`wire type ${key & 7}`);
    }
  }
  return fields;
}

const text = (field: Field | undefined) => new TextDecoder().decode(field as Uint8Array);

describe('tfevents', () => {
  it('computes CRC-32C as RFC 3720, appendix B.4', () => {
    expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => 31 - i))).toBe(0x113fdb5c);
    expect(crc32c(new Uint8Array(0))).toBe(0);
  });

  it('begins a file as TensorFlow does', () => {
    // The first 12 bytes of any TensorFlow event file: length 24, and the masked CRC of that length.
    expect([...eventsFileStart(1e9).subarray(0, 12)]).toEqual([24, 0, 0, 0, 0, 0, 0, 0, 0xa3, 0x7f, 0x4b, 0x22]);
    const [start, ...rest] = readRecords(eventsFileStart(1_700_000_000.25));
    expect(rest).toEqual([]);
    expect(readMessage(start!).get(1)).toBe(1_700_000_000.25);
    expect(text(readMessage(start!).get(3))).toBe('brain.Event:2');
    expect(eventsFileName(1_700_000_000.9, 'page')).toBe('events.out.tfevents.1700000000.page');
  });

  it('writes one event per scalar, read back field by field', () => {
    const scalars = { 'reward/mean': 0.5, 'actor/планнер/kl_ref': -1.25e-7, [`long/${'x'.repeat(200)}`]: 3 };
    const steps = [0, 127, 128, 40_000, 2 ** 40];
    for (const step of steps) {
      const records = readRecords(scalarEvents(scalars, step, 12.5));
      expect(records).toHaveLength(3);
      for (const [index, [tag, value]] of Object.entries(scalars).entries()) {
        const event = readMessage(records[index]!);
        expect(event.get(1)).toBe(12.5);
        expect(event.get(2)).toBe(BigInt(step));
        const summaryValue = readMessage(readMessage(event.get(5) as Uint8Array).get(1) as Uint8Array);
        expect(text(summaryValue.get(1))).toBe(tag);
        expect(summaryValue.get(2)).toBe(Math.fround(value));
      }
    }
    expect(scalarEvents({}, 1, 1)).toHaveLength(0);
    expect(() => scalarEvents({ a: 1 }, -1, 0)).toThrow('no step');
  });
});

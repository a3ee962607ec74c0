/**
 * A reader of TensorBoard event files, written from the descriptions of the formats (TFRecord; protobuf's wire format;
 * tensorflow/core/util/event.proto) and sharing no code with the writer. It reads strictly: whatever it does not know throws.
 */
export interface ReadEvent {
  readonly wallTime: number;
  readonly step: number;
  readonly fileVersion?: string;
  /** `SessionLog.status`; 1 is START. */
  readonly sessionStatus?: number;
  readonly scalars: Readonly<Record<string, number>>;
}

/** CRC-32C bit by bit: polynomial 0x1EDC6F41, which is 0x82F63B78 backwards. */
function castagnoli(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

function checkCrc(bytes: Uint8Array, stored: number, what: string): void {
  const crc = castagnoli(bytes);
  const rotated = ((crc >>> 15) | (crc << 17)) >>> 0;
  if ((rotated + 0xa282ead8) % 2 ** 32 !== stored) throw new Error(`wrong CRC of ${what}`);
}

type Field = { readonly number: number; readonly value: bigint | number | Uint8Array };

function fieldsOf(data: Uint8Array): Field[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++);
      value += BigInt(byte % 128) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < data.length) {
    const key = Number(varint());
    const number = Math.floor(key / 8);
    if (key % 8 === 0) fields.push({ number, value: varint() });
    else if (key % 8 === 1) fields.push({ number, value: view.getFloat64((at += 8) - 8, true) });
    else if (key % 8 === 5) fields.push({ number, value: view.getFloat32((at += 4) - 4, true) });
    else if (key % 8 === 2) {
      const length = Number(varint());
      fields.push({ number, value: data.subarray(at, (at += length)) });
      if (at > data.length) throw new Error('a field reaches beyond its message');
    } else throw new Error(`wire type ${key % 8}`);
  }
  return fields;
}

const one = (fields: readonly Field[], number: number): Field['value'] | undefined =>
  fields.find((field) => field.number === number)?.value;
const text = (value: Field['value'] | undefined) =>
  value === undefined ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(value as Uint8Array);

function eventOf(data: Uint8Array): ReadEvent {
  const fields = fieldsOf(data);
  const unknown = fields.find(({ number }) => ![1, 2, 3, 5, 7].includes(number));
  if (unknown) throw new Error(`event field ${unknown.number}`);
  const summary = one(fields, 5);
  const session = one(fields, 7);
  const values = summary === undefined ? [] : fieldsOf(summary as Uint8Array).map(({ value }) => fieldsOf(value as Uint8Array));
  return {
    wallTime: one(fields, 1) as number,
    step: Number(one(fields, 2) ?? 0n),
    ...(one(fields, 3) !== undefined && { fileVersion: text(one(fields, 3)) }),
    ...(session !== undefined && { sessionStatus: Number(one(fieldsOf(session as Uint8Array), 1)) }),
    scalars: Object.fromEntries(values.map((value) => [text(one(value, 1)) ?? '', one(value, 2) as number])),
  };
}

/** The events of a file; throws where a record is cut off or its CRC is wrong. */
export function readEvents(file: Uint8Array): ReadEvent[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const events: ReadEvent[] = [];
  for (let at = 0; at < file.length; ) {
    const length = Number(view.getBigUint64(at, true));
    checkCrc(file.subarray(at, at + 8), view.getUint32(at + 8, true), 'a length');
    const data = file.subarray(at + 12, at + 12 + length);
    checkCrc(data, view.getUint32(at + 12 + length, true), 'an event');
    events.push(eventOf(data));
    at += 12 + length + 4;
  }
  return events;
}

/** Protobuf's wire format, written: a key (field number · 8 + wire type), then the value. Whole numbers are safe integers from 0 up. */

export function integer(field: number, value: number): number[] {
  return [...varint(field * 8), ...varint(value)];
}

export function double(field: number, value: number): number[] {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return [...varint(field * 8 + 1), ...bytes];
}

export function float(field: number, value: number): number[] {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [...varint(field * 8 + 5), ...bytes];
}

export function text(field: number, value: string): number[] {
  return delimited(field, [...new TextEncoder().encode(value)]);
}

export function delimited(field: number, bytes: readonly number[]): number[] {
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
}

/** Seven bits per byte, lowest first; exact for every safe integer ≥ 0. */
function varint(value: number): number[] {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`protobuf: ${value} is no whole number`);
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

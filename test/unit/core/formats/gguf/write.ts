/** GGUF files for tests, sound or not: whatever header a test wants to see read. */

/** A value with the number of its type; of a list the type of what it holds comes first. */
export type Typed =
  | readonly [type: number, value: number | bigint | string | boolean]
  | readonly [list: 9, of: number, values: readonly unknown[]];

export interface WrittenTensor {
  readonly name: string;
  /** Columns first. */
  readonly sizes: readonly (number | bigint)[];
  readonly type: number;
  /** From where tensors begin; behind the tensor before it where it is missing. */
  readonly offset?: number | bigint;
  readonly data?: Uint8Array;
}

export interface Written {
  readonly magic?: number;
  readonly version?: number;
  readonly metadata?: readonly (readonly [key: string, ...Typed])[];
  readonly tensors?: readonly WrittenTensor[];
  /** What the header says of their numbers, where that is not so. */
  readonly counts?: readonly [tensors: bigint, metadata: bigint];
}

const WIDTHS = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];

export function writeGguf({ magic = 0x46554747, version = 3, metadata = [], tensors = [], counts }: Written): Uint8Array {
  const bytes: number[] = [];
  const number = (width: number, write: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(width));
    write(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  const u32 = (value: number) => number(4, (view) => view.setUint32(0, value, true));
  const u64 = (value: number | bigint) => number(8, (view) => view.setBigUint64(0, BigInt(value), true));
  const text = (value: string | Uint8Array) => {
    const encoded = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    u64(encoded.length);
    for (const byte of encoded) bytes.push(byte);
  };
  const one = (type: number, value: unknown) => {
    if (type === 8) text(value as string);
    else if (type === 6) number(4, (view) => view.setFloat32(0, Number(value), true));
    else if (type === 12) number(8, (view) => view.setFloat64(0, Number(value), true));
    else if (WIDTHS[type] === 8) u64(BigInt.asUintN(64, BigInt(value as number)));
    else number(4, (view) => view.setInt32(0, Number(value), true));
    if ([1, 2].includes(WIDTHS[type] ?? 4)) bytes.length -= 4 - (WIDTHS[type] ?? 4);
  };
  u32(magic);
  u32(version);
  u64(counts?.[0] ?? tensors.length);
  u64(counts?.[1] ?? metadata.length);
  for (const [key, type, value, values] of metadata) {
    text(key);
    u32(type);
    if (type === 9) {
      u32(value as number);
      u64((values as unknown[]).length);
      for (const item of values as unknown[]) one(value as number, item);
    } else one(type, value);
  }
  let next = 0;
  for (const { name, sizes, type, offset, data } of tensors) {
    text(name);
    u32(sizes.length);
    for (const size of sizes) u64(size);
    u32(type);
    u64(offset ?? next);
    next += Math.ceil((data?.length ?? 0) / 32) * 32;
  }
  const pad = () => {
    while (bytes.length % 32) bytes.push(0);
  };
  for (const { data } of tensors) {
    pad();
    for (const byte of data ?? []) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

export const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

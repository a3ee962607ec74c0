/**
 * Where the bytes of a file are: in memory, or on a disk and read piece by piece, so that a model of any size is read without
 * ever lying in memory whole.
 */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `begin` up to `end`, both within the file; only of use until the next call. */
  slice(begin: number, end: number): Uint8Array;
}

/** Bytes that are read ahead at once: rows of a matrix lie one behind the other and are asked for a few at a time. */
const STRETCH = 4 * 2 ** 20;

/** Whole bytes as a source. */
export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.byteLength,
  slice: (begin, end) => bytes.subarray(begin, end),
});

/** A file of `size` bytes of which `read` gives any stretch; a stretch at a time is held in memory. */
export function readAhead(size: number, read: (begin: number, end: number) => Uint8Array, stretch = STRETCH): ByteSource {
  let held: Uint8Array = new Uint8Array();
  let from = 0;
  return {
    size,
    slice: (begin, end) => {
      if (begin < from || end > from + held.byteLength) {
        const until = Math.min(size, Math.max(end, begin + stretch));
        const bytes = read(begin, until);
        if (bytes.byteLength !== until - begin)
          throw new Error(`${bytes.byteLength} of ${until - begin} bytes were read from byte ${begin}`);
        // What is longer than a stretch is used at once and not worth holding.
        if (until - begin > stretch) return bytes;
        held = bytes;
        from = begin;
      }
      return held.subarray(begin - from, end - from);
    },
  };
}

/** A file of a model: its bytes, or where they are read. */
export type ModelFile = Uint8Array | ByteSource;

export const isBytes = (file: ModelFile): file is Uint8Array => file instanceof Uint8Array;

export const sourceOf = (file: ModelFile): ByteSource => (isBytes(file) ? bytesSource(file) : file);

/** All bytes of a file; of a small one only. */
export const wholeOf = (file: ModelFile): Uint8Array => (isBytes(file) ? file : file.slice(0, file.size).slice());

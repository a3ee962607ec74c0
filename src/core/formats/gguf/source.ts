/** Where the bytes of a file are: in memory, or on a disk and read piece by piece. */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `begin` up to `end`, both within the file; only of use until the next call. */
  slice(begin: number, end: number): Uint8Array;
}

/** Whole bytes as a source. */
export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.byteLength,
  slice: (begin, end) => bytes.subarray(begin, end),
});

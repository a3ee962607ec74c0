/** Cyclic redundancy checks of 32 bits, bit-reflected, begun and ended with all ones, as zip, LevelDB and TFRecord use them. */

/** Reflected polynomials. */
export const CRC32 = 0xedb88320;
/** Castagnoli's. */
export const CRC32C = 0x82f63b78;

/** The check by a polynomial. `seed` goes on from the check of what stands before. */
export function crcBy(polynomial: number): (bytes: Uint8Array, seed?: number) => number {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    return crc;
  });
  return (bytes, seed = 0) => {
    let crc = ~seed;
    for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
    return ~crc >>> 0;
  };
}

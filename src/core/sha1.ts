/** SHA-1 (FIPS 180-4), by which git names the contents of small files; it guards against accidents, not against forgery. */

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** Hashes bytes into 40 hexadecimal digits. */
export function sha1(bytes: Uint8Array): string {
  // A one bit, zeros, and the length in bits fill the last block.
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) % 2 ** 32);
  const hash = Int32Array.of(0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0);
  const w = new Int32Array(80);
  for (let at = 0; at < padded.length; at += 64) {
    for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(at + 4 * t);
    for (let t = 16; t < 80; t += 1) w[t] = rotate((w[t - 3] ?? 0) ^ (w[t - 8] ?? 0) ^ (w[t - 14] ?? 0) ^ (w[t - 16] ?? 0), 1);
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash;
    for (let t = 0; t < 80; t += 1) {
      const [mixed, constant] =
        t < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : t < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : t < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      const next = (rotate(a, 5) + mixed + e + constant + (w[t] ?? 0)) | 0;
      e = d;
      d = c;
      c = rotate(b, 30);
      b = a;
      a = next;
    }
    [a, b, c, d, e].forEach((word, i) => {
      hash[i] = (hash[i] ?? 0) + word;
    });
  }
  return [...new Uint32Array(hash.buffer)].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** SHA-256 (FIPS 180-4). Written out because pages served without TLS have no `crypto.subtle`, and because it need not be waited for. */

/** First 32 bits of the fractional part of the `root`-th root of each of the first `count` primes. */
function primeRoots(count: number, root: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32);
}

// Signed, as the arithmetic is: it is much faster than with numbers beyond 31 bits.
const K = new Int32Array(primeRoots(64, 3));
const INITIAL = new Int32Array(primeRoots(8, 2));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** One block of 64 bytes. */
function compress(hash: Int32Array, block: DataView, at: number, w: Int32Array): void {
  for (let t = 0; t < 16; t += 1) w[t] = block.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15] ?? 0;
    const y = w[t - 2] ?? 0;
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[t] = ((w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1) | 0;
  }
  // One by one: destructuring goes through an iterator, which costs as much as the rounds.
  let a = hash[0] ?? 0;
  let b = hash[1] ?? 0;
  let c = hash[2] ?? 0;
  let d = hash[3] ?? 0;
  let e = hash[4] ?? 0;
  let f = hash[5] ?? 0;
  let g = hash[6] ?? 0;
  let h = hash[7] ?? 0;
  for (let t = 0; t < 64; t += 1) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (K[t] ?? 0) + (w[t] ?? 0)) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const words = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) hash[i] = (hash[i] ?? 0) + (words[i] ?? 0);
}

/** The hash of bytes that come in parts. */
export class Sha256 {
  readonly #hash = INITIAL.slice();
  readonly #w = new Int32Array(64);
  /** What does not fill a block yet. */
  readonly #rest = new Uint8Array(64);
  #kept = 0;
  #bytes = 0;

  update(bytes: Uint8Array): this {
    this.#bytes += bytes.length;
    let from = 0;
    if (this.#kept > 0) {
      from = Math.min(64 - this.#kept, bytes.length);
      this.#rest.set(bytes.subarray(0, from), this.#kept);
      this.#kept += from;
      if (this.#kept < 64) return this;
      compress(this.#hash, new DataView(this.#rest.buffer), 0, this.#w);
      this.#kept = 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const whole = bytes.length - ((bytes.length - from) % 64);
    for (let at = from; at < whole; at += 64) compress(this.#hash, view, at, this.#w);
    this.#rest.set(bytes.subarray(whole));
    this.#kept = bytes.length - whole;
    return this;
  }

  /** 64 hexadecimal digits; nothing may be added afterwards. */
  hex(): string {
    // The rest, a one bit, zeros, and the length in bits.
    const tail = new Uint8Array(this.#kept < 56 ? 64 : 128);
    tail.set(this.#rest.subarray(0, this.#kept));
    tail[this.#kept] = 0x80;
    const end = new DataView(tail.buffer);
    end.setUint32(tail.length - 8, Math.floor(this.#bytes / 2 ** 29));
    end.setUint32(tail.length - 4, (this.#bytes * 8) % 2 ** 32);
    for (let at = 0; at < tail.length; at += 64) compress(this.#hash, end, at, this.#w);
    return [...new Uint32Array(this.#hash.buffer)].map((word) => word.toString(16).padStart(8, '0')).join('');
  }
}

/** Hashes bytes, or a text in UTF-8, into 64 hexadecimal digits. */
export function sha256(of: Uint8Array | string): string {
  return new Sha256().update(typeof of === 'string' ? new TextEncoder().encode(of) : of).hex();
}

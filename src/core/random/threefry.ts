/**
 * Threefry-2x32 with 20 rounds (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011): a keyed bijection
 * of 64 bits. Random numbers are a function of (key, counter), so they do not depend on the order in which they are asked
 * for; only 32-bit integer operations, so every machine gets the same bits. The same cipher as JAX's default generator.
 */
/** Two 32-bit words from the session's counter-based generator; they seed a stream, the guest's `random` among them. */
export type RandomKey = readonly [number, number];

const KEY_SCHEDULE_PARITY = 0x1bd11bda;
/** Rotation distances; even groups of four rounds use the first half, odd groups the second. */
const ROTATIONS = [
  [13, 15, 26, 6],
  [17, 29, 16, 24],
] as const;

/** Encrypts the counter `(c0, c1)` under `key`; all words are unsigned 32-bit integers. */
export function threefry2x32(key: RandomKey, c0: number, c1: number): [number, number] {
  const [k0, k1] = key;
  const schedule = [k0, k1, k0 ^ k1 ^ KEY_SCHEDULE_PARITY] as const;
  let x0 = (c0 + k0) | 0;
  let x1 = (c1 + k1) | 0;
  for (let group = 0; group < 5; group++) {
    for (const distance of ROTATIONS[(group & 1) as 0 | 1]) {
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << distance) | (x1 >>> (32 - distance))) ^ x0;
    }
    // Key injection after every fourth round.
    x0 = (x0 + schedule[((group + 1) % 3) as 0 | 1 | 2]) | 0;
    x1 = (x1 + schedule[((group + 2) % 3) as 0 | 1 | 2] + group + 1) | 0;
  }
  return [x0 >>> 0, x1 >>> 0];
}

/**
 * Attention with a cache of keys [slots, kvHeads, headDim, capacity] and values [slots, kvHeads, capacity, headDim].
 * Every score is summed over the head's dimensions in rising order and every output over positions in rising order,
 * whichever queries are computed together: a token's numbers do not depend on how its prompt was cut into runs.
 */
import { capScores, removeBefore, scoreScale, softmax } from './attention';
import { bytes, fma } from './simd';

/** Scores of one query with keys [0, seen) in steps of 16; what lies beyond `seen` is not to be read. */
function scoreOne(seen: i32, headDim: i32, capacity: i32, q: usize, keys: usize, scale: f32, to: usize): void {
  const factor = f32x4.splat(scale);
  const down = bytes(capacity);
  for (let j = 0; j < seen; j += 16) {
    let key = keys + bytes(j);
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let i = 0; i < headDim; i++) {
      const x = v128.load_splat<f32>(q + bytes(i));
      a = fma(x, v128.load(key), a);
      b = fma(x, v128.load(key, 16), b);
      c = fma(x, v128.load(key, 32), c);
      d = fma(x, v128.load(key, 48), d);
      key += down;
    }
    const at = to + bytes(j);
    v128.store(at, f32x4.mul(a, factor));
    v128.store(at, f32x4.mul(b, factor), 16);
    v128.store(at, f32x4.mul(c, factor), 32);
    v128.store(at, f32x4.mul(d, factor), 48);
  }
}

/** As `scoreOne` for four queries at once, keys loaded once. */
function scoreFour(
  seen: i32,
  headDim: i32,
  capacity: i32,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
  keys: usize,
  scale: f32,
  to: usize,
  pitch: usize,
): void {
  const factor = f32x4.splat(scale);
  const down = bytes(capacity);
  for (let j = 0; j < seen; j += 8) {
    let key = keys + bytes(j);
    let a0 = f32x4.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    let d0 = a0;
    let d1 = a0;
    for (let i: usize = 0; i < bytes(headDim); i += 4) {
      const k0 = v128.load(key);
      const k1 = v128.load(key, 16);
      let x = v128.load_splat<f32>(q0 + i);
      a0 = fma(x, k0, a0);
      a1 = fma(x, k1, a1);
      x = v128.load_splat<f32>(q1 + i);
      b0 = fma(x, k0, b0);
      b1 = fma(x, k1, b1);
      x = v128.load_splat<f32>(q2 + i);
      c0 = fma(x, k0, c0);
      c1 = fma(x, k1, c1);
      x = v128.load_splat<f32>(q3 + i);
      d0 = fma(x, k0, d0);
      d1 = fma(x, k1, d1);
      key += down;
    }
    let at = to + bytes(j);
    v128.store(at, f32x4.mul(a0, factor));
    v128.store(at, f32x4.mul(a1, factor), 16);
    at += pitch;
    v128.store(at, f32x4.mul(b0, factor));
    v128.store(at, f32x4.mul(b1, factor), 16);
    at += pitch;
    v128.store(at, f32x4.mul(c0, factor));
    v128.store(at, f32x4.mul(c1, factor), 16);
    at += pitch;
    v128.store(at, f32x4.mul(d0, factor));
    v128.store(at, f32x4.mul(d1, factor), 16);
  }
}

/** out [headDim] = Σ p_t · v_t. */
function mix(seen: i32, headDim: i32, p: usize, values: usize, out: usize): void {
  const down = bytes(headDim);
  let i = 0;
  for (; i + 16 <= headDim; i += 16) {
    let value = values + bytes(i);
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let t = 0; t < seen; t++) {
      const x = v128.load_splat<f32>(p + bytes(t));
      a = fma(x, v128.load(value), a);
      b = fma(x, v128.load(value, 16), b);
      c = fma(x, v128.load(value, 32), c);
      d = fma(x, v128.load(value, 48), d);
      value += down;
    }
    const at = out + bytes(i);
    v128.store(at, a);
    v128.store(at, b, 16);
    v128.store(at, c, 32);
    v128.store(at, d, 48);
  }
  for (; i + 4 <= headDim; i += 4) {
    let value = values + bytes(i);
    let a = f32x4.splat(0);
    for (let t = 0; t < seen; t++) {
      a = fma(v128.load_splat<f32>(p + bytes(t)), v128.load(value), a);
      value += down;
    }
    v128.store(out + bytes(i), a);
  }
  for (; i < headDim; i++) {
    let value = values + bytes(i);
    // One lane of the same arithmetic.
    let a = f32x4.splat(0);
    for (let t = 0; t < seen; t++) {
      a = fma(v128.load_splat<f32>(p + bytes(t)), v128.load_splat<f32>(value), a);
      value += down;
    }
    store<f32>(out + bytes(i), f32x4.extract_lane(a, 0));
  }
}

/** What one query receives, from its scores `p` [seen]. */
function finish(seen: i32, headDim: i32, p: usize, values: usize, out: usize, window: i32, softcap: f32): void {
  if (softcap > 0) capScores(seen, p, softcap);
  removeBefore(seen, window, p);
  softmax(seen, p, 0);
  const low = window ? max(0, seen - window) : 0;
  mix(seen - low, headDim, p + bytes(low), values + bytes(low * headDim), out);
}

/** Scratch memory for sequences of `capacity` positions: four rows of scores. */
export function cachedScratchBytes(capacity: i32): usize {
  return bytes(4 * (capacity + 16));
}

/**
 * Keys and values of each sequence's tokens go to (slot, position), then each token attends to positions up to its own.
 * A sequence's tokens have rising positions, one after the other. `capacity` is a multiple of 16. `window`, `scoreFactor` and
 * `softcap` as in attention.ts; positions before the window add exactly nothing and are left out of the sum.
 */
export function attentionCached(
  sequences: i32,
  offsets: usize,
  positions: usize,
  slots: usize,
  heads: i32,
  kvHeads: i32,
  headDim: i32,
  q: usize,
  k: usize,
  v: usize,
  keys: usize,
  values: usize,
  capacity: i32,
  out: usize,
  scratch: usize,
  window: i32,
  scoreFactor: f32,
  softcap: f32,
): void {
  const group = heads / kvHeads;
  const width = kvHeads * headDim;
  const scale = scoreScale(scoreFactor, headDim);
  const pitch = bytes(capacity + 16);
  for (let s = 0; s < sequences; s++) {
    const start = load<i32>(offsets + bytes(s));
    const end = load<i32>(offsets + bytes(s + 1));
    const first = load<i32>(positions + bytes(start));
    const slot = bytes(load<i32>(slots + bytes(s)) * width * capacity);
    for (let kv = 0; kv < kvHeads; kv++) {
      const headKeys = keys + slot + bytes(kv * headDim * capacity);
      const headValues = values + slot + bytes(kv * headDim * capacity);
      for (let t = start; t < end; t++) {
        const position = first + t - start;
        const from = bytes(t * width + kv * headDim);
        memory.copy(headValues + bytes(position * headDim), v + from, bytes(headDim));
        let to = headKeys + bytes(position);
        for (let i = 0; i < headDim; i++) {
          store<f32>(to, load<f32>(k + from + bytes(i)));
          to += bytes(capacity);
        }
      }
      for (let g = 0; g < group; g++) {
        const head = kv * group + g;
        let t = start;
        for (; t + 4 <= end; t += 4) {
          const seen = first + t - start + 1;
          const at = bytes((t * heads + head) * headDim);
          const step = bytes(heads * headDim);
          scoreFour(
            seen + 3,
            headDim,
            capacity,
            q + at,
            q + at + step,
            q + at + 2 * step,
            q + at + 3 * step,
            headKeys,
            scale,
            scratch,
            pitch,
          );
          for (let i = 0; i < 4; i++) {
            finish(seen + i, headDim, scratch + <usize>i * pitch, headValues, out + at + <usize>i * step, window, softcap);
          }
        }
        for (; t < end; t++) {
          const seen = first + t - start + 1;
          const at = bytes((t * heads + head) * headDim);
          scoreOne(seen, headDim, capacity, q + at, headKeys, scale, scratch);
          finish(seen, headDim, scratch, headValues, out + at, window, softcap);
        }
      }
    }
  }
}

/** The first `tokens` positions of slot `from` to slot `to`. */
export function copySlot(from: i32, to: i32, tokens: i32, kvHeads: i32, headDim: i32, capacity: i32, keys: usize, values: usize): void {
  const size = bytes(kvHeads * headDim * capacity);
  for (let kv = 0; kv < kvHeads; kv++) {
    const head = bytes(kv * headDim * capacity);
    const source = <usize>from * size + head;
    const target = <usize>to * size + head;
    memory.copy(values + target, values + source, bytes(tokens * headDim));
    for (let i = 0; i < headDim; i++) memory.copy(keys + target + bytes(i * capacity), keys + source + bytes(i * capacity), bytes(tokens));
  }
}

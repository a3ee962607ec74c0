/**
 * Cached attention of one token for two or three heads that have their keys and values in common: each of these is read once, and six
 * sums, which do not wait for one another, take what registers hold beside what is made of binary16 (with eight they spill).
 * Numbers are summed as in cache.ts and are the same bits.
 */
import { bytes, fma } from './simd';
import { signAndNumber, unitOf } from './half';
import { DEPTH, PAGE, pageAt, put4, quad0, quad1, rest, span } from './cachePages';

/** Most heads that are taken together. */
export const TOGETHER: i32 = 3;

/** Scores of `heads` queries, `step` apart, with keys [0, seen) in steps of 8, to rows `pitch` apart. */
export function scoreHeads<T>(
  heads: i32,
  seen: i32,
  headDim: i32,
  q: usize,
  step: usize,
  pages: usize,
  own: usize,
  scale: f32,
  to: usize,
  pitch: usize,
): void {
  const factor = rest<T>(scale);
  const unit = unitOf(scale, headDim);
  const bits = signAndNumber(headDim);
  // Where there are two, the second is taken twice.
  const q1 = q + step;
  const q2 = heads > 2 ? q1 + step : q1;
  const last = heads > 2 ? 2 * pitch : pitch;
  for (let j = 0; j < seen; j += 8) {
    let key = pageAt(pages, j) + own + span<T>(j & (PAGE - 1));
    let a0 = f32x4.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    for (let i: usize = 0; i < bytes(headDim); i += 4) {
      const k0 = quad0<T>(key, unit, bits);
      const k1 = quad1<T>(key, unit, bits);
      let x = v128.load_splat<f32>(q + i);
      a0 = fma(x, k0, a0);
      a1 = fma(x, k1, a1);
      x = v128.load_splat<f32>(q1 + i);
      b0 = fma(x, k0, b0);
      b1 = fma(x, k1, b1);
      x = v128.load_splat<f32>(q2 + i);
      c0 = fma(x, k0, c0);
      c1 = fma(x, k1, c1);
      key += span<T>(PAGE);
    }
    const at = to + bytes(j);
    v128.store(at, f32x4.mul(a0, factor));
    v128.store(at, f32x4.mul(a1, factor), 16);
    v128.store(at + pitch, f32x4.mul(b0, factor));
    v128.store(at + pitch, f32x4.mul(b1, factor), 16);
    v128.store(at + last, f32x4.mul(c0, factor));
    v128.store(at + last, f32x4.mul(c1, factor), 16);
  }
}

/**
 * What `heads` queries receive over positions [low, seen), to rows `step` apart; their probabilities are rows `pitch` apart. headDim is a
 * multiple of 8.
 */
export function mixHeads<T>(
  heads: i32,
  low: i32,
  seen: i32,
  headDim: i32,
  p: usize,
  pitch: usize,
  pages: usize,
  own: usize,
  out: usize,
  step: usize,
): void {
  const down = span<T>(headDim);
  const unit = unitOf(1, headDim);
  const bits = signAndNumber(headDim);
  const p1 = p + pitch;
  const p2 = heads > 2 ? p1 + pitch : p1;
  for (let from = low; from < seen; ) {
    const until = isFloat<T>() ? seen : min(seen, (from & -DEPTH) + DEPTH);
    const more = from > low;
    for (let i = 0; i < headDim; i += 8) {
      let a0 = f32x4.splat(0);
      let a1 = a0;
      let b0 = a0;
      let b1 = a0;
      let c0 = a0;
      let c1 = a0;
      for (let t = from; t < until; ) {
        let value = pageAt(pages, t) + own + <usize>(t & (PAGE - 1)) * down + span<T>(i);
        for (const end = min(until, (t & -PAGE) + PAGE); t < end; t++) {
          const v0 = quad0<T>(value, unit, bits);
          const v1 = quad1<T>(value, unit, bits);
          const at = bytes(t);
          let x = v128.load_splat<f32>(p + at);
          a0 = fma(x, v0, a0);
          a1 = fma(x, v1, a1);
          x = v128.load_splat<f32>(p1 + at);
          b0 = fma(x, v0, b0);
          b1 = fma(x, v1, b1);
          x = v128.load_splat<f32>(p2 + at);
          c0 = fma(x, v0, c0);
          c1 = fma(x, v1, c1);
          value += down;
        }
      }
      let at = out + bytes(i);
      put4(at, more, a0);
      put4(at + 16, more, a1);
      at += step;
      put4(at, more, b0);
      put4(at + 16, more, b1);
      if (heads < 3) continue;
      at += step;
      put4(at, more, c0);
      put4(at + 16, more, c1);
    }
    from = until;
  }
}

/**
 * Causal grouped-query attention. Queries, keys and values are read where the projections wrote them,
 * [tokens, heads · headDim]: no head is ever moved. Blocks of 8 queries see the keys up to their own end, so about half
 * of the square is never computed, and no square is kept: the forward pass stores each row's largest score and the
 * inverse of its sum, from which the backward pass makes the probabilities again.
 */
import { gemm, gemmPacked, gemmScratchBytes, packB } from './gemm';
import { bytes, exp, fma, largest, padded, REMOVED, sum, tanh } from './simd';

const BLOCK: i32 = 8;

export function attentionScratchBytes(length: i32, headDim: i32): usize {
  return gemmScratchBytes() + bytes(3 * padded(length) * padded(headDim) + 2 * (length + BLOCK) * padded(length));
}

/** Numbers from `count` on to the next multiple of four become `value`, so that a row is whole vectors. */
function fillUp(count: i32, row: usize, value: f32): i32 {
  const end = (count + 3) & -4;
  for (let j = count; j < end; j++) store<f32>(row + bytes(j), value);
  return end;
}

/** Scores [count] to probabilities, with zeros up to the next multiple of four; `stats` receives the largest score and 1 / Σ exp. */
export function softmax(count: i32, p: usize, stats: usize): void {
  const end = p + bytes(fillUp(count, p, REMOVED));
  // A NaN may get lost here, but not in the sum of exponentials.
  let most = f32x4.splat(REMOVED);
  for (let at = p; at < end; at += 16) most = f32x4.pmax(most, v128.load(at));
  const top = largest(most);
  const shift = f32x4.splat(top);
  let total = f32x4.splat(0);
  for (let at = p; at < end; at += 16) {
    const e = exp(f32x4.sub(v128.load(at), shift));
    total = f32x4.add(total, e);
    v128.store(at, e);
  }
  const inverse: f32 = <f32>1 / sum(total);
  const factor = f32x4.splat(inverse);
  for (let at = p; at < end; at += 16) v128.store(at, f32x4.mul(v128.load(at), factor));
  if (stats) {
    store<f32>(stats, top);
    store<f32>(stats, inverse, 4);
  }
}

/** What scores are multiplied by: `scale`, or 1 / √headDim where that is 0. */
export function scoreScale(scale: f32, headDim: i32): f32 {
  return scale > 0 ? scale : 1 / Mathf.sqrt(<f32>headDim);
}

/** Scores [count] s become c·tanh(s / c); whole vectors, up to the next multiple of four. */
export function capScores(count: i32, p: usize, cap: f32): void {
  const end = p + bytes((count + 3) & -4);
  const c = f32x4.splat(cap);
  for (let at = p; at < end; at += 16) v128.store(at, f32x4.mul(tanh(f32x4.div(v128.load(at), c)), c));
}

/** Scores of keys that a token does not see, those before `count` − `window`, are removed; none are where `window` is 0. */
export function removeBefore(count: i32, window: i32, p: usize): void {
  if (!window) return;
  for (let j = 0; j < count - window; j++) store<f32>(p + bytes(j), REMOVED);
}

/**
 * Forward; `offsets` [sequences + 1], `stats` [tokens, heads, 2]. `window`: positions a token sees, 0 for all before it; `scale`
 * and `softcap` of scores, 0 for 1 / √headDim and for none.
 */
export function attention(
  sequences: i32,
  offsets: usize,
  heads: i32,
  kvHeads: i32,
  headDim: i32,
  q: usize,
  k: usize,
  v: usize,
  out: usize,
  stats: usize,
  scratch: usize,
  window: i32,
  scoreFactor: f32,
  softcap: f32,
): void {
  const group = heads / kvHeads;
  const qs = heads * headDim;
  const ks = kvHeads * headDim;
  const scale = scoreScale(scoreFactor, headDim);
  for (let s = 0; s < sequences; s++) {
    const start = load<i32>(offsets + bytes(s));
    const length = load<i32>(offsets + bytes(s + 1)) - start;
    const ld = padded(length);
    const keys = scratch + gemmScratchBytes();
    const values = keys + bytes(headDim * ld);
    const scores = values + bytes(length * padded(headDim));
    for (let kv = 0; kv < kvHeads; kv++) {
      const own = bytes(start * ks + kv * headDim);
      packB(headDim, length, k + own, 1, ks, scale, keys);
      packB(length, headDim, v + own, ks, 1, 1, values);
      for (let g = 0; g < group; g++) {
        const head = kv * group + g;
        for (let t = 0; t < length; t += BLOCK) {
          const count = min(BLOCK, length - t);
          const seen = t + count;
          const at = bytes((start + t) * qs + head * headDim);
          gemmPacked(count, seen, headDim, q + at, qs, keys, headDim, length, scores, ld);
          for (let i = 0; i < count; i++) {
            const p = scores + bytes(i * ld);
            if (softcap > 0) capScores(t + i + 1, p, softcap);
            removeBefore(t + i + 1, window, p);
            softmax(t + i + 1, p, stats + bytes(((start + t + i) * heads + head) * 2));
            memory.fill(p + bytes(t + i + 1), 0, bytes(count - i - 1));
          }
          gemmPacked(count, headDim, seen, scores, ld, values, length, headDim, out + at, qs);
        }
      }
    }
  }
}

/** One query's scores become probabilities again, and its row of `d` (∂L/∂p) becomes ∂L/∂score times `scale`. */
function scoreGradient(count: i32, p: usize, d: usize, stats: usize, scale: f32): void {
  const end = bytes(fillUp(count, p, REMOVED));
  fillUp(count, d, 0);
  const shift = f32x4.splat(load<f32>(stats));
  const inverse = f32x4.splat(load<f32>(stats, 4));
  let products = f32x4.splat(0);
  for (let j: usize = 0; j < end; j += 16) {
    const probability = f32x4.mul(exp(f32x4.sub(v128.load(p + j), shift)), inverse);
    v128.store(p + j, probability);
    products = fma(probability, v128.load(d + j), products);
  }
  const inner = f32x4.splat(sum(products));
  const factor = f32x4.splat(scale);
  for (let j: usize = 0; j < end; j += 16) {
    const slope = f32x4.sub(v128.load(d + j), inner);
    v128.store(d + j, f32x4.mul(f32x4.mul(v128.load(p + j), slope), factor));
  }
}

/** As `scoreGradient` where scores were capped: the slope of c·tanh(s / c) is 1 − tanh². */
function cappedGradient(count: i32, p: usize, d: usize, stats: usize, scale: f32, cap: f32): void {
  const end = bytes(fillUp(count, p, REMOVED));
  fillUp(count, d, 0);
  const shift = f32x4.splat(load<f32>(stats));
  const inverse = f32x4.splat(load<f32>(stats, 4));
  const one = f32x4.splat(1);
  const c = f32x4.splat(cap);
  let products = f32x4.splat(0);
  for (let j: usize = 0; j < end; j += 16) {
    const probability = f32x4.mul(exp(f32x4.sub(v128.load(p + j), shift)), inverse);
    products = fma(probability, v128.load(d + j), products);
  }
  const inner = f32x4.splat(sum(products));
  const factor = f32x4.splat(scale);
  for (let j: usize = 0; j < end; j += 16) {
    const score = v128.load(p + j);
    const probability = f32x4.mul(exp(f32x4.sub(score, shift)), inverse);
    // A removed score is far beyond the cap; its probability is 0, and so must its product be.
    const ratio = f32x4.pmax(f32x4.div(score, c), f32x4.splat(-1));
    const slope = f32x4.mul(f32x4.sub(v128.load(d + j), inner), f32x4.sub(one, f32x4.mul(ratio, ratio)));
    v128.store(p + j, probability);
    v128.store(d + j, f32x4.mul(f32x4.mul(probability, slope), factor));
  }
}

export function attentionBackward(
  sequences: i32,
  offsets: usize,
  heads: i32,
  kvHeads: i32,
  headDim: i32,
  q: usize,
  k: usize,
  v: usize,
  stats: usize,
  dOut: usize,
  dQ: usize,
  dK: usize,
  dV: usize,
  scratch: usize,
  window: i32,
  scoreFactor: f32,
  softcap: f32,
): void {
  const group = heads / kvHeads;
  const qs = heads * headDim;
  const ks = kvHeads * headDim;
  const scale = scoreScale(scoreFactor, headDim);
  for (let s = 0; s < sequences; s++) {
    const from = load<i32>(offsets + bytes(s));
    const length = load<i32>(offsets + bytes(s + 1)) - from;
    const ld = padded(length);
    const keysAcross = scratch + gemmScratchBytes();
    const valuesAcross = keysAcross + bytes(headDim * ld);
    const keys = valuesAcross + bytes(headDim * ld);
    const probs = keys + bytes(length * padded(headDim));
    const dScores = probs + bytes(length * ld);
    for (let kv = 0; kv < kvHeads; kv++) {
      const own = bytes(from * ks + kv * headDim);
      packB(headDim, length, k + own, 1, ks, scale, keysAcross);
      packB(headDim, length, v + own, 1, ks, 1, valuesAcross);
      packB(length, headDim, k + own, ks, 1, 1, keys);
      for (let g = 0; g < group; g++) {
        const head = kv * group + g;
        const start = bytes(from * qs + head * headDim);
        for (let t = 0; t < length; t += BLOCK) {
          const count = min(BLOCK, length - t);
          const seen = t + count;
          const at = start + bytes(t * qs);
          const p = probs + bytes(t * ld);
          const d = dScores + bytes(t * ld);
          gemmPacked(count, seen, headDim, q + at, qs, keysAcross, headDim, length, p, ld);
          gemmPacked(count, seen, headDim, dOut + at, qs, valuesAcross, headDim, length, d, ld);
          for (let i = 0; i < count; i++) {
            const visible = t + i + 1;
            const line = bytes(i * ld);
            const kept = stats + bytes(((from + t + i) * heads + head) * 2);
            if (softcap > 0) {
              capScores(visible, p + line, softcap);
              removeBefore(visible, window, p + line);
              cappedGradient(visible, p + line, d + line, kept, scale, softcap);
            } else {
              removeBefore(visible, window, p + line);
              scoreGradient(visible, p + line, d + line, kept, scale);
            }
            memory.fill(p + line + bytes(visible), 0, bytes(seen - visible));
            memory.fill(d + line + bytes(visible), 0, bytes(seen - visible));
          }
          gemmPacked(count, headDim, seen, d, ld, keys, length, headDim, dQ + at, qs);
        }
        // Keys of a block are seen by the queries from its start on.
        for (let t = 0; t < length; t += BLOCK) {
          const count = min(BLOCK, length - t);
          const corner = bytes(t * ld + t);
          const to = own + bytes(t * ks);
          gemm(count, headDim, length - t, dScores + corner, 1, ld, q + start + bytes(t * qs), qs, 1, dK + to, ks, g > 0, scratch);
          gemm(count, headDim, length - t, probs + corner, 1, ld, dOut + start + bytes(t * qs), qs, 1, dV + to, ks, g > 0, scratch);
        }
      }
    }
  }
}

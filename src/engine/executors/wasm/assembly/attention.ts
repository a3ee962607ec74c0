/**
 * Causal grouped-query attention. Queries, keys and values are read where the projections wrote them,
 * [tokens, heads · headDim]: no head is ever moved. Blocks of 24 queries see the keys up to their own end, so about half
 * of the square is never computed, and no square is kept: the forward pass stores each row's largest score and the
 * inverse of its sum, from which the backward pass makes the probabilities again.
 */
import { gemm, gemmPacked, gemmScratchBytes, packB } from './gemm';
import { exp, fma, largest, loadPart, REMOVED, storePart, sum } from './simd';

const BLOCK: i32 = 24;

function bytes(count: i32): usize {
  return (<usize>count) << 2;
}
function padded(n: i32): i32 {
  return (n + 7) & -8;
}

export function attentionScratchBytes(length: i32, headDim: i32): usize {
  return gemmScratchBytes() + bytes(3 * padded(length) * padded(headDim) + 2 * (length + BLOCK) * padded(length));
}

/** Scores [count] to probabilities; `stats` receives the largest score and 1 / Σ exp. */
function softmax(count: i32, p: usize, stats: usize): void {
  let most = f32x4.splat(REMOVED);
  for (let j = 0; j < count; j += 4) most = f32x4.max(most, loadPart(p, j, count, REMOVED));
  const top = largest(most);
  const shift = f32x4.splat(top);
  let total = f32x4.splat(0);
  for (let j = 0; j < count; j += 4) {
    const e = exp(f32x4.sub(loadPart(p, j, count, REMOVED), shift));
    total = f32x4.add(total, e);
    storePart(p, j, count, e);
  }
  const inverse: f32 = <f32>1 / sum(total);
  const factor = f32x4.splat(inverse);
  for (let j = 0; j < count; j += 4) storePart(p, j, count, f32x4.mul(loadPart(p, j, count, 0), factor));
  if (stats) {
    store<f32>(stats, top);
    store<f32>(stats, inverse, 4);
  }
}

/** Forward; `stats` [rows, heads, length, 2]. */
export function attention(
  rows: i32,
  length: i32,
  heads: i32,
  kvHeads: i32,
  headDim: i32,
  q: usize,
  k: usize,
  v: usize,
  out: usize,
  stats: usize,
  scratch: usize,
): void {
  const group = heads / kvHeads;
  const qs = heads * headDim;
  const ks = kvHeads * headDim;
  const ld = padded(length);
  const keys = scratch + gemmScratchBytes();
  const values = keys + bytes(headDim * ld);
  const scores = values + bytes(length * padded(headDim));
  const scale: f32 = 1 / Mathf.sqrt(<f32>headDim);
  for (let row = 0; row < rows; row++) {
    for (let kv = 0; kv < kvHeads; kv++) {
      const own = bytes(row * length * ks + kv * headDim);
      packB(headDim, length, k + own, 1, ks, scale, keys);
      packB(length, headDim, v + own, ks, 1, 1, values);
      for (let g = 0; g < group; g++) {
        const head = kv * group + g;
        for (let t = 0; t < length; t += BLOCK) {
          const count = min(BLOCK, length - t);
          const seen = t + count;
          const at = bytes((row * length + t) * qs + head * headDim);
          gemmPacked(count, seen, headDim, q + at, qs, 1, 0, keys, headDim, length, scores, ld, false, scratch);
          for (let i = 0; i < count; i++) {
            const p = scores + bytes(i * ld);
            softmax(t + i + 1, p, stats + bytes(((row * heads + head) * length + t + i) * 2));
            memory.fill(p + bytes(t + i + 1), 0, bytes(count - i - 1));
          }
          gemmPacked(count, headDim, seen, scores, ld, 1, 0, values, length, headDim, out + at, qs, false, scratch);
        }
      }
    }
  }
}

/** One query's scores become probabilities again, and its row of `d` (∂L/∂p) becomes ∂L/∂score times `scale`. */
function scoreGradient(count: i32, p: usize, d: usize, stats: usize, scale: f32): void {
  const shift = f32x4.splat(load<f32>(stats));
  const inverse = f32x4.splat(load<f32>(stats, 4));
  let products = f32x4.splat(0);
  for (let j = 0; j < count; j += 4) {
    const probability = f32x4.mul(exp(f32x4.sub(loadPart(p, j, count, REMOVED), shift)), inverse);
    storePart(p, j, count, probability);
    products = fma(probability, loadPart(d, j, count, 0), products);
  }
  const inner = f32x4.splat(sum(products));
  const factor = f32x4.splat(scale);
  for (let j = 0; j < count; j += 4) {
    const slope = f32x4.sub(loadPart(d, j, count, 0), inner);
    storePart(d, j, count, f32x4.mul(f32x4.mul(loadPart(p, j, count, 0), slope), factor));
  }
}

export function attentionBackward(
  rows: i32,
  length: i32,
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
): void {
  const group = heads / kvHeads;
  const qs = heads * headDim;
  const ks = kvHeads * headDim;
  const ld = padded(length);
  const keysAcross = scratch + gemmScratchBytes();
  const valuesAcross = keysAcross + bytes(headDim * ld);
  const keys = valuesAcross + bytes(headDim * ld);
  const probs = keys + bytes(length * padded(headDim));
  const dScores = probs + bytes(length * ld);
  const scale: f32 = 1 / Mathf.sqrt(<f32>headDim);
  for (let row = 0; row < rows; row++) {
    for (let kv = 0; kv < kvHeads; kv++) {
      const own = bytes(row * length * ks + kv * headDim);
      packB(headDim, length, k + own, 1, ks, scale, keysAcross);
      packB(headDim, length, v + own, 1, ks, 1, valuesAcross);
      packB(length, headDim, k + own, ks, 1, 1, keys);
      for (let g = 0; g < group; g++) {
        const head = kv * group + g;
        const start = bytes(row * length * qs + head * headDim);
        for (let t = 0; t < length; t += BLOCK) {
          const count = min(BLOCK, length - t);
          const seen = t + count;
          const at = start + bytes(t * qs);
          const p = probs + bytes(t * ld);
          const d = dScores + bytes(t * ld);
          gemmPacked(count, seen, headDim, q + at, qs, 1, 0, keysAcross, headDim, length, p, ld, false, scratch);
          gemmPacked(count, seen, headDim, dOut + at, qs, 1, 0, valuesAcross, headDim, length, d, ld, false, scratch);
          for (let i = 0; i < count; i++) {
            const visible = t + i + 1;
            const line = bytes(i * ld);
            scoreGradient(visible, p + line, d + line, stats + bytes(((row * heads + head) * length + t + i) * 2), scale);
            memory.fill(p + line + bytes(visible), 0, bytes(seen - visible));
            memory.fill(d + line + bytes(visible), 0, bytes(seen - visible));
          }
          gemmPacked(count, headDim, seen, d, ld, 1, 0, keys, length, headDim, dQ + at, qs, false, scratch);
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

/** Copies the first `lengths[row]` of `length` tokens of each row behind one another into a cache [rows, capacity, width]. */
export function fillCache(rows: i32, length: i32, width: i32, x: usize, cache: usize, capacity: i32, lengths: usize): void {
  for (let row = 0; row < rows; row++) {
    memory.copy(cache + bytes(row * capacity * width), x + bytes(row * length * width), bytes(load<i32>(lengths + bytes(row)) * width));
  }
}

/**
 * One new token a row: its key and value are put at place `lengths[row]` of the row's cache [capacity, kvHeads · headDim],
 * and its queries see everything up to there.
 */
export function attentionDecode(
  rows: i32,
  heads: i32,
  kvHeads: i32,
  headDim: i32,
  q: usize,
  k: usize,
  v: usize,
  keys: usize,
  values: usize,
  capacity: i32,
  lengths: usize,
  out: usize,
  scratch: usize,
): void {
  const group = heads / kvHeads;
  const width = kvHeads * headDim;
  const scale: f32 = 1 / Mathf.sqrt(<f32>headDim);
  for (let row = 0; row < rows; row++) {
    const past = load<i32>(lengths + bytes(row));
    const rowKeys = keys + bytes(row * capacity * width);
    const rowValues = values + bytes(row * capacity * width);
    memory.copy(rowKeys + bytes(past * width), k + bytes(row * width), bytes(width));
    memory.copy(rowValues + bytes(past * width), v + bytes(row * width), bytes(width));
    for (let head = 0; head < heads; head++) {
      const own = bytes((head / group) * headDim);
      const at = bytes((row * heads + head) * headDim);
      for (let t = 0; t <= past; t++) {
        const key = rowKeys + own + bytes(t * width);
        let products = f32x4.splat(0);
        for (let j = 0; j < headDim; j += 4) products = fma(loadPart(q + at, j, headDim, 0), loadPart(key, j, headDim, 0), products);
        store<f32>(scratch + bytes(t), sum(products) * scale);
      }
      softmax(past + 1, scratch, 0);
      for (let j = 0; j < headDim; j += 4) {
        let total = f32x4.splat(0);
        for (let t = 0; t <= past; t++) {
          total = fma(v128.load_splat<f32>(scratch + bytes(t)), loadPart(rowValues + own + bytes(t * width), j, headDim, 0), total);
        }
        storePart(out + at, j, headDim, total);
      }
    }
  }
}

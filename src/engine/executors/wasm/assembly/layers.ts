/** What stands between the matrix products of a layer: gathers, norms, rotary embedding, activations, sums. */
import { bytes, exp, fma, loadPart, loadTail, storePart, storeTail, sum, tanh } from './simd';

/** out[i] = x[indices[i]], rows of `width` numbers. */
export function gatherRows(count: i32, width: i32, x: usize, indices: usize, out: usize): void {
  for (let i = 0; i < count; i++) memory.copy(out + bytes(i * width), x + bytes(load<i32>(indices + bytes(i)) * width), bytes(width));
}

/** out[indices[i]] += x[i] in rising i, after `out` [rows, width] was cleared. */
export function scatterRows(count: i32, width: i32, x: usize, indices: usize, rows: i32, out: usize): void {
  memory.fill(out, 0, bytes(rows * width));
  for (let i = 0; i < count; i++) addInto(width, out + bytes(load<i32>(indices + bytes(i)) * width), x + bytes(i * width));
}

function addInto(count: i32, to: usize, x: usize): void {
  add(count, to, x, to);
}

/** out [width] = Σ rows of x, in rising order. */
export function sumRows(rows: i32, width: i32, x: usize, out: usize): void {
  memory.fill(out, 0, bytes(width));
  for (let i = 0; i < rows; i++) addInto(width, out, x + bytes(i * width));
}

/** 1 / √(mean x² + eps); two sums, since one would wait for itself. */
function inverseRms(width: i32, x: usize, eps: f32): f32 {
  const whole = width & -8;
  let squares = f32x4.splat(0);
  let others = squares;
  for (let j = 0; j < whole; j += 8) {
    const v = v128.load(x + bytes(j));
    const w = v128.load(x + bytes(j), 16);
    squares = fma(v, v, squares);
    others = fma(w, w, others);
  }
  for (let j = whole; j < width; j += 4) {
    const v = loadPart(x, j, width, 0);
    squares = fma(v, v, squares);
  }
  return 1 / Mathf.sqrt(sum(f32x4.add(squares, others)) / <f32>width + eps);
}

/** RMSNorm of `groups` groups of `width` numbers. */
export function rmsnorm(groups: i32, width: i32, x: usize, weight: usize, eps: f32, out: usize): void {
  const whole = width & -4;
  for (let i = 0; i < groups; i++) {
    const from = x + bytes(i * width);
    const to = out + bytes(i * width);
    const inverse = f32x4.splat(inverseRms(width, from, eps));
    for (let j = 0; j < whole; j += 4) {
      v128.store(to + bytes(j), f32x4.mul(f32x4.mul(v128.load(from + bytes(j)), inverse), v128.load(weight + bytes(j))));
    }
    if (whole < width)
      storePart(to, whole, width, f32x4.mul(f32x4.mul(loadPart(from, whole, width, 0), inverse), loadPart(weight, whole, width, 0)));
  }
}

/** dx = r·(w·dy) − x·r³·mean(w·dy·x), dw = Σ dy·x·r; each is left out where its pointer is 0. */
export function rmsnormBackward(groups: i32, width: i32, x: usize, weight: usize, eps: f32, dOut: usize, dX: usize, dWeight: usize): void {
  const whole = width & -4;
  if (dWeight) memory.fill(dWeight, 0, bytes(width));
  for (let i = 0; i < groups; i++) {
    const from = x + bytes(i * width);
    const dy = dOut + bytes(i * width);
    const r = inverseRms(width, from, eps);
    const inverse = f32x4.splat(r);
    if (dWeight) {
      for (let j = 0; j < width; j += 4) {
        const product = f32x4.mul(loadPart(dy, j, width, 0), f32x4.mul(loadPart(from, j, width, 0), inverse));
        storePart(dWeight, j, width, f32x4.add(loadPart(dWeight, j, width, 0), product));
      }
    }
    if (!dX) continue;
    const to = dX + bytes(i * width);
    let products = f32x4.splat(0);
    for (let j = 0; j < whole; j += 4) {
      const weighted = f32x4.mul(v128.load(dy + bytes(j)), v128.load(weight + bytes(j)));
      products = fma(weighted, v128.load(from + bytes(j)), products);
    }
    if (whole < width) {
      const weighted = f32x4.mul(loadPart(dy, whole, width, 0), loadPart(weight, whole, width, 0));
      products = fma(weighted, loadPart(from, whole, width, 0), products);
    }
    const pull = f32x4.splat(-r * r * r * (sum(products) / <f32>width));
    for (let j = 0; j < whole; j += 4) {
      const weighted = f32x4.mul(v128.load(dy + bytes(j)), v128.load(weight + bytes(j)));
      v128.store(to + bytes(j), fma(v128.load(from + bytes(j)), pull, f32x4.mul(weighted, inverse)));
    }
    if (whole < width) {
      const weighted = f32x4.mul(loadPart(dy, whole, width, 0), loadPart(weight, whole, width, 0));
      storePart(to, whole, width, fma(loadPart(from, whole, width, 0), pull, f32x4.mul(weighted, inverse)));
    }
  }
}

/**
 * Rotates the halves of each head: [a, b] → [a·cos − b·sin, b·cos + a·sin], by −angle with `sign` −1 (its transpose).
 * Tables [positions, headDim / 2].
 */
export function rope(
  tokens: i32,
  heads: i32,
  headDim: i32,
  x: usize,
  positions: usize,
  cosines: usize,
  sines: usize,
  sign: f32,
  out: usize,
): void {
  const half = headDim >> 1;
  const whole = half & -4;
  const factor = f32x4.splat(sign);
  for (let t = 0; t < tokens; t++) {
    const row = bytes(load<i32>(positions + bytes(t)) * half);
    for (let h = 0; h < heads; h++) {
      const at = bytes((t * heads + h) * headDim);
      const first = x + at;
      const second = first + bytes(half);
      for (let j = 0; j < whole; j += 4) {
        const c = v128.load(cosines + row + bytes(j));
        const s = f32x4.mul(v128.load(sines + row + bytes(j)), factor);
        const a = v128.load(first + bytes(j));
        const b = v128.load(second + bytes(j));
        v128.store(out + at + bytes(j), f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, s)));
        v128.store(out + at + bytes(half + j), f32x4.add(f32x4.mul(b, c), f32x4.mul(a, s)));
      }
      if (whole < half) {
        const c = loadPart(cosines + row, whole, half, 0);
        const s = f32x4.mul(loadPart(sines + row, whole, half, 0), factor);
        const a = loadPart(first, whole, half, 0);
        const b = loadPart(second, whole, half, 0);
        storePart(out + at, whole, half, f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, s)));
        storePart(out + at + bytes(half), whole, half, f32x4.add(f32x4.mul(b, c), f32x4.mul(a, s)));
      }
    }
  }
}

/** σ(x); 0 below −88, where `exp` stays as it is: times a large x, what is left there would count. */
function sigmoid(x: v128): v128 {
  const one = f32x4.splat(1);
  return v128.andnot(f32x4.div(one, f32x4.add(one, exp(f32x4.neg(x)))), f32x4.lt(x, f32x4.splat(-88)));
}

/** out = silu(gate) ⊙ up, silu(x) = x·σ(x). */
export function swiglu(count: i32, gate: usize, up: usize, out: usize): void {
  const end = gate + bytes(count & -4);
  for (; gate < end; gate += 16) {
    const g = v128.load(gate);
    v128.store(out, f32x4.mul(f32x4.mul(g, sigmoid(g)), v128.load(up)));
    up += 16;
    out += 16;
  }
  const left = count & 3;
  if (!left) return;
  const g = loadTail(gate, left, 0);
  storeTail(out, f32x4.mul(f32x4.mul(g, sigmoid(g)), loadTail(up, left, 0)), left);
}

/** silu' = σ + silu·(1 − σ), from x and σ(x). */
function siluSlope(x: v128, s: v128): v128 {
  return fma(f32x4.mul(x, s), f32x4.sub(f32x4.splat(1), s), s);
}

export function swigluBackward(count: i32, gate: usize, up: usize, dOut: usize, dGate: usize, dUp: usize): void {
  const end = gate + bytes(count & -4);
  for (; gate < end; gate += 16) {
    const g = v128.load(gate);
    const s = sigmoid(g);
    const dy = v128.load(dOut);
    v128.store(dGate, f32x4.mul(f32x4.mul(dy, v128.load(up)), siluSlope(g, s)));
    v128.store(dUp, f32x4.mul(dy, f32x4.mul(g, s)));
    up += 16;
    dOut += 16;
    dGate += 16;
    dUp += 16;
  }
  const left = count & 3;
  if (!left) return;
  const g = loadTail(gate, left, 0);
  const s = sigmoid(g);
  const dy = loadTail(dOut, left, 0);
  storeTail(dGate, f32x4.mul(f32x4.mul(dy, loadTail(up, left, 0)), siluSlope(g, s)), left);
  storeTail(dUp, f32x4.mul(dy, f32x4.mul(g, s)), left);
}

/** σ(a(x)) with a(x) = √(8/π)·(x + 0.044715·x³): times x, GELU's tanh form. */
function geluChance(x: v128): v128 {
  const cubic = fma(f32x4.mul(x, x), f32x4.splat(0.044715), f32x4.splat(1));
  return sigmoid(f32x4.mul(f32x4.mul(x, cubic), f32x4.splat(1.5957691216057308)));
}

/** out = gelu(gate) ⊙ up. */
export function geglu(count: i32, gate: usize, up: usize, out: usize): void {
  for (let i = 0; i < count; i += 4) {
    const g = loadPart(gate, i, count, 0);
    storePart(out, i, count, f32x4.mul(f32x4.mul(g, geluChance(g)), loadPart(up, i, count, 0)));
  }
}

/** gelu' = σ + x·σ·(1 − σ)·a'. */
export function gegluBackward(count: i32, gate: usize, up: usize, dOut: usize, dGate: usize, dUp: usize): void {
  for (let i = 0; i < count; i += 4) {
    const g = loadPart(gate, i, count, 0);
    const s = geluChance(g);
    const dy = loadPart(dOut, i, count, 0);
    const gelu = f32x4.mul(g, s);
    const steep = fma(f32x4.mul(g, g), f32x4.splat(0.2140644488), f32x4.splat(1.5957691216057308));
    const slope = fma(f32x4.mul(gelu, f32x4.sub(f32x4.splat(1), s)), steep, s);
    storePart(dGate, i, count, f32x4.mul(f32x4.mul(dy, loadPart(up, i, count, 0)), slope));
    storePart(dUp, i, count, f32x4.mul(dy, gelu));
  }
}

/** out = factor·x. */
export function scale(count: i32, x: usize, factor: f32, out: usize): void {
  const f = f32x4.splat(factor);
  for (let i = 0; i < count; i += 4) storePart(out, i, count, f32x4.mul(loadPart(x, i, count, 0), f));
}

/** out = cap·tanh(x / cap). */
export function softcap(count: i32, x: usize, cap: f32, out: usize): void {
  const c = f32x4.splat(cap);
  for (let i = 0; i < count; i += 4) storePart(out, i, count, f32x4.mul(tanh(f32x4.div(loadPart(x, i, count, 0), c)), c));
}

/** dx = dy·(1 − tanh²(x / cap)). */
export function softcapBackward(count: i32, x: usize, cap: f32, dOut: usize, dX: usize): void {
  const c = f32x4.splat(cap);
  for (let i = 0; i < count; i += 4) {
    const bent = tanh(f32x4.div(loadPart(x, i, count, 0), c));
    storePart(dX, i, count, f32x4.mul(loadPart(dOut, i, count, 0), f32x4.sub(f32x4.splat(1), f32x4.mul(bent, bent))));
  }
}

export function relu(count: i32, x: usize, out: usize): void {
  for (let i = 0; i < count; i += 4) storePart(out, i, count, f32x4.max(loadPart(x, i, count, 0), f32x4.splat(0)));
}

/** dx = dy where the output was positive. */
export function reluBackward(count: i32, y: usize, dOut: usize, dX: usize): void {
  for (let i = 0; i < count; i += 4) {
    storePart(dX, i, count, v128.and(loadPart(dOut, i, count, 0), f32x4.gt(loadPart(y, i, count, 0), f32x4.splat(0))));
  }
}

export function add(count: i32, a: usize, b: usize, out: usize): void {
  const end = a + bytes(count & -4);
  for (; a < end; a += 16) {
    v128.store(out, f32x4.add(v128.load(a), v128.load(b)));
    b += 16;
    out += 16;
  }
  const left = count & 3;
  if (left) storeTail(out, f32x4.add(loadTail(a, left, 0), loadTail(b, left, 0)), left);
}

/** What stands between the matrix products of a layer: gathers, norms, rotary embedding, activations, sums. */
import { exp, fma, loadPart, storePart, sum } from './simd';

function bytes(count: i32): usize {
  return (<usize>count) << 2;
}

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
  for (let j = 0; j < count; j += 4) storePart(to, j, count, f32x4.add(loadPart(to, j, count, 0), loadPart(x, j, count, 0)));
}

/** Every row of out [rows, width] = `bias`. */
export function fillRows(rows: i32, width: i32, bias: usize, out: usize): void {
  for (let i = 0; i < rows; i++) memory.copy(out + bytes(i * width), bias, bytes(width));
}

/** out [width] = Σ rows of x, in rising order. */
export function sumRows(rows: i32, width: i32, x: usize, out: usize): void {
  memory.fill(out, 0, bytes(width));
  for (let i = 0; i < rows; i++) addInto(width, out, x + bytes(i * width));
}

/** 1 / √(mean x² + eps). */
function inverseRms(width: i32, x: usize, eps: f32): f32 {
  let squares = f32x4.splat(0);
  for (let j = 0; j < width; j += 4) {
    const v = loadPart(x, j, width, 0);
    squares = fma(v, v, squares);
  }
  return 1 / Mathf.sqrt(sum(squares) / <f32>width + eps);
}

/** RMSNorm of `groups` groups of `width` numbers. */
export function rmsnorm(groups: i32, width: i32, x: usize, weight: usize, eps: f32, out: usize): void {
  for (let i = 0; i < groups; i++) {
    const from = x + bytes(i * width);
    const to = out + bytes(i * width);
    const inverse = f32x4.splat(inverseRms(width, from, eps));
    for (let j = 0; j < width; j += 4) {
      storePart(to, j, width, f32x4.mul(f32x4.mul(loadPart(from, j, width, 0), inverse), loadPart(weight, j, width, 0)));
    }
  }
}

/** dx = r·(w·dy) − x·r³·mean(w·dy·x), dw = Σ dy·x·r; each is left out where its pointer is 0. */
export function rmsnormBackward(groups: i32, width: i32, x: usize, weight: usize, eps: f32, dOut: usize, dX: usize, dWeight: usize): void {
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
    for (let j = 0; j < width; j += 4) {
      const weighted = f32x4.mul(loadPart(dy, j, width, 0), loadPart(weight, j, width, 0));
      products = fma(weighted, loadPart(from, j, width, 0), products);
    }
    const pull = f32x4.splat(-r * r * r * (sum(products) / <f32>width));
    for (let j = 0; j < width; j += 4) {
      const weighted = f32x4.mul(loadPart(dy, j, width, 0), loadPart(weight, j, width, 0));
      storePart(to, j, width, fma(loadPart(from, j, width, 0), pull, f32x4.mul(weighted, inverse)));
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
  const factor = f32x4.splat(sign);
  for (let t = 0; t < tokens; t++) {
    const row = bytes(load<i32>(positions + bytes(t)) * half);
    for (let h = 0; h < heads; h++) {
      const at = bytes((t * heads + h) * headDim);
      const first = x + at;
      const second = first + bytes(half);
      for (let j = 0; j < half; j += 4) {
        const c = loadPart(cosines + row, j, half, 0);
        const s = f32x4.mul(loadPart(sines + row, j, half, 0), factor);
        const a = loadPart(first, j, half, 0);
        const b = loadPart(second, j, half, 0);
        storePart(out + at, j, half, f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, s)));
        storePart(out + at + bytes(half), j, half, f32x4.add(f32x4.mul(b, c), f32x4.mul(a, s)));
      }
    }
  }
}

function sigmoid(x: v128): v128 {
  const one = f32x4.splat(1);
  return f32x4.div(one, f32x4.add(one, exp(f32x4.neg(x))));
}

/** out = silu(gate) ⊙ up. */
export function swiglu(count: i32, gate: usize, up: usize, out: usize): void {
  for (let i = 0; i < count; i += 4) {
    const g = loadPart(gate, i, count, 0);
    storePart(out, i, count, f32x4.mul(f32x4.mul(g, sigmoid(g)), loadPart(up, i, count, 0)));
  }
}

/** silu' = σ + silu·(1 − σ). */
export function swigluBackward(count: i32, gate: usize, up: usize, dOut: usize, dGate: usize, dUp: usize): void {
  const one = f32x4.splat(1);
  for (let i = 0; i < count; i += 4) {
    const g = loadPart(gate, i, count, 0);
    const dy = loadPart(dOut, i, count, 0);
    const s = sigmoid(g);
    const silu = f32x4.mul(g, s);
    const slope = fma(silu, f32x4.sub(one, s), s);
    storePart(dGate, i, count, f32x4.mul(f32x4.mul(dy, loadPart(up, i, count, 0)), slope));
    storePart(dUp, i, count, f32x4.mul(dy, silu));
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
  for (let i = 0; i < count; i += 4) storePart(out, i, count, f32x4.add(loadPart(a, i, count, 0), loadPart(b, i, count, 0)));
}

/** The optimiser over all numbers of one parameter set: norm of the gradients, AdamW. */
import { bytes, fma, loadPart, storePart } from './simd';

function square(v: v128): v128 {
  return f64x2.mul(v, v);
}

/** out = √Σ g², summed in double precision, where no square of a float overflows. */
export function gradientNorm(count: i32, gradients: usize, out: usize): void {
  const whole = count & -8;
  let a = f64x2.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (let j = 0; j < whole; j += 8) {
    const at = gradients + bytes(j);
    a = f64x2.add(a, square(f64x2.promote_low_f32x4(v128.load64_zero(at))));
    b = f64x2.add(b, square(f64x2.promote_low_f32x4(v128.load64_zero(at, 8))));
    c = f64x2.add(c, square(f64x2.promote_low_f32x4(v128.load64_zero(at, 16))));
    d = f64x2.add(d, square(f64x2.promote_low_f32x4(v128.load64_zero(at, 24))));
  }
  const sums = f64x2.add(f64x2.add(a, b), f64x2.add(c, d));
  let total = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  for (let j = whole; j < count; j++) {
    const g = <f64>load<f32>(gradients + bytes(j));
    total += g * g;
  }
  store<f32>(out, <f32>Math.sqrt(total));
}

/**
 * One step, with gradients scaled by min(1, max / norm): m′ = β₁m + (1 − β₁)g, v′ = β₂v + (1 − β₂)g²,
 * p′ = p − η(m′/c₁ / (√(v′/c₂) + ε) + decay·p). `settings`: η, β₁, 1 − β₁, β₂, 1 − β₂, ε, decay, c₁, c₂, max (0: no limit).
 */
export function adamw(
  count: i32,
  p: usize,
  gradients: usize,
  m: usize,
  v: usize,
  norm: usize,
  settings: usize,
  nextP: usize,
  nextM: usize,
  nextV: usize,
): void {
  const most = load<f32>(settings, 36);
  const length = load<f32>(norm);
  const scale = f32x4.splat(most > 0 && length > most ? most / length : 1);
  const rate = f32x4.splat(-load<f32>(settings));
  const beta1 = v128.load_splat<f32>(settings, 4);
  const rest1 = v128.load_splat<f32>(settings, 8);
  const beta2 = v128.load_splat<f32>(settings, 12);
  const rest2 = v128.load_splat<f32>(settings, 16);
  const epsilon = v128.load_splat<f32>(settings, 20);
  const decay = v128.load_splat<f32>(settings, 24);
  const inverse1 = f32x4.splat(1 / load<f32>(settings, 28));
  const inverse2 = f32x4.splat(1 / load<f32>(settings, 32));
  for (let j = 0; j < count; j += 4) {
    const g = f32x4.mul(loadPart(gradients, j, count, 0), scale);
    const w = loadPart(p, j, count, 0);
    const first = fma(beta1, loadPart(m, j, count, 0), f32x4.mul(rest1, g));
    const second = fma(beta2, loadPart(v, j, count, 0), f32x4.mul(rest2, f32x4.mul(g, g)));
    const root = f32x4.add(f32x4.sqrt(f32x4.mul(second, inverse2)), epsilon);
    const direction = fma(decay, w, f32x4.div(f32x4.mul(first, inverse1), root));
    storePart(nextP, j, count, fma(rate, direction, w));
    storePart(nextM, j, count, first);
    storePart(nextV, j, count, second);
  }
}

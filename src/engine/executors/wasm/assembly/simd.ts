/**
 * Vector helpers. Every formula is a fixed sequence of single-precision operations, so a build gives the same bits
 * wherever it runs (the relaxed build: on every host that fuses the same products).
 */

/** Lanes beyond a row's end and entries cut off by top-k/top-p: no exponential survives it, and 0 · it is 0. */
export const REMOVED: f32 = -1e30;

/** Bytes of `count` numbers. */
export function bytes(count: i32): usize {
  return (<usize>count) << 2;
}

/** `n` rounded up to whole panels of 8. */
export function padded(n: i32): i32 {
  return (n + 7) & -8;
}

/** a·b + c; one rounding in the relaxed build where the host has it, two in the plain one. */
export function fma(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** Sum of the four lanes. */
export function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

/** Largest of the four lanes; NaN wins. */
export function largest(v: v128): f32 {
  const pairs = f32x4.max(v, i32x4.shuffle(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.max(pairs, i32x4.shuffle(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** Added to a small number, it rounds that to an integer, which then stands in the lowest bits: 1.5·2²³. */
const ROUNDER: f32 = 12582912;

/**
 * eˣ within about 2 ulp: x = n·ln 2 + r, a polynomial of degree 7 in r (coefficients of Cephes' expf), times 2ⁿ.
 * Below −87.3 it is 0, above 88 it stays at e⁸⁸; NaN stays NaN (`pmin` and `pmax` return their first operand then, and are
 * one instruction where `min` and `max` are seven).
 */
export function exp(x: v128): v128 {
  const low = f32x4.splat(-87.3);
  const rounder = f32x4.splat(ROUNDER);
  const clamped = f32x4.pmin(f32x4.pmax(x, low), f32x4.splat(88.0));
  const shifted = fma(clamped, f32x4.splat(1.44269504088896341), rounder);
  const n = f32x4.sub(shifted, rounder);
  // ln 2 in two parts, so that r keeps its digits.
  const r = fma(n, f32x4.splat(2.1219444e-4), fma(n, f32x4.splat(-0.693359375), clamped));
  let p = fma(f32x4.splat(1.98756915e-4), r, f32x4.splat(1.3981999507e-3));
  p = fma(p, r, f32x4.splat(8.3334519073e-3));
  p = fma(p, r, f32x4.splat(4.1665795894e-2));
  p = fma(p, r, f32x4.splat(1.6666665459e-1));
  p = fma(p, r, f32x4.splat(5.0000001201e-1));
  const y = f32x4.add(fma(p, f32x4.mul(r, r), r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(shifted, i32x4.splat(127)), 23);
  return v128.andnot(f32x4.mul(y, power), f32x4.lt(x, low));
}

/** tanh x within about 2 ulp: Cephes' polynomial near 0, 1 − 2 / (e²ˣ + 1) of the absolute value beyond. */
export function tanh(x: v128): v128 {
  const size = f32x4.abs(x);
  const z = f32x4.mul(x, x);
  let p = fma(f32x4.splat(-5.70498872745e-3), z, f32x4.splat(2.06390887954e-2));
  p = fma(p, z, f32x4.splat(-5.37397155531e-2));
  p = fma(p, z, f32x4.splat(1.33314422036e-1));
  p = fma(p, z, f32x4.splat(-3.33332819422e-1));
  const near = fma(f32x4.mul(p, z), x, x);
  const one = f32x4.splat(1);
  const beyond = f32x4.sub(one, f32x4.div(f32x4.splat(2), f32x4.add(exp(f32x4.add(size, size)), one)));
  const signed = v128.or(beyond, v128.and(x, f32x4.splat(-0.0)));
  return v128.bitselect(near, signed, f32x4.lt(size, f32x4.splat(0.625)));
}

/** ln x of a positive normal number, in double precision: x = 2ⁿ·m with m near 1, ln m by the series of artanh. */
export function log(x: f64): f64 {
  const bits = reinterpret<i64>(x);
  let n = <i32>((bits >> 52) & 0x7ff) - 1023;
  let m = reinterpret<f64>((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    n += 1;
  }
  if (!(x > 0) || x == Infinity) return x == 0 ? -Infinity : x + (x < 0 ? NaN : 0);
  const s = (m - 1) / (m + 1);
  const q = s * s;
  const series =
    1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11 + q * (1.0 / 13 + q * (1.0 / 15 + q / 17)))))));
  return <f64>n * 0.6931471805599453 + 2 * s * series;
}

/** The first `count` (1–3) numbers at `p`, `fill` in the other lanes. */
export function loadTail(p: usize, count: i32, fill: f32): v128 {
  let v = f32x4.replace_lane(f32x4.splat(fill), 0, load<f32>(p));
  if (count > 1) v = f32x4.replace_lane(v, 1, load<f32>(p, 4));
  if (count > 2) v = f32x4.replace_lane(v, 2, load<f32>(p, 8));
  return v;
}

/** The first `count` (1–3) lanes of `v` to `p`. */
export function storeTail(p: usize, v: v128, count: i32): void {
  store<f32>(p, f32x4.extract_lane(v, 0));
  if (count > 1) store<f32>(p, f32x4.extract_lane(v, 1), 4);
  if (count > 2) store<f32>(p, f32x4.extract_lane(v, 2), 8);
}

/** Four numbers, or what is left of them before `count`, at index `i`. */
export function loadPart(p: usize, i: i32, count: i32, fill: f32): v128 {
  return i + 4 <= count ? v128.load(p + ((<usize>i) << 2)) : loadTail(p + ((<usize>i) << 2), count - i, fill);
}

export function storePart(p: usize, i: i32, count: i32, v: v128): void {
  if (i + 4 <= count) v128.store(p + ((<usize>i) << 2), v);
  else storeTail(p + ((<usize>i) << 2), v, count - i);
}

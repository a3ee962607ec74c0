/** IEEE 754 binary16 in the lanes of single-precision vectors. */

/** The largest binary16; what is larger becomes it. */
const LARGEST: f32 = 65504;

/**
 * The nearest binary16 of four numbers, ties to even, in the low halves of the lanes. The same as `floatToHalf` of core/weights but
 * for what is too large: keys and values are better held to the largest number than to infinity.
 */
export function toHalves(x: v128): v128 {
  const magnitude = f32x4.pmin(f32x4.abs(x), f32x4.splat(LARGEST));
  const odd = v128.and(i32x4.shr_u(magnitude, 13), i32x4.splat(1));
  const whole = i32x4.shr_u(i32x4.add(i32x4.sub(magnitude, i32x4.splat(0x37fff001)), odd), 13); // − 0x38000000 + 0xfff
  // Below 2⁻¹⁴ the steps are 2⁻²⁴ wide: adding ½ puts them at the end of a float's fraction, rounded as floats are.
  const small = i32x4.sub(f32x4.add(magnitude, f32x4.splat(0.5)), i32x4.splat(0x3f000000));
  const half = v128.bitselect(small, whole, f32x4.lt(magnitude, f32x4.splat(6.103515625e-5)));
  const sign = v128.and(i32x4.shr_u(x, 16), i32x4.splat(0x8000));
  return v128.or(v128.bitselect(i32x4.splat(0x7e00), half, f32x4.ne(x, x)), sign);
}

export function toHalf(x: f32): u16 {
  return <u16>i32x4.extract_lane(toHalves(f32x4.splat(x)), 0);
}

/** 2¹¹²: exponents of binary16 begin 112 lower. */
const UNIT: i32 = 0x77800000;

/*
 * V8 makes a constant vector anew wherever it is used, in three instructions. These it cannot tell to be constant, so that they stay in
 * registers through a loop: `opaque` is any number from 0 to 2²⁴ that is known at run time only.
 */

/** What `widened` multiplies by, so that its numbers come out times `scale`. */
export function unitOf(scale: f32, opaque: i32): v128 {
  return f32x4.splat(scale * reinterpret<f32>(UNIT | (opaque >> 24)));
}

/** The bits that `widened` keeps. */
export function signAndNumber(opaque: i32): v128 {
  return i32x4.splat(<i32>0x8fffe000 | (opaque >> 24));
}

/** Four binary16, with their signs repeated in the high halves of the lanes, as single-precision numbers, rounded once when scaled. */
export function widened(h: v128, unit: v128, bits: v128): v128 {
  return f32x4.mul(v128.and(i32x4.shl(h, 13), bits), unit);
}

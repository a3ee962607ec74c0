/** What lies in the pages of a cache (cache.ts): numbers in single precision (T is f32) or binary16 (T is i16), read as vectors. */
import { widened } from './half';
import { bytes } from './simd';

/** Positions of a page; cache.ts of the executor has the same number. */
export const PAGE: i32 = 32;

/** Bytes of `count` numbers of the cache. */
export function span<T>(count: i32): usize {
  return <usize>count * sizeof<T>();
}

/**
 * Four numbers of the cache: those at `at`, or the second, third and fourth four behind them. Of binary16 they are multiplied by what
 * `unit` was made from.
 */
export function quad0<T>(at: usize, unit: v128, bits: v128): v128 {
  if (isFloat<T>()) return v128.load(at);
  return widened(v128.load_ext<i16>(at), unit, bits);
}
export function quad1<T>(at: usize, unit: v128, bits: v128): v128 {
  if (isFloat<T>()) return v128.load(at, 16);
  return widened(v128.load_ext<i16>(at, 8), unit, bits);
}
export function quad2<T>(at: usize, unit: v128, bits: v128): v128 {
  if (isFloat<T>()) return v128.load(at, 32);
  return widened(v128.load_ext<i16>(at, 16), unit, bits);
}
export function quad3<T>(at: usize, unit: v128, bits: v128): v128 {
  if (isFloat<T>()) return v128.load(at, 48);
  return widened(v128.load_ext<i16>(at, 24), unit, bits);
}

/** One number of the cache in all lanes. */
export function splat<T>(at: usize, unit: v128, bits: v128): v128 {
  if (isFloat<T>()) return v128.load_splat<f32>(at);
  return widened(i32x4.splat(load<i16>(at)), unit, bits);
}

/** What sums of binary16 keys are multiplied by: their scale is in the keys already. */
export function rest<T>(scale: f32): v128 {
  return f32x4.splat(isFloat<T>() ? scale : 1);
}

/** Positions after which a sum over values begins anew, as in gemm.ts. */
export const DEPTH: i32 = 512;

/** Where the page of `position` begins; `pages` lists a slot's pages. */
export function pageAt(pages: usize, position: i32): usize {
  return <usize>load<u32>(pages + bytes(position / PAGE));
}

/** Four sums to `out`; of a block behind the first added to what lies there. */
export function put4(out: usize, more: bool, v: v128): void {
  v128.store(out, more ? f32x4.add(v128.load(out), v) : v);
}

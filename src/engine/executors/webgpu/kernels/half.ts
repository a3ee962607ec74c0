/**
 * Numbers in 16 bits (IEEE 754 binary16), bit for bit as core/weights/half.ts has them: WGSL's own conversions may round either
 * way and may take small numbers for 0.
 */
import { BLOCK, type Kernel, read, written } from './kernel.ts';

/** WGSL: `to_half(x)`, the nearest binary16, ties to even, of what is too large the largest; NaN stays. */
const TO_HALF = `fn half_of(x: f32) -> u32 {
  let whole = bitcast<u32>(x);
  let sign = (whole >> 16u) & 0x8000u;
  let magnitude = whole & 0x7fffffffu;
  if (magnitude > 0x7f800000u) { return sign | 0x7e00u; }
  if (magnitude >= 0x477fe000u) { return sign | 0x7bffu; }
  if (magnitude >= 0x38800000u) { return sign | ((magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13u) & 1u)) >> 13u); }
  // Below 2⁻¹⁴ steps are 2⁻²⁴ wide.
  let dropped = 126u - (magnitude >> 23u);
  if (dropped > 24u) { return sign; }
  let fraction = (magnitude & 0x7fffffu) | 0x800000u;
  let steps = fraction >> dropped;
  let rest = fraction & ((1u << dropped) - 1u);
  let tie = 1u << (dropped - 1u);
  return sign | (steps + select(0u, 1u, rest > tie || (rest == tie && (steps & 1u) == 1u)));
}
fn to_half(x: vec4<f32>) -> vec4<u32> { return vec4<u32>(half_of(x.x), half_of(x.y), half_of(x.z), half_of(x.w)); }
`;

/** WGSL: `from_half(bits)`, exact. */
const FROM_HALF = `fn from_half(bits: vec4<u32>) -> vec4<f32> {
  let sign = (bits & vec4<u32>(0x8000u)) << vec4<u32>(16u);
  let magnitude = bits & vec4<u32>(0x7fffu);
  let bias = select(vec4<u32>(0x38000000u), vec4<u32>(0x70000000u), magnitude >= vec4<u32>(0x7c00u));
  let large = (magnitude << vec4<u32>(13u)) + bias;
  let small = bitcast<vec4<u32>>(vec4<f32>(magnitude) * 5.9604644775390625e-8);
  return bitcast<vec4<f32>>(sign | select(large, small, magnitude < vec4<u32>(0x400u)));
}
`;

/** WGSL: two numbers a word, the first in its lower half. */
export const HALVES = `${TO_HALF}${FROM_HALF}
fn pack_half(x: vec4<f32>) -> vec2<u32> { let bits = to_half(x); return vec2<u32>(bits.x | (bits.y << 16u), bits.z | (bits.w << 16u)); }
fn unpack_half(words: vec2<u32>) -> vec4<f32> {
  return from_half(vec4<u32>(words.x & 0xffffu, words.x >> 16u, words.y & 0xffffu, words.y >> 16u));
}
`;

/** result = x rounded to binary16. */
export const roundHalf: Kernel = {
  key: 'round to half',
  bindings: [{ ...read('x', '[rows, W]', 'vec4<f32>'), access: `${TO_HALF}${FROM_HALF}` }, written('result', '[rows, W]', 'vec4<f32>')],
  uniforms: ['axis', 'W'],
  workgroup: [BLOCK, 1],
  code: () => `
fn main() {
  if (index * 4u >= live[p.axis] * p.W) { return; }
  result[index] = from_half(to_half(x[index]));
}`,
};

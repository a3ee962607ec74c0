/** 16-bit floats as numbers: IEEE 754 binary16 and bfloat16. */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** binary16 to a number: 1 sign, 5 exponent (bias 15), 10 fraction bits. */
export function halfToFloat(half: number): number {
  const magnitude = half & 0x7fff;
  if (magnitude < 0x400) return (half & 0x8000 ? -1 : 1) * magnitude * 2 ** -24;
  // A float has three more bits of exponent, whose bias is 112 greater; infinities and NaNs have all of them set.
  bits[0] = ((half & 0x8000) << 16) | ((magnitude << 13) + (magnitude < 0x7c00 ? 0x38000000 : 0x70000000));
  return float[0] ?? 0;
}

/** The nearest binary16, ties to even; what is too large becomes infinite. */
export function floatToHalf(value: number): number {
  float[0] = value;
  const whole = bits[0] ?? 0;
  const sign = (whole >>> 16) & 0x8000;
  const magnitude = whole & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00; // NaN
  if (magnitude >= 0x477ff000) return sign | 0x7c00; // 65520 and above
  if (magnitude < 0x38800000) {
    // Below 2⁻¹⁴ the steps are 2⁻²⁴ wide: adding ½ puts them at the end of a float's fraction, rounded as floats are.
    float[0] = Math.abs(value) + 0.5;
    return sign | ((bits[0] ?? 0) - 0x3f000000);
  }
  const odd = (magnitude >>> 13) & 1;
  return sign | ((magnitude - 0x38000000 + 0xfff + odd) >>> 13);
}

/** A bfloat16 is the upper half of a float32. */
export function bfloatToFloat(bfloat: number): number {
  bits[0] = bfloat << 16;
  return float[0] ?? 0;
}

/** The nearest bfloat16, ties to even. */
export function floatToBfloat(value: number): number {
  float[0] = value;
  const whole = bits[0] ?? 0;
  if ((whole & 0x7fffffff) > 0x7f800000) return (whole >>> 16) | 0x40; // NaN stays one
  return ((whole + 0x7fff + ((whole >>> 16) & 1)) >>> 16) & 0xffff;
}

/**
 * AdamW in half precision, rounded after each operation as PyTorch does it. The second moment of a small gradient underflows
 * to 0 there, so the step becomes lr/ε·m (marft-spec Q8): R1 trains like this, and `r1_half_precision_adam` shows it.
 */

/** The half-precision number nearest to `x`, ties to even; ±∞ beyond 65504. */
export function roundToHalf(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude > 0) || !Number.isFinite(x)) return x;
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude)));
  const quantum = 2 ** (exponent - 10);
  const rounded = halfEven(magnitude / quantum) * quantum;
  return Math.sign(x) * (rounded > 65504 ? Number.POSITIVE_INFINITY : rounded);
}

function halfEven(x: number): number {
  const low = Math.floor(x);
  if (x - low !== 0.5) return Math.round(x);
  return low % 2 === 0 ? low : low + 1;
}

/** A tensor's numbers and both moments, all of one length, and all half-precision numbers after a step. */
export interface HalfTensor {
  readonly data: Float32Array;
  readonly m: Float32Array;
  readonly v: Float32Array;
}

export interface HalfAdamWSettings {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  /** What gradients are multiplied with, to limit their norm. */
  readonly scale: number;
}

/** The `step`-th step, from 1; writes to none of the arrays it is given. */
export function halfAdamW(
  { data, m, v }: HalfTensor,
  gradient: Float32Array,
  step: number,
  { learningRate, beta1, beta2, epsilon, weightDecay, scale }: HalfAdamWSettings,
): HalfTensor {
  const half = roundToHalf;
  const stepSize = learningRate / (1 - beta1 ** step);
  const correction2 = Math.sqrt(1 - beta2 ** step);
  const next = { data: new Float32Array(data.length), m: new Float32Array(data.length), v: new Float32Array(data.length) };
  for (let i = 0; i < data.length; i += 1) {
    const g = half((gradient[i] ?? 0) * scale);
    const w = half(half(data[i] ?? 0) * (1 - learningRate * weightDecay));
    const first = half((m[i] ?? 0) + (1 - beta1) * (g - (m[i] ?? 0)));
    const second = half(half(beta2 * (v[i] ?? 0)) + (1 - beta2) * g * g);
    const denominator = half(half(half(Math.sqrt(second)) / correction2) + epsilon);
    next.m[i] = first;
    next.v[i] = second;
    next.data[i] = half(w - (stepSize * first) / denominator);
  }
  return next;
}

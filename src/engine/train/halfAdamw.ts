/**
 * AdamW whose parameters and state are half-precision numbers, rounded after each operation as PyTorch does it. The
 * second moment of a small gradient underflows to 0 there, so the step becomes lr/ε·m (marft-spec Q8): R1 trains like
 * this, and `r1_half_precision_adam` shows what it does.
 */
import type { HostTensor } from '../executors/executor.ts';
import { type AdamWSettings, type AdamWState, gradientNorm } from './adamw.ts';

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

/** As `clippedStep`, in half precision. */
export function halfClippedStep(
  parameters: ReadonlyMap<string, HostTensor>,
  gradients: ReadonlyMap<string, Float32Array>,
  state: AdamWState,
  { learningRate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-5, weightDecay = 0 }: AdamWSettings,
  maxGradNorm: number,
): { parameters: ReadonlyMap<string, HostTensor>; norm: number } {
  const norm = gradientNorm(gradients, parameters.keys());
  if (!Number.isFinite(norm)) return { parameters, norm };
  const scale = maxGradNorm > 0 && norm > maxGradNorm ? maxGradNorm / norm : 1;
  state.step += 1;
  const stepSize = learningRate / (1 - beta1 ** state.step);
  const correction2 = Math.sqrt(1 - beta2 ** state.step);
  const half = roundToHalf;
  const updated = new Map<string, HostTensor>();
  for (const [name, { shape, data }] of parameters) {
    const gradient = gradients.get(name);
    if (!gradient) throw new Error(`no gradient for parameter ${name}`);
    const m = state.m.get(name)?.slice() ?? new Float32Array(data.length);
    const v = state.v.get(name)?.slice() ?? new Float32Array(data.length);
    const next = new Float32Array(data.length);
    for (let i = 0; i < data.length; i += 1) {
      const g = half((gradient[i] ?? 0) * scale);
      const w = half(half(data[i] ?? 0) * (1 - learningRate * weightDecay));
      const first = half((m[i] ?? 0) + (1 - beta1) * (g - (m[i] ?? 0)));
      const second = half(half(beta2 * (v[i] ?? 0)) + (1 - beta2) * g * g);
      m[i] = first;
      v[i] = second;
      const denominator = half(half(half(Math.sqrt(second)) / correction2) + epsilon);
      next[i] = half(w - (stepSize * first) / denominator);
    }
    state.m.set(name, m);
    state.v.set(name, v);
    updated.set(name, { shape, data: next });
  }
  return { parameters: updated, norm };
}

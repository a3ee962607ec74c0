/** AdamW with clipped gradients by the definition, in double precision on the host: what the executors' optimiser is held to. */
import type { HostTensor } from '../../../src/engine/contracts/executor.ts';
import { type AdamWSettings, type AdamWState, gradientNorm } from '../../../src/engine/train/adamw.ts';

/** One step on `parameters`, gradients times `gradientScale`; returns their new values and updates `state`. */
function adamwStep(
  parameters: ReadonlyMap<string, HostTensor>,
  gradients: ReadonlyMap<string, Float32Array>,
  state: AdamWState,
  { learningRate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-5, weightDecay = 0 }: AdamWSettings,
  gradientScale: number,
): Map<string, HostTensor> {
  state.step += 1;
  const correction1 = 1 - beta1 ** state.step;
  const correction2 = 1 - beta2 ** state.step;
  const updated = new Map<string, HostTensor>();
  for (const [name, { shape, data }] of parameters) {
    const gradient = gradients.get(name);
    if (!gradient) throw new Error(`no gradient for parameter ${name}`);
    const m = state.m.get(name) ?? new Float32Array(data.length);
    const v = state.v.get(name) ?? new Float32Array(data.length);
    const next = new Float32Array(data.length);
    for (let i = 0; i < data.length; i += 1) {
      const g = (gradient[i] ?? 0) * gradientScale;
      const w = data[i] ?? 0;
      m[i] = beta1 * (m[i] ?? 0) + (1 - beta1) * g;
      v[i] = beta2 * (v[i] ?? 0) + (1 - beta2) * g * g;
      next[i] = w - learningRate * ((m[i] ?? 0) / correction1 / (Math.sqrt((v[i] ?? 0) / correction2) + epsilon) + weightDecay * w);
    }
    state.m.set(name, m);
    state.v.set(name, v);
    updated.set(name, { shape, data: next });
  }
  return updated;
}

export function plainStep(
  parameters: ReadonlyMap<string, HostTensor>,
  gradients: ReadonlyMap<string, Float32Array>,
  state: AdamWState,
  settings: AdamWSettings,
  maxGradNorm: number,
): { parameters: ReadonlyMap<string, HostTensor>; norm: number } {
  const norm = gradientNorm(gradients, parameters.keys());
  if (!Number.isFinite(norm)) return { parameters, norm };
  const scale = maxGradNorm > 0 && norm > maxGradNorm ? maxGradNorm / norm : 1;
  return { parameters: adamwStep(parameters, gradients, state, settings, scale), norm };
}

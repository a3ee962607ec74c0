/** As `clippedStep`, with another arithmetic for the step of one tensor (`core/compat/halfPrecision.ts`); on the host alone. */
import { halfAdamW } from '../../core/compat/halfPrecision.ts';
import type { HostTensor } from '../contracts/executor.ts';
import { type AdamWSettings, type AdamWState, gradientNorm } from './adamw.ts';

export function halfClippedStep(
  parameters: ReadonlyMap<string, HostTensor>,
  gradients: ReadonlyMap<string, Float32Array>,
  state: Pick<AdamWState, 'step' | 'm' | 'v'>,
  { learningRate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-5, weightDecay = 0 }: AdamWSettings,
  maxGradNorm: number,
): { parameters: ReadonlyMap<string, HostTensor>; norm: number } {
  const norm = gradientNorm(gradients, parameters.keys());
  if (!Number.isFinite(norm)) return { parameters, norm };
  const scale = maxGradNorm > 0 && norm > maxGradNorm ? maxGradNorm / norm : 1;
  state.step += 1;
  const updated = new Map<string, HostTensor>();
  for (const [name, { shape, data }] of parameters) {
    const gradient = gradients.get(name);
    if (!gradient) throw new Error(`no gradient for parameter ${name}`);
    const tensor = {
      data,
      m: state.m.get(name) ?? new Float32Array(data.length),
      v: state.v.get(name) ?? new Float32Array(data.length),
    };
    const next = halfAdamW(tensor, gradient, state.step, { learningRate, beta1, beta2, epsilon, weightDecay, scale });
    state.m.set(name, next.m);
    state.v.set(name, next.v);
    updated.set(name, { shape, data: next.data });
  }
  return { parameters: updated, norm };
}

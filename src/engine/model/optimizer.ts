/**
 * The optimiser as a plan: gradient norm and AdamW over all numbers of one parameter set (an adapter, the critic, a whole
 * base), its tensors one after the other. Nothing in it depends on how the set is cut into tensors.
 */
import { type BufferName, OPTIMIZER_SCALARS, type Plan } from '../contracts/plan.ts';
import { cachedPlan } from './planCache.ts';

/** Buffers of the plan, all [count] but the settings and the norm [1]. */
export const OPTIMIZER_INPUTS = ['parameters', 'gradients', 'm', 'v', 'settings'] as const;
export const OPTIMIZER_OUTPUTS = ['nextParameters', 'nextM', 'nextV', 'norm'] as const;

/** One step over `count` numbers. When the norm read back is not finite, the other outputs are of no use. */
export const optimizerPlan = (count: number): Plan => cachedPlan(['optimizer', count], () => buildOptimizer(count));

function buildOptimizer(count: number): Plan {
  const sizes: Readonly<Record<string, number>> = { settings: OPTIMIZER_SCALARS.length, norm: 1 };
  const shapeOf = (name: BufferName): readonly number[] => [sizes[name] ?? count];
  const [parameters, gradients, m, v, settings] = OPTIMIZER_INPUTS;
  const [nextParameters, nextM, nextV, norm] = OPTIMIZER_OUTPUTS;
  return {
    name: 'optimizer',
    tokens: 0,
    sequences: 0,
    attention: null,
    adapters: [],
    inputs: { forward: OPTIMIZER_INPUTS.map((name) => ({ name, dtype: 'f32', shape: shapeOf(name) })), backward: [] },
    parameters: new Map(),
    shapes: new Map([...OPTIMIZER_INPUTS, ...OPTIMIZER_OUTPUTS].map((name) => [name, shapeOf(name)])),
    axes: new Map(),
    ops: {
      forward: [
        { kind: 'gradient_norm', gradients, out: norm },
        { kind: 'adamw', parameters, gradients, m, v, norm, settings, nextParameters, nextM, nextV },
      ],
      backward: [],
    },
    gradients: new Map(),
    outputs: { forward: OPTIMIZER_OUTPUTS, backward: [] },
    feedback: [],
  };
}

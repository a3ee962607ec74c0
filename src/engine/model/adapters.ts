/** LoRA adapters as parameters: names, shapes, first values (Hu et al. 2021: A random, B zero, so training starts at the base). */
import type { AdapterSettings, LoraTarget } from '../../core/document/schema.ts';
import type { ModelConfig } from '../../core/formats/hf.ts';
import { keyFor, normals, STREAMS } from '../../core/random/streams.ts';
import type { HostTensor } from '../executors/executor.ts';
import { type AdapterSlot, loraA, loraB } from './plan.ts';

/** `[in, out]` of each projection an adapter may change. */
export function projectionShapes(config: ModelConfig): Record<LoraTarget, readonly [number, number]> {
  const D = config.hiddenSize;
  const Q = config.heads * config.headDim;
  const KV = config.kvHeads * config.headDim;
  const I = config.intermediateSize;
  return { q_proj: [D, Q], k_proj: [D, KV], v_proj: [D, KV], o_proj: [Q, D], gate_proj: [D, I], up_proj: [D, I], down_proj: [I, D] };
}

/** Module paths of `targets` in every layer, in the order of the model's computation. */
export function adaptedModules(config: ModelConfig, targets: readonly LoraTarget[]): { module: string; target: LoraTarget }[] {
  const chosen = new Set(targets);
  const all = Object.keys(projectionShapes(config)) as LoraTarget[];
  return Array.from({ length: config.layers }, (_, layer) =>
    all
      .filter((target) => chosen.has(target))
      .map((target) => ({ module: `model.layers.${layer}.${/^(gate|up|down)/.test(target) ? 'mlp' : 'self_attn'}.${target}`, target })),
  ).flat();
}

export function adapterSlot(config: ModelConfig, name: string, settings: AdapterSettings): AdapterSlot {
  return {
    name,
    rank: settings.rank,
    scale: settings.alpha / settings.rank,
    modules: new Set(adaptedModules(config, settings.targets).map(({ module }) => module)),
    trainable: !settings.frozen,
  };
}

/** A ~ N(0, 1/in) (learnability.md §2), B = 0; keyed by the agent's index, not its name. */
export function initialAdapter(config: ModelConfig, name: string, settings: AdapterSettings, seed: number, agentIndex: number): Map<string, HostTensor> {
  const shapes = projectionShapes(config);
  const parameters = new Map<string, HostTensor>();
  adaptedModules(config, settings.targets).forEach(({ module, target }, index) => {
    const [inputs, outputs] = shapes[target];
    const scale = 1 / Math.sqrt(inputs);
    const noise = normals(keyFor(seed, STREAMS.adapterInit, agentIndex, index), settings.rank * inputs);
    parameters.set(loraA(name, module), { shape: [settings.rank, inputs], data: noise.map((value) => value * scale) });
    parameters.set(loraB(name, module), { shape: [outputs, settings.rank], data: new Float32Array(outputs * settings.rank) });
  });
  return parameters;
}

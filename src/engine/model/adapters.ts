/** LoRA adapters as parameters: names, shapes, first values (Hu et al. 2021: A random, B zero, so training starts at the base). */
import { type AdapterSettings, LORA_TARGETS, type LoraTarget } from '../../core/document/schema.ts';
import { type ModelConfig, modelTensorShapes } from '../../core/formats/model-config.ts';
import { loraModule } from '../../core/formats/peft.ts';
import { keyFor, normals, STREAMS } from '../../core/random/streams.ts';
import type { HostTensor } from '../executors/executor.ts';
import { type AdapterSlot, loraA, loraB } from './plan.ts';

/** Module paths of `targets` in every layer, with the shape [out, in] of their weights. */
export function adaptedModules(config: ModelConfig, targets: readonly LoraTarget[]): { module: string; shape: readonly [number, number] }[] {
  const shapes = modelTensorShapes(config);
  return Array.from({ length: config.layers }, (_, layer) =>
    LORA_TARGETS.filter((target) => targets.includes(target)).map((target) => {
      const module = loraModule(layer, target);
      const [outputs = 0, inputs = 0] = shapes.get(`${module}.weight`) ?? [];
      return { module, shape: [outputs, inputs] as const };
    }),
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
  const parameters = new Map<string, HostTensor>();
  adaptedModules(config, settings.targets).forEach(({ module, shape: [outputs, inputs] }, index) => {
    const scale = 1 / Math.sqrt(inputs);
    const noise = normals(keyFor(seed, STREAMS.adapterInit, agentIndex, index), settings.rank * inputs);
    parameters.set(loraA(name, module), { shape: [settings.rank, inputs], data: noise.map((value) => value * scale) });
    parameters.set(loraB(name, module), { shape: [outputs, settings.rank], data: new Float32Array(outputs * settings.rank) });
  });
  return parameters;
}

/** LoRA adapters as parameters: names, shapes, first values (Hu et al. 2021: A random, B zero, so training starts at the base). */
import type { AdapterSettings } from '../../core/document/schema.ts';
import { loraModules, type ModelConfig } from '../../core/formats/models/model-config.ts';
import { keyFor, normals, STREAMS } from '../../core/random/streams.ts';
import type { HostTensor } from '../contracts/executor.ts';
import { type AdapterSlot, loraA, loraB } from '../contracts/plan.ts';

/** What an adapter's shape follows from. */
export type LoraSettings = Pick<AdapterSettings, 'rank' | 'alpha' | 'targets'>;

export function adapterSlot(config: ModelConfig, name: string, settings: LoraSettings & { readonly frozen?: boolean }): AdapterSlot {
  return {
    name,
    rank: settings.rank,
    scale: settings.alpha / settings.rank,
    modules: new Set(loraModules(config, settings.targets).keys()),
    trainable: !settings.frozen,
  };
}

/** A ~ N(0, 1/in) (learnability.md §2), B = 0; keyed by the agent's index, not its name. `stream`: what the adapter is for. */
export function initialAdapter(
  config: ModelConfig,
  name: string,
  settings: LoraSettings,
  seed: number,
  agentIndex: number,
  stream: number = STREAMS.adapterInit,
): Map<string, HostTensor> {
  const parameters = new Map<string, HostTensor>();
  [...loraModules(config, settings.targets)].forEach(([module, [outputs, inputs]], index) => {
    const scale = 1 / Math.sqrt(inputs);
    const noise = normals(keyFor(seed, stream, agentIndex, index), settings.rank * inputs);
    parameters.set(loraA(name, module), { shape: [settings.rank, inputs], data: noise.map((value) => value * scale) });
    parameters.set(loraB(name, module), { shape: [outputs, settings.rank], data: new Float32Array(outputs * settings.rank) });
  });
  return parameters;
}

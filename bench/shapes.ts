/** Real models' shapes with random numbers: what matters here is their size. */
import { type ModelConfig, modelTensorShapes } from '../src/core/formats/models/model-config.ts';
import { keyFor, normals } from '../src/core/random/streams.ts';
import { loraA, loraB, type AdapterSlot } from '../src/engine/contracts/plan.ts';
import type { HostTensor } from '../src/engine/contracts/executor.ts';
import { plainLlama } from '../src/engine/model/plainLlama.ts';

/** SmolLM2-135M: 30 layers, D = 576, 9 heads of 64 on 3, vocabulary 49,152. */
export const SMOLLM_135M: ModelConfig = {
  ...plainLlama({ vocabularySize: 49152, hiddenSize: 576, intermediateSize: 1536, layers: 30 }),
  heads: 9,
  kvHeads: 3,
  headDim: 64,
  maxPositionEmbeddings: 2048,
};

/** Qwen2.5-0.5B: 24 layers, D = 896, 14 heads of 64 on 2, biases on q, k and v, vocabulary 151,936. */
export const QWEN_05B: ModelConfig = {
  ...plainLlama({ vocabularySize: 151936, hiddenSize: 896, intermediateSize: 4864, layers: 24 }),
  modelType: 'qwen2',
  attentionBias: true,
  heads: 14,
  kvHeads: 2,
  headDim: 64,
  maxPositionEmbeddings: 4096,
};

/** Qwen3-0.6B: 28 layers, D = 1,024, 16 heads of 128 on 8 with norms, vocabulary 151,936. */
export const QWEN3_06B: ModelConfig = {
  ...plainLlama({ vocabularySize: 151936, hiddenSize: 1024, intermediateSize: 3072, layers: 28 }),
  modelType: 'qwen3',
  qkNorm: true,
  heads: 16,
  kvHeads: 8,
  headDim: 128,
  maxPositionEmbeddings: 4096,
};

/** Random numbers are drawn once and repeated. */
const pool = normals(keyFor(1, 1), 2 ** 20);

export function repeatedNoise(shape: readonly number[], scale: number): HostTensor {
  const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
  for (let i = 0; i < data.length; i += 1) data[i] = (pool[(i * 7 + 13 * shape.length) % pool.length] ?? 0) * scale;
  return { shape: [...shape], data };
}

/** Weights under which activations keep their size: norm gains 1, biases 0, matrices N(0, 1/inputs). */
export function shapedWeights(config: ModelConfig): Map<string, HostTensor> {
  return new Map(
    [...modelTensorShapes(config)].map(([name, shape]) => [
      name,
      shape.length === 1
        ? { shape: [...shape], data: new Float32Array(shape[0] ?? 0).fill(name.endsWith('bias') ? 0 : 1) }
        : repeatedNoise(shape, name.includes('embed') ? 0.2 : 1 / Math.sqrt(shape[1] ?? 1)),
    ]),
  );
}

/** An adapter of rank 8 on all projections of every layer, or on `targets`: its slot, and its numbers. */
export function shapedAdapter(
  config: ModelConfig,
  name: string,
  targets?: readonly string[],
): { readonly slot: AdapterSlot; readonly parameters: Map<string, HostTensor> } {
  const parameters = new Map<string, HostTensor>();
  const modules = new Set<string>();
  for (const [weight, [outputs = 0, inputs = 0]] of modelTensorShapes(config)) {
    if (!weight.endsWith('_proj.weight') || (targets && !targets.some((target) => weight.includes(`.${target}.`)))) continue;
    const module = weight.replace(/\.weight$/, '');
    modules.add(module);
    parameters.set(loraA(name, module), repeatedNoise([8, inputs], 1 / Math.sqrt(inputs)));
    parameters.set(loraB(name, module), repeatedNoise([outputs, 8], 0.02));
  }
  return { slot: { name, rank: 8, scale: 2, modules, trainable: true }, parameters };
}

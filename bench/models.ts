/** What is measured: sizes, random weights and adapters, and the work of an update and of a decoding step, the same for everybody. */
import { type ModelConfig, modelTensorShapes } from '../src/core/formats/models/model-config.ts';
import type { HostTensor } from '../src/core/formats/safetensors.ts';
import { keyFor, normals } from '../src/core/random/streams.ts';
import { plainLlama } from '../src/engine/model/plainLlama.ts';

export const VOCABULARY = 512;
export const RANK = 8;
/** α / r */
export const SCALE = 2;
export const ROWS = 16;
/** Tokens of a row in an update; the second half is scored, targets `PROMPT … LENGTH` of `LENGTH + 1` ids. */
export const LENGTH = 64;
/** Tokens before the first decoding step. */
export const PROMPT = 32;
/** Decoding steps timed together. */
export const STEPS = 32;

export const MODELS = {
  64: plainLlama({ hiddenSize: 64, intermediateSize: 160, layers: 2, vocabularySize: VOCABULARY }),
  128: plainLlama({ hiddenSize: 128, intermediateSize: 384, layers: 4, vocabularySize: VOCABULARY }),
  256: plainLlama({ hiddenSize: 256, intermediateSize: 768, layers: 4, vocabularySize: VOCABULARY }),
} as const;

const noise = (stream: number, shape: readonly number[]): HostTensor => ({
  shape: [...shape],
  data: normals(
    keyFor(1, stream),
    shape.reduce((a, b) => a * b, 1),
  ).map((value) => value * 0.05),
});

/** The base's weights by name: norm gains 1, everything else N(0, 0.05²). */
export function randomWeights(config: ModelConfig): Map<string, HostTensor> {
  return new Map(
    [...modelTensorShapes(config)].map(([name, shape], index) => {
      const tensor = noise(index, shape);
      return [name, name.endsWith('norm.weight') ? { ...tensor, data: tensor.data.map(() => 1) } : tensor];
    }),
  );
}

/** `<name>/<module>.lora_A` [r, in] and `.lora_B` [out, r] on all seven projections of every layer, N(0, 0.05²). */
export function randomAdapter(config: ModelConfig, name: string, stream: number): Map<string, HostTensor> {
  const parameters = new Map<string, HostTensor>();
  for (const [weight, [outputs = 0, inputs = 0]] of modelTensorShapes(config)) {
    if (!weight.endsWith('_proj.weight')) continue;
    const module = weight.replace(/\.weight$/, '');
    parameters.set(`${name}/${module}.lora_A`, noise(1000 * stream + parameters.size, [RANK, inputs]));
    parameters.set(`${name}/${module}.lora_B`, noise(1000 * stream + parameters.size, [outputs, RANK]));
  }
  return parameters;
}

/** First weights of a new base model, keyed by the counter-based generator so that a seed rebuilds it exactly. */
import { type ModelConfig, modelTensorShapes } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { keyFor, normals, STREAMS } from '../../core/random/streams.ts';

/**
 * Norm gains 1, biases 0, embeddings N(0, embeddingStd²), projections N(0, 1/in), those that write to the residual stream
 * (o, down) divided by √(2·layers) (GPT-2's rule), so that the stream's variance does not grow with depth.
 */
export function initialWeights(config: ModelConfig, seed: number, embeddingStd: number): Map<string, HostTensor> {
  const weights = new Map<string, HostTensor>();
  let index = 0;
  for (const [name, shape] of modelTensorShapes(config)) {
    const count = shape.reduce((a, b) => a * b, 1);
    const noise = normals(keyFor(seed, STREAMS.modelInit, index), count);
    index += 1;
    const [, inputs = 1] = shape;
    const residual = /\.(o_proj|down_proj)\.weight$/.test(name) ? 1 / Math.sqrt(2 * config.layers) : 1;
    const std = name.endsWith('norm.weight')
      ? null
      : name.endsWith('.bias')
        ? 0
        : /embed_tokens|lm_head/.test(name)
          ? embeddingStd
          : residual / Math.sqrt(inputs);
    weights.set(name, { shape: [...shape], data: std === null ? new Float32Array(count).fill(1) : noise.map((value) => value * std) });
  }
  return weights;
}

/**
 * Models of the Hub that are worth trying first, the smallest first. What is said of their sizes is computed here from their
 * configurations, two bytes a number as they are published (bfloat16); the Hub says what a file really has before it is fetched.
 */
import { ARCHITECTURES, type ModelConfig, modelTensorShapes, parseModelConfig } from './model-config.ts';

interface Shape {
  readonly model_type: 'llama' | 'qwen2' | 'qwen3';
  readonly hidden_size: number;
  readonly intermediate_size: number;
  readonly num_hidden_layers: number;
  readonly num_attention_heads: number;
  readonly num_key_value_heads: number;
  readonly head_dim?: number;
  readonly vocab_size: number;
}

export interface RecommendedModel {
  readonly id: string;
  /** As the model's card names it. */
  readonly licence: string;
  /** Whether its terms must be agreed to first. */
  readonly gated: boolean;
  /** Numbers in the model. */
  readonly parameters: number;
  /** Two for each number. */
  readonly bytes: number;
  readonly config: ModelConfig;
}

const model = (id: string, licence: string, shape: Shape, gated = false): RecommendedModel => {
  // All of them share the embedding with the head.
  const config = parseModelConfig({ ...shape, architectures: [ARCHITECTURES[shape.model_type]], tie_word_embeddings: true }, id);
  const shapes = modelTensorShapes(config).values();
  const parameters = [...shapes].reduce((sum, sizes) => sum + sizes.reduce((a, b) => a * b, 1), 0);
  return { id, licence, gated, parameters, bytes: 2 * parameters, config };
};

const llama = (
  [hidden_size, intermediate_size, num_hidden_layers, num_attention_heads, num_key_value_heads]: readonly [
    number,
    number,
    number,
    number,
    number,
  ],
  vocab_size: number,
): Shape => ({
  model_type: 'llama',
  hidden_size,
  intermediate_size,
  num_hidden_layers,
  num_attention_heads,
  num_key_value_heads,
  vocab_size,
});

export const RECOMMENDED: readonly RecommendedModel[] = [
  model('HuggingFaceTB/SmolLM2-135M-Instruct', 'apache-2.0', llama([576, 1536, 30, 9, 3], 49_152)),
  model('HuggingFaceTB/SmolLM2-360M-Instruct', 'apache-2.0', llama([960, 2560, 32, 15, 5], 49_152)),
  model('Qwen/Qwen2.5-0.5B-Instruct', 'apache-2.0', { ...llama([896, 4864, 24, 14, 2], 151_936), model_type: 'qwen2' }),
  model('Qwen/Qwen3-0.6B', 'apache-2.0', { ...llama([1024, 3072, 28, 16, 8], 151_936), model_type: 'qwen3', head_dim: 128 }),
  model('meta-llama/Llama-3.2-1B-Instruct', 'llama3.2', llama([2048, 8192, 16, 32, 8], 128_256), true),
  model('HuggingFaceTB/SmolLM2-1.7B-Instruct', 'apache-2.0', llama([2048, 8192, 24, 32, 32], 49_152)),
];

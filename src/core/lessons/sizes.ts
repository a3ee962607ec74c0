/**
 * What a model of another size costs, for the lesson on real models: counts of parameters by the very shapes the engine reads
 * models with, and bytes by the usual rules, which leave activations out.
 */
import { LORA_TARGETS } from '../document/schema.ts';
import { adapterParameters, modelParameters, parseModelConfig, type ModelConfig } from '../formats/models/model-config.ts';

const qwen = (size: object): ModelConfig =>
  parseModelConfig({
    architectures: ['Qwen2ForCausalLM'],
    model_type: 'qwen2',
    hidden_act: 'silu',
    max_position_embeddings: 32_768,
    rms_norm_eps: 1e-6,
    rope_theta: 1_000_000,
    use_sliding_window: false,
    bos_token_id: 151_643,
    eos_token_id: 151_645,
    ...size,
  });

/** From the `config.json` of Qwen2.5-1.5B-Instruct on the Hugging Face hub. */
export const QWEN_1_5B = qwen({
  hidden_size: 1536,
  intermediate_size: 8960,
  num_hidden_layers: 28,
  num_attention_heads: 12,
  num_key_value_heads: 2,
  vocab_size: 151_936,
  tie_word_embeddings: true,
});

/** From the `config.json` of Qwen2.5-7B-Instruct on the Hugging Face hub. */
export const QWEN_7B = qwen({
  hidden_size: 3584,
  intermediate_size: 18_944,
  num_hidden_layers: 28,
  num_attention_heads: 28,
  num_key_value_heads: 4,
  vocab_size: 152_064,
  tie_word_embeddings: false,
});

/** Bytes a parameter that is trained: weights and gradient in 16 bits, AdamW's copy and two moments in 32 (ZeRO, Rajbhandari et al. 2020, §3.1). */
export const TRAINED_BYTES = 16;

/** Bytes a parameter that is only read, in bfloat16. */
export const FROZEN_BYTES = 2;

/** Bytes of keys and values that one token keeps while a text is written, in bfloat16. */
export function cacheBytesPerToken({ layers, kvHeads, headDim }: ModelConfig): number {
  return 2 * layers * kvHeads * headDim * FROZEN_BYTES;
}

/** Bytes for training a team of `agents`, activations and caches left out: every agent a whole model, or one frozen base and an adapter each. */
export function teamBytes(config: ModelConfig, agents: number, adapters: { readonly rank: number } | 'whole models'): number {
  if (adapters === 'whole models') return agents * TRAINED_BYTES * modelParameters(config);
  return (
    FROZEN_BYTES * modelParameters(config) +
    agents * TRAINED_BYTES * adapterParameters(config, { rank: adapters.rank, targets: LORA_TARGETS })
  );
}

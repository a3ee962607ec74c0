/**
 * `config.json` of the Hugging Face models this engine runs: Llama, Qwen2 (biases on q, k, v), Qwen3 (query/key norms), Mistral
 * (a sliding window), SmolLM3 (layers without positions), Phi-3 (fused projections, see storedTensors.ts), and the text models of Gemma 2 and 3 (norms behind
 * the blocks too, GELU, soft caps, windows in some layers). Every field that would change the computation is either understood or refused by name; none is ignored.
 */
import { z } from 'zod';
import { LORA_TARGETS, type LoraTarget } from '../../document/schema.ts';
import { faultAt } from '../../faultAt.ts';
import type { FaultError } from '../../faults.ts';
import { modelFaults } from '../../../words/words.ts';
import { loraModule, type ModuleShapes } from './adapters/peft.ts';

export const ARCHITECTURES = {
  llama: 'LlamaForCausalLM',
  qwen2: 'Qwen2ForCausalLM',
  qwen3: 'Qwen3ForCausalLM',
  mistral: 'MistralForCausalLM',
  smollm3: 'SmolLM3ForCausalLM',
  phi3: 'Phi3ForCausalLM',
  gemma2: 'Gemma2ForCausalLM',
  gemma3_text: 'Gemma3ForCausalLM',
} as const;
export type ModelType = keyof typeof ARCHITECTURES;

/** Llama 3's rescaling of the rotary frequencies. */
export interface RopeScaling {
  readonly factor: number;
  readonly lowFreqFactor: number;
  readonly highFreqFactor: number;
  readonly originalMaxPositionEmbeddings: number;
}

/** What Gemma's blocks have that others lack, beside norms of what they add, GELU, and embeddings times √hiddenSize. */
export interface GemmaBlocks {
  /** Scores are divided by its root, instead of the head dimension's. */
  readonly queryScalar: number;
  /** Scores and logits x become c·tanh(x / c); null: they stay. */
  readonly scoreCap: number | null;
  readonly logitCap: number | null;
  /** Base of the rotary frequencies in layers with a window; null: that of all. */
  readonly localRopeTheta: number | null;
}

/** What the engine needs to know about a model. */
export interface ModelConfig {
  readonly modelType: ModelType;
  readonly vocabularySize: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly maxPositionEmbeddings: number;
  readonly rmsNormEps: number;
  readonly ropeTheta: number;
  readonly ropeScaling: RopeScaling | null;
  readonly tieWordEmbeddings: boolean;
  /** Biases on the q, k and v projections. */
  readonly attentionBias: boolean;
  /** RMS norms over each query's and key's head dimension. */
  readonly qkNorm: boolean;
  /** By layer, how many positions a token sees, its own among them; null and absent: all before it. */
  readonly windows?: readonly (number | null)[];
  /** By layer, whether queries and keys are turned by their positions; absent: all are. */
  readonly rotary?: readonly boolean[];
  readonly gemma?: GemmaBlocks;
  readonly bosTokenId: number | null;
  /** Any of these ends a text; the first is written as "the" end. */
  readonly eosTokenIds: readonly number[];
  readonly padTokenId: number | null;
  /** Where one engine holds several bases: what precedes the names of this one's parameters there, such as `standard:`. */
  readonly scope?: string;
  /** Where an engine is to keep keys and values in fewer bits than f32: in which form. */
  readonly kvCache?: 'f16';
}

const size = z.int().min(1).max(10_000_000);
const tokenId = z.int().min(0);

const ropeSchema = z.looseObject({
  rope_type: z.string().optional(),
  type: z.string().optional(),
  rope_theta: z.number().positive().finite().optional(),
  factor: z.number().positive().finite().optional(),
  low_freq_factor: z.number().positive().finite().optional(),
  high_freq_factor: z.number().positive().finite().optional(),
  original_max_position_embeddings: size.optional(),
});

const fileSchema = z.looseObject({
  hidden_size: size,
  intermediate_size: size,
  num_hidden_layers: z.int().min(1).max(1000),
  num_attention_heads: size,
  num_key_value_heads: size.nullish(),
  head_dim: size.nullish(),
  hidden_activation: z.string().nullish(),
  vocab_size: size,
  max_position_embeddings: size.default(2048),
  rms_norm_eps: z.number().nonnegative().finite().default(1e-6),
  rope_theta: z.number().positive().finite().nullish(),
  rope_scaling: ropeSchema.nullish(),
  // Transformers 5 keeps theta and scaling together; Gemma 3's by type of layer.
  rope_parameters: ropeSchema.nullish(),
  rope_local_base_freq: z.number().positive().finite().nullish(),
  query_pre_attn_scalar: z.number().positive().finite().nullish(),
  attn_logit_softcapping: z.number().positive().finite().nullish(),
  final_logit_softcapping: z.number().positive().finite().nullish(),
  layer_types: z.array(z.string()).nullish(),
  sliding_window_pattern: size.nullish(),
  tie_word_embeddings: z.boolean().nullish(),
  sliding_window: size.nullish(),
  no_rope_layers: z.array(z.union([z.literal(0), z.literal(1)])).nullish(),
  no_rope_layer_interval: size.nullish(),
  bos_token_id: tokenId.nullish(),
  eos_token_id: z.union([tokenId, z.array(tokenId)]).nullish(),
  pad_token_id: tokenId.nullish(),
});

const GELU_TANH = 'gelu_pytorch_tanh';

/** Fields that would change the computation, and the only values under which it is the one we do. */
const REQUIRED_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  hidden_act: ['silu'],
  mlp_bias: [false],
  use_sliding_window: [false],
  partial_rotary_factor: [1],
  quantization_config: [],
  // Llama and Qwen3 would put a bias on the output projection too; Qwen2's biases do not depend on this field.
  attention_bias: [false],
  use_bidirectional_attention: [false],
};

/** The same of Gemma, which reads its activation from a field of its own. */
const GEMMA_VALUES: typeof REQUIRED_VALUES = { ...REQUIRED_VALUES, hidden_act: [GELU_TANH, 'gelu'], hidden_activation: [GELU_TANH] };

/** Reads `config.json`. Throws `E_MODEL_ARCHITECTURE` for a model this engine cannot compute, `E_MODEL_CONFIG` for a broken file. */
export function parseModelConfig(json: unknown, subject = 'config.json'): ModelConfig {
  const modelType = modelTypeOf(json, subject);
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw faultAt(modelFaults, 'E_MODEL_CONFIG', { found: 'field', subject, field: issue?.path.join('.'), reason: issue?.message });
  }
  const file = parsed.data;
  refuseOtherMaths(file, modelType, subject);
  const heads = file.num_attention_heads;
  const kvHeads = file.num_key_value_heads ?? heads;
  const silent = SILENT_VALUES[modelType];
  const headDim = file.head_dim ?? silent?.headDim ?? file.hidden_size / heads;
  if (!Number.isInteger(headDim) || headDim % 2 !== 0)
    throw faultAt(modelFaults, 'E_MODEL_CONFIG', { found: 'head_dim', subject, headDim });
  if (heads % kvHeads !== 0) throw faultAt(modelFaults, 'E_MODEL_CONFIG', { found: 'heads', subject, heads, kvHeads });
  const { global: rope, local: localRope } = ropesOf(file, modelType);
  const eos = file.eos_token_id ?? [];
  return {
    modelType,
    vocabularySize: file.vocab_size,
    hiddenSize: file.hidden_size,
    intermediateSize: file.intermediate_size,
    layers: file.num_hidden_layers,
    heads,
    kvHeads,
    headDim,
    maxPositionEmbeddings: file.max_position_embeddings,
    rmsNormEps: file.rms_norm_eps,
    ropeTheta: rope?.rope_theta ?? file.rope_theta ?? silent?.ropeTheta ?? 10_000,
    ropeScaling: parseRopeScaling(rope, subject, isGemma(modelType) ? [] : ['llama3']),
    tieWordEmbeddings: file.tie_word_embeddings ?? silent?.tied ?? false,
    ...layersOf(file, modelType, subject),
    ...(isGemma(modelType) && { gemma: gemmaBlocks(file, modelType, localRope, subject) }),
    attentionBias: modelType === 'qwen2',
    qkNorm: modelType === 'qwen3' || modelType === 'gemma3_text',
    bosTokenId: file.bos_token_id ?? null,
    eosTokenIds: typeof eos === 'number' ? [eos] : eos,
    padTokenId: file.pad_token_id ?? null,
  };
}

/** What `transformers` takes where a file of this type says nothing, and other types' files take something else. */
const SILENT_VALUES: Partial<
  Record<ModelType, { readonly ropeTheta?: number; readonly tied?: boolean; readonly window?: number; readonly headDim?: number }>
> = {
  mistral: { window: 4096 },
  smollm3: { ropeTheta: 2_000_000, tied: true },
  gemma2: { tied: true, window: 4096, headDim: 256 },
  gemma3_text: { ropeTheta: 1_000_000, tied: true, window: 4096, headDim: 256 },
};

const isGemma = (modelType: ModelType): boolean => modelType === 'gemma2' || modelType === 'gemma3_text';

type Rope = z.infer<typeof ropeSchema>;

/** Rotary embedding of layers that see everything, and where a file has it of those with a window. */
function ropesOf(file: z.infer<typeof fileSchema>, modelType: ModelType): { global: Rope | null; local: Rope | null } {
  const { rope_parameters: parameters } = file;
  const global = parameters ?? file.rope_scaling ?? null;
  if (modelType !== 'gemma3_text') return { global, local: null };
  const byType = z.looseObject({ full_attention: ropeSchema.nullish(), sliding_attention: ropeSchema.nullish() }).safeParse(parameters);
  const { full_attention: full, sliding_attention: sliding } = byType.data ?? {};
  return full || sliding ? { global: full ?? null, local: sliding ?? null } : { global, local: null };
}

/** Throws where Gemma's blocks would compute something else than ours. */
function gemmaBlocks(file: z.infer<typeof fileSchema>, modelType: ModelType, localRope: Rope | null, subject: string): GemmaBlocks {
  parseRopeScaling(localRope, subject, []);
  // null says that there is none, silence that there is the usual one.
  const cap = (field: 'attn_logit_softcapping' | 'final_logit_softcapping', usual: number): number | null =>
    (file[field] === undefined && modelType === 'gemma2' ? usual : file[field]) ?? null;
  const scoreCap = cap('attn_logit_softcapping', 50);
  // transformers reads the field for Gemma 3 and does not use it: nobody knows what such a model was trained with.
  if (modelType === 'gemma3_text' && scoreCap !== null) throw unsupported(subject, 'attn_logit_softcapping', scoreCap);
  return {
    queryScalar: file.query_pre_attn_scalar ?? 256,
    scoreCap,
    logitCap: cap('final_logit_softcapping', 30),
    localRopeTheta: modelType === 'gemma3_text' ? (localRope?.rope_theta ?? file.rope_local_base_freq ?? 10_000) : null,
  };
}

/** Windows of Gemma's layers: those of `layer_types`, or all but every second (Gemma 3: as the pattern says, sixth) layer. */
function gemmaWindows(file: z.infer<typeof fileSchema>, modelType: ModelType, subject: string): (number | null)[] {
  const every = modelType === 'gemma2' ? 2 : (file.sliding_window_pattern ?? 6);
  const usual = Array.from({ length: file.num_hidden_layers }, (_, layer) => ((layer + 1) % every === 0 ? FULL : SLIDING));
  const types = file.layer_types ?? usual;
  const other = types.find((type) => type !== FULL && type !== SLIDING);
  if (other !== undefined) throw unsupported(subject, 'layer_types', other);
  if (types.length !== usual.length) throw byLayer(subject, 'layer_types', types.length, usual.length);
  const window = file.sliding_window === undefined ? (SILENT_VALUES[modelType]?.window ?? null) : file.sliding_window;
  return types.map((type) => (type === SLIDING ? window : null));
}

const [FULL, SLIDING] = ['full_attention', 'sliding_attention'];

const byLayer = (subject: string, field: string, entries: number, layers: number): FaultError =>
  faultAt(modelFaults, 'E_MODEL_CONFIG', { found: 'by_layer', subject, field, entries, layers });

/** What differs from layer to layer; nothing where no layer differs from Llama's. */
function layersOf(file: z.infer<typeof fileSchema>, modelType: ModelType, subject: string): Pick<ModelConfig, 'windows' | 'rotary'> {
  const layers = Array.from({ length: file.num_hidden_layers }, (_, layer) => layer);
  if (modelType === 'mistral') {
    const window = file.sliding_window === undefined ? (SILENT_VALUES.mistral?.window ?? null) : file.sliding_window;
    return window === null ? {} : { windows: layers.map(() => window) };
  }
  if (modelType === 'phi3') {
    const { sliding_window: window } = file;
    return window ? { windows: layers.map(() => window) } : {};
  }
  if (modelType === 'smollm3') {
    const interval = file.no_rope_layer_interval ?? 4;
    const turned = file.no_rope_layers ?? layers.map((layer) => Number((layer + 1) % interval !== 0));
    if (turned.length !== layers.length) throw byLayer(subject, 'no_rope_layers', turned.length, layers.length);
    return turned.every(Boolean) ? {} : { rotary: turned.map(Boolean) };
  }
  return isGemma(modelType) ? { windows: gemmaWindows(file, modelType, subject) } : {};
}

/** The same in `config.json`. */
function layersJson({ modelType, windows, rotary, layers, gemma }: ModelConfig): Record<string, unknown> {
  if (gemma)
    return {
      hidden_activation: GELU_TANH,
      query_pre_attn_scalar: gemma.queryScalar,
      attn_logit_softcapping: gemma.scoreCap,
      final_logit_softcapping: gemma.logitCap,
      sliding_window: windows?.find((window) => window !== null) ?? null,
      layer_types: windows?.map((window) => (window === null ? FULL : SLIDING)),
      ...(gemma.localRopeTheta !== null && { rope_local_base_freq: gemma.localRopeTheta }),
    };
  if (modelType === 'mistral' || modelType === 'phi3') return { sliding_window: windows?.[0] ?? null };
  if (modelType === 'smollm3')
    return { no_rope_layers: Array.from({ length: layers }, (_, layer) => Number(rotary?.[layer] ?? true)), use_sliding_window: false };
  return {};
}

/** `config.json` as `transformers` reads it; the inverse of {@link parseModelConfig}. */
export function modelConfigJson(config: ModelConfig): Record<string, unknown> {
  const { ropeScaling } = config;
  return {
    architectures: [ARCHITECTURES[config.modelType]],
    attention_bias: false,
    attention_dropout: 0,
    bos_token_id: config.bosTokenId,
    eos_token_id: config.eosTokenIds.length > 1 ? config.eosTokenIds : (config.eosTokenIds[0] ?? null),
    head_dim: config.headDim,
    hidden_act: config.gemma ? GELU_TANH : 'silu',
    hidden_size: config.hiddenSize,
    initializer_range: 0.02,
    intermediate_size: config.intermediateSize,
    max_position_embeddings: config.maxPositionEmbeddings,
    mlp_bias: false,
    model_type: config.modelType,
    num_attention_heads: config.heads,
    num_hidden_layers: config.layers,
    num_key_value_heads: config.kvHeads,
    pad_token_id: config.padTokenId,
    rms_norm_eps: config.rmsNormEps,
    rope_scaling: ropeScaling && {
      factor: ropeScaling.factor,
      high_freq_factor: ropeScaling.highFreqFactor,
      low_freq_factor: ropeScaling.lowFreqFactor,
      original_max_position_embeddings: ropeScaling.originalMaxPositionEmbeddings,
      rope_type: 'llama3',
    },
    rope_theta: config.ropeTheta,
    tie_word_embeddings: config.tieWordEmbeddings,
    ...layersJson(config),
    torch_dtype: 'float32',
    use_cache: true,
    vocab_size: config.vocabularySize,
  };
}

/** Every tensor of the model's file with its shape, in the order of the forward pass; linear weights are [out, in]. */
export function modelTensorShapes(config: ModelConfig): Map<string, readonly number[]> {
  const shapes = new Map<string, readonly number[]>([['model.embed_tokens.weight', [config.vocabularySize, config.hiddenSize]]]);
  for (let layer = 0; layer < config.layers; layer += 1) {
    const path = `model.layers.${layer}`;
    shapes.set(`${path}.input_layernorm.weight`, [config.hiddenSize]);
    for (const target of LORA_TARGETS) {
      if (target === 'gate_proj') {
        shapes.set(`${path}.post_attention_layernorm.weight`, [config.hiddenSize]);
        if (config.gemma) shapes.set(`${path}.pre_feedforward_layernorm.weight`, [config.hiddenSize]);
      }
      const shape = linearShape(config, target);
      shapes.set(`${loraModule(layer, target)}.weight`, shape);
      if (config.attentionBias && ['q_proj', 'k_proj', 'v_proj'].includes(target))
        shapes.set(`${loraModule(layer, target)}.bias`, [shape[0]]);
    }
    if (config.gemma) shapes.set(`${path}.post_feedforward_layernorm.weight`, [config.hiddenSize]);
    if (config.qkNorm) {
      shapes.set(`${path}.self_attn.q_norm.weight`, [config.headDim]);
      shapes.set(`${path}.self_attn.k_norm.weight`, [config.headDim]);
    }
  }
  shapes.set('model.norm.weight', [config.hiddenSize]);
  if (!config.tieWordEmbeddings) shapes.set('lm_head.weight', [config.vocabularySize, config.hiddenSize]);
  return shapes;
}

/** Weights of the whole model, as its file holds them. */
export function modelParameters(config: ModelConfig): number {
  let count = 0;
  for (const shape of modelTensorShapes(config).values()) count += shape.reduce((product, size) => product * size, 1);
  return count;
}

/** What the shapes of a model's linear modules follow from. */
export type AdapterBase = Pick<ModelConfig, 'layers' | 'hiddenSize' | 'intermediateSize' | 'heads' | 'kvHeads' | 'headDim'>;

/** Weights of an adapter on this model: for each module, A has rank · in of them and B has out · rank. */
export function adapterParameters(config: AdapterBase, shape: { readonly rank: number; readonly targets: readonly LoraTarget[] }): number {
  let count = 0;
  for (const [out, inputs] of loraModules(config, shape.targets).values()) count += shape.rank * (out + inputs);
  return count;
}

/** The linear modules an adapter on this model may change, layer by layer, with their weights' shapes. */
export function loraModules(config: AdapterBase, targets: readonly LoraTarget[] = LORA_TARGETS): ModuleShapes {
  const modules = new Map<string, readonly [number, number]>();
  for (let layer = 0; layer < config.layers; layer += 1) {
    for (const target of LORA_TARGETS) if (targets.includes(target)) modules.set(loraModule(layer, target), linearShape(config, target));
  }
  return modules;
}

function linearShape(config: AdapterBase, target: LoraTarget): readonly [out: number, inputs: number] {
  const { hiddenSize, intermediateSize } = config;
  switch (target) {
    case 'q_proj':
      return [config.heads * config.headDim, hiddenSize];
    case 'k_proj':
    case 'v_proj':
      return [config.kvHeads * config.headDim, hiddenSize];
    case 'o_proj':
      return [hiddenSize, config.heads * config.headDim];
    case 'gate_proj':
    case 'up_proj':
      return [intermediateSize, hiddenSize];
    case 'down_proj':
      return [hiddenSize, intermediateSize];
    default:
      target satisfies never;
      throw new Error(`unknown target ${String(target)}`);
  }
}

function modelTypeOf(json: unknown, subject: string): ModelType {
  const parsed = z.looseObject({ architectures: z.array(z.string()).min(1) }).safeParse(json);
  if (!parsed.success) throw faultAt(modelFaults, 'E_MODEL_CONFIG', { found: 'architecture', subject });
  const [architecture] = parsed.data.architectures;
  const found = Object.entries(ARCHITECTURES).find(([, name]) => name === architecture);
  if (!found) throw unsupported(subject, 'architectures', architecture);
  return found[0] as ModelType;
}

function refuseOtherMaths(file: z.infer<typeof fileSchema>, modelType: ModelType, fileName: string): void {
  for (const [field, allowed] of Object.entries(isGemma(modelType) ? GEMMA_VALUES : REQUIRED_VALUES)) {
    const value = (file as Readonly<Record<string, unknown>>)[field];
    if (value === undefined || value === null || allowed.includes(value)) continue;
    if (field === 'attention_bias' && modelType === 'qwen2') continue;
    throw unsupported(fileName, field, value);
  }
  const layerTypes = file.layer_types;
  if (layerTypes?.some((type) => type !== FULL) && !isGemma(modelType)) throw unsupported(fileName, 'layer_types', layerTypes);
}

/** `known`: the types of scaling that this model may have. */
function parseRopeScaling(rope: Rope | null, subject: string, known: readonly string[]): RopeScaling | null {
  const type = rope?.rope_type ?? rope?.type ?? 'default';
  const turned = rope?.['partial_rotary_factor'] ?? 1;
  if (turned !== 1) throw unsupported(subject, 'partial_rotary_factor', turned);
  if (!rope || type === 'default') return null;
  if (!known.includes(type)) throw unsupported(subject, 'rope_scaling', type);
  const { factor, low_freq_factor: low, high_freq_factor: high, original_max_position_embeddings: original } = rope;
  if (factor === undefined || low === undefined || high === undefined || original === undefined || low >= high) {
    throw faultAt(modelFaults, 'E_MODEL_CONFIG', { found: 'rope_scaling', subject });
  }
  return { factor, lowFreqFactor: low, highFreqFactor: high, originalMaxPositionEmbeddings: original };
}

function unsupported(subject: string, field: string, value: unknown): FaultError {
  const said = JSON.stringify(value)?.slice(0, 120);
  return faultAt(modelFaults, 'E_MODEL_ARCHITECTURE', { subject, field, value: said, known: Object.values(ARCHITECTURES) });
}

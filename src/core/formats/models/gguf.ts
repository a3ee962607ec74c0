/**
 * Models in GGUF files as llama.cpp's converter writes them: Llama, Qwen2 and Qwen3. Every key of the architecture that would
 * change the computation is either understood or refused by name; none is ignored.
 */
import { ggufFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import type { FaultError } from '../../faults.ts';
import type { TokenizerFiles } from '../../tokenizer/files.ts';
import { shorten } from '../gguf/cursor.ts';
import { type GgufFile, type MetadataValue, openGguf } from '../gguf/file.ts';
import type { ByteSource } from '../byteSource.ts';
import { type GgufTensor, ggufTensor } from '../gguf/tensors.ts';
import { ggufTokenizer, ggufTokenizerConfig } from './gguf/ggufTokenizer.ts';
import { tokenIdOf } from './gguf/ggufVocabulary.ts';
import { ARCHITECTURES, type ModelConfig, type ModelType, parseModelConfig, type RopeScaling } from './model-config.ts';

/** A model whose weights are still in its file. */
export interface GgufModel {
  readonly config: ModelConfig;
  /** By the names of Hugging Face, rows and columns in its order. */
  readonly tensors: ReadonlyMap<string, GgufTensor>;
  /** The tokenizer of the file; throws where it cannot be had from it exactly. */
  tokenizer(): TokenizerFiles;
  /** Its special tokens and chat template alone, for a tokenizer.json from elsewhere. */
  tokenizerConfig(): Readonly<Record<string, unknown>>;
}

/** Names of GGUF for those of a layer of Hugging Face. */
const LAYER_MODULES: Readonly<Record<string, string>> = {
  attn_norm: 'input_layernorm',
  attn_q: 'self_attn.q_proj',
  attn_k: 'self_attn.k_proj',
  attn_v: 'self_attn.v_proj',
  attn_output: 'self_attn.o_proj',
  attn_q_norm: 'self_attn.q_norm',
  attn_k_norm: 'self_attn.k_norm',
  ffn_norm: 'post_attention_layernorm',
  ffn_gate: 'mlp.gate_proj',
  ffn_up: 'mlp.up_proj',
  ffn_down: 'mlp.down_proj',
};
const MODULES: Readonly<Record<string, string>> = { token_embd: 'model.embed_tokens', output_norm: 'model.norm', output: 'lm_head' };
const ROPE_FACTORS = 'rope_freqs.weight';

/** What is read from GGUF; other files of known architectures say things in keys and tensors of their own, which nobody here undoes. */
const READ_ARCHITECTURES: readonly ModelType[] = ['llama', 'qwen2', 'qwen3'];

/** Keys of the architecture that are read below, and those that change nothing here. */
const READ_KEYS: ReadonlySet<string> = new Set([
  'context_length',
  'embedding_length',
  'block_count',
  'feed_forward_length',
  'attention.head_count',
  'attention.head_count_kv',
  'attention.key_length',
  'attention.value_length',
  'attention.layer_norm_rms_epsilon',
  'rope.dimension_count',
  'rope.freq_base',
  'vocab_size',
  'tensor_data_layout',
]);
/** Values by which any other key says that it is not in use, and those of some by which they change nothing. */
const UNUSED: readonly MetadataValue[] = [0, false, 'none', ''];
const NEUTRAL: Readonly<Record<string, MetadataValue>> = { 'attention.causal': true, 'rope.scale_linear': 1, 'rope.scaling.factor': 1 };

/** Opens the model in a GGUF file. Throws `E_GGUF_*`, or `E_MODEL_*` where its numbers make no model. */
export function openGgufModel(source: ByteSource, fileName = 'model.gguf'): GgufModel {
  const file = openGguf(source, fileName);
  const parts = file.metadata.get('split.count');
  if (typeof parts === 'number' && parts > 1) throw faultAt(ggufFaults, 'E_GGUF_SPLIT', { subject: fileName, parts });
  const config = configOf(file);
  const tensors = new Map<string, GgufTensor>();
  for (const [name, info] of file.tensors) {
    if (name === ROPE_FACTORS && config.modelType === 'llama') continue;
    const rotated = config.modelType === 'llama' && /^blk\.\d+\.attn_[qk]\.weight$/.test(name);
    // A shape that does not fit the heads is told of where all shapes are checked.
    const paired = rotated && (info.shape[0] ?? 0) % config.headDim === 0;
    const known = huggingFaceName(name);
    if (tensors.has(known)) throw faultAt(ggufFaults, 'E_GGUF_HEADER', { found: 'tensor twice', subject: fileName, tensor: shorten(name) });
    tensors.set(known, ggufTensor(file, info, paired ? config.headDim : undefined));
  }
  return { config, tensors, tokenizer: () => ggufTokenizer(file), tokenizerConfig: () => ggufTokenizerConfig(file) };
}

/** `blk.0.attn_q.weight` → `model.layers.0.self_attn.q_proj.weight`; a name that is not known stays as it is. */
function huggingFaceName(name: string): string {
  const [, layer, module = '', kind = ''] = /^(?:blk\.(\d+)\.)?(\w+)\.(weight|bias)$/.exec(name) ?? [];
  const names = layer === undefined ? MODULES : LAYER_MODULES;
  const known = Object.hasOwn(names, module) ? names[module] : undefined;
  if (known === undefined) return name;
  return `${layer === undefined ? '' : `model.layers.${Number(layer)}.`}${known}.${kind}`;
}

/** The metadata as `config.json` would say it, checked as that is. */
function configOf(file: GgufFile): ModelConfig {
  const { fileName: subject, metadata, tensors } = file;
  const modelType = architectureOf(file);
  const keyOf = (key: string) => `${modelType}.${key}`;
  const given = (key: string): MetadataValue | null => metadata.get(keyOf(key)) ?? null;
  const required = (key: string): MetadataValue => {
    const value = given(key);
    if (value === null) throw faultAt(ggufFaults, 'E_GGUF_KEY', { found: 'missing', subject, key: keyOf(key) });
    return value;
  };
  /** A single-precision number as the shortest decimal that stands for it, which is what the converter read. */
  const real = (key: string, otherwise?: number): number => {
    const value = otherwise === undefined ? required(key) : (given(key) ?? otherwise);
    if (typeof value !== 'number') throw unusable(subject, keyOf(key), value);
    return shortest(value);
  };
  for (const [key, value] of metadata) {
    const own = key.startsWith(`${modelType}.`) ? key.slice(modelType.length + 1) : null;
    if (own !== null && !READ_KEYS.has(own) && !UNUSED.includes(value) && NEUTRAL[own] !== value) throw refused(subject, key, value);
  }

  const embedding = tensors.get('token_embd.weight');
  const heads = required('attention.head_count');
  const headDim = given('attention.key_length') ?? headDimOf(required('embedding_length'), heads);
  for (const key of ['attention.value_length', 'rope.dimension_count']) {
    const value = given(key);
    if (value !== null && value !== headDim) throw refused(subject, keyOf(key), value);
  }
  const ropeTheta = real('rope.freq_base', 10_000);
  const eos = [tokenIdOf(file, 'eos_token_id'), tokenIdOf(file, 'eot_token_id')].filter((id) => id !== null);
  const config = parseModelConfig(
    {
      architectures: [ARCHITECTURES[modelType]],
      hidden_size: required('embedding_length'),
      intermediate_size: required('feed_forward_length'),
      num_hidden_layers: required('block_count'),
      num_attention_heads: heads,
      num_key_value_heads: given('attention.head_count_kv') ?? heads,
      head_dim: headDim,
      vocab_size: embedding?.shape[0] ?? required('vocab_size'),
      max_position_embeddings: required('context_length'),
      rms_norm_eps: real('attention.layer_norm_rms_epsilon'),
      rope_theta: ropeTheta,
      tie_word_embeddings: !tensors.has('output.weight'),
      bos_token_id: tokenIdOf(file, 'bos_token_id'),
      eos_token_id: [...new Set(eos)],
      pad_token_id: tokenIdOf(file, 'padding_token_id'),
    },
    subject,
  );
  return { ...config, ropeScaling: ropeScalingOf(file, config) };
}

function architectureOf({ fileName: subject, metadata }: GgufFile): ModelType {
  const key = 'general.architecture';
  const value = metadata.get(key);
  if (value === undefined) throw faultAt(ggufFaults, 'E_GGUF_KEY', { found: 'missing', subject, key });
  const found = READ_ARCHITECTURES.find((name) => name === value);
  if (!found) throw refused(subject, key, value);
  return found;
}

const headDimOf = (width: MetadataValue, heads: MetadataValue): number | null =>
  typeof width === 'number' && typeof heads === 'number' ? width / heads : null;

/**
 * Llama 3's rescaling, which GGUF holds as what each frequency is divided by. What is returned gives the same divisors; Llama's
 * own file may have said it otherwise, as only two of its three bounds can be told from them.
 */
function ropeScalingOf(file: GgufFile, { modelType, headDim, ropeTheta }: ModelConfig): RopeScaling | null {
  const info = modelType === 'llama' ? file.tensors.get(ROPE_FACTORS) : undefined;
  if (!info) return null;
  const half = headDim / 2;
  if (info.shape.join() !== String(half)) throw refused(file.fileName, ROPE_FACTORS, info.shape.join(' × '));
  const divisors = ggufTensor(file, info).read();
  const wavelengths = Array.from({ length: half }, (_, index) => 2 * Math.PI * ropeTheta ** ((2 * index) / headDim));
  const fits = (scaling: RopeScaling): boolean =>
    wavelengths.every((wavelength, index) => Math.abs((divisors[index] ?? 0) / divisorAt(wavelength, scaling) - 1) < 1e-4);
  if (divisors.every((divisor) => divisor === 1)) return null;
  const found = scalingsFor(divisors, wavelengths).find(fits);
  if (found) return found;
  throw refused(file.fileName, ROPE_FACTORS, divisors);
}

/** Llama 3's rule (HF `modeling_rope_utils._compute_llama3_parameters`) as a divisor of the frequency. */
function divisorAt(
  wavelength: number,
  { factor, lowFreqFactor, highFreqFactor, originalMaxPositionEmbeddings: original }: RopeScaling,
): number {
  if (wavelength > original / lowFreqFactor) return factor;
  if (wavelength < original / highFreqFactor) return 1;
  const smooth = (original / wavelength - lowFreqFactor) / (highFreqFactor - lowFreqFactor);
  return 1 / ((1 - smooth) / factor + smooth);
}

/** Settings that may have given these divisors: those of every Llama 3, then what the ones between 1 and `factor` tell. */
function scalingsFor(divisors: Float32Array, wavelengths: readonly number[]): RopeScaling[] {
  const factor = shortest(divisors.reduce((most, divisor) => Math.max(most, divisor), 1));
  const usual = { factor, lowFreqFactor: 1, highFreqFactor: 4, originalMaxPositionEmbeddings: 8192 };
  // Between its ends the rule is a straight line over 1/wavelength, which two points tell; only ratios of its bounds count.
  const between = wavelengths.flatMap((wavelength, index) => {
    const divisor = divisors[index] ?? 1;
    return divisor > 1 && divisor < factor ? [{ x: 1 / wavelength, y: (1 / divisor - 1 / factor) / (1 - 1 / factor) }] : [];
  });
  const [first, last] = [between[0], between.at(-1)];
  if (!first || !last) return [usual];
  const usualBounds = { ...usual, originalMaxPositionEmbeddings: Math.round((1 + 3 * first.y) / first.x) };
  const slope = (first.y - last.y) / (first.x - last.x);
  const highFreqFactor = 1 - 1 / (first.y - slope * first.x);
  const otherBounds = {
    ...usual,
    highFreqFactor: Number(highFreqFactor.toPrecision(5)),
    originalMaxPositionEmbeddings: Math.round(slope * (highFreqFactor - 1)),
  };
  return [usual, usualBounds, otherBounds];
}

/** The shortest decimal that rounds to the same single-precision number. */
function shortest(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return value;
}

/** As a sentence shows it: of a list its beginning. */
function written(value: MetadataValue): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value !== 'object') return String(value);
  const first = Array.from<unknown, string>(value.slice(0, 4) as ArrayLike<unknown>, (one) => shorten(String(one))).join(', ');
  return shorten(`[${first}${value.length > 4 ? ', …' : ''}]`);
}

const unusable = (subject: string, key: string, value: MetadataValue): FaultError =>
  faultAt(ggufFaults, 'E_GGUF_KEY', { found: 'unusable', subject, key: shorten(key), value: written(value) });

const refused = (subject: string, key: string, value: MetadataValue): FaultError =>
  faultAt(ggufFaults, 'E_GGUF_ARCHITECTURE', { subject, key: shorten(key), value: written(value), known: READ_ARCHITECTURES });

/**
 * A model's shape with random weights as a GGUF file for llama.cpp, Q8_0 or Q4_0 throughout; its tokenizer knows letters and nothing
 * else that makes sense. Written part by part: it is as large as the model.
 */
import { type ModelConfig, modelTensorShapes } from '../../../src/core/formats/models/model-config.ts';
import { floatToHalf } from '../../../src/core/weights/half.ts';

type Kind = 'u32' | 'i32' | 'f32' | 'text';
const KINDS: Readonly<Record<Kind | 'list', number>> = { u32: 4, i32: 5, f32: 6, text: 8, list: 9 };
/** By form: the type of its tensors, and the bytes of a block of 32 weights. */
const BLOCKS = { q8: { type: 8, bytes: 34 }, q4: { type: 2, bytes: 18 } } as const;
const F32 = 0;
const ALIGNMENT = 32;

const MODULES: Readonly<Record<string, string>> = {
  input_layernorm: 'attn_norm',
  post_attention_layernorm: 'ffn_norm',
  q_proj: 'attn_q',
  k_proj: 'attn_k',
  v_proj: 'attn_v',
  o_proj: 'attn_output',
  gate_proj: 'ffn_gate',
  up_proj: 'ffn_up',
  down_proj: 'ffn_down',
};

/** llama.cpp's name of a tensor of a Llama. */
function nameOf(name: string): string {
  if (name === 'model.embed_tokens.weight') return 'token_embd.weight';
  if (name === 'model.norm.weight') return 'output_norm.weight';
  const [, layer, module] = /^model\.layers\.(\d+)\.(?:\w+\.)?(\w+)\.weight$/.exec(name) ?? [];
  const own = MODULES[module ?? ''];
  if (own === undefined) throw new Error(`no name is known for ${name}`);
  return `blk.${layer}.${own}.weight`;
}

class Writer {
  readonly parts: Buffer[] = [];
  length = 0;

  bytes(part: Buffer): void {
    this.parts.push(part);
    this.length += part.length;
  }
  u32(value: number): void {
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    this.bytes(part);
  }
  u64(value: number): void {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(BigInt(value));
    this.bytes(part);
  }
  text(value: string): void {
    const part = Buffer.from(value);
    this.u64(part.length);
    this.bytes(part);
  }
  value(kind: Kind, value: number | string): void {
    if (kind === 'text') return this.text(String(value));
    const part = Buffer.alloc(4);
    if (kind === 'f32') part.writeFloatLE(Number(value));
    else part.writeInt32LE(Number(value));
    this.bytes(part);
  }
  entry(key: string, kind: Kind, value: number | string | readonly (number | string)[]): void {
    this.text(key);
    if (typeof value !== 'object') {
      this.u32(KINDS[kind]);
      return this.value(kind, value);
    }
    this.u32(KINDS.list);
    this.u32(KINDS[kind]);
    this.u64(value.length);
    for (const one of value) this.value(kind, one);
  }
  pad(): void {
    this.bytes(Buffer.alloc((ALIGNMENT - (this.length % ALIGNMENT)) % ALIGNMENT));
  }
}

/** What a byte-level vocabulary has for newline, space and the printable bytes: of other bytes alone no text can be made. */
const LETTERS = ['Ċ', 'Ġ', ...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))];

/** Blocks of small random weights, one file's worth repeated. */
function blocksOf(form: keyof typeof BLOCKS, inputs: number): Buffer {
  const { bytes } = BLOCKS[form];
  const blocks = Buffer.alloc(4096 * bytes);
  const scale = floatToHalf(1 / Math.sqrt(inputs) / (form === 'q8' ? 60 : 4));
  for (let i = 0; i < blocks.length; i += 1) blocks[i] = (i * 2654435761) >>> 13;
  for (let at = 0; at < blocks.length; at += bytes) blocks.writeUInt16LE(scale, at);
  return blocks;
}

export function ggufOf(config: ModelConfig, form: 'q8' | 'q4'): Buffer {
  const tensors = [...modelTensorShapes(config)].map(([name, shape]) => {
    const count = shape.reduce((a, b) => a * b, 1);
    const matrix = shape.length === 2;
    const { type, bytes } = matrix
      ? { type: BLOCKS[form].type, bytes: (count / 32) * BLOCKS[form].bytes }
      : { type: F32, bytes: 4 * count };
    return { name: nameOf(name), shape, type, bytes, matrix };
  });
  const tokens = Array.from({ length: config.vocabularySize }, (_, id) => LETTERS[id] ?? `word${id}`);
  const entries: [string, Kind, number | string | readonly (number | string)[]][] = [
    ['general.architecture', 'text', 'llama'],
    ['general.name', 'text', 'random'],
    ['general.file_type', 'u32', form === 'q8' ? 7 : 2],
    ['llama.context_length', 'u32', config.maxPositionEmbeddings],
    ['llama.embedding_length', 'u32', config.hiddenSize],
    ['llama.block_count', 'u32', config.layers],
    ['llama.feed_forward_length', 'u32', config.intermediateSize],
    ['llama.attention.head_count', 'u32', config.heads],
    ['llama.attention.head_count_kv', 'u32', config.kvHeads],
    ['llama.attention.layer_norm_rms_epsilon', 'f32', config.rmsNormEps],
    ['llama.rope.dimension_count', 'u32', config.headDim],
    ['llama.rope.freq_base', 'f32', config.ropeTheta],
    ['llama.vocab_size', 'u32', config.vocabularySize],
    ['tokenizer.ggml.model', 'text', 'gpt2'],
    ['tokenizer.ggml.pre', 'text', 'gpt-2'],
    ['tokenizer.ggml.tokens', 'text', tokens],
    ['tokenizer.ggml.token_type', 'i32', tokens.map(() => 1)],
    ['tokenizer.ggml.merges', 'text', ['w o', 'wo r']],
    ['tokenizer.ggml.bos_token_id', 'u32', 0],
    ['tokenizer.ggml.eos_token_id', 'u32', 1],
  ];
  const writer = new Writer();
  writer.bytes(Buffer.from('GGUF'));
  writer.u32(3);
  writer.u64(tensors.length);
  writer.u64(entries.length);
  for (const entry of entries) writer.entry(...entry);
  let offset = 0;
  for (const { name, shape, type, bytes } of tensors) {
    writer.text(name);
    writer.u32(shape.length);
    for (const size of [...shape].reverse()) writer.u64(size);
    writer.u32(type);
    writer.u64(offset);
    offset += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  }
  writer.pad();
  for (const { shape, bytes, matrix } of tensors) {
    if (matrix) {
      const blocks = blocksOf(form, shape[1] ?? 1);
      for (let left = bytes; left > 0; left -= blocks.length) writer.bytes(blocks.subarray(0, Math.min(left, blocks.length)));
    } else writer.bytes(Buffer.from(new Float32Array(bytes / 4).fill(1).buffer));
    writer.pad();
  }
  return Buffer.concat(writer.parts);
}

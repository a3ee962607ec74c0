/**
 * Models in GGUF: the golden checkpoints as llama.cpp's converter writes them (test/golden/makers/make_gguf.py) read as their Hugging
 * Face folders do, tokenizers give the same ids, and what cannot be computed is refused by name.
 */
import { describe, expect, it } from 'vitest';
import { checkBase } from '../../../../../src/core/formats/models/chosenBase.ts';
import { encodeJson, type Files } from '../../../../../src/core/formats/files.ts';
import { openGguf } from '../../../../../src/core/formats/gguf/file.ts';
import { bytesSource } from '../../../../../src/core/formats/byteSource.ts';
import { readIn } from '../../../../../src/core/formats/safetensors.ts';
import { openGgufModel } from '../../../../../src/core/formats/models/gguf.ts';
import { ggufTokenizer } from '../../../../../src/core/formats/models/gguf/ggufTokenizer.ts';
import { baseFingerprint } from '../../../../../src/core/formats/models/fingerprint.ts';
import { openModelFolder, readModelFolder, readPromptFiles, takenOfModel } from '../../../../../src/core/formats/models/hf.ts';
import { sha256 } from '../../../../../src/core/sha256.ts';
import { TextTokenizer, tokenizerFor } from '../../../../../src/core/tokenizer/tokenizer.ts';
import { isPacked, unpackMatrix } from '../../../../../src/core/weights/packed.ts';
import { loadBase } from '../../../../../src/session/team/base.ts';
import { faultCode, goldenFolder, seededRandom } from '../helpers.ts';
import { floats, type Typed, writeGguf, type WrittenTensor } from '../gguf/write.ts';

const golden = goldenFolder('gguf');
const json = (bytes: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
const open = (bytes: Uint8Array) => openGgufModel(bytesSource(bytes), 'm.gguf');
const CASES = ['llama-tied', 'llama-untied-bf16', 'llama3-rope-f16', 'qwen2', 'qwen3'];
/** A tokenizer for folders whose file holds none. */
const tokenizerOf = (style: string) => {
  const files = goldenFolder(`tokenizers/${style}`);
  return { 'tokenizer.json': files['tokenizer.json']!, 'tokenizer_config.json': files['tokenizer_config.json']! };
};

describe.each(CASES)('%s', (name) => {
  const files = { 'anything.gguf': golden[`${name}.gguf`]!, ...tokenizerOf('gpt2') };
  const folder = readModelFolder(goldenFolder(name));

  it('reads as its Hugging Face folder does: config, every tensor, and what it is', async () => {
    const found = readModelFolder(files);
    expect(found.config).toEqual(folder.config);
    expect([...found.tensors.keys()]).toEqual([...folder.tensors.keys()]);
    for (const [tensor, { shape, data }] of folder.tensors) {
      expect(found.tensors.get(tensor)!.shape, tensor).toEqual(shape);
      expect(found.tensors.get(tensor)!.data, tensor).toEqual(data);
    }
    expect(await baseFingerprint(found.config, found.tensors)).toBe(await baseFingerprint(folder.config, folder.tensors));
  });
});

describe('a model of many forms', () => {
  const hashes = json(golden['mixed.json']) as Record<string, string>;
  const folder: Files = { 'dropped/model-Q4_K_M.gguf': golden['mixed.gguf']! };
  const hash = (data: Float32Array) => sha256(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));

  it('gives the numbers of llama.cpp, in the order of Hugging Face', () => {
    const { tensors } = readModelFolder(folder);
    expect(Object.fromEntries([...tensors].map(([name, { data }]) => [name, hash(data)]))).toEqual(hashes);
  });

  it('gives the same where its matrices stay packed, rows of queries and keys included', () => {
    const { tensors } = open(golden['mixed.gguf']!);
    const found = [...tensors].flatMap(([name, tensor]) => {
      const held = readIn(tensor.form, tensor, name);
      return isPacked(held) && tensor.type !== 'Q4_1' && tensor.type !== 'Q5_1' ? [[name, hash(unpackMatrix(held)), hashes[name]]] : [];
    });
    expect(found.length).toBe(13);
    for (const [name, is, should] of found) expect(is, name).toBe(should);
    expect(new Set([...tensors.values()].map(({ form }) => form))).toEqual(new Set(['f32', 'f16', 'bf16', 'q8', 'q4']));
  });

  it('is a base with nothing beside it', () => {
    const { config, tokenizer } = loadBase('mine', folder);
    expect(config).toMatchObject({
      vocabularySize: 487,
      ropeTheta: 500_000,
      rmsNormEps: 1e-5,
      bosTokenId: 0,
      eosTokenIds: [1],
      tieWordEmbeddings: true,
    });
    expect(tokenizer.vocabularySize).toBe(486);
    expect(tokenizer.special).toEqual({ pad: 1, start: 0, end: 1 });
    expect(() => checkBase(folder, 'mine')).not.toThrow();
    expect(readPromptFiles(folder).tokenizer!.tokenizerConfig).toMatchObject({
      chat_template: '{% for message in messages %}{{ message.content }}{% endfor %}',
    });
  });
});

describe('its tokenizer', () => {
  const TEXTS = [
    "You're the planner; it's 12345 (17+25)*3!?\r\n\tTabs",
    ' caf\u0065\u0301 and café, 日本語 🙂  ',
    '٣٤ ½ Ⅷ x²',
    '<|im_end|> said',
  ];
  const STYLES = [
    ['qwen2', 'tokenizer-qwen2.gguf'],
    ['gpt2', 'tokenizer-gpt2.gguf'],
    ['llama3', 'mixed.gguf'],
  ] as const;
  const cases = (style: string) =>
    json(goldenFolder(`tokenizers/${style}`)['expected.json']) as unknown as readonly { profile: string; text: string }[];
  it.each(STYLES)('is that of %s', (style, name) => {
    const own = tokenizerOf(style);
    const wanted = TextTokenizer.fromFiles(json(own['tokenizer.json']), json(own['tokenizer_config.json']));
    const { tokenizerJson, tokenizerConfig } = ggufTokenizer(openGguf(bytesSource(golden[name]!)));
    const found = TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig);
    expect(found.special).toEqual(wanted.special);
    expect(found.vocabularySize).toBe(wanted.vocabularySize);
    for (const text of [...TEXTS, ...cases(style).flatMap(({ profile, text }) => [profile, text])]) {
      expect(found.encode(text), JSON.stringify(text)).toEqual(wanted.encode(text));
      expect(found.decode(found.encode(text))).toBe(wanted.decode(wanted.encode(text)));
    }
    const { model, ...rest } = json(own['tokenizer.json']);
    const { model: ours, ...others } = tokenizerJson as Record<string, unknown>;
    expect(others).toEqual(rest);
    expect({ ...(ours as object), vocab: null }).toEqual({ ...(model as object), vocab: null });
  });
});

it('a tokenizer of SmolLM’s manner gives the ids of the library that it was trained with', () => {
  const { tokenizerJson, tokenizerConfig } = ggufTokenizer(openGguf(bytesSource(golden['tokenizer-smollm.gguf']!)));
  const found = TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig);
  for (const [text, ids] of Object.entries(json(golden['tokenizer-smollm.json']))) expect(found.encode(text), text).toEqual(ids);
});

/** A sound model of one layer, smaller than any, with `change` made to its metadata and tensors. */
function tiny({ architecture = 'llama', keys = {}, tensors = {} }: Change = {}): Uint8Array {
  const own = Object.fromEntries(
    Object.entries({ embedding_length: 4, context_length: 16, block_count: 1, feed_forward_length: 4, 'attention.head_count': 2 }).map(
      ([key, value]) => [`${architecture}.${key}`, [4, value] as Typed],
    ),
  );
  const metadata: Record<string, Typed | null> = {
    'general.architecture': [8, architecture],
    ...own,
    [`${architecture}.attention.layer_norm_rms_epsilon`]: [6, 1e-6],
    ...keys,
  };
  const square = ['attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_gate', 'ffn_up', 'ffn_down'].map((name) => [
    `blk.0.${name}.weight`,
    [4, 4],
  ]);
  const vectors = ['blk.0.attn_norm', 'blk.0.ffn_norm', 'output_norm'].map((name) => [`${name}.weight`, [4]]);
  const shapes: Record<string, number[] | null> = {
    ...Object.fromEntries([['token_embd.weight', [4, 3]], ...square, ...vectors]),
    ...tensors,
  };
  return writeGguf({
    metadata: Object.entries(metadata).flatMap(([key, value]) => (value ? [[key, ...value] as const] : [])),
    tensors: Object.entries(shapes).flatMap(([name, sizes]): WrittenTensor[] =>
      sizes ? [{ name, sizes, type: 0, data: floats(...Array<number>(sizes.reduce((a, b) => a * b)).fill(0.5)) }] : [],
    ),
  });
}
interface Change {
  readonly architecture?: string;
  readonly keys?: Readonly<Record<string, Typed | null>>;
  readonly tensors?: Readonly<Record<string, number[] | null>>;
}

describe('a model', () => {
  it('that is sound and small is read', () => {
    expect(open(tiny()).config).toMatchObject({
      headDim: 2,
      kvHeads: 2,
      vocabularySize: 3,
      rmsNormEps: 1e-6,
      ropeTheta: 10_000,
      ropeScaling: null,
    });
    expect(open(tiny({ tensors: { 'output.weight': [4, 3] } })).config.tieWordEmbeddings).toBe(false);
    expect(open(tiny({ keys: { 'llama.expert_count': [4, 0], 'llama.attention.causal': [7, true] } })).config.layers).toBe(1);
    expect(openModelFolder({ 'm.gguf': tiny(), ...tokenizerOf('gpt2') }).stored.size).toBe(11);
  });

  const REFUSED: readonly (readonly [Change, code: string, sentence: RegExp])[] = [
    [{ architecture: 'gemma3' }, 'E_GGUF_ARCHITECTURE', /whose general\.architecture is "gemma3".*llama, qwen2, qwen3/],
    // Of architectures that are read from safetensors, too.
    [{ architecture: 'gemma2' }, 'E_GGUF_ARCHITECTURE', /whose general\.architecture is "gemma2".*llama, qwen2, qwen3/],
    [{ keys: { 'general.architecture': null } }, 'E_GGUF_KEY', /does not say its “general\.architecture”/],
    [{ keys: { 'llama.block_count': null } }, 'E_GGUF_KEY', /does not say its “llama\.block_count”/],
    [{ keys: { 'llama.block_count': [8, 'one'] } }, 'E_MODEL_CONFIG', /unusable num_hidden_layers/],
    [{ keys: { 'llama.block_count': [4, 4_000_000_000] } }, 'E_MODEL_CONFIG', /unusable num_hidden_layers/],
    [{ keys: { 'llama.attention.head_count': [9, 4, [2, 2]] } }, 'E_MODEL_CONFIG', /unusable num_attention_heads/],
    [
      { keys: { 'llama.attention.layer_norm_rms_epsilon': [8, 'x'] } },
      'E_GGUF_KEY',
      /unusable “llama\.attention\.layer_norm_rms_epsilon”: "x"/,
    ],
    [{ keys: { 'llama.expert_count': [4, 8] } }, 'E_GGUF_ARCHITECTURE', /whose llama\.expert_count is 8/],
    [{ keys: { 'llama.rope.scaling.type': [8, 'yarn'] } }, 'E_GGUF_ARCHITECTURE', /whose llama\.rope\.scaling\.type is "yarn"/],
    [{ keys: { 'llama.new_idea': [9, 11, [1n, 2n, 3n, 4n, 5n]] } }, 'E_GGUF_ARCHITECTURE', /whose llama\.new_idea is \[1, 2, 3, 4, …\]/],
    [{ keys: { 'llama.rope.dimension_count': [4, 1] } }, 'E_GGUF_ARCHITECTURE', /whose llama\.rope\.dimension_count is 1/],
    [{ keys: { 'split.count': [2, 3] } }, 'E_GGUF_SPLIT', /one of 3 parts of a model/],
    [{ tensors: { 'rope_freqs.weight': [1] } }, 'E_GGUF_ARCHITECTURE', /whose rope_freqs\.weight is \[0\.5\]/],
    [{ tensors: { 'rope_freqs.weight': [2] } }, 'E_GGUF_ARCHITECTURE', /whose rope_freqs\.weight is "2"/],
    [{ tensors: { 'blk.00.attn_q.weight': [4, 4] } }, 'E_GGUF_HEADER', /two tensors called "blk\.00\.attn_q\.weight"/],
    [{ tensors: { 'blk.0.attn_q.bias': [4] } }, 'E_MODEL_TENSOR_UNKNOWN', /self_attn\.q_proj\.bias/],
    [{ tensors: { 'blk.0.attn_qkv.weight': [4, 12] } }, 'E_MODEL_TENSOR_UNKNOWN', /blk\.0\.attn_qkv\.weight/],
    [
      { tensors: { 'blk.0.attn_v.weight': null } },
      'E_MODEL_TENSOR_MISSING',
      /lacks the tensor model\.layers\.0\.self_attn\.v_proj\.weight/,
    ],
    [{ tensors: { 'blk.0.attn_q.weight': [4, 3] } }, 'E_MODEL_TENSOR_SHAPE', /q_proj\.weight as \[3, 4\]/],
  ];
  it.each(REFUSED)('with %o is refused', (change, code, sentence) => {
    const read = () => openModelFolder({ 'm.gguf': tiny(change), ...tokenizerOf('gpt2') }, 'mine');
    expect(faultCode(read)).toBe(code);
    expect(read).toThrow(sentence);
  });

  it('with a tokenizer that cannot be had exactly is refused, and read with its tokenizer.json beside it', () => {
    const tokens: Change['keys'] = {
      'tokenizer.ggml.model': [8, 'gpt2'],
      'tokenizer.ggml.pre': [8, 'qwen2'],
      'tokenizer.ggml.tokens': [9, 8, ['a', 'b', '<end>']],
      'tokenizer.ggml.token_type': [9, 5, [1, 1, 3]],
      'tokenizer.ggml.merges': [9, 8, []],
      'tokenizer.ggml.eos_token_id': [4, 2],
    };
    const cases: readonly (readonly [Change['keys'], RegExp])[] = [
      [{}, /holds no “tokenizer\.ggml\.model”/],
      [{ ...tokens, 'tokenizer.ggml.model': [8, 'bert'] }, /of the kind “bert”.*Put the model’s tokenizer\.json/],
      [{ ...tokens, 'tokenizer.ggml.model': [8, 'llama'] }, /holds no “tokenizer\.ggml\.scores”/],
      [{ ...tokens, 'tokenizer.ggml.pre': [8, 'tekken'] }, /in the manner “tekken”/],
      [{ ...tokens, 'tokenizer.ggml.pre': null }, /holds no “tokenizer\.ggml\.pre”/],
      [{ ...tokens, 'tokenizer.ggml.tokens': [9, 4, [1, 2, 3]] }, /holds no “tokenizer\.ggml\.tokens”/],
      [{ ...tokens, 'tokenizer.ggml.token_type': [9, 5, [1]] }, /“tokenizer\.ggml\.token_type” that does not fit/],
      [{ ...tokens, 'tokenizer.ggml.merges': [9, 8, ['ab']] }, /“tokenizer\.ggml\.merges” that does not fit/],
      [{ ...tokens, 'tokenizer.ggml.eos_token_id': [4, 3] }, /names a token by “tokenizer\.ggml\.eos_token_id”/],
    ];
    for (const [keys, sentence] of cases) {
      const files = { 'm.gguf': tiny({ keys }) };
      expect(faultCode(() => readPromptFiles(files))).toBe('E_GGUF_TOKENIZER');
      expect(() => readPromptFiles(files, 'mine')).toThrow(sentence);
      const own = tokenizerOf('gpt2');
      expect(readPromptFiles({ ...files, ...own }).tokenizer!.tokenizerJson).toEqual(json(own['tokenizer.json']));
    }
    // Special tokens come from the file where nothing beside it says them.
    const { 'tokenizer.json': alone } = tokenizerOf('gpt2');
    const spoken = readPromptFiles({
      'm.gguf': tiny({ keys: { ...tokens, 'tokenizer.ggml.model': [8, 'llama'] } }),
      'tokenizer.json': alone,
    });
    expect(spoken.tokenizer!.tokenizerConfig).toMatchObject({ eos_token: '<end>' });
  });
});

describe('a folder', () => {
  it('of one GGUF file is taken whole, wherever it lies; safetensors go before it', () => {
    expect(takenOfModel('SmolLM2-135M.Q8_0.gguf')).toBe('contents');
    expect(takenOfModel('other/model.gguf')).toBeNull();
    const stray = { ...goldenFolder('qwen2'), 'm.gguf': tiny() };
    expect(readModelFolder(stray).config.modelType).toBe('qwen2');
    // What lies beside a GGUF file under this name is often not the model's.
    const hub = { 'config.json': encodeJson({ model_type: 'llama' }), 'm.gguf': tiny(), ...tokenizerOf('gpt2') };
    expect(readPromptFiles(hub).config.hiddenSize).toBe(4);
  });

  it('of several is asked which', () => {
    const files = { 'a.gguf': tiny(), 'b.gguf': tiny() };
    expect(faultCode(() => readModelFolder(files))).toBe('E_GGUF_SEVERAL');
    expect(() => readModelFolder(files, 'mine')).toThrow('mine holds several GGUF files: a.gguf, b.gguf.');
  });
});

it('Llama 3’s own rescaling is found in its divisors', () => {
  // As convert_hf_to_gguf.py works them out for Llama 3.2: 64 numbers a head, factor 32, bounds 1 and 4 of 8192.
  const divisors = Array.from({ length: 32 }, (_, index) => {
    const wavelength = 2 * Math.PI * 500_000 ** (index / 32);
    if (wavelength < 8192 / 4) return 1;
    if (wavelength > 8192) return 32;
    const smooth = (8192 / wavelength - 1) / 3;
    return 1 / ((1 - smooth) / 32 + smooth);
  });
  const file = (factors: readonly number[]) =>
    writeGguf({
      metadata: [
        ['general.architecture', 8, 'llama'],
        ['llama.embedding_length', 4, 128],
        ['llama.context_length', 4, 16],
        ['llama.block_count', 4, 1],
        ['llama.feed_forward_length', 4, 4],
        ['llama.attention.head_count', 4, 2],
        ['llama.attention.layer_norm_rms_epsilon', 6, 1e-5],
        ['llama.rope.freq_base', 6, 500_000],
        ['llama.vocab_size', 4, 9],
      ],
      tensors: [{ name: 'rope_freqs.weight', sizes: [32], type: 0, data: floats(...factors) }],
    });
  expect(open(file(divisors)).config.ropeScaling).toEqual({
    factor: 32,
    lowFreqFactor: 1,
    highFreqFactor: 4,
    originalMaxPositionEmbeddings: 8192,
  });
  expect(open(file(divisors.fill(1))).config.ropeScaling).toBeNull();
});

it('whatever bytes of a model’s header are changed, a fault is all that comes of it', () => {
  const mixed = golden['mixed.gguf']!;
  const header = Math.min(...[...openGguf(bytesSource(mixed)).tensors.values()].map(({ begin }) => begin));
  const random = seededRandom(5);
  const pick = (below: number) => Math.floor(random() * below);
  const codes = new Set<string>();
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const bytes = mixed.slice();
    // Half of them among the first keys, which say what the model is.
    for (let flips = pick(3); flips >= 0; flips -= 1) bytes[pick(attempt % 2 ? header : 1200)] = pick(256);
    codes.add(
      faultCode(() => {
        const { config, tokenizer } = openModelFolder({ 'm.gguf': bytes });
        tokenizerFor(tokenizer, config.vocabularySize);
      }),
    );
  }
  expect([...codes].filter((code) => !/^(none|E_(GGUF|MODEL|TOKENIZER)_\w+)$/.test(code))).toEqual([]);
  expect(codes.size).toBeGreaterThan(4);
});

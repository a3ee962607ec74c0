import { describe, expect, it } from 'vitest';
import {
  loraModules,
  modelTensorShapes,
  openModelFolder,
  parseModelConfig,
  readModelFolder,
  readModelFolderAs,
  writeModelFolder,
} from '../../../../../src/core/formats/models/hf.ts';
import { readSafetensors, writeSafetensors } from '../../../../../src/core/formats/safetensors.ts';
import { TextTokenizer } from '../../../../../src/core/tokenizer/tokenizer.ts';
import { isPacked, unpackMatrix } from '../../../../../src/core/weights/packed.ts';
import { trainBpe } from '../../../../../src/core/tokenizer/train.ts';
import { faultCode, goldenFolder } from '../helpers.ts';

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const json = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
const folder = goldenFolder('llama-tied');
const config = json(folder['config.json']!);
const OWN = ['mistral', 'smollm3', 'phi3', 'gemma2', 'gemma3'];
const CASES = ['llama-tied', 'llama-untied-bf16', 'llama3-rope-f16', 'qwen2', 'qwen3', ...OWN];
const configOf = (name: string) => json(goldenFolder(name)['config.json']!);

describe('parseModelConfig', () => {
  it('reads the golden Llama config', () => {
    expect(parseModelConfig(config)).toEqual({
      modelType: 'llama',
      vocabularySize: 33,
      hiddenSize: 24,
      intermediateSize: 40,
      layers: 2,
      heads: 4,
      kvHeads: 2,
      headDim: 6,
      maxPositionEmbeddings: 64,
      rmsNormEps: 1e-5,
      ropeTheta: 10_000,
      ropeScaling: null,
      tieWordEmbeddings: true,
      attentionBias: false,
      qkNorm: false,
      bosTokenId: null,
      eosTokenIds: [],
      padTokenId: null,
    });
  });

  it('fills what older files leave out, and reads the newer rope_parameters', () => {
    const { head_dim: _, num_key_value_heads: __, rope_theta: ___, ...old } = config;
    expect(parseModelConfig(old)).toMatchObject({ headDim: 6, kvHeads: 4, ropeTheta: 10_000 });
    const llama3 = { rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 16 };
    const ropeScaling = { factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalMaxPositionEmbeddings: 16 };
    expect(parseModelConfig({ ...old, rope_parameters: { ...llama3, rope_theta: 5e5 } })).toMatchObject({ ropeTheta: 5e5, ropeScaling });
    expect(parseModelConfig({ ...config, rope_scaling: llama3 })).toMatchObject({ ropeTheta: 10_000, ropeScaling });
    expect(parseModelConfig({ ...config, eos_token_id: [3, 5], bos_token_id: 1 })).toMatchObject({ eosTokenIds: [3, 5], bosTokenId: 1 });
  });

  it('refuses other mathematics, naming the field', () => {
    const cases: [object, string][] = [
      [{ architectures: ['GPT2LMHeadModel'] }, 'architectures'],
      [{ hidden_act: 'gelu' }, 'hidden_act'],
      [{ attention_bias: true }, 'attention_bias'],
      [{ mlp_bias: true }, 'mlp_bias'],
      [{ use_sliding_window: true }, 'use_sliding_window'],
      [{ layer_types: ['full_attention', 'sliding_attention'] }, 'layer_types'],
      [{ rope_scaling: { type: 'yarn', factor: 2 } }, 'rope_scaling'],
      [{ partial_rotary_factor: 0.5 }, 'partial_rotary_factor'],
      [{ quantization_config: { bits: 4 } }, 'quantization_config'],
    ];
    for (const [change, field] of cases) {
      expect(() => parseModelConfig({ ...config, ...change })).toThrow(new RegExp(`whose ${field} is`));
      expect(
        faultCode(() => parseModelConfig({ ...config, ...change })),
        field,
      ).toBe('E_MODEL_ARCHITECTURE');
    }
  });

  it('refuses broken files, naming the field', () => {
    for (const value of [
      null,
      7,
      [],
      {},
      { ...config, hidden_size: '24' },
      { ...config, num_hidden_layers: 1e9 },
      { ...config, rms_norm_eps: -1 },
    ]) {
      expect(
        faultCode(() => parseModelConfig(value)),
        JSON.stringify(value),
      ).toBe('E_MODEL_CONFIG');
    }
    expect(() => parseModelConfig({ ...config, vocab_size: 0 })).toThrow(/vocab_size/);
    expect(() => parseModelConfig({ ...config, head_dim: 5 })).toThrow(/head dimension of 5/);
    expect(() => parseModelConfig({ ...config, num_key_value_heads: 3 })).toThrow(/divide evenly/);
    expect(() => parseModelConfig({ ...config, rope_scaling: { rope_type: 'llama3', factor: 8 } })).toThrow(/incomplete rope_scaling/);
  });
});

describe('architectures with blocks of their own', () => {
  it('Mistral: every layer looks through the window, of 4096 where the file is silent, and through none where it says null', () => {
    const mistral = configOf('mistral');
    const { sliding_window: _, ...silent } = mistral;
    expect(parseModelConfig(mistral).windows).toEqual([5, 5]);
    expect(parseModelConfig(silent).windows).toEqual([4096, 4096]);
    expect(parseModelConfig({ ...mistral, sliding_window: null })).not.toHaveProperty('windows');
    expect(faultCode(() => parseModelConfig({ ...mistral, sliding_window: 0 }))).toBe('E_MODEL_CONFIG');
    expect(parseModelConfig({ ...config, sliding_window: 5 })).not.toHaveProperty('windows'); // Llama has none
  });

  it('SmolLM3: layers without positions from a list or by an interval, four where the file is silent', () => {
    const { no_rope_layers: _, no_rope_layer_interval: __, rope_theta: ___, tie_word_embeddings: ____, ...silent } = configOf('smollm3');
    expect(parseModelConfig(configOf('smollm3')).rotary).toEqual([false, true, false]);
    expect(parseModelConfig({ ...silent, no_rope_layer_interval: 2 }).rotary).toEqual([true, false, true]);
    expect(parseModelConfig({ ...silent, num_hidden_layers: 5 })).toMatchObject({
      rotary: [true, true, true, false, true],
      ropeTheta: 2_000_000,
      tieWordEmbeddings: true,
    });
    expect(parseModelConfig(silent)).not.toHaveProperty('rotary');
    expect(() => parseModelConfig({ ...silent, no_rope_layers: [1] })).toThrow(/1 entries in no_rope_layers for 3 layers/);
    expect(() => parseModelConfig({ ...silent, use_sliding_window: true })).toThrow(/whose use_sliding_window is true/);
  });

  it('Phi-3: fused projections are split by rows, joined again when written, and missed by their names in the file', () => {
    const files = goldenFolder('phi3');
    const stored = readSafetensors(files['model.safetensors']!);
    const { tensors, ...model } = readModelFolder(files);
    const values = (name: string) => [...tensors.get(`model.layers.1.${name}.weight`)!.data];
    const fused = (name: string) => [...stored.get(`model.layers.1.${name}.weight`)!.data];
    expect(['q_proj', 'k_proj', 'v_proj'].flatMap((name) => values(`self_attn.${name}`))).toEqual(fused('self_attn.qkv_proj'));
    expect(['gate_proj', 'up_proj'].flatMap((name) => values(`mlp.${name}`))).toEqual(fused('mlp.gate_up_proj'));
    expect(tensors.get('model.layers.1.self_attn.k_proj.weight')!.shape).toEqual([6, 12]);
    const written = writeModelFolder({ ...model, tensors, tokenizer: null, card: '' });
    expect(readSafetensors(written['model.safetensors']!)).toEqual(stored);
    stored.delete('model.layers.0.mlp.gate_up_proj.weight');
    expect(() => readModelFolder({ ...files, 'model.safetensors': writeSafetensors(stored) })).toThrow(
      /lacks the tensor model\.layers\.0\.mlp\.gate_up_proj\.weight/,
    );
  });

  it('Phi-3: rows of a fused projection are packed as those of any matrix', () => {
    const opened = openModelFolder(goldenFolder('phi3'));
    const packed = readModelFolderAs('f16', opened).tensors;
    for (const [name, { shape, data }] of readModelFolder(goldenFolder('phi3')).tensors) {
      const held = packed.get(name)!;
      const floats = isPacked(held) ? { shape: [...held.shape], data: unpackMatrix(held) } : held;
      expect(floats.shape).toEqual(shape);
      expect(Math.max(...floats.data.map((value, i) => Math.abs(value - data[i]!)))).toBeLessThan(1e-3);
    }
  });

  it('Phi-3: a window where the file gives one; longrope and partial rotary embedding are refused', () => {
    const phi3 = configOf('phi3');
    expect(parseModelConfig(phi3)).toMatchObject({ modelType: 'phi3', windows: [6, 6], tieWordEmbeddings: false });
    const { sliding_window: _, ...silent } = phi3;
    expect(parseModelConfig(silent)).not.toHaveProperty('windows');
    const longrope = { type: 'longrope', short_factor: [1, 1, 1], long_factor: [1, 2, 3] };
    expect(() => parseModelConfig({ ...phi3, rope_scaling: longrope })).toThrow(/whose rope_scaling is "longrope"/);
    expect(() => parseModelConfig({ ...phi3, partial_rotary_factor: 0.75 })).toThrow(/whose partial_rotary_factor is 0\.75/);
  });

  it('Gemma: gains lie in the file less 1, and are written so', () => {
    const files = goldenFolder('gemma3');
    const stored = readSafetensors(files['model.safetensors']!);
    const { tensors } = readModelFolder(files);
    for (const name of ['model.norm.weight', 'model.layers.1.self_attn.q_norm.weight', 'model.layers.0.post_feedforward_layernorm.weight'])
      expect(tensors.get(name)!.data).toEqual(stored.get(name)!.data.map((value) => value + 1));
    expect(tensors.get('model.embed_tokens.weight')!.data).toEqual(stored.get('model.embed_tokens.weight')!.data);
  });

  it('Gemma 2: caps, scale of scores and windows; silence means the usual ones, null none', () => {
    const gemma2 = configOf('gemma2');
    const gemma = { queryScalar: 8, scoreCap: 1.5, logitCap: 2, localRopeTheta: null };
    expect(parseModelConfig(gemma2)).toMatchObject({ windows: [5, null], gemma, headDim: 6, qkNorm: false, tieWordEmbeddings: true });
    const silent = Object.fromEntries(
      Object.entries(gemma2).filter(([field]) => !/softcapping|query_pre|sliding|head_dim|tie_/.test(field)),
    );
    expect(parseModelConfig(silent)).toMatchObject({
      windows: [4096, null],
      gemma: { queryScalar: 256, scoreCap: 50, logitCap: 30 },
      headDim: 256,
      tieWordEmbeddings: true,
    });
    expect(parseModelConfig({ ...gemma2, attn_logit_softcapping: null, final_logit_softcapping: null }).gemma).toMatchObject({
      scoreCap: null,
      logitCap: null,
    });
    expect(parseModelConfig({ ...gemma2, layer_types: ['full_attention', 'sliding_attention'] }).windows).toEqual([null, 5]);
    expect(() => parseModelConfig({ ...gemma2, layer_types: ['full_attention'] })).toThrow(/1 entries in layer_types for 2 layers/);
    expect(() => parseModelConfig({ ...gemma2, layer_types: ['chunked_attention', 'full_attention'] })).toThrow(/whose layer_types is/);
    expect(() => parseModelConfig({ ...gemma2, hidden_activation: 'gelu' })).toThrow(/whose hidden_activation is/);
    expect(() => parseModelConfig({ ...gemma2, attention_bias: true })).toThrow(/whose attention_bias is/);
  });

  it('Gemma 3: two rotary bases, in the older fields and by type of layer; every sixth layer sees everything', () => {
    const gemma3 = configOf('gemma3');
    const gemma = { queryScalar: 8, scoreCap: null, logitCap: null, localRopeTheta: 100 };
    const read = parseModelConfig(gemma3);
    expect(read).toMatchObject({ modelType: 'gemma3_text', windows: [5, null], gemma, qkNorm: true, ropeTheta: 10_000 });
    const { rope_theta: _, rope_local_base_freq: __, sliding_window_pattern: ___, ...silent } = gemma3;
    const byType = {
      full_attention: { rope_type: 'default', rope_theta: 10_000 },
      sliding_attention: { rope_type: 'default', rope_theta: 100 },
    };
    expect(parseModelConfig({ ...silent, sliding_window_pattern: 2, rope_parameters: byType })).toEqual(read);
    const usual = parseModelConfig({ ...silent, num_hidden_layers: 7 });
    expect(usual).toMatchObject({ ropeTheta: 1_000_000, gemma: { localRopeTheta: 10_000 } });
    expect(usual.windows).toEqual([5, 5, 5, 5, 5, null, 5]);
    const refused: [object, string][] = [
      [{ rope_scaling: { rope_type: 'linear', factor: 8 } }, 'rope_scaling'],
      [{ rope_parameters: { ...byType, sliding_attention: { rope_type: 'linear', factor: 8 } } }, 'rope_scaling'],
      [{ attn_logit_softcapping: 50 }, 'attn_logit_softcapping'],
      [{ use_bidirectional_attention: true }, 'use_bidirectional_attention'],
      [{ architectures: ['Gemma3ForConditionalGeneration'] }, 'architectures'],
    ];
    for (const [change, field] of refused)
      expect(() => parseModelConfig({ ...gemma3, ...change }), field).toThrow(new RegExp(`whose ${field} is`));
  });

  it('partial rotary embedding is refused wherever a file says it', () => {
    expect(() => parseModelConfig({ ...config, rope_parameters: { rope_type: 'default', partial_rotary_factor: 0.5 } })).toThrow(
      /whose partial_rotary_factor is 0\.5/,
    );
  });
});

describe('readModelFolder', () => {
  it.each(CASES)('reads the golden folder %s, every tensor at its shape', (name) => {
    const model = readModelFolder(goldenFolder(name), name);
    expect([...model.tensors.keys()]).toEqual([...modelTensorShapes(model.config).keys()]);
    // Phi-3 keeps five of a layer's projections in two tensors.
    const split = name === 'phi3' ? 3 * model.config.layers : 0;
    expect(model.tensors.size).toBe(readSafetensors(goldenFolder(name)['model.safetensors']!).size + split);
    expect(model.config).toMatchObject({
      attentionBias: name === 'qwen2',
      qkNorm: name === 'qwen3' || name === 'gemma3',
      tieWordEmbeddings: !['llama-untied-bf16', 'mistral', 'phi3'].includes(name),
    });
    expect(model.config.ropeScaling).toEqual(
      name === 'llama3-rope-f16' ? { factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalMaxPositionEmbeddings: 16 } : null,
    );
    expect(model.tokenizer).toBeNull();
  });

  it('knows the linear modules adapters may change', () => {
    const modules = loraModules(parseModelConfig(json(goldenFolder('qwen3')['config.json']!)));
    expect(modules.size).toBe(14);
    expect(modules.get('model.layers.1.self_attn.q_proj')).toEqual([32, 24]);
    expect(modules.get('model.layers.0.self_attn.k_proj')).toEqual([16, 24]);
    expect(modules.get('model.layers.0.self_attn.o_proj')).toEqual([24, 32]);
    expect(modules.get('model.layers.0.mlp.down_proj')).toEqual([24, 40]);
    expect([...loraModules(parseModelConfig(config), ['v_proj']).keys()]).toEqual([
      'model.layers.0.self_attn.v_proj',
      'model.layers.1.self_attn.v_proj',
    ]);
  });

  it('reads shards, and a folder dropped with its own name in front', () => {
    const tensors = [...readSafetensors(folder['model.safetensors']!)];
    const [first, second] = [tensors.slice(0, 7), tensors.slice(7)];
    const sharded = {
      'dropped/config.json': folder['config.json']!,
      'dropped/a.safetensors': writeSafetensors(first),
      'dropped/b.safetensors': writeSafetensors(second),
      'dropped/model.safetensors.index.json': encode({
        weight_map: Object.fromEntries([
          ...first.map(([name]) => [name, 'a.safetensors']),
          ...second.map(([name]) => [name, 'b.safetensors']),
        ]),
      }),
    };
    expect(readModelFolder(sharded).tensors).toEqual(readModelFolder(folder).tensors);
    const { 'dropped/b.safetensors': _, ...incomplete } = sharded;
    expect(() => readModelFolder(incomplete)).toThrow(/has no b\.safetensors/);
    expect(faultCode(() => readModelFolder({ ...sharded, 'dropped/model.safetensors.index.json': encode({}) }))).toBe('E_MODEL_CONFIG');
  });

  it('says which tensor is missing, misshapen or not part of the model', () => {
    const tensors = readSafetensors(folder['model.safetensors']!);
    const changed = (name: string, shape: number[] | null) => {
      const copy = new Map<string, { shape: number[]; data: Float32Array }>(tensors);
      if (shape) copy.set(name, { shape, data: new Float32Array(shape.reduce((product, size) => product * size)) });
      else copy.delete(name);
      return { ...folder, 'model.safetensors': writeSafetensors(copy) };
    };
    expect(() => readModelFolder(changed('model.norm.weight', null))).toThrow(/lacks the tensor model\.norm\.weight/);
    expect(faultCode(() => readModelFolder(changed('model.norm.weight', null)))).toBe('E_MODEL_TENSOR_MISSING');
    expect(() => readModelFolder(changed('model.norm.weight', [25]))).toThrow(/\[25\].*\[24\]/);
    expect(faultCode(() => readModelFolder(changed('model.norm.weight', [24, 1])))).toBe('E_MODEL_TENSOR_SHAPE');
    expect(faultCode(() => readModelFolder(changed('model.layers.0.self_attn.o_proj.bias', [24])))).toBe('E_MODEL_TENSOR_UNKNOWN');
    expect(faultCode(() => readModelFolder(changed('lm_head.weight', [33, 24])))).toBe('none');
    expect(faultCode(() => readModelFolder({}))).toBe('E_MODEL_FILE_MISSING');
    expect(() => readModelFolder({ 'config.json': folder['config.json']!, 'pytorch_model.bin': new Uint8Array(1) })).toThrow(
      /Pickled weights/,
    );
    expect(faultCode(() => readModelFolder({ ...folder, 'model.safetensors': folder['model.safetensors']!.slice(0, 20_000) }))).toBe(
      'E_SAFETENSORS_TRUNCATED',
    );
    expect(faultCode(() => readModelFolder({ ...folder, 'tokenizer.json': new Uint8Array([0xff]) }))).toBe('E_TOKENIZER_UNSUPPORTED');
  });
});

describe('writeModelFolder', () => {
  const tokenizer = trainBpe(['bob has 9 apples', 'bob has 8 nuts'], { vocabularySize: 280 });

  it.each(CASES)('writes %s so that it reads the same', (name) => {
    const model = readModelFolder(goldenFolder(name));
    const files = writeModelFolder({ ...model, tokenizer, card: '# card' });
    expect(Object.keys(files).sort()).toEqual([
      'README.md',
      'config.json',
      'generation_config.json',
      'model.safetensors',
      'special_tokens_map.json',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    const again = readModelFolder(files);
    expect(again.config).toEqual(model.config);
    expect([...again.tensors].map(([key, { shape, data }]) => [key, shape, data])).toEqual(
      [...model.tensors].map(([key, { shape, data }]) => [key, shape, data]),
    );
    expect(TextTokenizer.fromFiles(again.tokenizer!.tokenizerJson, again.tokenizer!.tokenizerConfig).special.end).toBe(2);
    expect(writeModelFolder({ ...model, tokenizer, card: '# card' })).toEqual(files);
  });

  it('writes the special tokens where transformers looks for them', () => {
    const model = readModelFolder(folder);
    const files = writeModelFolder({
      ...model,
      config: { ...model.config, bosTokenId: 1, eosTokenIds: [2], padTokenId: 0 },
      tokenizer: null,
      card: '',
    });
    expect(json(files['config.json']!)).toMatchObject({
      architectures: ['LlamaForCausalLM'],
      model_type: 'llama',
      bos_token_id: 1,
      eos_token_id: 2,
      pad_token_id: 0,
      torch_dtype: 'float32',
    });
    expect(json(files['generation_config.json']!)).toMatchObject({ bos_token_id: 1, eos_token_id: 2, pad_token_id: 0, top_k: 0 });
    expect(Object.keys(files)).not.toContain('tokenizer.json');
  });

  it('refuses to write a model that lacks a tensor', () => {
    const model = readModelFolder(folder);
    expect(() => writeModelFolder({ ...model, tensors: new Map(), tokenizer: null, card: '' })).toThrow(
      'model.embed_tokens.weight is missing',
    );
  });
});

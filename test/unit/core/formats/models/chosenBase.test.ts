/** What stops a folder from being a base is said when it is read or chosen: nothing trains on a guess. */
import { describe, expect, it } from 'vitest';
import { checkBase } from '../../../../../src/core/formats/models/chosenBase.ts';
import { encodeJson, type Files } from '../../../../../src/core/formats/files.ts';
import { readModelFolder, readPromptFiles, takenOfModel } from '../../../../../src/core/formats/models/hf.ts';
import { readPeft } from '../../../../../src/core/formats/models/adapters/peft.ts';
import { readSafetensors, writeSafetensors } from '../../../../../src/core/formats/safetensors.ts';
import { tokenizerFor } from '../../../../../src/core/tokenizer/tokenizer.ts';
import { byteTokenizer } from '../../../../../src/core/tokenizer/train.ts';
import { loadBase } from '../../../../../src/session/team/base.ts';
import { faultCode, goldenFolder } from '../helpers.ts';

const golden = goldenFolder('llama-tied');
const config = JSON.parse(new TextDecoder().decode(golden['config.json']!)) as Record<string, unknown>;
const WIDE = 300;

/** The golden model with `vocabulary` tokens, so that a tokenizer of bytes fits, and `weights` changed. */
function folderWith(change: (tensors: Map<string, { shape: number[]; data: Float32Array }>) => void = () => undefined): Files {
  const tensors = new Map<string, { shape: number[]; data: Float32Array }>(readSafetensors(golden['model.safetensors']!));
  tensors.set('model.embed_tokens.weight', { shape: [WIDE, 24], data: new Float32Array(WIDE * 24).fill(0.1) });
  change(tensors);
  return { 'config.json': encodeJson({ ...config, vocab_size: WIDE }), 'model.safetensors': writeSafetensors(tensors) };
}
const { tokenizerJson, tokenizerConfig } = byteTokenizer();
const tokenizer = { 'tokenizer.json': encodeJson(tokenizerJson), 'tokenizer_config.json': encodeJson(tokenizerConfig) };

describe('a folder without tokenizer.json', () => {
  it('is refused with the way to make one, also beside a tokenizer.model', () => {
    for (const files of [
      folderWith(),
      { ...folderWith(), 'tokenizer.model': new Uint8Array(8), 'tokenizer_config.json': encodeJson({}) },
    ]) {
      expect(faultCode(() => loadBase('mine', files))).toBe('E_TOKENIZER_MISSING');
      expect(() => loadBase('mine', files)).toThrow(/mine has no tokenizer\.json.*AutoTokenizer\.from_pretrained/);
      expect(faultCode(() => checkBase(files, 'mine'))).toBe('E_TOKENIZER_MISSING');
    }
  });

  it('is one of single bytes where it says so, as its model learnt them', () => {
    const files = { ...folderWith(), 'tokenizer_config.json': encodeJson({ marft_tokenizer: 'bytes' }) };
    const { tokenizer: bytes } = loadBase('mine', files);
    expect(bytes.encode('A')).toEqual([3 + 0x41]);
    expect(bytes.decode(bytes.encode('naïve 🙂 <|im_end|>'))).toBe('naïve 🙂 <|im_end|>');
    expect(faultCode(() => tokenizerFor(readPromptFiles(files).tokenizer, 33))).toBe('E_TOKENIZER_VOCABULARY');
  });
});

describe('numbers that are none', () => {
  const Q = 'model.layers.1.self_attn.q_proj.weight';
  it.each([Number.NaN, Number.NEGATIVE_INFINITY])('are named by file and tensor in a base: %d', (value) => {
    const files = folderWith((tensors) => {
      const { shape, data } = tensors.get(Q)!;
      tensors.set(Q, { shape, data: data.with(5, value) });
    });
    expect(faultCode(() => readModelFolder(files))).toBe('E_SAFETENSORS_NOT_FINITE');
    expect(() => readModelFolder(files, 'mine')).toThrow(`mine/model.safetensors holds ${value} in tensor "${Q}" (value 6 of`);
    expect(() => checkBase({ ...files, ...tokenizer }, 'mine')).toThrow(`${value} in tensor "${Q}" (value 6 of 576)`);
    expect(() => loadBase('mine', { ...files, ...tokenizer }, 'q8')).toThrow(`${value} in tensor "${Q}" (value 6 of 576)`);
  });

  it('are named by the shard that holds them', () => {
    const whole = [...readSafetensors(folderWith()['model.safetensors']!)];
    const shards = { 'model-1.safetensors': whole.slice(0, 5), 'model-2.safetensors': whole.slice(5) };
    whole.at(-1)![1].data[0] = Number.NaN;
    const files = {
      'config.json': folderWith()['config.json']!,
      ...Object.fromEntries(Object.entries(shards).map(([name, tensors]) => [name, writeSafetensors(tensors)])),
      'model.safetensors.index.json': encodeJson({
        weight_map: Object.fromEntries(Object.entries(shards).flatMap(([file, tensors]) => tensors.map(([name]) => [name, file]))),
      }),
    };
    expect(() => readModelFolder(files, 'mine')).toThrow(/mine\/model-2\.safetensors holds NaN/);
  });

  it('are named by file and tensor in an adapter', () => {
    const files = goldenFolder('llama-tied/planner');
    const tensors = readSafetensors(files['adapter_model.safetensors']!);
    const [name, tensor] = [...tensors][0]!;
    tensor.data[1] = Number.POSITIVE_INFINITY;
    const broken = { ...files, 'adapter_model.safetensors': writeSafetensors(tensors) };
    expect(() => readPeft(broken, { folder: 'planner' })).toThrow(`planner/adapter_model.safetensors holds Infinity in tensor "${name}"`);
  });
});

describe('a chosen folder', () => {
  it('is taken when a run could use it', () => {
    expect(() => checkBase({ ...folderWith(), ...tokenizer }, 'mine')).not.toThrow();
  });

  it('is refused for what a run would refuse', () => {
    const whole: Files = { ...folderWith(), ...tokenizer };
    const configured = (fields: object) => ({ ...whole, 'config.json': encodeJson({ ...config, vocab_size: WIDE, ...fields }) });
    const { 'model.safetensors': _, ...weightless } = whole;
    expect(faultCode(() => checkBase(configured({ architectures: ['GPT2LMHeadModel'] }), 'mine'))).toBe('E_MODEL_ARCHITECTURE');
    expect(() => checkBase(configured({ quantization_config: { bits: 4 } }), 'mine')).toThrow(/quantization_config.*unquantised/);
    expect(faultCode(() => checkBase(weightless, 'mine'))).toBe('E_MODEL_FILE_MISSING');
    expect(faultCode(() => checkBase({ ...whole, 'model.safetensors': golden['model.safetensors']! }, 'mine'))).toBe(
      'E_MODEL_TENSOR_SHAPE',
    );
    expect(faultCode(() => checkBase({ ...whole, 'tokenizer.json': encodeJson({ model: { type: 'Unigram' } }) }, 'mine'))).toBe(
      'E_TOKENIZER_UNSUPPORTED',
    );
  });

  it('of pickled weights is told how to save them, of a base as of an adapter', () => {
    const { 'model.safetensors': _, ...weightless } = folderWith();
    expect(() => checkBase({ ...weightless, ...tokenizer, 'pytorch_model.bin': new Uint8Array() }, 'mine')).toThrow(
      /Save the model as safetensors/,
    );
    const { 'adapter_config.json': adapter } = goldenFolder('llama-tied/planner');
    expect(() => readPeft({ 'adapter_config.json': adapter!, 'adapter_model.bin': new Uint8Array(4) })).toThrow(
      /Save the adapter as safetensors/,
    );
  });
});

it('of a model folder only its own files are taken, of pickled ones the names', () => {
  const contents = [
    'config.json',
    'generation_config.json',
    'tokenizer.json',
    'tokenizer_config.json',
    'special_tokens_map.json',
    'chat_template.jinja',
    'model.safetensors',
    'model-00001-of-00002.safetensors',
    'model.safetensors.index.json',
  ];
  expect(contents.filter((path) => takenOfModel(path) !== 'contents')).toEqual([]);
  expect(takenOfModel('pytorch_model.bin')).toBe('name');
  const others = [
    'bin/ls',
    'onnx/model.onnx',
    'original/params.json',
    'consolidated.safetensors',
    '../config.json',
    'runs/metrics.jsonl',
    'vmlinuz',
  ];
  expect(others.filter((path) => takenOfModel(path) !== null)).toEqual([]);
});

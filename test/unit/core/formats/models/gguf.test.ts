/**
 * Models in GGUF: the golden checkpoints as llama.cpp's converter writes them (test/golden/make_gguf.py) read as their Hugging
 * Face folders do, tokenizers give the same ids, and what cannot be computed is refused by name.
 */
import { describe, expect, it } from 'vitest';
import { checkBase } from '../../../../../src/core/formats/models/chosenBase.ts';
import { encodeJson, type Files } from '../../../../../src/core/formats/files.ts';
import { bytesSource } from '../../../../../src/core/formats/gguf/source.ts';
import { readGguf } from '../../../../../src/core/formats/gguf/tensors.ts';
import { openGgufModel } from '../../../../../src/core/formats/models/gguf.ts';
import { baseFingerprint } from '../../../../../src/core/formats/models/fingerprint.ts';
import { openModelFolder, readModelFolder, readPromptFiles, takenOfModel } from '../../../../../src/core/formats/models/hf.ts';
import { sha256 } from '../../../../../src/core/sha256.ts';
import { TextTokenizer } from '../../../../../src/core/tokenizer/tokenizer.ts';
import { isPacked, unpackMatrix } from '../../../../../src/core/weights/packed.ts';
import { loadBase } from '../../../../../src/session/team/base.ts';
import { faultCode, goldenFolder } from '../helpers.ts';
import { floats, type Typed, writeGguf, type WrittenTensor } from '../gguf/write.ts';

const golden = goldenFolder('gguf');
const json = (bytes: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
const open = (bytes: Uint8Array) => openGgufModel(bytesSource(bytes), 'm.gguf');
const CASES = ['llama-tied', 'llama-untied-bf16', 'llama3-rope-f16', 'qwen2', 'qwen3'];
/** A tokenizer.json that comes with no model here, so that what a folder lacks is only this. */
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
  const hashes = json(golden['mixed.json']);
  const folder: Files = { 'dropped/model-Q4_K_M.gguf': golden['mixed.gguf']! };
  const hash = (data: Float32Array) => sha256(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));

  it('gives the numbers of llama.cpp, in the order of Hugging Face', () => {
    const { tensors } = readModelFolder(folder);
    expect(Object.fromEntries([...tensors].map(([name, { data }]) => [name, hash(data)]))).toEqual(hashes);
  });

  it('gives the same where its matrices stay packed, rows of queries and keys included', () => {
    const { tensors } = open(golden['mixed.gguf']!);
    const found = [...tensors].flatMap(([name, tensor]) => {
      const held = readGguf(tensor, name, tensor.form);
      return isPacked(held) && tensor.type !== 'Q4_1' && tensor.type !== 'Q5_1' ? [[name, hash(unpackMatrix(held)), hashes[name]]] : [];
    });
    expect(found.length).toBe(13);
    for (const [name, is, should] of found) expect(is, name).toBe(should);
    expect(new Set([...tensors.values()].map(({ form }) => form))).toEqual(new Set(['f32', 'f16', 'bf16', 'q8', 'q4']));
  });

  it('is a base with nothing beside it', () => {
    const { config, tokenizer } = loadBase('mine', folder);
    expect(config).toMatchObject({ vocabularySize: 489, ropeTheta: 500_000, rmsNormEps: 1e-5, bosTokenId: 0, eosTokenIds: [1], tieWordEmbeddings: true });
    expect(tokenizer.vocabularySize).toBe(488);
    expect(tokenizer.special).toEqual({ pad: 1, start: 0, end: 1 });
    expect(() => checkBase(folder, 'mine')).not.toThrow();
    expect(readPromptFiles(folder).tokenizer!.tokenizerConfig).toMatchObject({
      chat_template: '{% for message in messages %}{{ message.content }}{% endfor %}',
    });
  });
});

describe('its tokenizer', () => {
  const TEXTS = ["You're the planner; it's 12345 (17+25)*3!?\r\n\tTabs", ' caf\u0065\u0301 and café, 日本語 🙂  ', '٣٤ ½ Ⅷ x²', '<|im_end|> said'];
  const STYLES = [
    ['qwen2', 'tokenizer-qwen2.gguf'],
    ['gpt2', 'tokenizer-gpt2.gguf'],
    ['llama3', 'mixed.gguf'],
  ] as const;
  const cases = (style: string) => json(goldenFolder(`tokenizers/${style}`)['expected.json']) as unknown as readonly { profile: string; text: string }[];
  /** Any model in whose file this tokenizer might lie. */
  const prompts = (bytes: Uint8Array, more: Files = {}) => readTokenizer(bytes, more);

  it.each(STYLES)('is that of %s', (style, name) => {
    const own = tokenizerOf(style);
    const wanted = TextTokenizer.fromFiles(json(own['tokenizer.json']), json(own['tokenizer_config.json']));
    const { tokenizerJson, tokenizerConfig } = prompts(golden[name]!);
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

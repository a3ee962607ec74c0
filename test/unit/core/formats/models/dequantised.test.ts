import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportedBases } from '../../../../../src/core/formats/exports/exportedBase.ts';
import { wholeOf } from '../../../../../src/core/formats/byteSource.ts';
import type { Files } from '../../../../../src/core/formats/files.ts';
import { readAdapters } from '../../../../../src/core/formats/models/adapters/adapters.ts';
import { dequantised } from '../../../../../src/core/formats/models/dequantised.ts';
import { baseFingerprint } from '../../../../../src/core/formats/models/fingerprint.ts';
import { openModelFolder, readModelFolder, readModelFolderAs } from '../../../../../src/core/formats/models/hf.ts';
import { loraModule, writePeft } from '../../../../../src/core/formats/models/adapters/peft.ts';
import { openSafetensors } from '../../../../../src/core/formats/safetensors.ts';
import { isPacked, type PackedForm, unpackMatrix } from '../../../../../src/core/weights/packed.ts';
import { faultCode, goldenFolder } from '../helpers.ts';

const FORMS: readonly PackedForm[] = ['bf16', 'f16', 'q8', 'q4'];
const gguf: Files = { 'model.gguf': goldenFolder('gguf')['mixed.gguf']! };
const GIVEN: readonly [string, Files][] = [
  ...['llama-untied-bf16', 'llama-tied', 'phi3', 'gemma3', 'qwen2'].map((name): [string, Files] => [name, goldenFolder(name)]),
  ['a GGUF file', { ...gguf, 'tokenizer.json': new TextEncoder().encode('{}') }],
];

const sameNumbers = (a: Float32Array, b: Float32Array) =>
  Buffer.from(new Uint8Array(a.buffer)).equals(Buffer.from(new Uint8Array(b.buffer)));

describe.each(GIVEN)('%s dequantised', (name, given) => {
  it.each(FORMS)('holds the very numbers of %s, and the same again in that form', (form) => {
    const { files, repacks } = dequantised(given, form, name);
    const held = readModelFolderAs(form, openModelFolder(given, name));
    const read = readModelFolder(files, name);
    expect([...read.tensors.keys()]).toEqual([...held.tensors.keys()]);
    for (const [tensor, { data }] of read.tensors) {
      const wanted = held.tensors.get(tensor)!;
      expect(sameNumbers(data, isPacked(wanted) ? unpackMatrix(wanted) : wanted.data), tensor).toBe(true);
    }
    const again = readModelFolderAs(form, openModelFolder(files, name));
    const same = [...again.tensors].every(([tensor, found]) => {
      const wanted = held.tensors.get(tensor)!;
      return !isPacked(found) || !isPacked(wanted) || Buffer.from(found.bytes).equals(Buffer.from(wanted.bytes));
    });
    expect(same, 'what is said of going on').toBe(repacks());
    if (name !== 'a GGUF file') expect(repacks()).toBe(true);
  });
});

it('is written in 16 bits where these hold the numbers, and always computed in float32', () => {
  const kinds = (form: PackedForm) => {
    const { files } = dequantised(goldenFolder('qwen2'), form, 'qwen2');
    const config = JSON.parse(new TextDecoder().decode(wholeOf(files['config.json']!))) as Record<string, unknown>;
    expect(config['torch_dtype']).toBe('float32');
    const tensors = openSafetensors(files['model.safetensors']!);
    return ['model.embed_tokens.weight', 'model.norm.weight'].map((tensor) => tensors.get(tensor)?.dtype);
  };
  expect(FORMS.map(kinds)).toEqual([
    ['BF16', 'F32'],
    ['F16', 'F32'],
    ['F32', 'F32'],
    ['F32', 'F32'],
  ]);
});

it('leaves no other weights in the folder: shards and GGUF files are replaced', () => {
  const { files } = dequantised({ ...gguf, 'tokenizer_config.json': new TextEncoder().encode('{}') }, 'q4', 'base');
  expect(Object.keys(files).filter((path) => /gguf|safetensors/.test(path))).toEqual(['model.safetensors']);
});

describe('an export with the dequantised base', () => {
  const files = ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];
  const base: Files = Object.fromEntries(files.map((file) => [file, new Uint8Array(readFileSync(`public/models/micro/${file}`))]));

  it('says what it is, what it was made from and the form', async () => {
    const { config, tensors } = readModelFolder(base);
    const original = await baseFingerprint(config, tensors);
    const [plain, made] = await Promise.all(
      [false, true].map(async (dequantise) => (await exportedBases(new Map([['b', base]]), { form: 'q4', dequantise })).get('b')!),
    );
    expect(plain).toMatchObject({ sha256: original, form: 'q4' });
    expect(plain).not.toHaveProperty('dequantised');
    const read = readModelFolder(made!.files);
    expect(made).toMatchObject({ form: 'q4', dequantised: { sha256: original, repacks: true } });
    expect(made!.sha256).toBe(await baseFingerprint(read.config, read.tensors));
    expect(made!.sha256).not.toBe(original);
    expect(new TextDecoder().decode(wholeOf(made!.files['README.md']!))).toContain(original);
    const f32 = (await exportedBases(new Map([['b', base]]), { form: 'f32', dequantise: true })).get('b')!;
    expect(f32.files).toBe(base);
    expect(f32).not.toHaveProperty('form');
  });

  it('brings adapters that fit the original base as well as this copy, and no other', () => {
    const spec = { role: 'planner', baseName: 'b', rank: 1, alpha: 1, targets: ['q_proj'] as const };
    const path = loraModule(0, 'q_proj');
    const tensors = new Map(
      ['lora_A', 'lora_B'].map((half) => [`${path}.${half}`, { shape: [1, 1] as [number, number], data: new Float32Array(1) }]),
    );
    const files = writePeft({ ...spec, baseName: 'base', baseFingerprint: 'copy', baseOriginal: 'original', baseForm: 'q4', tensors });
    const given = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`planner/${name}`, bytes]));
    const reading = (baseFingerprint: string) => () => readAdapters(given, [{ ...spec, baseFingerprint }]);
    expect(faultCode(reading('copy'))).toBe('none');
    expect(faultCode(reading('original'))).toBe('none');
    expect(faultCode(reading('another'))).toBe('E_ADAPTERS_MISMATCH');
  });
});

/** A zip in parts is the archive it would be whole, and nothing of it stays in memory. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { fault, FaultError } from '../../../../src/core/faults.ts';
import type { ByteSource } from '../../../../src/core/formats/byteSource.ts';
import { unzipFiles } from '../../../../src/core/formats/archive.ts';
import { openModelFolder } from '../../../../src/core/formats/models/hf.ts';
import { dequantised } from '../../../../src/core/formats/models/dequantised.ts';
import { modelConfigJson, modelTensorShapes } from '../../../../src/core/formats/models/model-config.ts';
import { encodeJson } from '../../../../src/core/formats/files.ts';
import { writeSafetensors } from '../../../../src/core/formats/safetensors.ts';
import { safetensorsSource } from '../../../../src/core/formats/safetensorsSource.ts';
import { PART_BYTES, writeZip } from '../../../../src/core/formats/zipStream.ts';
import { fileFaults } from '../../../../src/words/words.ts';
import { SMOLLM_135M } from '../../../../bench/shapes.ts';

const MIB = 2 ** 20;

/** Bytes that say where they are, made as they are read; `read` hears of each. */
const numbered = (size: number, read: (bytes: number) => void = () => {}): ByteSource => ({
  size,
  slice: (begin, end) => {
    read(end - begin);
    const bytes = new Uint8Array(end - begin);
    for (let at = 0; at < bytes.length; at += 4096) bytes[at] = ((begin + at) >> 12) % 251;
    return bytes;
  },
});

async function zipped(...of: Parameters<typeof writeZip> extends [infer Files, ...unknown[]] ? [Files] : never): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const bytes = await writeZip(of[0], (part) => void parts.push(part));
  const whole = new Uint8Array(Buffer.concat(parts));
  expect(whole).toHaveLength(bytes);
  return whole;
}

it('holds the files, from the same bytes whatever the order', async () => {
  const files = {
    'project.json': new TextEncoder().encode('{}'),
    'a/empty': new Uint8Array(),
    'a/random': Uint8Array.from({ length: PART_BYTES + 5 }, (_, i) => (i * i * 31) >> 7),
    'base/model.safetensors': numbered(17 * MIB + 3),
  };
  const zip = await zipped(files);
  const found = unzipFiles(zip);
  expect(Object.keys(found)).toEqual(Object.keys(files).sort());
  expect(Buffer.from(found['a/random']!).equals(files['a/random'])).toBe(true);
  expect(Buffer.from(found['base/model.safetensors']!).equals(files['base/model.safetensors'].slice(0, 17 * MIB + 3))).toBe(true);
  expect(Object.keys(unzipSync(zip, { filter: ({ name }) => name === 'a/empty' }))).toEqual(['a/empty']);
  expect(Buffer.from(await zipped(Object.fromEntries(Object.entries(files).reverse()))).equals(zip)).toBe(true);
  await expect(writeZip({ '../up': new Uint8Array(1) }, () => {})).rejects.toThrow('no plain relative path');
});

it.each([20, 40])('holds no more of %i MiB at one time than two parts', async (mib) => {
  let [largest, read, left, held] = [0, 0, 0, 0];
  const source = numbered(mib * MIB, (bytes) => {
    largest = Math.max(largest, bytes);
    read += bytes;
    held = Math.max(held, read - left);
  });
  const bytes = await writeZip({ 'model.safetensors': source }, async (part) => {
    largest = Math.max(largest, part.length);
    await Promise.resolve();
    left += part.length;
  });
  expect(bytes).toBeGreaterThan(mib * MIB);
  expect(left).toBe(bytes);
  expect(largest).toBe(PART_BYTES);
  expect(held).toBeLessThanOrEqual(2 * PART_BYTES);
});

it('refuses what a zip cannot say before it reads a byte of it', async () => {
  let read = 0;
  const large = { 'model.safetensors': numbered(2 ** 32, (bytes) => (read += bytes)) };
  const wanted = new FaultError(fault(fileFaults, 'E_ARCHIVE_LARGE', { bytes: 2 ** 32 + 358, most: 2 ** 32 - 1 }));
  await expect(writeZip(large, () => {})).rejects.toMatchObject({ fault: { code: 'E_ARCHIVE_LARGE', message: wanted.fault.message } });
  expect(read).toBe(0);
});

it('makes weights as they are read: the bytes of a file that is written whole, from some rows at a time', () => {
  const tensors = [
    ['wide', { shape: [7, 300_001], writeAs: undefined }],
    ['narrow', { shape: [300_001, 7], writeAs: 'BF16' as const }],
    ['gain', { shape: [5] }],
  ] as const;
  const value = (index: number) => Math.fround((index % 256) - 128);
  const of = (shape: readonly number[], first: number, count: number) => {
    const row = shape.slice(1).reduce((a, b) => a * b, 1);
    return Float32Array.from({ length: count * row }, (_, at) => value(first * row + at));
  };
  let most = 0;
  const source = safetensorsSource(
    tensors.map(([name, { shape, ...rest }]) => [
      name,
      {
        ...rest,
        shape,
        read: (first, count) => {
          const values = of(shape, first, count);
          most = Math.max(most, values.length);
          return values;
        },
      },
    ]),
  );
  const whole = writeSafetensors(tensors.map(([name, tensor]) => [name, { ...tensor, data: of(tensor.shape, 0, tensor.shape[0]) }]));
  expect(source.size).toBe(whole.length);
  const read = Buffer.alloc(whole.length);
  for (let from = 0; from < whole.length; from += 99_991) read.set(source.slice(from, Math.min(whole.length, from + 99_991)), from);
  expect(read.equals(whole)).toBe(true);
  expect(most).toBeLessThanOrEqual(2 ** 20);
});

it('a dequantised base of any size is read some rows at a time', () => {
  const config = { ...SMOLLM_135M, layers: 1, hiddenSize: 64, intermediateSize: 128, heads: 1, kvHeads: 1 };
  const shapes = modelTensorShapes(config);
  let largest = 0;
  const weights = safetensorsSource(
    [...shapes].map(([name, shape]) => [
      name,
      { shape, read: (_, count) => new Float32Array(count * shape.slice(1).reduce((a, b) => a * b, 1)).fill(0.5) },
    ]),
  );
  const watched: ByteSource = {
    size: weights.size,
    slice: (begin, end) => {
      largest = Math.max(largest, end - begin);
      return weights.slice(begin, end);
    },
  };
  const given = { 'config.json': encodeJson(modelConfigJson(config)), 'tokenizer.json': encodeJson({}), 'model.safetensors': watched };
  openModelFolder(given, 'wide');
  const made = dequantised(given, 'q8', 'wide').files['model.safetensors'] as ByteSource;
  largest = 0;
  // Far into the embeddings, of which there are 12 MiB.
  expect(made.size).toBeGreaterThan(12 * MIB);
  expect(new Float32Array(made.slice(made.size - 4, made.size).buffer)[0]).toBe(0.5);
  expect(largest).toBeLessThanOrEqual(64 * 1024);
});

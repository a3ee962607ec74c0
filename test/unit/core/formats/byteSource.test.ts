/** Files that are read piece by piece: how much at once, and beyond what 32 bits count. */
import { describe, expect, it } from 'vitest';
import { type ByteSource, readAhead } from '../../../../src/core/formats/byteSource.ts';
import { encodeJson } from '../../../../src/core/formats/files.ts';
import { baseFingerprint } from '../../../../src/core/formats/models/fingerprint.ts';
import { openModelFolder, readModelFolder, readModelFolderAs } from '../../../../src/core/formats/models/hf.ts';
import { openSafetensors } from '../../../../src/core/formats/safetensors.ts';
import { goldenFolder } from './helpers.ts';

describe('a file that is read ahead', () => {
  it('is read a stretch at a time, and no byte beyond its end', () => {
    const bytes = Uint8Array.from({ length: 100 }, (_, at) => at);
    const reads: [number, number][] = [];
    const source = readAhead(
      100,
      (begin, end) => {
        reads.push([begin, end]);
        return bytes.slice(begin, end);
      },
      32,
    );
    for (const [begin, end] of [
      [0, 8],
      [8, 32],
      [30, 40],
      [20, 90],
      [96, 100],
    ] as const)
      expect([...source.slice(begin, end)]).toEqual([...bytes.slice(begin, end)]);
    expect(reads).toEqual([
      [0, 32],
      [30, 62],
      [20, 90],
      [96, 100],
    ]);
  });

  it('that has become shorter is told', () => {
    expect(() => readAhead(10, () => new Uint8Array(3)).slice(0, 8)).toThrow('3 of 10 bytes were read from byte 0');
  });
});

it('weights beyond 2 GiB and 4 GiB are read where they lie', () => {
  const [rows, columns] = [5, 2 ** 28];
  const header = encodeJson({
    a: { dtype: 'F32', shape: [rows, columns], data_offsets: [0, 4 * rows * columns] },
    b: { dtype: 'BF16', shape: [2, 3], data_offsets: [4 * rows * columns, 4 * rows * columns + 12] },
  });
  const body = 8 + header.length;
  const prefix = new Uint8Array(body);
  new DataView(prefix.buffer).setBigUint64(0, BigInt(header.length), true);
  prefix.set(header, 8);
  const asked: number[] = [];
  // Every byte of the second tensor is 0x40, as 0x4040 a 3.
  const source: ByteSource = {
    size: body + 4 * rows * columns + 12,
    slice: (begin, end) => {
      if (end <= body) return prefix.slice(begin, end);
      asked.push(begin);
      return new Uint8Array(end - begin).fill(begin - body >= 4 * rows * columns ? 64 : 63);
    },
  };
  const tensors = openSafetensors(source);
  expect([...tensors.get('b')!.read(1, 1)]).toEqual([3, 3, 3]);
  expect(asked).toEqual([body + 4 * rows * columns + 6]);
  expect(() => openSafetensors({ ...source, size: source.size - 1 })).toThrow();
});

describe('a model that is read piece by piece', () => {
  it.each(['llama-untied-bf16', 'qwen2'])('%s is the one that lies in memory, in every form, and of the same fingerprint', async (name) => {
    const whole = goldenFolder(name);
    let most = 0;
    const pieces = Object.fromEntries(
      Object.entries(whole).map(([path, bytes]) => {
        const source = readAhead(bytes.byteLength, (begin, end) => bytes.slice(begin, end), 1000);
        if (!path.endsWith('.safetensors')) return [path, source];
        return [
          path,
          { size: source.size, slice: (begin: number, end: number) => ((most = Math.max(most, end - begin)), source.slice(begin, end)) },
        ];
      }),
    );
    const opened = openModelFolder(pieces);
    for (const form of ['f32', 'bf16', 'q8', 'q4'] as const)
      expect(readModelFolderAs(form, opened).tensors).toEqual(readModelFolderAs(form, openModelFolder(whole)).tensors);
    const { config, tensors } = readModelFolder(whole);
    expect(await baseFingerprint(config, opened.stored)).toBe(await baseFingerprint(config, tensors));
    // Packed, the largest stretch is eight rows of the widest matrix, or a vector.
    most = 0;
    readModelFolderAs('q8', opened);
    expect(most).toBeLessThanOrEqual(8 * 4 * Math.max(...[...opened.stored.values()].map(({ shape }) => shape.at(-1) ?? 1)));
  });
});

import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../../src/core/faults.ts';
import { readSafetensors, writeSafetensors } from '../../../../src/core/formats/safetensors.ts';
import { faultCode, goldenFolder, seededRandom } from './helpers.ts';

/** A file with any header text and body, valid or not. */
function file(header: string, body: ArrayLike<number> = []): Uint8Array {
  const json = new TextEncoder().encode(header);
  const bytes = new Uint8Array(8 + json.length + body.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  bytes.set(body, 8 + json.length);
  return bytes;
}

const entry = (dtype: string, shape: unknown, begin: unknown, end: unknown) => ({ dtype, shape, data_offsets: [begin, end] });
const code = (header: unknown, bodyBytes = 0) =>
  faultCode(() => readSafetensors(file(typeof header === 'string' ? header : JSON.stringify(header), new Uint8Array(bodyBytes))));

describe('readSafetensors', () => {
  it('reads the golden checkpoint', () => {
    const tensors = readSafetensors(goldenFolder('llama-tied')['model.safetensors']!);
    expect(tensors.size).toBe(20);
    const embedding = tensors.get('model.embed_tokens.weight')!;
    expect(embedding).toMatchObject({ dtype: 'F32', shape: [33, 24] });
    expect(embedding.data).toHaveLength(33 * 24);
    // First value of the embedding, as Python's struct reads it from byte 0 of the body.
    const bytes = goldenFolder('llama-tied')['model.safetensors']!;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect(embedding.data[0]).toBe(view.getFloat32(8 + Number(view.getBigUint64(0, true)), true));
  });

  it('widens every kind of float', () => {
    const header = {
      half: entry('F16', [6], 0, 12),
      brain: entry('BF16', [2], 12, 16),
      double: entry('F64', [1], 16, 24),
      scalar: entry('F32', [], 24, 28),
    };
    const body = new Uint8Array(28);
    const view = new DataView(body.buffer);
    // 1, -2, smallest subnormal, largest normal, -infinity, 1/3 rounded (IEEE 754 binary16).
    [0x3c00, 0xc000, 0x0001, 0x7bff, 0xfc00, 0x3555].forEach((bits, i) => view.setUint16(2 * i, bits, true));
    view.setUint16(12, 0x3f80, true);
    view.setUint16(14, 0xc049, true);
    view.setFloat64(16, 0.1, true);
    view.setFloat32(24, 7, true);
    const tensors = readSafetensors(file(JSON.stringify(header), body));
    expect([...tensors.get('half')!.data]).toEqual([1, -2, 2 ** -24, 65504, Number.NEGATIVE_INFINITY, 0.333251953125]);
    expect([...tensors.get('brain')!.data]).toEqual([1, -3.140625]);
    expect([...tensors.get('double')!.data]).toEqual([Math.fround(0.1)]);
    expect(tensors.get('scalar')).toMatchObject({ shape: [], data: new Float32Array([7]) });
  });

  it('reads a file inside a larger, misaligned buffer without touching it', () => {
    const bytes = writeSafetensors([['a', { shape: [2], data: new Float32Array([1.5, -2]) }]]);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    const { data } = readSafetensors(shifted.subarray(3)).get('a')!;
    data.fill(0);
    expect([...readSafetensors(shifted.subarray(3)).get('a')!.data]).toEqual([1.5, -2]);
  });

  it('refuses what does not fit the file, by name', () => {
    expect(faultCode(() => readSafetensors(new Uint8Array(7)))).toBe('E_SAFETENSORS_TRUNCATED');
    expect(faultCode(() => readSafetensors(new Uint8Array(8).fill(0xff)))).toBe('E_SAFETENSORS_HEADER');
    expect(faultCode(() => readSafetensors(file('{}').fill(9, 0, 1)))).toBe('E_SAFETENSORS_TRUNCATED');
    for (const header of ['', 'null', '[]', '{', '"x"', '{"a":1}', '{"__metadata__":{"n":1}}', '\uFEFF{}']) {
      expect(code(header), header).toBe('E_SAFETENSORS_HEADER');
    }
    expect(code({ a: entry('F32', [2], 0, 8) }, 7)).toBe('E_SAFETENSORS_TRUNCATED');
    expect(code({ a: entry('F32', [2], 0, 8) }, 9)).toBe('E_SAFETENSORS_OFFSETS');
    expect(code({ a: entry('F32', [2], 0, 8), b: entry('F32', [2], 4, 12) }, 12)).toBe('E_SAFETENSORS_OFFSETS');
    expect(code({ a: entry('F32', [1], 0, 4), b: entry('F32', [1], 8, 12) }, 12)).toBe('E_SAFETENSORS_OFFSETS');
    expect(code({ a: entry('F32', [1], 4, 8) }, 8)).toBe('E_SAFETENSORS_OFFSETS');
    expect(code({ a: entry('F32', [1], 8, 4) }, 8)).toBe('E_SAFETENSORS_SHAPE');
    expect(code({ a: entry('F32', [1], 0, 8) }, 8)).toBe('E_SAFETENSORS_SHAPE');
    expect(code({ a: entry('F32', [2 ** 40, 2 ** 40], 0, 0) })).toBe('E_SAFETENSORS_SHAPE');
    for (const shape of [null, [-1], [1.5], ['2'], [null], 4])
      expect(code({ a: entry('F32', shape, 0, 4) }, 4)).toBe('E_SAFETENSORS_SHAPE');
    for (const begin of [null, -4, 0.5, '0', 1e300]) expect(code({ a: entry('F32', [1], begin, 4) }, 4)).toBe('E_SAFETENSORS_OFFSETS');
    for (const dtype of ['I64', 'Q4_K', 'toString', 7])
      expect(code({ a: entry(dtype as string, [1], 0, 8) }, 8)).toBe('E_SAFETENSORS_DTYPE');
  });

  it('refuses a key that comes twice, however it is spelled', () => {
    const one = JSON.stringify(entry('F32', [1], 0, 4));
    expect(code(`{"a":${one},"a":${one}}`, 4)).toBe('E_SAFETENSORS_DUPLICATE');
    expect(code(`{"a":${one},"\\u0061" : ${one}}`, 4)).toBe('E_SAFETENSORS_DUPLICATE');
    expect(code('{"a":{"dtype":"F32","shape":[2],"shape":[1],"data_offsets":[0,4]}}', 4)).toBe('E_SAFETENSORS_DUPLICATE');
    expect(code(`{"\\"a\\\\":${one},"a":${JSON.stringify(entry('F32', [1], 4, 8))}}`, 8)).toBe('none');
  });

  it('names the file, the tensor and what to do', () => {
    const read = () =>
      readSafetensors(file(JSON.stringify({ 'layers.0.w': entry('F32', [2], 0, 8) }), [1, 2]), 'planner/adapter_model.safetensors');
    expect(read).toThrow(/planner\/adapter_model\.safetensors ends before tensor "layers\.0\.w".*again/s);
  });

  it('throws nothing but faults on cut and damaged files', () => {
    const original = goldenFolder('llama-tied/planner')['adapter_model.safetensors']!;
    const random = seededRandom(1);
    let refused = 0;
    for (let round = 0; round < 3000; round += 1) {
      // Mostly in the header: a changed value of the body is a valid file.
      const bytes = original.slice(0, round % 3 === 0 ? Math.floor(random() * original.length) : original.length);
      const flips = round % 3 === 0 ? 0 : 1 + Math.floor(random() * 4);
      for (let flip = 0; flip < flips; flip += 1) {
        const at = Math.floor(random() ** 2 * Math.min(bytes.length, 900));
        bytes[at] = round % 2 ? bytes[at]! ^ (1 << Math.floor(random() * 8)) : 0x30 + Math.floor(random() * 10);
      }
      try {
        readSafetensors(bytes);
      } catch (error) {
        refused += 1;
        if (!(error instanceof FaultError)) throw error;
        expect(error.fault.code).toMatch(/^E_SAFETENSORS_/);
      }
    }
    expect(refused).toBeGreaterThan(2000);
  });
});

describe('writeSafetensors', () => {
  const tensors: [string, { shape: number[]; data: Float32Array }][] = [
    ['z.weight', { shape: [2, 3], data: new Float32Array([1, -0, 3.5, Number.NaN, 1e-40, Number.POSITIVE_INFINITY]) }],
    ['a "quoted" ключ', { shape: [0, 4], data: new Float32Array(0) }],
    ['__proto__', { shape: [], data: new Float32Array([2]) }],
  ];

  it('gives back what was written, bit for bit and in order', () => {
    const read = readSafetensors(writeSafetensors(tensors));
    expect([...read.keys()]).toEqual(tensors.map(([name]) => name));
    for (const [name, { shape, data }] of tensors) {
      expect(read.get(name)!.shape).toEqual(shape);
      expect(new Uint8Array(read.get(name)!.data.buffer)).toEqual(new Uint8Array(data.buffer));
    }
  });

  it('writes the same bytes again, the body aligned to 8', () => {
    const bytes = writeSafetensors(tensors);
    expect(writeSafetensors(new Map(tensors))).toEqual(bytes);
    const headerBytes = new DataView(bytes.buffer).getUint32(0, true);
    expect(headerBytes % 8).toBe(0);
    expect(new TextDecoder().decode(bytes.subarray(8, 8 + headerBytes))).toMatch(/^\{"__metadata__":\{"format":"pt"\},.*\} *$/);
  });

  it('reproduces the values of the golden checkpoint', () => {
    const read = readSafetensors(goldenFolder('llama-tied')['model.safetensors']!);
    expect(readSafetensors(writeSafetensors(read))).toEqual(read);
  });

  it('refuses values that do not fill the shape, and equal names', () => {
    expect(() => writeSafetensors([['a', { shape: [3], data: new Float32Array(2) }]])).toThrow('shape [3] and 2 values');
    expect(() => writeSafetensors([tensors[0]!, tensors[0]!])).toThrow('two tensors');
  });
});

/**
 * GGUF files against llama.cpp's own Python package (test/golden/makers/make_gguf.py): the same metadata, the same numbers bit for bit;
 * and against files that mean harm.
 */
import { describe, expect, it } from 'vitest';
import { type MetadataValue, openGguf } from '../../../../../src/core/formats/gguf/file.ts';
import { type ByteSource, bytesSource } from '../../../../../src/core/formats/byteSource.ts';
import { ggufTensor } from '../../../../../src/core/formats/gguf/tensors.ts';
import { KNOWN_TYPES, type TensorType } from '../../../../../src/core/formats/gguf/types.ts';
import { readIn, readSafetensors } from '../../../../../src/core/formats/safetensors.ts';
import { isPacked, type PackedForm, type PackedMatrix, unpackMatrix } from '../../../../../src/core/weights/packed.ts';
import { faultCode, goldenFolder, seededRandom } from '../helpers.ts';
import { floats, type Typed, writeGguf, type Written } from './write.ts';

const golden = goldenFolder('gguf');
const types = golden['types.gguf']!;
const expected = readSafetensors(golden['types.safetensors']!);
const open = (bytes: Uint8Array) => openGguf(bytesSource(bytes), 'm.gguf');
const file = open(types);
const tensorOf = (type: string) => ggufTensor(file, file.tensors.get(type)!);
const bitsOf = (numbers: Float32Array) => [...new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length)];

describe('the metadata', () => {
  const found = (key: string) => file.metadata.get(`test.${key}`);

  it('has values of every type', () => {
    const values: Record<string, MetadataValue> = {
      uint8: 200,
      int8: -100,
      uint16: 60_000,
      int16: -30_000,
      uint32: 4_000_000_000,
      int32: -2_000_000_000,
      float32: Math.fround(0.1),
      uint64: 2n ** 60n + 1n,
      int64: -5,
      float64: 0.1,
      bool: true,
      string: 'naïve 🙂',
      strings: ['', '日本', 'a b'],
      floats: Float32Array.of(0.5, -1.25),
      integers: Int32Array.of(1, -2, 3),
      truths: [true, false],
    };
    for (const [key, value] of Object.entries(values)) expect(found(key), key).toEqual(value);
  });

  it('of version 2 is the same', () => {
    const second = types.slice();
    second[4] = 2;
    expect(open(second)).toMatchObject({ metadata: file.metadata, tensors: file.tensors });
  });
});

describe.each(KNOWN_TYPES)('%s', (type) => {
  it('gives the numbers of llama.cpp, all at once and by rows', () => {
    const tensor = tensorOf(type);
    const { shape, data } = expected.get(type)!;
    const columns = shape[1]!;
    expect(tensor.shape).toEqual(shape);
    expect(bitsOf(tensor.read())).toEqual(bitsOf(data));
    expect(bitsOf(tensor.read(1, shape[0]! - 1))).toEqual(bitsOf(data.slice(columns)));
    expect(readIn('f32', tensor, type)).toEqual({ shape, data });
  });
});

describe('a packed matrix', () => {
  const EXACT: readonly (readonly [TensorType, PackedForm])[] = [
    ['F16', 'f16'],
    ['BF16', 'bf16'],
    ['Q8_0', 'q8'],
    ['Q5_0', 'q8'],
    ['Q4_0', 'q8'],
    ['Q4_0', 'q4'],
  ];
  it.each(EXACT)('holds the very numbers of %s as %s', (type, form) => {
    const matrix = readIn(form, tensorOf(type), type) as PackedMatrix;
    expect(matrix.form).toBe(form);
    expect(bitsOf(unpackMatrix(matrix))).toEqual(bitsOf(expected.get(type)!.data));
  });

  it.each(['Q4_1', 'Q5_1', 'Q4_K', 'Q5_K', 'Q6_K'] as const)('holds those of %s as q8, half a step of its group off at most', (type) => {
    const tensor = tensorOf(type);
    const { data } = expected.get(type)!;
    expect(tensor.form).toBe('q8');
    const kept = unpackMatrix(readIn(tensor.form, tensor, type) as PackedMatrix);
    for (let group = 0; group < data.length; group += 32) {
      const most = Math.max(...data.slice(group, group + 32).map(Math.abs));
      const off = data.slice(group, group + 32).map((value, index) => Math.abs(value - kept[group + index]!));
      // The scale is rounded to eleven bits as well.
      expect(Math.max(...off)).toBeLessThanOrEqual((most / 127) * (0.5 + 127 * 2 ** -11));
    }
  });

  it('is refused where a scale is no number, as is a plain one', () => {
    const block = Uint8Array.from({ length: 34 }, (_, at) => (at === 1 ? 0x7c : at));
    const bad = open(writeGguf({ tensors: [{ name: 'w', sizes: [32, 1], type: 8, data: block }] }));
    const tensor = ggufTensor(bad, bad.tensors.get('w')!);
    for (const form of ['f32', 'q8', 'f16'] as const)
      expect(
        faultCode(() => readIn(form, tensor, 'w')),
        form,
      ).toBe('E_SAFETENSORS_NOT_FINITE');
  });
});

it('a file on a disk is read row by row, and never beyond its end', () => {
  let most = 0;
  const source: ByteSource = {
    size: types.length,
    slice: (begin, end) => {
      expect(begin >= 0 && begin <= end && end <= types.length).toBe(true);
      if (begin >= from) most = Math.max(most, end - begin);
      return types.slice(begin, end);
    },
  };
  const from = Math.min(...[...file.tensors.values()].map(({ begin }) => begin));
  const stored = openGguf(source);
  const q8 = stored.tensors.get('Q8_0')!;
  expect(isPacked(readIn('q8', ggufTensor(stored, q8), 'Q8_0'))).toBe(true);
  expect(most).toBe(2 * 34);
});

describe('a header that cannot be', () => {
  const tensor = { name: 'w', sizes: [4], type: 0, data: floats(1, 2, 3, 4) };
  const key = (...value: Typed) => ({ metadata: [['k', ...value] as const] });
  const CASES: readonly (readonly [what: string, Written, code: string, sentence: RegExp])[] = [
    ['another magic', { magic: 0x67676d6c }, 'E_GGUF_MAGIC', /does not begin with “GGUF”/],
    ['version 1', { version: 1 }, 'E_GGUF_VERSION', /of version 1; the workbench reads versions 2 and 3/],
    ['the other order of bytes', { version: 0x03000000 }, 'E_GGUF_VERSION', /highest byte first/],
    ['more tensors than bytes', { counts: [2n ** 63n, 0n] }, 'E_GGUF_TRUNCATED', /ends inside its header/],
    ['more keys than bytes', { counts: [0n, 1000n] }, 'E_GGUF_TRUNCATED', /ends inside its header/],
    ['an unknown type of value', key(13, 0), 'E_GGUF_HEADER', /“k” as a value of type 13/],
    ['a list of lists', key(9, 9, []), 'E_GGUF_HEADER', /list of lists/],
    ['a key twice', { metadata: [['k', 4, 1] as const, ['k', 4, 2] as const] }, 'E_GGUF_HEADER', /the key “k” twice/],
    ['a tensor twice', { tensors: [tensor, tensor] }, 'E_GGUF_HEADER', /two tensors called "w"/],
    ['an alignment of none', { metadata: [['general.alignment', 4, 0] as const] }, 'E_GGUF_HEADER', /not a power of two/],
    ['an alignment of 24', { metadata: [['general.alignment', 4, 24] as const] }, 'E_GGUF_HEADER', /not a power of two/],
    ['a type that is not read', { tensors: [{ ...tensor, type: 10 }] }, 'E_GGUF_TYPE', /in the form Q2_K; the workbench reads F32, F16/],
    ['an unknown type', { tensors: [{ ...tensor, type: 5 }] }, 'E_GGUF_TYPE', /in the form 5;/],
    ['no dimension', { tensors: [{ ...tensor, sizes: [] }] }, 'E_GGUF_SHAPE', /0 dimensions/],
    ['nine dimensions', { tensors: [{ ...tensor, sizes: Array<number>(9).fill(1) }] }, 'E_GGUF_SHAPE', /9 dimensions/],
    ['no rows', { tensors: [{ ...tensor, sizes: [4, 0] }] }, 'E_GGUF_SHAPE', /more numbers than any file/],
    [
      'sizes that overflow',
      { tensors: [{ ...tensor, sizes: [2n ** 32n, 2n ** 32n, 2n ** 63n] }] },
      'E_GGUF_SHAPE',
      /more numbers than any/,
    ],
    ['half a block', { tensors: [{ ...tensor, sizes: [16], type: 8 }] }, 'E_GGUF_SHAPE', /rows of 16 numbers, but Q8_0 holds 32/],
    ['an offset between places', { tensors: [{ ...tensor, offset: 4 }] }, 'E_GGUF_OFFSET', /alignment allows none/],
    ['an offset beyond the end', { tensors: [{ ...tensor, offset: 2n ** 63n }] }, 'E_GGUF_TRUNCATED', /ends before tensor "w" does/],
    ['one tensor in another', { tensors: [tensor, { ...tensor, name: 'v', offset: 0 }] }, 'E_GGUF_OFFSET', /"v" overlap/],
  ];
  it.each(CASES)('with %s is refused', (_, written, code, sentence) => {
    const bytes = writeGguf(written);
    expect(faultCode(() => open(bytes))).toBe(code);
    expect(() => open(bytes)).toThrow(sentence);
    expect(() => open(bytes)).toThrow('m.gguf');
  });

  it('or name that is no text, or a header that goes on and on, is refused', () => {
    const bytes = writeGguf({ tensors: [tensor] });
    bytes[24 + 8] = 0xff;
    expect(() => open(bytes)).toThrow(/a name in its header that is not text/);
    // Nothing but a long list, of which the file has every byte.
    const endless = writeGguf(key(9, 0, []));
    const view = new DataView(endless.buffer);
    view.setBigUint64(endless.length - 8, 2n ** 27n, true);
    const source = { size: 2 ** 28, slice: (begin: number, end: number) => endless.subarray(begin, end) };
    expect(() => openGguf(source)).toThrow(/header of more than/);
  });
});

it('whatever bytes are changed or missing, a fault is all that comes of it, and nothing beyond the file is read', () => {
  const random = seededRandom(18);
  const pick = (below: number) => Math.floor(random() * below);
  const header = Math.min(...[...file.tensors.values()].map(({ begin }) => begin));
  const codes = new Map<string, number>();
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    const bytes = types.slice(0, attempt % 5 === 0 ? pick(types.length) : types.length);
    for (let flips = pick(4); flips >= 0; flips -= 1) bytes[pick(Math.min(bytes.length, header))] = random() < 0.3 ? 0xff : pick(256);
    const source: ByteSource = {
      size: bytes.length,
      slice: (begin, end) => {
        if (!(begin >= 0 && begin <= end && end <= bytes.length)) throw new Error(`read ${begin} … ${end} of ${bytes.length}`);
        return bytes.subarray(begin, end);
      },
    };
    const code = faultCode(() => {
      const opened = openGguf(source);
      for (const [name, info] of opened.tensors) {
        const tensor = ggufTensor(opened, info);
        readIn(tensor.form, tensor, name);
      }
    });
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect([...codes.keys()].filter((code) => !/^(none|E_GGUF_\w+|E_SAFETENSORS_NOT_FINITE)$/.test(code))).toEqual([]);
  expect(codes.size).toBeGreaterThan(6);
});

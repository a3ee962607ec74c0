/**
 * How GGUF holds numbers: blocks of a row, each with its scale, as ggml defines them
 * (https://github.com/ggml-org/ggml/blob/master/src/ggml-common.h, dequantised as in ggml-quants.c). Every number is a sum or a
 * product that doubles hold exactly, rounded once to single precision: the very numbers that ggml computes.
 */
import { bfloatToFloat, halfToFloat } from '../../weights/half.ts';
import type { PackedForm, WeightForm } from '../../weights/packed.ts';

/** Types that are read, by the number that a file gives them. */
const TYPES = {
  0: 'F32',
  1: 'F16',
  2: 'Q4_0',
  3: 'Q4_1',
  6: 'Q5_0',
  7: 'Q5_1',
  8: 'Q8_0',
  12: 'Q4_K',
  13: 'Q5_K',
  14: 'Q6_K',
  30: 'BF16',
} as const satisfies Readonly<Record<number, string>>;
export type TensorType = (typeof TYPES)[keyof typeof TYPES];

/** Types that are not read, for the sentence that says so. */
export const UNREAD_TYPES: Readonly<Record<number, string>> = {
  9: 'Q8_1',
  10: 'Q2_K',
  11: 'Q3_K',
  15: 'Q8_K',
  16: 'IQ2_XXS',
  17: 'IQ2_XS',
  18: 'IQ3_XXS',
  19: 'IQ1_S',
  20: 'IQ4_NL',
  21: 'IQ3_S',
  22: 'IQ2_S',
  23: 'IQ4_XS',
  24: 'I8',
  25: 'I16',
  26: 'I32',
  27: 'I64',
  28: 'F64',
  29: 'IQ1_M',
  34: 'TQ1_0',
  35: 'TQ2_0',
  39: 'MXFP4',
};

/** Writes the numbers that `bytes`, whole blocks, stand for into `to`. */
type Decode = (bytes: Uint8Array, to: Float32Array) => void;

export interface TypeOf {
  /** Weights of a block, and the bytes it takes. */
  readonly weights: number;
  readonly bytes: number;
  /** The form that holds these numbers: exactly, but for Q4_1, Q5_1 and those of K, which become q8. */
  readonly form: WeightForm;
  readonly decode: Decode;
  /**
   * Where a block is one scale and 32 integers: the integers of the block at `at`, put into `to`, and its scale as a binary16;
   * with the forms that hold these.
   */
  readonly grouped?: { readonly forms: readonly PackedForm[]; readonly group: Group };
}

type Group = (bytes: Uint8Array, at: number, to: Int8Array) => number;

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
const signedAt = (bytes: Uint8Array, at: number): number => (byteAt(bytes, at) << 24) >> 24;
const u16At = (bytes: Uint8Array, at: number): number => byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8);
const halfAt = (bytes: Uint8Array, at: number): number => halfToFloat(u16At(bytes, at));

/** Of 32 weights in 16 bytes: those of the first half in the low four bits. */
const nibble = (bytes: Uint8Array, at: number, index: number): number =>
  index < 16 ? byteAt(bytes, at + index) & 0x0f : byteAt(bytes, at + index - 16) >> 4;
/** Bit `index` of those that begin at `at`. */
const bit = (bytes: Uint8Array, at: number, index: number): number => (byteAt(bytes, at + (index >> 3)) >> (index & 7)) & 1;

/** A type whose blocks are 32 integers and a scale before them. */
function scaled(
  bytes: number,
  forms: readonly PackedForm[],
  form: WeightForm,
  integer: (of: Uint8Array, at: number, index: number) => number,
): TypeOf {
  const decode: Decode = (blocks, to) => {
    for (let block = 0; block * 32 < to.length; block += 1) {
      const at = block * bytes;
      const scale = halfAt(blocks, at);
      for (let index = 0; index < 32; index += 1) to[block * 32 + index] = scale * integer(blocks, at + 2, index);
    }
  };
  const group: Group = (blocks, at, to) => {
    for (let index = 0; index < 32; index += 1) to[index] = integer(blocks, at + 2, index);
    return u16At(blocks, at);
  };
  return { weights: 32, bytes, form, decode, grouped: { forms, group } };
}

/** A type whose blocks are 32 integers from 0 on, with their scale and what is added. */
function shifted(bytes: number, integer: (of: Uint8Array, at: number, index: number) => number): TypeOf {
  const decode: Decode = (blocks, to) => {
    for (let block = 0; block * 32 < to.length; block += 1) {
      const at = block * bytes;
      const [scale, least] = [halfAt(blocks, at), halfAt(blocks, at + 2)];
      for (let index = 0; index < 32; index += 1) to[block * 32 + index] = scale * integer(blocks, at + 4, index) + least;
    }
  };
  return { weights: 32, bytes, form: 'q8', decode };
}

/** 256 weights in eight parts, each with a scale and a minimum of six bits; `high`: where the fifth bits lie, if there are any. */
function superblocks(bytes: number, quantsAt: number, highAt: number | null): TypeOf {
  const decode: Decode = (blocks, to) => {
    for (let block = 0; block * 256 < to.length; block += 1) {
      const at = block * bytes;
      const [scale, least] = [halfAt(blocks, at), halfAt(blocks, at + 2)];
      for (let part = 0; part < 8; part += 1) {
        const [ofScale, ofLeast] = sixBits(blocks, at + 4, part);
        for (let index = 0; index < 32; index += 1) {
          const pair = byteAt(blocks, at + quantsAt + 32 * (part >> 1) + index);
          const high = highAt === null ? 0 : (byteAt(blocks, at + highAt + index) >> part) & 1;
          const quant = (part & 1 ? pair >> 4 : pair & 0x0f) + 16 * high;
          to[block * 256 + part * 32 + index] = scale * ofScale * quant - least * ofLeast;
        }
      }
    }
  };
  return { weights: 256, bytes, form: 'q8', decode };
}

/** Scale and minimum of a part, six bits each, sixteen of them in twelve bytes. */
function sixBits(bytes: Uint8Array, at: number, part: number): [scale: number, least: number] {
  const [first, second] = [byteAt(bytes, at + (part & 3)), byteAt(bytes, at + 4 + (part & 3))];
  if (part < 4) return [first & 63, second & 63];
  const last = byteAt(bytes, at + 4 + part);
  return [(last & 0x0f) | ((first >> 6) << 4), (last >> 4) | ((second >> 6) << 4)];
}

/** 256 weights of six bits in sixteen parts, each with a scale of eight bits. */
const sixBitDecode: Decode = (blocks, to) => {
  for (let block = 0; block * 256 < to.length; block += 1) {
    const at = block * 210;
    const scale = halfAt(blocks, at + 208);
    for (let weight = 0; weight < 256; weight += 1) {
      const [half, quarter, index] = [weight >> 7, (weight >> 5) & 3, weight & 31];
      const pair = byteAt(blocks, at + 64 * half + 32 * (quarter & 1) + index);
      const high = (byteAt(blocks, at + 128 + 32 * half + index) >> (2 * quarter)) & 3;
      const quant = ((quarter > 1 ? pair >> 4 : pair & 0x0f) | (high << 4)) - 32;
      to[block * 256 + weight] = scale * signedAt(blocks, at + 192 + (weight >> 4)) * quant;
    }
  }
};

const sixteenBits = (form: 'f16' | 'bf16', toFloat: (bits: number) => number): TypeOf => ({
  weights: 1,
  bytes: 2,
  form,
  decode: (bytes, to) => {
    for (let index = 0; index < to.length; index += 1) to[index] = toFloat(u16At(bytes, 2 * index));
  },
});

export const TENSOR_TYPES: Readonly<Record<TensorType, TypeOf>> = {
  F32: {
    weights: 1,
    bytes: 4,
    form: 'f32',
    decode: (bytes, to) => new Uint8Array(to.buffer, to.byteOffset, to.byteLength).set(bytes.subarray(0, to.byteLength)),
  },
  F16: sixteenBits('f16', halfToFloat),
  BF16: sixteenBits('bf16', bfloatToFloat),
  Q4_0: scaled(18, ['q4', 'q8'], 'q4', (of, at, index) => nibble(of, at, index) - 8),
  Q4_1: shifted(20, nibble),
  Q5_0: scaled(22, ['q8'], 'q8', (of, at, index) => nibble(of, at + 4, index) + 16 * bit(of, at, index) - 16),
  Q5_1: shifted(24, (of, at, index) => nibble(of, at + 4, index) + 16 * bit(of, at, index)),
  Q8_0: scaled(34, ['q8'], 'q8', (of, at, index) => signedAt(of, at + index)),
  Q4_K: superblocks(144, 16, null),
  Q5_K: superblocks(176, 48, 16),
  Q6_K: { weights: 256, bytes: 210, form: 'q8', decode: sixBitDecode },
};

/** The type that a file calls `id`, if it is one of those that are read. */
export const typeNamed = (id: number): TensorType | undefined => (Object.hasOwn(TYPES, id) ? TYPES[id as keyof typeof TYPES] : undefined);

export const KNOWN_TYPES: readonly TensorType[] = Object.values(TYPES);

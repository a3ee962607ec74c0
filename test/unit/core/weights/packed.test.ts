/** Packed matrices against plain arithmetic: which numbers they stand for, how far those are from what was packed, how large they are. */
import { describe, expect, it } from 'vitest';
import { keyFor, normals } from '../../../../src/core/random/streams.ts';
import { bfloatToFloat, floatToBfloat, floatToHalf, halfToFloat } from '../../../../src/core/weights/half.ts';
import {
  emptyMatrix,
  GROUP_BYTES,
  packMatrix,
  type PackedForm,
  unpackMatrix,
  unpackRows,
  weightBytes,
  writeGroup,
} from '../../../../src/core/weights/packed.ts';

const FORMS: readonly PackedForm[] = ['bf16', 'f16', 'q8', 'q4'];
const [ROWS, COLUMNS] = [19, 77];
const values = normals(keyFor(5, 1), ROWS * COLUMNS).map((value, index) => value * 10 ** ((index % 7) - 3));
const packed = (form: PackedForm) =>
  packMatrix(form, [ROWS, COLUMNS], (first, count) => values.subarray(first * COLUMNS, (first + count) * COLUMNS));

describe('16-bit floats', () => {
  it('every binary16 comes back as itself', () => {
    const wrong = Array.from({ length: 0x10000 }, (_, half) => half).filter((half) => {
      const value = halfToFloat(half);
      return Number.isNaN(value) ? !Number.isNaN(halfToFloat(floatToHalf(value))) : floatToHalf(value) !== half;
    });
    expect(wrong).toEqual([]);
  });
  it('what lies between two goes to the nearer one, from the middle to the even one', () => {
    const wrong = Array.from({ length: 0x7bff }, (_, half) => half).filter((half) => {
      const [below, above] = [halfToFloat(half), halfToFloat(half + 1)];
      const at = (part: number) => floatToHalf(below + part * (above - below));
      return at(0.49) !== half || at(0.51) !== half + 1 || at(0.5) !== half + (half % 2);
    });
    expect(wrong).toEqual([]);
    expect(floatToHalf(65519.99)).toBe(0x7bff);
    expect(halfToFloat(floatToHalf(65520))).toBe(Infinity);
    expect(halfToFloat(floatToHalf(-1e30))).toBe(-Infinity);
  });
  it('bfloat16 is rounded to the nearest, to even in the middle', () => {
    const wrong = Array.from({ length: 0x7f7f }, (_, bfloat) => bfloat).filter((bfloat) => {
      const [below, above] = [bfloatToFloat(bfloat), bfloatToFloat(bfloat + 1)];
      const at = (part: number) => floatToBfloat(below + part * (above - below));
      return at(0) !== bfloat || at(0.5) !== bfloat + (bfloat % 2) || at(0.75) !== bfloat + 1;
    });
    expect(wrong).toEqual([]);
    expect(bfloatToFloat(floatToBfloat(Number.NaN))).toBeNaN();
  });
});

describe.each(FORMS)('%s', (form) => {
  const matrix = packed(form);
  const kept = unpackMatrix(matrix);

  it('takes as many bytes as said, whole groups of 8 rows and 32 columns', () => {
    expect(matrix.bytes.byteLength).toBe(3 * 3 * GROUP_BYTES[form]);
    expect(weightBytes(form, [ROWS, COLUMNS])).toBe(matrix.bytes.byteLength);
  });

  it('stands for numbers no farther from the given ones than half a step', () => {
    values.forEach((value, index) => {
      const group = values.subarray(
        index - ((index % COLUMNS) % 32),
        Math.min(index - ((index % COLUMNS) % 32) + 32, (Math.floor(index / COLUMNS) + 1) * COLUMNS),
      );
      const most = group.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      // The scale itself is rounded: one part in 2048. Four bits reach from −8 to 7 only: the far end may be a whole step away.
      const bound = { bf16: Math.abs(value) / 256, f16: Math.abs(value) / 2048 + 2 ** -25, q8: most / 250, q4: most / 7.9 }[form];
      expect(Math.abs((kept[index] ?? Number.NaN) - value), `${form} ${index}`).toBeLessThanOrEqual(bound);
    });
  });

  it('gives back what it stands for: packed again it is the same bytes', () => {
    const again = packMatrix(form, [ROWS, COLUMNS], (first, count) => kept.subarray(first * COLUMNS, (first + count) * COLUMNS));
    if (form === 'bf16' || form === 'f16') expect(again.bytes).toEqual(matrix.bytes);
    else expect(unpackMatrix(again).every((value, index) => Math.abs(value - (kept[index] ?? 0)) <= Math.abs(value) / 50)).toBe(true);
  });

  it('gives single rows as it gives all', () => {
    for (const row of [0, 7, 8, 18]) expect(unpackRows(matrix, row, 1)).toEqual(kept.subarray(row * COLUMNS, (row + 1) * COLUMNS));
  });
});

it.each(['q8', 'q4'] as const)('integers are those nearest, from the middle upwards: %s', (form) => {
  const [least, most] = form === 'q8' ? [-127, 127] : [-8, 7];
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  /** The float so many steps beside another. */
  const beside = (value: number, steps: number): number => {
    float[0] = value;
    bits[0] = (bits[0] ?? 0) + steps;
    return float[0] ?? 0;
  };
  for (const step of [0.125, halfToFloat(0x2e67), 2 ** -24]) {
    const farthest = step * (form === 'q8' ? 127 : -8);
    for (let integer = least - 1; integer <= most; integer += 1) {
      const middle = step * (integer + 0.5);
      const group = new Float32Array(32);
      group.set([farthest, middle, beside(middle, -1), beside(middle, 1), -0]);
      const row = unpackRows(
        packMatrix(form, [1, 32], () => group),
        0,
        1,
      );
      const nearest = Array.from(group, (value) => Math.min(most, Math.max(least, Math.round(value / step))));
      // A value beyond the farthest one sets the scale itself.
      if (Math.abs(middle) < Math.abs(farthest)) expect(Array.from(row, (value) => value / step + 0)).toEqual(nearest.map((n) => n + 0));
    }
  }
});

it.each(['q8', 'q4'] as const)('what is no number, or not finite, has the integer 0: %s', (form) => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    const { bytes } = packMatrix(form, [1, 32], () => new Float32Array(32).fill(1).fill(value, 3, 4));
    // Behind eight scales; in q4 an odd column lies in the high four bits, 8 too large.
    expect(form === 'q8' ? bytes[16 + 3 * 8] : (bytes[16 + 8] ?? 0) >> 4).toBe(form === 'q8' ? 0 : 8);
  }
});

it.each(['q8', 'q4'] as const)('scales and integers of a GGUF file are put in as they are: %s', (form) => {
  const matrix = emptyMatrix(form, [9, 64]);
  const integers = Array.from({ length: 32 }, (_, index) => (form === 'q8' ? index * 8 - 127 : (index % 16) - 8));
  writeGroup(matrix, 8, 1, floatToHalf(0.125), integers);
  const row = unpackRows(matrix, 8, 1);
  expect([...row.subarray(0, 32)].every((value) => value === 0)).toBe(true);
  expect([...row.subarray(32)]).toEqual(integers.map((integer) => integer / 8));
  expect(unpackRows(matrix, 7, 1).every((value) => value === 0)).toBe(true);
});

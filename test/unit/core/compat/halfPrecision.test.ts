/** Half-precision numbers, and R1's AdamW in them (marft-spec Q8), against what PyTorch's gives (V9). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { halfAdamW, type HalfTensor, roundToHalf } from '../../../../src/core/compat/halfPrecision.ts';

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../../../golden/marft-vectors.json'), 'utf8')) as Record<
  string,
  { p0: number; p_after: number; q_after: number; v: number }
>;
const SETTINGS = { learningRate: 1e-6, beta1: 0.9, beta2: 0.999, epsilon: 1e-5, weightDecay: 0, scale: 1 };
const tensor = (...data: number[]): HalfTensor => ({
  data: Float32Array.from(data),
  m: new Float32Array(data.length),
  v: new Float32Array(data.length),
});

describe('AdamW in half precision', () => {
  it('takes a hundred steps as PyTorch does: the second moment underflows, and each step is a hundred times too long', () => {
    const expected = vectors['V9_adamw_torch.float16'];
    if (!expected) throw new Error('the vectors hold V9');
    let state = tensor(expected.p0, 0);
    for (let step = 1; step <= 100; step += 1) state = halfAdamW(state, Float32Array.of(1e-3, 1e-3), step, SETTINGS);
    expect([...state.data]).toEqual([expected.p_after, expected.q_after].map(Math.fround));
    expect(state.v[1]).toBe(expected.v);
  });

  it('limits the gradient before it rounds, decays weights, and writes to no array it was given', () => {
    const before = tensor(1, 1);
    const gradient = Float32Array.of(3, 4);
    const { data, m } = halfAdamW(before, gradient, 1, { ...SETTINGS, learningRate: 0.1, weightDecay: 0.5, scale: 0.2 });
    expect([...m]).toEqual([0.6, 0.8].map((x) => roundToHalf(0.1 * roundToHalf(x))));
    expect(data[0]).toBeLessThan(0.95 - 0.09);
    expect([...before.data, ...before.m, ...before.v, ...gradient]).toEqual([1, 1, 0, 0, 0, 0, 3, 4]);
  });
});

describe('roundToHalf', () => {
  it.each([
    [1, 1],
    [0.1, 0.0999755859375],
    [65504, 65504],
    [65520, Number.POSITIVE_INFINITY],
    [-65536, Number.NEGATIVE_INFINITY],
    [2 ** -24, 2 ** -24],
    [2 ** -25, 0],
    [3 * 2 ** -25, 2 ** -23],
    [1 + 2 ** -11, 1],
    [1 + 3 * 2 ** -11, 1 + 2 ** -9],
    [0, 0],
  ])('of %d is %d', (x, half) => {
    expect(roundToHalf(x)).toBe(half);
  });
});

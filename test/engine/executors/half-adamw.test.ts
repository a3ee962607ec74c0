/** R1's half-precision AdamW (marft-spec Q8), against what PyTorch's gives (V9). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roundToHalf } from '../../../src/core/compat/halfPrecision.ts';
import { halfClippedStep } from '../../../src/engine/train/halfAdamw.ts';

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../../golden/marft-vectors.json'), 'utf8')) as Record<
  string,
  { p0: number; p_after: number; q_after: number; v: number }
>;

describe('AdamW in half precision', () => {
  it('takes a hundred steps as PyTorch does: the second moment underflows, and each step is a hundred times too long', () => {
    const expected = vectors['V9_adamw_torch.float16'];
    if (!expected) throw new Error('the vectors hold V9');
    let parameters: ReadonlyMap<string, { shape: number[]; data: Float32Array }> = new Map([
      ['p', { shape: [1], data: Float32Array.of(expected.p0) }],
      ['q', { shape: [1], data: Float32Array.of(0) }],
    ]);
    const gradients = new Map([...parameters.keys()].map((name) => [name, Float32Array.of(1e-3)]));
    const state = { step: 0, m: new Map<string, Float32Array>(), v: new Map<string, Float32Array>() };
    for (let step = 0; step < 100; step += 1)
      parameters = new Map(
        [...halfClippedStep(parameters, gradients, state, { learningRate: 1e-6 }, 0).parameters].map(([name, { data }]) => [
          name,
          { shape: [1], data: Float32Array.from(data) },
        ]),
      );
    expect(parameters.get('p')?.data[0]).toBe(Math.fround(expected.p_after));
    expect(parameters.get('q')?.data[0]).toBe(Math.fround(expected.q_after));
    expect(state.v.get('q')?.[0]).toBe(expected.v);
  });

  it('limits the norm, changes nothing where it is not finite, and writes to no array it was given', () => {
    const before = Float32Array.of(1, 1);
    const parameters = new Map([['w', { shape: [2], data: before }]]);
    const state = { step: 0, m: new Map<string, Float32Array>(), v: new Map<string, Float32Array>() };
    const step = (gradient: Float32Array) => halfClippedStep(parameters, new Map([['w', gradient]]), state, { learningRate: 0.1 }, 1);
    expect(step(Float32Array.of(3, 4)).norm).toBe(5);
    expect([...(state.m.get('w') ?? [])]).toEqual([roundToHalf(0.1 * roundToHalf(0.6)), roundToHalf(0.1 * roundToHalf(0.8))]);
    expect([...before]).toEqual([1, 1]);
    const moments = state.m.get('w');
    expect(step(Float32Array.of(Number.POSITIVE_INFINITY, 0)).norm).toBe(Number.POSITIVE_INFINITY);
    expect(state.m.get('w')).toBe(moments);
    expect(state.step).toBe(1);
  });
});

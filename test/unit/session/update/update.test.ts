import { describe, expect, it } from 'vitest';
import { minibatchesOf } from '../../../../src/core/credit/advantages/minibatches.ts';

describe('minibatchesOf', () => {
  it('gives exactly as many parts as asked for, of nearly equal size, each episode once', () => {
    for (let episodes = 1; episodes <= 12; episodes += 1) {
      for (let count = 1; count <= episodes; count += 1) {
        const parts = minibatchesOf(
          Uint32Array.from({ length: episodes }, (_, i) => episodes - 1 - i),
          count,
        );
        const sizes = parts.map((part) => part.length);
        expect(parts).toHaveLength(count);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(parts.flat().toSorted((a, b) => a - b)).toEqual([...Array(episodes).keys()]);
      }
    }
  });
});

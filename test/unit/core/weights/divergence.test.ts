/** KL of two rows of logits against its definition. */
import { describe, expect, it } from 'vitest';
import { logitsKl } from '../../../../src/core/weights/divergence.ts';

const row = (...logits: number[]): Float32Array => Float32Array.from(logits);

describe('the divergence of logits', () => {
  it('is Σ p log(p / q), in nats, and not the other way about', () => {
    // p = (1/2, 1/4, 1/4), q = (1/4, 1/4, 1/2).
    const [p, q] = [row(Math.log(2), 0, 0), row(0, 0, Math.log(2))];
    expect(logitsKl(p, q)).toBeCloseTo(0.25 * Math.log(2), 6);
    const [sure, unsure] = [row(Math.log(8), 0, 0), row(0, 0, 0)];
    const wanted = (a: number[], b: number[]) => a.reduce((sum, one, i) => sum + one * Math.log(one / b[i]!), 0);
    const third = [1 / 3, 1 / 3, 1 / 3];
    expect(logitsKl(sure, unsure)).toBeCloseTo(wanted([0.8, 0.1, 0.1], third), 6);
    expect(logitsKl(unsure, sure)).toBeCloseTo(wanted(third, [0.8, 0.1, 0.1]), 6);
  });

  it('is 0 of equal rows, of rows that a constant parts, and holds out large logits', () => {
    expect(logitsKl(row(1, 2, 3), row(1, 2, 3))).toBe(0);
    expect(logitsKl(row(1, 2, 3), row(101, 102, 103))).toBeCloseTo(0, 9);
    expect(logitsKl(row(900, 0), row(0, 900))).toBeCloseTo(900, 4);
  });

  it('of rows of two lengths is a mistake', () => {
    expect(() => logitsKl(row(1), row(1, 2))).toThrow(/rows of 1 and of 2/);
  });
});

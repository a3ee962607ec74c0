import { describe, expect, it } from 'vitest';
import { bitsAt, foldIn, keyFor, normals, permutation, STREAMS, uniformAt } from '../../../../src/core/random/streams.ts';
import { threefry2x32 } from '../../../../src/core/random/threefry.ts';

describe('threefry2x32', () => {
  // Known-answer vectors of the Random123 distribution (kat_vectors, threefry2x32 20).
  it.each([
    [
      [0, 0],
      [0, 0],
      [0x6b200159, 0x99ba4efe],
    ],
    [
      [0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x1cb996fc, 0xbb002be7],
    ],
    [
      [0x13198a2e, 0x03707344],
      [0x243f6a88, 0x85a308d3],
      [0xc4923a9c, 0x483df7a0],
    ],
  ] as const)('key %j counter %j', (key, counter, expected) => {
    expect(threefry2x32(key, counter[0], counter[1])).toEqual(expected);
  });
});

describe('keys', () => {
  it('differ with every number of the path and with its place', () => {
    const paths = [[0], [1], [0, 0], [0, 1], [1, 0], [1, 1], [0, 0, 0]];
    const keys = paths.map((path) => keyFor(7, STREAMS.sampling, ...path).join());
    expect(new Set(keys).size).toBe(paths.length);
    expect(keyFor(8, STREAMS.sampling, 0)).not.toEqual(keyFor(7, STREAMS.sampling, 0));
  });
  it('give other words than the draws made with them', () => {
    const key = keyFor(1, STREAMS.problem);
    expect(foldIn(key, 3)).not.toEqual(bitsAt(key, 3));
  });
  it('refuse what is not an unsigned 32-bit number', () => {
    for (const bad of [-1, 0.5, 2 ** 32, Number.NaN]) expect(() => keyFor(1, 2, bad)).toThrow(RangeError);
  });
  it('have distinct streams', () => {
    const numbers = Object.values(STREAMS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe('draws', () => {
  const key = keyFor(3, STREAMS.shuffle, 1);
  it('uniforms lie in [0, 1), are exact in float32 and spread evenly', () => {
    const draws = Array.from({ length: 4096 }, (_, i) => uniformAt(key, i));
    const bins = new Array<number>(16).fill(0);
    for (const u of draws) {
      expect(u).toBe(Math.fround(u));
      bins[Math.floor(u * 16)]! += 1;
    }
    // χ² with 15 degrees of freedom; 37.7 is its 99.9 % point.
    const chiSquare = bins.reduce((sum, n) => sum + (n - 256) ** 2 / 256, 0);
    expect(chiSquare).toBeLessThan(37.7);
  });
  it('normals have mean 0 and variance 1, and a prefix does not depend on the count', () => {
    const x = normals(key, 10_000);
    const mean = x.reduce((s, v) => s + v, 0) / x.length;
    const variance = x.reduce((s, v) => s + (v - mean) ** 2, 0) / x.length;
    expect(Math.abs(mean)).toBeLessThan(0.04);
    expect(Math.abs(variance - 1)).toBeLessThan(0.06);
    expect(Array.from(normals(key, 7))).toEqual(Array.from(x.subarray(0, 7)));
  });
  it('permutations hold every number once, in an order that depends on the key', () => {
    const order = permutation(key, 100);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(order).not.toEqual(permutation(keyFor(4, STREAMS.shuffle, 1), 100));
    expect(permutation(key, 0).length).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { inSample } from '../../../scripts/testing/sample.ts';

const names = Array.from({ length: 400 }, (_, index) => `a long test, number ${index}`);
const sampleOf = (seed: string): string[] => names.filter((name) => inSample(name, seed));

describe('the sample of long tests', () => {
  it('is the same for one seed and another for another', () => {
    expect(sampleOf('1')).toEqual(sampleOf('1'));
    expect(sampleOf('2')).not.toEqual(sampleOf('1'));
  });

  it('has about one test in twelve, whatever the seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const share = sampleOf(String(seed)).length / names.length;
      expect(share).toBeGreaterThan(0.04);
      expect(share).toBeLessThan(0.13);
    }
  });

  it('reaches every test by some seed, and all of them by name', () => {
    const seeds = Array.from({ length: 120 }, (_, seed) => String(seed));
    expect(names.filter((name) => !seeds.some((seed) => inSample(name, seed)))).toEqual([]);
    expect(sampleOf('all')).toEqual(names);
  });
});

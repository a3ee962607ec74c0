/** What a long run may add, from samples that are made up. */
import { describe, expect, it } from 'vitest';
import { type Allowed, judged } from '../../../../../headless/torture/long/judged.ts';
import type { Sample } from '../../../../../headless/torture/long/samples.ts';

const ALLOWED: Allowed = { step: 'iteration', steps: 1000, inUse: 1000, held: 4000, slower: 0.1 };

/** Up and down by the same, so that the noise has no slope of its own. */
const noise = (index: number): number => [1, -1, -1, 1][index % 4] ?? 0;

/** 30 samples, fewer than two for each of the stretches; `grows` by iteration. */
const samples = (grows: Partial<Sample> = {}): Sample[] =>
  Array.from({ length: 30 }, (_, index) => {
    const iteration = 33 * (index + 1);
    const of = (figure: 'heap' | 'resident' | 'seconds', mean: number): number =>
      mean * (1 + 0.005 * noise(index)) + iteration * (grows[figure] ?? 0);
    return { iteration, heap: of('heap', 50e6), resident: of('resident', 300e6), seconds: of('seconds', 0.02) };
  });

describe('judged', () => {
  it('lets noise pass, and says how much there is', () => {
    const outcome = judged('flat', samples(), ALLOWED);
    expect(outcome).toMatchObject({
      kind: 'survived',
      note: expect.stringMatching(/^flat; in use 50\.0 MB, slope -?\d+ \(-\d+ to \d+\) bytes an iteration; held 300 MB/),
    });
  });

  it.each([
    ['memory in use', { heap: 2000 }],
    ['memory held', { resident: 12_000 }],
    ['time', { seconds: 0.000_006 }],
  ])('fails by %s that grows', (_, grows) => {
    expect(judged('growing', samples(grows), ALLOWED).kind).toBe('failed');
  });

  it('says of few samples what they say, and of fewer nothing', () => {
    expect(judged('short', samples().slice(0, 12), ALLOWED).kind).toBe('survived');
    expect(judged('short', samples({ heap: 20_000 }).slice(0, 12), ALLOWED).kind).toBe('failed');
    expect(() => judged('short', samples().slice(0, 9), ALLOWED)).toThrow('9 samples are too few');
  });

  it('reads every sample, the last too', () => {
    const late = samples().map((sample, index) => (index === 29 ? { ...sample, heap: 500e6 } : sample));
    const mean = (outcome: ReturnType<typeof judged>): string => JSON.stringify(outcome).match(/in use ([\d.]+) MB/)?.[1] ?? '';
    expect(Number(mean(judged('late', late, ALLOWED)))).toBeGreaterThan(51);
  });
});

/** The exchange of sums between neighbouring lanes, played through lane by lane: subgroups of sizes that no machine at hand has. */
import { describe, expect, it } from 'vitest';
import { acrossNeighbours } from '../../../../../../src/engine/executors/webgpu/kernels/reduce.ts';
import { splitFor } from '../../../../../../src/engine/executors/webgpu/kernels/split.ts';

const ROW = /^(\w+) \+= subgroupShuffleXor\(\1, (\d+)u\);$/;
const HALF =
  /^\{ let upper = \(mine & (\d+)u\) != 0u; let given = select\((\w+), (\w+), upper\); \3 = select\(\3, \2, upper\) \+ subgroupShuffleXor\(given, \1u\); \}$/;

/** What each of `width` lanes of a subgroup holds when it has run the exchange; `of` says what a lane has before. */
function exchanged(lanes: number, rows: number, width: number, of: (lane: number, row: number) => number): Map<string, number>[] {
  const held = Array.from(
    { length: width },
    (_, lane) => new Map<string, number>(Array.from({ length: rows }, (_row, row) => [`c${row}`, of(lane, row)] as const)),
  );
  const value = (lane: number, name: string) => held[lane]?.get(name) ?? Number.NaN;
  for (const line of acrossNeighbours(lanes, rows, (row) => [`c${row}`])
    .split('\n')
    .filter(Boolean)) {
    const [, name = '', mask = ''] = ROW.exec(line) ?? [];
    const [, half = '', above = '', below = ''] = HALF.exec(line) ?? [];
    expect(name || below, line).not.toBe('');
    const upper = (lane: number) => ((lane % lanes) & Number(half)) !== 0;
    const next = held.map((_, lane) => {
      if (name) return value(lane, name) + value(lane ^ Number(mask), name);
      const other = lane ^ Number(half);
      return value(lane, upper(lane) ? above : below) + value(other, upper(other) ? below : above);
    });
    for (const [lane, sum] of next.entries()) held[lane]?.set(name || below, sum);
  }
  return held;
}

describe('sums across neighbouring lanes', () => {
  it.each([
    [8, 8, 8],
    [8, 8, 32],
    [8, 8, 64],
    [4, 8, 4],
    [4, 8, 16],
    [8, 1, 32],
    [4, 1, 4],
    [16, 8, 64],
    [32, 8, 32],
    [32, 8, 64],
    [32, 1, 32],
  ])('%i lanes and %i rows, in a subgroup of %i', (lanes, rows, width) => {
    const of = (lane: number, row: number) => 1000 * row + lane ** 2;
    const ends = Math.max(1, rows / lanes);
    exchanged(lanes, rows, width, of).forEach((held, lane) => {
      const first = lane - (lane % lanes);
      for (let n = 0; n < ends; n += 1) {
        const row = Math.floor((lane % lanes) / Math.max(1, lanes / rows)) * ends + n;
        const sum = Array.from({ length: lanes }, (_, i) => of(first + i, row)).reduce((a, b) => a + b, 0);
        expect(held.get(`c${n}`), `lane ${lane}, row ${row}`).toBe(sum);
      }
    });
  });

  it('no more lanes share a tile than the smallest subgroup has, and workgroups hold the largest', () => {
    expect(splitFor({ least: 4, most: 4 })).toEqual({ lanes: 4, subgroups: true, linear: 32, lowRank: 64 });
    expect(splitFor({ least: 32, most: 32 })).toEqual({ lanes: 32, subgroups: true, linear: 32, lowRank: 64 });
    expect(splitFor({ least: 8, most: 128 })).toEqual({ lanes: 8, subgroups: true, linear: 128, lowRank: 128 });
    expect(splitFor(null)).toEqual({ lanes: 8, subgroups: false, linear: 32, lowRank: 64 });
  });
});

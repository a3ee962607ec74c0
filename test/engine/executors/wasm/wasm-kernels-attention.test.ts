/** Attention of the WASM kernels, with and without a cache, against plain TypeScript twins in double precision. */
import { beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../../support/long.ts';
import { relativeError } from '../../support/compare.ts';
import { builds, CLOSE, close, start } from '../../support/wasmKernels.ts';

describe.each(builds)('attention, %s build', (build) => {
  // From the same source; what differs is how a product and a sum are rounded, which the other kernels' tests see.
  if (build === 'relaxed') beforeEach(long);

  /** Attention by its definition: probabilities and output of each query, from its own row's keys. */
  const attend = (
    length: number,
    heads: number,
    kvHeads: number,
    d: number,
    q: ArrayLike<number>,
    k: ArrayLike<number>,
    v: ArrayLike<number>,
  ) => {
    const out = new Float64Array(length * heads * d);
    const probs: number[][][] = [];
    for (let h = 0; h < heads; h += 1) {
      const kv = Math.floor(h / (heads / kvHeads));
      probs.push([]);
      for (let t = 0; t < length; t += 1) {
        const scores = Array.from({ length: t + 1 }, (_, s) => {
          let total = 0;
          for (let j = 0; j < d; j += 1) total += q[(t * heads + h) * d + j]! * k[(s * kvHeads + kv) * d + j]!;
          return total / Math.sqrt(d);
        });
        const top = Math.max(...scores);
        const weights = scores.map((score) => Math.exp(score - top));
        const mass = weights.reduce((x, y) => x + y, 0);
        const p = weights.map((weight) => weight / mass);
        probs[h]!.push(p);
        for (let j = 0; j < d; j += 1)
          out[(t * heads + h) * d + j] = p.reduce((sum, weight, s) => sum + weight * v[(s * kvHeads + kv) * d + j]!, 0);
      }
    }
    return { out, probs };
  };

  it.each([
    [1, 1, 1, 8],
    [3, 2, 1, 4],
    [31, 4, 2, 16],
    [33, 3, 3, 6],
    [65, 2, 2, 10],
  ])('attention of %i tokens, %i heads on %i, width %i, forward and backward', async (length, heads, kvHeads, d) => {
    const { memory, kernels } = await start(build);
    const rows = 2;
    const scratch = memory.room(kernels.attentionScratchBytes(length, d) / 4);
    const q = memory.noise(rows * length * heads * d);
    const k = memory.noise(rows * length * kvHeads * d);
    const v = memory.noise(rows * length * kvHeads * d);
    const dOut = memory.noise(rows * length * heads * d);
    const out = memory.room(q.values.length);
    const stats = memory.room(rows * heads * length * 2);
    const offsets = memory.integers(Array.from({ length: rows + 1 }, (_, row) => row * length));
    kernels.attention(rows, offsets, heads, kvHeads, d, q.at, k.at, v.at, out, stats, scratch);
    const dQ = memory.room(q.values.length);
    const dK = memory.room(k.values.length);
    const dV = memory.room(v.values.length);
    kernels.attentionBackward(rows, offsets, heads, kvHeads, d, q.at, k.at, v.at, stats, dOut.at, dQ, dK, dV, scratch);
    const wantQ = new Float64Array(q.values.length);
    const wantK = new Float64Array(k.values.length);
    const wantV = new Float64Array(v.values.length);
    for (let row = 0; row < rows; row += 1) {
      const qo = row * length * heads * d;
      const ko = row * length * kvHeads * d;
      const slice = (x: Float32Array, from: number, width: number) => x.subarray(from, from + length * width * d);
      const { out: want, probs } = attend(
        length,
        heads,
        kvHeads,
        d,
        slice(q.values, qo, heads),
        slice(k.values, ko, kvHeads),
        slice(v.values, ko, kvHeads),
      );
      close(memory.read(out + 4 * qo, want.length), want, 'out');
      for (let h = 0; h < heads; h += 1) {
        const kv = Math.floor(h / (heads / kvHeads));
        for (let t = 0; t < length; t += 1) {
          const at = qo + (t * heads + h) * d;
          const p = probs[h]![t]!;
          const dP = p.map((_, s) =>
            Array.from({ length: d }, (_x, j) => dOut.values[at + j]! * v.values[ko + (s * kvHeads + kv) * d + j]!).reduce(
              (x, y) => x + y,
              0,
            ),
          );
          const inner = p.reduce((sum, weight, s) => sum + weight * dP[s]!, 0);
          p.forEach((weight, s) => {
            const dScore = (weight * (dP[s]! - inner)) / Math.sqrt(d);
            const to = ko + (s * kvHeads + kv) * d;
            for (let j = 0; j < d; j += 1) {
              wantQ[at + j]! += dScore * k.values[to + j]!;
              wantK[to + j]! += dScore * q.values[at + j]!;
              wantV[to + j]! += weight * dOut.values[at + j]!;
            }
          });
        }
      }
    }
    // One token attends to itself alone: its query and key have no gradient, up to rounding.
    const closeOrZero = (actual: Float32Array, want: Float64Array, what: string) =>
      want.every((x) => Math.abs(x) < 1e-12)
        ? expect(Math.max(...actual.map(Math.abs)), what).toBeLessThan(1e-6)
        : expect(relativeError(actual, want), what).toBeLessThan(CLOSE);
    closeOrZero(memory.read(dQ, wantQ.length), wantQ, 'dQ');
    closeOrZero(memory.read(dK, wantK.length), wantK, 'dK');
    closeOrZero(memory.read(dV, wantV.length), wantV, 'dV');
  });

  it('attention of a sequence is the same bits beside other sequences', async () => {
    const { memory, kernels } = await start(build);
    const [length, heads, d] = [33, 2, 12];
    const longer = 70;
    const scratch = memory.room(kernels.attentionScratchBytes(longer, d) / 4);
    const alone = [0, 1, 2].map(() => memory.noise(length * heads * d));
    const mixed = alone.map(({ values }) => {
      const other = memory.noise((length + 2 * longer) * heads * d).values;
      other.set(values, longer * heads * d);
      return memory.put(other);
    });
    const out = memory.room(length * heads * d);
    const together = memory.room((length + 2 * longer) * heads * d);
    const stats = memory.room((length + 2 * longer) * heads * 2);
    kernels.attention(1, memory.integers([0, length]), heads, heads, d, alone[0]!.at, alone[1]!.at, alone[2]!.at, out, stats, scratch);
    const offsets = memory.integers([0, longer, longer + length, length + 2 * longer]);
    kernels.attention(3, offsets, heads, heads, d, mixed[0]!, mixed[1]!, mixed[2]!, together, stats, scratch);
    expect(memory.read(together + 4 * longer * heads * d, length * heads * d)).toEqual(memory.read(out, length * heads * d));
  });

  it.each([
    [4, 2, 6, 'f32', 0, 0],
    [3, 3, 16, 'f32', 0, 0],
    [6, 2, 20, 'f32', 0, 0],
    // Tokens that come alone take the heads of a group together, four at a time.
    [4, 2, 8, 'f32', 0, 0],
    [9, 3, 64, 'f32', 0, 0],
    [10, 2, 24, 'f32', 0, 0],
    [7, 1, 8, 'f32', 0, 0],
    [9, 3, 64, 'f16', 0, 0],
    [14, 2, 16, 'f16', 0, 0],
    [6, 2, 20, 'f16', 0, 0],
    [8, 1, 8, 'f16', 40, 3],
    [6, 2, 8, 'f32', 37, 3],
  ] as const)(
    'attention over a cache (%i heads on %i, of %i, in %s, window %i, cap %i) is the full attention, the same bits however a prompt is cut',
    async (heads, kvHeads, d, form, window, cap) => {
      const half = form === 'f16';
      const { memory, kernels } = await start(build);
      const capacity = 96;
      const width = kvHeads * d;
      const scratch = memory.room(kernels.cachedScratchBytes(capacity) / 4);
      const lengths = [1, 33, 78];
      const full = lengths.map((length) => [heads, kvHeads, kvHeads].map((h) => memory.noise(length * h * d).values));
      const slots = [3, 0, 4];
      /** Runs each sequence in pieces of the given sizes, all sequences' n-th pieces together; outputs by sequence. */
      const inPieces = (sizes: readonly number[]): Float32Array[] => {
        const pages = Array.from({ length: 5 * 3 }, () => memory.room(2 * 32 * width));
        // Not in their order, and some way into a page, as a second layer's are.
        const table = memory.integers(pages.map((_, at) => (pages[(7 * at) % 15] ?? 0) - 64));
        const outputs = lengths.map((length) => new Float32Array(length * heads * d));
        let from = 0;
        for (const size of sizes) {
          const taking = lengths.flatMap((length, s) => (from < length ? [{ s, count: Math.min(size, length - from) }] : []));
          const part = (which: number, h: number) =>
            memory.put(taking.flatMap(({ s, count }) => [...full[s]![which]!.subarray(from * h * d, (from + count) * h * d)]));
          const tokens = taking.reduce((sum, { count }) => sum + count, 0);
          const out = memory.room(tokens * heads * d);
          const ends = taking.map((_, i) => taking.slice(0, i + 1).reduce((sum, { count }) => sum + count, 0));
          kernels.attentionCached(
            taking.length,
            memory.integers([0, ...ends]),
            memory.integers(taking.flatMap(({ count }) => Array.from({ length: count }, (_, t) => from + t))),
            memory.integers(taking.map(({ s }) => slots[s]!)),
            heads,
            kvHeads,
            d,
            part(0, heads),
            part(1, kvHeads),
            part(2, kvHeads),
            table,
            capacity / 32,
            64,
            Number(half),
            out,
            scratch,
            window,
            0,
            cap,
          );
          taking.forEach(({ s, count }, i) =>
            outputs[s]!.set(memory.read(out + 4 * ((ends[i]! - count) * heads * d), count * heads * d), from * heads * d),
          );
          from += size;
        }
        return outputs;
      };
      const whole = inPieces([78]);
      lengths.forEach((length, s) => {
        expect(whole[s]!.every(Number.isFinite)).toBe(true);
        if (half || window || cap) return; // the definition above knows of none of them
        const want = attend(length, heads, kvHeads, d, full[s]![0]!, full[s]![1]!, full[s]![2]!).out;
        close(whole[s]!, want, `sequence of ${length}`);
      });
      expect(inPieces([31, 2, 6, ...new Array<number>(39).fill(1)])).toEqual(whole);
    },
  );
});

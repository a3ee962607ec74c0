/** The WASM kernels against plain TypeScript twins in double precision: odd sizes, strides, lists of rows. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyFor, normals, uniformAt } from '../../src/core/random/streams.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { chooseKernels, instantiateKernels, type KernelBuild, type Kernels } from '../../src/engine/executors/wasm/kernels.ts';
import { drawToken } from '../../src/engine/generate/sampler.ts';
import { relativeError } from './support/compare.ts';

const SIZES = [1, 3, 31, 33, 257];
/** A single dot product with much cancellation loses a few units of the last place more than a long vector of them. */
const CLOSE = 4e-6;

/** Numbers for one test, at addresses that are never 0. */
class Memory {
  readonly memory = new WebAssembly.Memory({ initial: 512 });
  readonly #floats = new Float32Array(this.memory.buffer);
  #next = 64;
  #stream = 0;

  put(values: ArrayLike<number>): number {
    const at = this.#next;
    this.#floats.set(values, at / 4);
    this.#next += Math.ceil((4 * values.length) / 64) * 64 + 64; // a gap, so that reading past the end is not reading the next
    return at;
  }
  integers(values: readonly number[]): number {
    const at = this.put(new Float32Array(values.length));
    new Int32Array(this.memory.buffer).set(values, at / 4);
    return at;
  }
  noise(count: number): { at: number; values: Float32Array } {
    this.#stream += 1;
    const values = normals(keyFor(5, this.#stream), count);
    return { at: this.put(values), values };
  }
  /** Room for `count` numbers, filled with NaN: what a kernel forgets to write shows. */
  room(count: number): number {
    return this.put(new Float32Array(count).fill(Number.NaN));
  }
  read(at: number, count: number): Float32Array {
    return this.#floats.slice(at / 4, at / 4 + count);
  }
}

const builds: KernelBuild[] = ['simd'];
if (WebAssembly.validate(await KERNEL_FILES.relaxed())) builds.push('relaxed');

describe.each(builds)('kernels, %s build', (build) => {
  const start = async (): Promise<{ memory: Memory; kernels: Kernels; scratch: number }> => {
    const { module } = await chooseKernels({ simd: KERNEL_FILES[build], relaxed: KERNEL_FILES[build] }, false);
    const memory = new Memory();
    const kernels = instantiateKernels(module, memory.memory);
    return { memory, kernels, scratch: memory.room(kernels.gemmScratchBytes() / 4) };
  };
  const close = (actual: ArrayLike<number>, expected: ArrayLike<number>, what: string) =>
    expect(relativeError(actual, expected), what).toBeLessThan(CLOSE);

  /** A·B with element strides, by the definition. */
  const product = (m: number, n: number, k: number, a: (i: number, p: number) => number, b: (p: number, j: number) => number): number[] => {
    const out: number[] = [];
    for (let i = 0; i < m; i += 1) {
      for (let j = 0; j < n; j += 1) {
        let total = 0;
        for (let p = 0; p < k; p += 1) total += a(i, p) * b(p, j);
        out.push(total);
      }
    }
    return out;
  };

  it.each([
    ...SIZES.flatMap((m, i) => SIZES.map((n, j) => [m, n, SIZES[(i + 2 * j) % SIZES.length]!])),
    [257, 257, 257],
    [7, 9, 1100],
    [100, 1030, 5],
    // B is read where it lies: few rows, or one panel, of whole panels
    [1, 8, 31],
    [3, 24, 1100],
    [16, 40, 257],
    [33, 8, 257],
    [12, 520, 129],
  ])('gemm %i × %i over %i in all orientations, new and added to', async (m, n, k) => {
    const { memory, kernels, scratch } = await start();
    const wideA = Math.max(m, k) + 3;
    const wideB = Math.max(n, k) + 5;
    const a = memory.noise(wideA * Math.max(m, k));
    const b = memory.noise(wideB * Math.max(n, k));
    const ldc = n + 2;
    const orientations: [number, number, number, number][] = [
      [wideA, 1, wideB, 1],
      [wideA, 1, 1, wideB],
      [1, wideA, wideB, 1],
    ];
    for (const [rsa, csa, rsb, csb] of orientations) {
      const want = product(
        m,
        n,
        k,
        (i, p) => a.values[i * rsa + p * csa]!,
        (p, j) => b.values[p * rsb + j * csb]!,
      );
      const c = memory.room(m * ldc);
      const rows = () => Array.from({ length: m }, (_, i) => [...memory.read(c + 4 * i * ldc, n)]).flat();
      kernels.gemm(m, n, k, a.at, rsa, csa, b.at, rsb, csb, c, ldc, 0, scratch);
      close(rows(), want, 'new');
      kernels.gemm(m, n, k, a.at, rsa, csa, b.at, rsb, csb, c, ldc, 1, scratch);
      close(
        rows(),
        want.map((value) => 2 * value),
        'added',
      );
      for (let i = 0; i + 1 < m; i += 1)
        expect([...memory.read(c + 4 * (i * ldc + n), 2)], 'between the rows').toEqual([Number.NaN, Number.NaN]);
    }
  });

  it.each([false, true])('gemmPacked takes the first columns and rows of what was packed, stored by columns: %s', async (across) => {
    const { memory, kernels } = await start();
    const [m, n, k, lda] = [41, 29, 600, 603];
    const a = memory.noise(m * lda);
    const b = memory.noise(k * n);
    const panels = memory.room(k * 32);
    const [rs, cs] = across ? [1, k] : [n, 1];
    kernels.packB(k, n, b.at, rs, cs, 0.5, panels);
    for (const [columns, depth] of [
      [n, k],
      [n, 530],
      [17, k],
      [8, 3],
    ] as const) {
      const c = memory.room(m * n);
      kernels.gemmPacked(m, columns, depth, a.at, lda, panels, k, n, c, n);
      const want = product(
        m,
        columns,
        depth,
        (i, p) => a.values[i * lda + p]!,
        (p, j) => 0.5 * b.values[p * rs + j * cs]!,
      );
      close(
        Array.from({ length: m }, (_, row) => [...memory.read(c + 4 * row * n, columns)]).flat(),
        want,
        `${columns} columns, ${depth} deep`,
      );
    }
  });

  it.each([
    [1, 3, 33, 1],
    [3, 257, 31, 3],
    [31, 33, 3, 8],
    [33, 1, 257, 31],
    [257, 31, 1, 33],
    [5, 40, 1100, 257],
    [9, 20, 600, 1050],
  ])('gemmAdapted %i × %i over %i and %i: listed rows, a residual, a bias, or nothing added', async (m, n, k, r) => {
    const { memory, kernels } = await start();
    const [rows, lda, ldl, ldc] = [m + 9, k + 3, r + 2, n + 5];
    const [a, l, b, d, residual, bias] = [rows * lda, rows * ldl, k * n, r * n, rows * ldc, n].map((count) => memory.noise(count));
    const [packedB, packedD] = [memory.room(k * (n + 7)), memory.room(r * (n + 7))];
    kernels.packB(k, n, b!.at, n, 1, 1, packedB);
    kernels.packB(r, n, d!.at, n, 1, 1, packedD);
    const list = Array.from({ length: m }, (_, i) => (i * 11 + 2) % rows);
    const inOrder = list.map((_, i) => i);
    // [row numbers, inner size of the low-rank product, what is added, its pitch]
    const cases: [number[] | undefined, number, { at: number; values: Float32Array } | undefined, number][] = [
      [undefined, r, undefined, 0],
      [undefined, 0, bias, 0],
      [list, r, residual, ldc],
      [list, 0, undefined, 0],
      [list, r, bias, 0],
    ];
    for (const [map, depth, e, lde] of cases) {
      const c = memory.room(rows * ldc);
      kernels.gemmAdapted(
        m,
        n,
        map ? memory.integers(map) : 0,
        k,
        a!.at,
        lda,
        packedB,
        depth,
        l!.at,
        ldl,
        packedD,
        c,
        ldc,
        e?.at ?? 0,
        lde,
      );
      const places = map ?? inOrder;
      const dense = product(
        m,
        n,
        k,
        (i, p) => a!.values[places[i]! * lda + p]!,
        (p, j) => b!.values[p * n + j]!,
      );
      const low = product(
        m,
        n,
        depth,
        (i, p) => l!.values[places[i]! * ldl + p]!,
        (p, j) => d!.values[p * n + j]!,
      );
      const want = dense.map((value, at) => value + low[at]! + (e?.values[places[Math.floor(at / n)]! * lde + (at % n)] ?? 0));
      const what = `${map ? 'listed' : 'in order'}, low ${depth}, added ${lde}`;
      close(
        places.flatMap((row) => [...memory.read(c + 4 * row * ldc, n)]),
        want,
        what,
      );
      for (let row = 0; row < rows; row += 1) {
        const written = places.includes(row);
        expect(Number.isNaN(memory.read(c + 4 * row * ldc, 1)[0]!), `${what}: row ${row}`).toBe(!written);
        expect([...memory.read(c + 4 * (row * ldc + n), 5)], 'between the rows').toEqual(new Array<number>(5).fill(Number.NaN));
      }
      if (lde !== ldc) continue;
      // Added to itself: what the residual held, in place.
      const own = memory.put(e!.values);
      kernels.gemmAdapted(m, n, map ? memory.integers(map) : 0, k, a!.at, lda, packedB, depth, l!.at, ldl, packedD, own, ldc, own, ldc);
      expect(places.flatMap((row) => [...memory.read(own + 4 * row * ldc, n)])).toEqual(
        places.flatMap((row) => [...memory.read(c + 4 * row * ldc, n)]),
      );
    }
  });

  it('a row of gemmAdapted does not depend on the other rows or its place, bit for bit', async () => {
    const { memory, kernels } = await start();
    const [n, k, r, rows] = [37, 131, 5, 60];
    const [a, l, b, d] = [rows * k, rows * r, k * n, r * n].map((count) => memory.noise(count));
    const [packedB, packedD] = [memory.room(k * 40), memory.room(r * 40)];
    kernels.packB(k, n, b!.at, n, 1, 1, packedB);
    kernels.packB(r, n, d!.at, n, 1, 1, packedD);
    const all = memory.room(rows * n);
    kernels.gemmAdapted(rows, n, 0, k, a!.at, k, packedB, r, l!.at, r, packedD, all, n, 0, 0);
    for (const list of [[17], [59, 0, 33], Array.from({ length: 50 }, (_, i) => 59 - i)]) {
      const some = memory.room(rows * n);
      kernels.gemmAdapted(list.length, n, memory.integers(list), k, a!.at, k, packedB, r, l!.at, r, packedD, some, n, 0, 0);
      for (const row of list) expect(memory.read(some + 4 * row * n, n)).toEqual(memory.read(all + 4 * row * n, n));
    }
  });

  it('a row of a product does not depend on the other rows, bit for bit', async () => {
    const { memory, kernels, scratch } = await start();
    const [n, k] = [37, 531];
    const a = memory.noise(257 * k);
    const b = memory.noise(k * n);
    const all = memory.room(257 * n);
    kernels.gemm(257, n, k, a.at, k, 1, b.at, n, 1, all, n, 0, scratch);
    for (const [from, count] of [
      [0, 1],
      [5, 3],
      [100, 31],
      [224, 33],
      [256, 1],
    ] as const) {
      const some = memory.room(count * n);
      kernels.gemm(count, n, k, a.at + 4 * from * k, k, 1, b.at, n, 1, some, n, 0, scratch);
      expect(memory.read(some, count * n)).toEqual(memory.read(all + 4 * from * n, count * n));
    }
  });

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
    const { memory, kernels } = await start();
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
    const { memory, kernels } = await start();
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
    [4, 2, 6],
    [3, 3, 16],
    [6, 2, 20],
  ])(
    'attention over a cache (%i heads on %i, of %i) is the full attention, the same bits however a prompt is cut',
    async (heads, kvHeads, d) => {
      const { memory, kernels } = await start();
      const capacity = 96;
      const width = kvHeads * d;
      const scratch = memory.room(kernels.cachedScratchBytes(capacity) / 4);
      const lengths = [1, 33, 78];
      const full = lengths.map((length) => [heads, kvHeads, kvHeads].map((h) => memory.noise(length * h * d).values));
      const places = [3, 0, 4];
      /** Runs each sequence in pieces of the given sizes, all sequences' n-th pieces together; outputs by sequence. */
      const inPieces = (sizes: readonly number[]): Float32Array[] => {
        const [keys, values] = [0, 1].map(() => memory.put(new Float32Array(5 * capacity * width).fill(Number.NaN)));
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
            memory.integers(taking.map(({ s }) => places[s]!)),
            heads,
            kvHeads,
            d,
            part(0, heads),
            part(1, kvHeads),
            part(2, kvHeads),
            keys!,
            values!,
            capacity,
            out,
            scratch,
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
        const want = attend(length, heads, kvHeads, d, full[s]![0]!, full[s]![1]!, full[s]![2]!).out;
        close(whole[s]!, want, `sequence of ${length}`);
      });
      expect(inPieces([31, 2, 6, ...new Array<number>(39).fill(1)])).toEqual(whole);
    },
  );

  it.each(SIZES)('sampling from %i logits is the host’s sampler', async (vocabulary) => {
    const { memory, kernels } = await start();
    const rows = 40;
    const logits = memory.noise(rows * vocabulary);
    const wide = logits.values.map((x) => 3 * x);
    const keys = Array.from({ length: rows }, (_, row) => keyFor(row, 1, vocabulary));
    const [tokens, logprobs, entropies, scratch] = [rows, rows, rows, vocabulary].map((count) => memory.room(count));
    const counters = keys.map((_, row) => row * 7);
    kernels.sample(
      rows,
      vocabulary,
      memory.put(wide),
      memory.put(counters.map((_, row) => 0.5 + (row % 3))),
      memory.integers(counters.map((_, row) => Number(row % 4 === 0))),
      memory.integers(keys.flatMap((key) => [...key].map((word) => word | 0))),
      memory.integers(counters),
      tokens!,
      logprobs!,
      entropies!,
      scratch!,
    );
    const draws = keys.map((key, row) =>
      drawToken(
        wide.subarray(row * vocabulary, (row + 1) * vocabulary),
        { temperature: 0.5 + (row % 3), topK: 0, topP: 1, greedy: row % 4 === 0 },
        uniformAt(key, counters[row]!),
      ),
    );
    expect([...memory.read(tokens!, rows)]).toEqual(draws.map(({ token }) => token));
    close(
      memory.read(logprobs!, rows),
      Float64Array.from(draws, ({ logprob }) => logprob || 1e-30),
      'logprobs',
    );
    close(
      memory.read(entropies!, rows),
      Float64Array.from(draws, ({ entropy }) => entropy || 1e-30),
      'entropies',
    );
  });

  it.each(SIZES)('norm, activations, sums and rows of %i numbers', async (width) => {
    const { memory, kernels } = await start();
    const rows = 5;
    const count = rows * width;
    const eps = 1e-5;
    const [x, y, dOut, weight] = [memory.noise(count), memory.noise(count), memory.noise(count), memory.noise(width)];
    const [o1, o2] = [memory.room(count), memory.room(count)];
    const indices = Array.from({ length: count }, (_, i) => i);
    const column = (i: number) => i % width;
    const of = (i: number) => Math.floor(i / width) * width;
    const inverse = indices.map(
      (i) => 1 / Math.sqrt(x.values.subarray(of(i), of(i) + width).reduce((sum, value) => sum + value * value, 0) / width + eps),
    );

    kernels.rmsnorm(rows, width, x.at, weight.at, eps, o1);
    close(
      memory.read(o1, count),
      indices.map((i) => x.values[i]! * inverse[i]! * weight.values[column(i)]!),
      'rmsnorm',
    );
    const dWeight = memory.room(width);
    kernels.rmsnormBackward(rows, width, x.at, weight.at, eps, dOut.at, o1, dWeight);
    const weighted = indices.map((i) => dOut.values[i]! * weight.values[column(i)]!);
    const mean = indices.map((i) => indices.slice(of(i), of(i) + width).reduce((sum, j) => sum + weighted[j]! * x.values[j]!, 0) / width);
    // For one feature x/|x| hardly moves, so the gradient is nearly all cancellation; it is measured against its terms.
    const dX = indices.map((i) => weighted[i]! * inverse[i]! - x.values[i]! * inverse[i]! ** 3 * mean[i]!);
    const terms = Math.sqrt(indices.reduce((sum, i) => sum + (weighted[i]! * inverse[i]!) ** 2, 0));
    expect(Math.sqrt(memory.read(o1, count).reduce((sum, value, i) => sum + (value - dX[i]!) ** 2, 0)) / terms).toBeLessThan(CLOSE);
    const sums = Array.from({ length: width }, (_, j) =>
      indices.filter((i) => column(i) === j).reduce((sum, i) => sum + dOut.values[i]! * x.values[i]! * inverse[i]!, 0),
    );
    close(memory.read(dWeight, width), sums, 'rmsnorm dWeight');

    const sigma = (z: number) => 1 / (1 + Math.exp(-z));
    kernels.swiglu(count, x.at, y.at, o1);
    close(
      memory.read(o1, count),
      indices.map((i) => x.values[i]! * sigma(x.values[i]!) * y.values[i]!),
      'swiglu',
    );
    kernels.swigluBackward(count, x.at, y.at, dOut.at, o1, o2);
    const slope = (z: number) => sigma(z) + z * sigma(z) * (1 - sigma(z));
    close(
      memory.read(o1, count),
      indices.map((i) => dOut.values[i]! * y.values[i]! * slope(x.values[i]!)),
      'dGate',
    );
    close(
      memory.read(o2, count),
      indices.map((i) => dOut.values[i]! * x.values[i]! * sigma(x.values[i]!)),
      'dUp',
    );

    kernels.relu(count, x.at, o1);
    expect([...memory.read(o1, count)]).toEqual([...x.values].map((value) => Math.max(0, value)));
    kernels.reluBackward(count, o1, dOut.at, o2);
    expect([...memory.read(o2, count)]).toEqual([...dOut.values].map((value, i) => (x.values[i]! > 0 ? value : 0)));
    kernels.add(count, x.at, y.at, o1);
    expect([...memory.read(o1, count)]).toEqual(indices.map((i) => Math.fround(x.values[i]! + y.values[i]!)));

    const chosen = [3, 0, 3, 4, 1];
    kernels.gatherRows(5, width, x.at, memory.integers(chosen), o1);
    expect([...memory.read(o1, count)]).toEqual(chosen.flatMap((row) => [...x.values.subarray(row * width, (row + 1) * width)]));
    kernels.scatterRows(5, width, x.at, memory.integers(chosen), rows, o1);
    const scattered = new Float32Array(count);
    chosen.forEach((row, i) => {
      for (let j = 0; j < width; j += 1) scattered[row * width + j]! += x.values[i * width + j]!;
    });
    expect(memory.read(o1, count)).toEqual(scattered);
    kernels.sumRows(rows, width, x.at, dWeight);
    close(
      memory.read(dWeight, width),
      Array.from({ length: width }, (_, j) => indices.filter((i) => column(i) === j).reduce((sum, i) => sum + x.values[i]!, 0)),
      'sum of rows',
    );
  });

  it.each([2, 6, 16, 34])('rotary embedding of heads of width %i, and its transpose', async (d) => {
    const { memory, kernels } = await start();
    const [tokens, heads, half] = [5, 3, d / 2];
    const x = memory.noise(tokens * heads * d);
    const positions = [4, 0, 9, 2, 1];
    const angle = (position: number, i: number) => position * (i + 1) * 0.37;
    const table = (f: (angle: number) => number) =>
      memory.put(Array.from({ length: 10 * half }, (_, i) => f(angle(Math.floor(i / half), i % half))));
    const [cosines, sines, at] = [table(Math.cos), table(Math.sin), memory.integers(positions)];
    const out = memory.room(x.values.length);
    kernels.rope(tokens, heads, d, x.at, at, cosines, sines, 1, out);
    const want = [...x.values].map((value, i) => {
      const place = i % d;
      const theta = angle(positions[Math.floor(i / (heads * d))]!, place % half);
      return place < half
        ? value * Math.cos(theta) - x.values[i + half]! * Math.sin(theta)
        : value * Math.cos(theta) + x.values[i - half]! * Math.sin(theta);
    });
    close(memory.read(out, want.length), want, 'forward');
    kernels.rope(tokens, heads, d, out, at, cosines, sines, -1, out);
    close(memory.read(out, want.length), x.values, 'there and back');
  });

  it.each(
    SIZES.filter((size) => size > 1).flatMap(
      (size) =>
        [
          [size, false],
          [size, true],
        ] as const,
    ),
  )('log-probabilities and entropies over %i tokens, cut off: %s', async (vocabulary, cut) => {
    const { memory, kernels } = await start();
    const count = 6;
    const logits = memory.noise(count * vocabulary);
    for (let i = 0; i < logits.values.length; i += 1) logits.values[i]! *= 6;
    const at = memory.put(logits.values);
    const targets = Array.from({ length: count }, (_, i) => (i * 5) % vocabulary);
    const temperatures = [1, 0.7, 1.3, 2, 0.5, 1];
    const keeps = Array.from({ length: count * vocabulary }, (_, i) =>
      i % vocabulary === targets[Math.floor(i / vocabulary)] || uniformAt(keyFor(2, 9), i) < 0.4 ? 1 : 0,
    );
    const kept = cut ? memory.put(keeps) : 0;
    const [dL, dH] = [memory.noise(count), memory.noise(count)];
    const [logprobs, entropies, dLogits] = [memory.room(count), memory.room(count), memory.room(count * vocabulary)];
    const [t, temperature] = [memory.integers(targets), memory.put(temperatures)];
    kernels.tokenStats(count, vocabulary, at, t, temperature, kept, logprobs, entropies);
    kernels.tokenStatsBackward(count, vocabulary, at, t, temperature, kept, dL.at, dH.at, dLogits);
    const want = targets.map((target, i) => {
      const z = Array.from({ length: vocabulary }, (_, j) =>
        cut && !keeps[i * vocabulary + j] ? Number.NEGATIVE_INFINITY : logits.values[i * vocabulary + j]! / temperatures[i]!,
      );
      const top = Math.max(...z);
      const mass = z.reduce((sum, value) => sum + Math.exp(value - top), 0);
      const logp = z.map((value) => value - top - Math.log(mass));
      const p = logp.map(Math.exp);
      const entropy = -p.reduce((sum, value, j) => sum + (value > 0 ? value * logp[j]! : 0), 0);
      const gradient = p.map(
        (value, j) =>
          (((j === target ? 1 : 0) - value) * dL.values[i]! - (value > 0 ? value * (logp[j]! + entropy) : 0) * dH.values[i]!) /
          temperatures[i]!,
      );
      return { logprob: logp[target]!, entropy, gradient };
    });
    close(
      memory.read(logprobs, count),
      want.map(({ logprob }) => logprob),
      'log-probabilities',
    );
    close(
      memory.read(entropies, count),
      want.map(({ entropy }) => entropy),
      'entropies',
    );
    expect(
      relativeError(
        memory.read(dLogits, count * vocabulary),
        want.flatMap(({ gradient }) => gradient),
      ),
    ).toBeLessThan(4e-6);
  });

  it('a NaN among the logits or the scores comes out as NaN', async () => {
    const { memory, kernels } = await start();
    for (const place of [0, 5, 8, 10]) {
      const logits = memory.noise(11).values.map((value, i) => (i === place ? Number.NaN : value));
      const [logprob, entropy, dLogits] = [memory.room(1), memory.room(1), memory.room(11)];
      const [at, target, one] = [memory.put(logits), memory.integers([3]), memory.put([1])];
      kernels.tokenStats(1, 11, at, target, one, 0, logprob, entropy);
      expect([...memory.read(logprob, 1), ...memory.read(entropy, 1)]).toEqual([Number.NaN, Number.NaN]);
      kernels.tokenStatsBackward(1, 11, at, target, one, 0, one, one, dLogits);
      expect([...memory.read(dLogits, 11)]).toEqual(new Array<number>(11).fill(Number.NaN));

      const length = 11;
      const scratch = memory.room(kernels.attentionScratchBytes(length, 4) / 4);
      const [q, v, out, stats] = [
        memory.noise(4 * length).at,
        memory.noise(4 * length).at,
        memory.room(4 * length),
        memory.room(2 * length),
      ];
      const k = memory.put(memory.noise(4 * length).values.map((value, i) => (Math.floor(i / 4) === place ? Number.NaN : value)));
      kernels.attention(1, memory.integers([0, length]), 1, 1, 4, q, k, v, out, stats, scratch);
      for (let t = 0; t < length; t += 1) expect(Number.isNaN(memory.read(out + 16 * t, 1)[0]!), `token ${t}`).toBe(t >= place);
    }
  });

  it('the exponential is accurate over its whole range, and NaN stays NaN', async () => {
    const { memory, kernels } = await start();
    const x = Float32Array.from({ length: 4001 }, (_, i) => -80 + i * 0.02);
    const [ones, out] = [memory.put(new Float32Array(x.length).fill(1)), memory.room(x.length)];
    kernels.swiglu(x.length, memory.put(x), ones, out);
    const errors = [...memory.read(out, x.length)]
      .map((value, i) => Math.abs(value / (x[i]! / (1 + Math.exp(-x[i]!))) - 1))
      .filter((error) => !Number.isNaN(error)); // 0/0 at 0
    expect(errors.length).toBeGreaterThan(3990);
    expect(Math.max(...errors)).toBeLessThan(4 * 2 ** -23);
    kernels.swiglu(1, memory.put([Number.NaN]), ones, out);
    expect(memory.read(out, 1)[0]).toBeNaN();
  });
});

it('the committed binaries are what their source compiles to', { timeout: 60_000 }, () => {
  const script = join(import.meta.dirname, '../../scripts/build-kernels.mjs');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

/** The products of the WASM kernels against plain TypeScript twins in double precision: odd sizes, strides, lists of rows. */
import { describe, expect, it } from 'vitest';
import { builds, close, SIZES, start } from '../../support/wasmKernels.ts';

describe.each(builds)('products, %s build', (build) => {
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
    const { memory, kernels, scratch } = await start(build);
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
    const { memory, kernels } = await start(build);
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
    const { memory, kernels } = await start(build);
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
      const indices = map ?? inOrder;
      const dense = product(
        m,
        n,
        k,
        (i, p) => a!.values[indices[i]! * lda + p]!,
        (p, j) => b!.values[p * n + j]!,
      );
      const low = product(
        m,
        n,
        depth,
        (i, p) => l!.values[indices[i]! * ldl + p]!,
        (p, j) => d!.values[p * n + j]!,
      );
      const want = dense.map((value, at) => value + low[at]! + (e?.values[indices[Math.floor(at / n)]! * lde + (at % n)] ?? 0));
      const what = `${map ? 'listed' : 'in order'}, low ${depth}, added ${lde}`;
      close(
        indices.flatMap((row) => [...memory.read(c + 4 * row * ldc, n)]),
        want,
        what,
      );
      for (let row = 0; row < rows; row += 1) {
        const written = indices.includes(row);
        expect(Number.isNaN(memory.read(c + 4 * row * ldc, 1)[0]!), `${what}: row ${row}`).toBe(!written);
        expect([...memory.read(c + 4 * (row * ldc + n), 5)], 'between the rows').toEqual(new Array<number>(5).fill(Number.NaN));
      }
      if (lde !== ldc) continue;
      // Added to itself: what the residual held, in place.
      const own = memory.put(e!.values);
      kernels.gemmAdapted(m, n, map ? memory.integers(map) : 0, k, a!.at, lda, packedB, depth, l!.at, ldl, packedD, own, ldc, own, ldc);
      expect(indices.flatMap((row) => [...memory.read(own + 4 * row * ldc, n)])).toEqual(
        indices.flatMap((row) => [...memory.read(c + 4 * row * ldc, n)]),
      );
    }
  });

  it('a row of gemmAdapted does not depend on the other rows or its place, bit for bit', async () => {
    const { memory, kernels } = await start(build);
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
    const { memory, kernels, scratch } = await start(build);
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
});

/**
 * C = A·B or C += A·B. Both operands are copied into panels first (A: 6 rows, B: 8 columns, both by rising k), so one
 * register kernel of 6 × 8 numbers serves every orientation through element strides. Each number of C is summed over k
 * in rising order in blocks of 512, whatever the size of C: a row's result does not depend on the other rows.
 * Strides are in numbers, pointers in bytes.
 */
import { fma } from './simd';

const MR: i32 = 6;
const NR: i32 = 8;
const KC: i32 = 512;
const MC: i32 = 96;
const NC: i32 = 1024;

/** Where things lie in the scratch memory that callers pass: one tile, A's panels, B's panels. */
const TILE_BYTES: usize = 256;
const A_BYTES: usize = <usize>(MC * KC * 4);
const B_BYTES: usize = <usize>(KC * NC * 4);

export function gemmScratchBytes(): usize {
  return TILE_BYTES + A_BYTES + B_BYTES;
}

function padded(n: i32): i32 {
  return (n + NR - 1) & -NR;
}

/** 6 × 8 numbers of C; row i goes to `ri`. */
function tile(k: i32, a: usize, b: usize, r0: usize, r1: usize, r2: usize, r3: usize, r4: usize, r5: usize, accumulate: bool): void {
  let c00 = f32x4.splat(0);
  let c01 = c00;
  let c10 = c00;
  let c11 = c00;
  let c20 = c00;
  let c21 = c00;
  let c30 = c00;
  let c31 = c00;
  let c40 = c00;
  let c41 = c00;
  let c50 = c00;
  let c51 = c00;
  // Two steps of k at a time: the loop itself costs a few per cent.
  for (; k >= 2; k -= 2) {
    let b0 = v128.load(b);
    let b1 = v128.load(b, 16);
    let x = v128.load_splat<f32>(a);
    c00 = fma(x, b0, c00);
    c01 = fma(x, b1, c01);
    x = v128.load_splat<f32>(a, 4);
    c10 = fma(x, b0, c10);
    c11 = fma(x, b1, c11);
    x = v128.load_splat<f32>(a, 8);
    c20 = fma(x, b0, c20);
    c21 = fma(x, b1, c21);
    x = v128.load_splat<f32>(a, 12);
    c30 = fma(x, b0, c30);
    c31 = fma(x, b1, c31);
    x = v128.load_splat<f32>(a, 16);
    c40 = fma(x, b0, c40);
    c41 = fma(x, b1, c41);
    x = v128.load_splat<f32>(a, 20);
    c50 = fma(x, b0, c50);
    c51 = fma(x, b1, c51);
    b0 = v128.load(b, 32);
    b1 = v128.load(b, 48);
    x = v128.load_splat<f32>(a, 24);
    c00 = fma(x, b0, c00);
    c01 = fma(x, b1, c01);
    x = v128.load_splat<f32>(a, 28);
    c10 = fma(x, b0, c10);
    c11 = fma(x, b1, c11);
    x = v128.load_splat<f32>(a, 32);
    c20 = fma(x, b0, c20);
    c21 = fma(x, b1, c21);
    x = v128.load_splat<f32>(a, 36);
    c30 = fma(x, b0, c30);
    c31 = fma(x, b1, c31);
    x = v128.load_splat<f32>(a, 40);
    c40 = fma(x, b0, c40);
    c41 = fma(x, b1, c41);
    x = v128.load_splat<f32>(a, 44);
    c50 = fma(x, b0, c50);
    c51 = fma(x, b1, c51);
    a += 48;
    b += 64;
  }
  if (k) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let x = v128.load_splat<f32>(a);
    c00 = fma(x, b0, c00);
    c01 = fma(x, b1, c01);
    x = v128.load_splat<f32>(a, 4);
    c10 = fma(x, b0, c10);
    c11 = fma(x, b1, c11);
    x = v128.load_splat<f32>(a, 8);
    c20 = fma(x, b0, c20);
    c21 = fma(x, b1, c21);
    x = v128.load_splat<f32>(a, 12);
    c30 = fma(x, b0, c30);
    c31 = fma(x, b1, c31);
    x = v128.load_splat<f32>(a, 16);
    c40 = fma(x, b0, c40);
    c41 = fma(x, b1, c41);
    x = v128.load_splat<f32>(a, 20);
    c50 = fma(x, b0, c50);
    c51 = fma(x, b1, c51);
  }
  if (accumulate) {
    c00 = f32x4.add(v128.load(r0), c00);
    c01 = f32x4.add(v128.load(r0, 16), c01);
    c10 = f32x4.add(v128.load(r1), c10);
    c11 = f32x4.add(v128.load(r1, 16), c11);
    c20 = f32x4.add(v128.load(r2), c20);
    c21 = f32x4.add(v128.load(r2, 16), c21);
    c30 = f32x4.add(v128.load(r3), c30);
    c31 = f32x4.add(v128.load(r3, 16), c31);
    c40 = f32x4.add(v128.load(r4), c40);
    c41 = f32x4.add(v128.load(r4, 16), c41);
    c50 = f32x4.add(v128.load(r5), c50);
    c51 = f32x4.add(v128.load(r5, 16), c51);
  }
  v128.store(r0, c00);
  v128.store(r0, c01, 16);
  v128.store(r1, c10);
  v128.store(r1, c11, 16);
  v128.store(r2, c20);
  v128.store(r2, c21, 16);
  v128.store(r3, c30);
  v128.store(r3, c31, 16);
  v128.store(r4, c40);
  v128.store(r4, c41, 16);
  v128.store(r5, c50);
  v128.store(r5, c51, 16);
}

/** Row i of a matrix whose rows may be chosen by a list of row numbers (`map`, 0: none). */
function rowOf(base: usize, i: i32, stride: i32, map: usize): usize {
  const row = map ? load<i32>(map + ((<usize>i) << 2)) : i;
  return base + ((<usize>row * <usize>stride) << 2);
}

/** Six rows of A over k, as [k][6]. Rows past `count` repeat the last one: what they give is thrown away. */
function packRows(count: i32, k: i32, a: usize, first: i32, rs: i32, cs: i32, map: usize, to: usize): void {
  const last = count - 1;
  let p0 = rowOf(a, first, rs, map);
  let p1 = rowOf(a, first + min(1, last), rs, map);
  let p2 = rowOf(a, first + min(2, last), rs, map);
  let p3 = rowOf(a, first + min(3, last), rs, map);
  let p4 = rowOf(a, first + min(4, last), rs, map);
  let p5 = rowOf(a, first + min(5, last), rs, map);
  if (cs == 1) {
    for (; k >= 4; k -= 4) {
      const v0 = v128.load(p0);
      const v1 = v128.load(p1);
      const v2 = v128.load(p2);
      const v3 = v128.load(p3);
      const v4 = v128.load(p4);
      const v5 = v128.load(p5);
      const t0 = i32x4.shuffle(v0, v1, 0, 4, 1, 5);
      const t1 = i32x4.shuffle(v0, v1, 2, 6, 3, 7);
      const t2 = i32x4.shuffle(v2, v3, 0, 4, 1, 5);
      const t3 = i32x4.shuffle(v2, v3, 2, 6, 3, 7);
      const u0 = i32x4.shuffle(v4, v5, 0, 4, 1, 5);
      const u1 = i32x4.shuffle(v4, v5, 2, 6, 3, 7);
      v128.store(to, i32x4.shuffle(t0, t2, 0, 1, 4, 5));
      v128.store_lane<i64>(to, u0, 0, 16);
      v128.store(to, i32x4.shuffle(t0, t2, 2, 3, 6, 7), 24);
      v128.store_lane<i64>(to, u0, 1, 40);
      v128.store(to, i32x4.shuffle(t1, t3, 0, 1, 4, 5), 48);
      v128.store_lane<i64>(to, u1, 0, 64);
      v128.store(to, i32x4.shuffle(t1, t3, 2, 3, 6, 7), 72);
      v128.store_lane<i64>(to, u1, 1, 88);
      to += 96;
      p0 += 16;
      p1 += 16;
      p2 += 16;
      p3 += 16;
      p4 += 16;
      p5 += 16;
    }
  } else if (rs == 1 && count == MR && !map) {
    for (; k > 0; k--) {
      v128.store(to, v128.load(p0));
      store<i64>(to, load<i64>(p0, 16), 16);
      to += 24;
      p0 += (<usize>cs) << 2;
    }
    return;
  }
  const step = (<usize>cs) << 2;
  for (; k > 0; k--) {
    store<f32>(to, load<f32>(p0));
    store<f32>(to, load<f32>(p1), 4);
    store<f32>(to, load<f32>(p2), 8);
    store<f32>(to, load<f32>(p3), 12);
    store<f32>(to, load<f32>(p4), 16);
    store<f32>(to, load<f32>(p5), 20);
    to += 24;
    p0 += step;
    p1 += step;
    p2 += step;
    p3 += step;
    p4 += step;
    p5 += step;
  }
}

/** Eight columns of B over k, as [k][8], times `scale`; columns past `count` are 0. */
function packColumns(count: i32, k: i32, b: usize, rs: i32, cs: i32, scale: f32, to: usize): void {
  const down = (<usize>rs) << 2;
  const across = (<usize>cs) << 2;
  if (count == NR && cs == 1) {
    const factor = f32x4.splat(scale);
    for (; k > 0; k--) {
      v128.store(to, f32x4.mul(v128.load(b), factor));
      v128.store(to, f32x4.mul(v128.load(b, 16), factor), 16);
      to += 32;
      b += down;
    }
    return;
  }
  for (; k > 0; k--) {
    let from = b;
    for (let j = 0; j < NR; j++) {
      store<f32>(to + ((<usize>j) << 2), j < count ? load<f32>(from) * scale : 0);
      from += across;
    }
    to += 32;
    b += down;
  }
}

/** Columns [0, n) of one block of k, panel after panel. */
function packBlock(n: i32, k: i32, b: usize, rs: i32, cs: i32, scale: f32, to: usize): void {
  for (let j = 0; j < n; j += NR) {
    packColumns(min(NR, n - j), k, b + ((<usize>j * <usize>cs) << 2), rs, cs, scale, to);
    to += (<usize>k) << 5;
  }
}

/** B [k, n] (element strides) into panels for `gemmPacked`: k · ⌈n/8⌉·8 numbers at `to`. */
export function packB(k: i32, n: i32, b: usize, rs: i32, cs: i32, scale: f32, to: usize): void {
  for (let p = 0; p < k; p += KC) {
    const depth = min(KC, k - p);
    packBlock(n, depth, b + ((<usize>p * <usize>rs) << 2), rs, cs, scale, to);
    to += (<usize>depth * <usize>padded(n)) << 2;
  }
}

/** One block: rows [0, m) of A, packed here, times columns [0, n) of packed B. */
function multiplyBlock(
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  rsa: i32,
  csa: i32,
  map: usize,
  b: usize,
  panelBytes: usize,
  c: usize,
  ldc: i32,
  accumulate: bool,
  scratch: usize,
): void {
  const panels = scratch + TILE_BYTES;
  for (let i0 = 0; i0 < m; i0 += MC) {
    const rows = min(MC, m - i0);
    const aStep = <usize>k * 24;
    let to = panels;
    for (let i = 0; i < rows; i += MR) {
      packRows(min(MR, rows - i), k, a, i0 + i, rsa, csa, map, to);
      to += aStep;
    }
    let panel = b;
    for (let j = 0; j < n; j += NR) {
      const full = n - j >= NR;
      const cj = c + ((<usize>j) << 2);
      let from = panels;
      for (let i = 0; i < rows; i += MR) {
        const count = min(MR, rows - i);
        const row = i0 + i;
        // What is not to be written goes to the spare tile.
        let r0 = scratch;
        let step: usize = 32;
        if (full && !map) {
          r0 = cj + ((<usize>row * <usize>ldc) << 2);
          step = (<usize>ldc) << 2;
        }
        let r1 = r0 + step;
        let r2 = r1 + step;
        let r3 = r2 + step;
        let r4 = r3 + step;
        let r5 = r4 + step;
        if (full && (map || count < MR)) {
          r0 = rowOf(cj, row, ldc, map);
          r1 = count > 1 ? rowOf(cj, row + 1, ldc, map) : scratch + 32;
          r2 = count > 2 ? rowOf(cj, row + 2, ldc, map) : scratch + 64;
          r3 = count > 3 ? rowOf(cj, row + 3, ldc, map) : scratch + 96;
          r4 = count > 4 ? rowOf(cj, row + 4, ldc, map) : scratch + 128;
          r5 = count > 5 ? rowOf(cj, row + 5, ldc, map) : scratch + 160;
        }
        tile(k, from, panel, r0, r1, r2, r3, r4, r5, full && accumulate);
        if (!full) {
          for (let r = 0; r < count; r++) {
            const out = rowOf(cj, row + r, ldc, map);
            const got = scratch + ((<usize>r) << 5);
            for (let x: usize = 0; x < (<usize>(n - j)) << 2; x += 4) {
              const value = load<f32>(got + x);
              store<f32>(out + x, accumulate ? load<f32>(out + x) + value : value);
            }
          }
        }
        from += aStep;
      }
      panel += panelBytes;
    }
  }
}

/**
 * Rows of A [m, k] times the first n columns and first k rows of a B packed as [kPacked, nPacked]. With `map`, row i of
 * both A and C is row `map[i]`.
 */
export function gemmPacked(
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  rsa: i32,
  csa: i32,
  map: usize,
  b: usize,
  kPacked: i32,
  nPacked: i32,
  c: usize,
  ldc: i32,
  accumulate: bool,
  scratch: usize,
): void {
  for (let p = 0; p < k; p += KC) {
    const depth = min(KC, kPacked - p);
    const at = b + ((<usize>p * <usize>padded(nPacked)) << 2);
    multiplyBlock(
      m,
      n,
      min(KC, k - p),
      a + ((<usize>p * <usize>csa) << 2),
      rsa,
      csa,
      map,
      at,
      (<usize>depth) << 5,
      c,
      ldc,
      accumulate || p > 0,
      scratch,
    );
  }
}

/** A [m, k] times B [k, n], both by element strides; B is packed on the way. */
export function gemm(
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  rsa: i32,
  csa: i32,
  b: usize,
  rsb: i32,
  csb: i32,
  c: usize,
  ldc: i32,
  accumulate: bool,
  scratch: usize,
): void {
  const panels = scratch + TILE_BYTES + A_BYTES;
  for (let j = 0; j < n; j += NC) {
    const columns = min(NC, n - j);
    for (let p = 0; p < k; p += KC) {
      const depth = min(KC, k - p);
      packBlock(columns, depth, b + ((<usize>p * <usize>rsb + <usize>j * <usize>csb) << 2), rsb, csb, 1, panels);
      multiplyBlock(
        m,
        columns,
        depth,
        a + ((<usize>p * <usize>csa) << 2),
        rsa,
        csa,
        0,
        panels,
        (<usize>depth) << 5,
        c + ((<usize>j) << 2),
        ldc,
        accumulate || p > 0,
        scratch,
      );
    }
  }
}

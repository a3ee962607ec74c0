/**
 * C = A·B, with more added on the way. B lies in panels of 8 columns by rising k, A is read where it lies through element
 * strides, so rows and columns of it serve alike and nothing of it is copied. One register kernel makes 4 × 8 numbers:
 * 8 sums, 4 numbers of A and 2 vectors of B are what 15 registers hold even where a compiler brings all loads of a step
 * forward (V8 does in Node 20; 6 × 8 spills there and runs at half the speed). Each number of C is summed over k in rising
 * order in blocks of fixed depth, whatever the size of C: a row's result does not depend on the other rows.
 * Strides are in numbers, pointers in bytes.
 */
import { bytes, fma, loadPart, padded, storePart } from './simd';

const MR: i32 = 4;
const NR: i32 = 8;
/** Rows of A that meet all panels of B before the next ones do. */
const MC: i32 = 48;
/** Depth of a block where A lies by rows: a panel of B stays in the first cache. */
const KC: i32 = 512;
/** Depth where A lies by columns: each step is in a cache line of its own, and several tiles share the lines. */
const KC_COLUMNS: i32 = 128;
const NC: i32 = 512;

/** Room for the panels that `gemm` packs, bytes. */
export function gemmScratchBytes(): usize {
  return <usize>(KC * NC * 4);
}

function storeColumns(c: usize, v0: v128, v1: v128, width: i32): void {
  storePart(c, 0, width, v0);
  if (width > 4) storePart(c, 4, width, v1);
}

/**
 * Rows [0, m) and columns [0, n) of C = A·B + A2·B2 + E. `map` (0: none) lists the row numbers in A, A2, C and E. A2 lies
 * by rows and has its sum continued in the registers; E (0: none) may be C itself. Strides in bytes here; `down` and `across` lead
 * through B: to the next k, to the next panel.
 */
function multiply(
  m: i32,
  n: i32,
  map: usize,
  k: i32,
  a: usize,
  rs: usize,
  cs: usize,
  b: usize,
  down: usize,
  across: usize,
  k2: i32,
  a2: usize,
  rs2: usize,
  b2: usize,
  c: usize,
  ldc: usize,
  e: usize,
  lde: usize,
): void {
  for (let first = 0; first < m; first += MC) {
    const end = min(first + MC, m);
    let panel = b;
    let panel2 = b2;
    for (let j = 0; j < n; j += NR) {
      const column = bytes(j);
      for (let i = first; i < end; i += MR) {
        // Past the last row it is taken again: the same number is stored there twice.
        let i0 = i;
        let i1 = min(i + 1, end - 1);
        let i2 = min(i + 2, end - 1);
        let i3 = min(i + 3, end - 1);
        if (map) {
          i0 = load<i32>(map + bytes(i0));
          i1 = load<i32>(map + bytes(i1));
          i2 = load<i32>(map + bytes(i2));
          i3 = load<i32>(map + bytes(i3));
        }
        let p0 = a + <usize>i0 * rs;
        let p1 = a + <usize>i1 * rs;
        let p2 = a + <usize>i2 * rs;
        let p3 = a + <usize>i3 * rs;
        let at = panel;
        let step = cs;
        let next = down;
        let left = k;
        let more = k2;
        let c00 = f32x4.splat(0);
        let c01 = c00;
        let c10 = c00;
        let c11 = c00;
        let c20 = c00;
        let c21 = c00;
        let c30 = c00;
        let c31 = c00;
        for (;;) {
          for (; left > 0; left--) {
            const b0 = v128.load(at);
            const b1 = v128.load(at, 16);
            const x0 = v128.load_splat<f32>(p0);
            c00 = fma(x0, b0, c00);
            c01 = fma(x0, b1, c01);
            const x1 = v128.load_splat<f32>(p1);
            c10 = fma(x1, b0, c10);
            c11 = fma(x1, b1, c11);
            const x2 = v128.load_splat<f32>(p2);
            c20 = fma(x2, b0, c20);
            c21 = fma(x2, b1, c21);
            const x3 = v128.load_splat<f32>(p3);
            c30 = fma(x3, b0, c30);
            c31 = fma(x3, b1, c31);
            at += next;
            p0 += step;
            p1 += step;
            p2 += step;
            p3 += step;
          }
          if (!more) break;
          // The second product goes on in the same sums.
          p0 = a2 + <usize>i0 * rs2;
          p1 = a2 + <usize>i1 * rs2;
          p2 = a2 + <usize>i2 * rs2;
          p3 = a2 + <usize>i3 * rs2;
          at = panel2;
          step = 4;
          next = 32;
          left = more;
          more = 0;
        }
        const r0 = c + <usize>i0 * ldc + column;
        const r1 = c + <usize>i1 * ldc + column;
        const r2 = c + <usize>i2 * ldc + column;
        const r3 = c + <usize>i3 * ldc + column;
        const width = n - j;
        // All of E is read before any of C is stored: they may be one, and a last row may be there several times.
        if (e) {
          const e0 = e + <usize>i0 * lde + column;
          const e1 = e + <usize>i1 * lde + column;
          const e2 = e + <usize>i2 * lde + column;
          const e3 = e + <usize>i3 * lde + column;
          c00 = f32x4.add(loadPart(e0, 0, width, 0), c00);
          c10 = f32x4.add(loadPart(e1, 0, width, 0), c10);
          c20 = f32x4.add(loadPart(e2, 0, width, 0), c20);
          c30 = f32x4.add(loadPart(e3, 0, width, 0), c30);
          if (width > 4) {
            c01 = f32x4.add(loadPart(e0, 4, width, 0), c01);
            c11 = f32x4.add(loadPart(e1, 4, width, 0), c11);
            c21 = f32x4.add(loadPart(e2, 4, width, 0), c21);
            c31 = f32x4.add(loadPart(e3, 4, width, 0), c31);
          }
        }
        if (width >= NR) {
          v128.store(r0, c00);
          v128.store(r0, c01, 16);
          v128.store(r1, c10);
          v128.store(r1, c11, 16);
          v128.store(r2, c20);
          v128.store(r2, c21, 16);
          v128.store(r3, c30);
          v128.store(r3, c31, 16);
        } else {
          storeColumns(r0, c00, c01, width);
          storeColumns(r1, c10, c11, width);
          storeColumns(r2, c20, c21, width);
          storeColumns(r3, c30, c31, width);
        }
      }
      panel += across;
      panel2 += (<usize>k2) << 5;
    }
  }
}

/** Four columns, `across` bytes apart, of four numbers each, as four rows of a panel, times `scale`. */
function packSquare(b: usize, across: usize, scale: f32, to: usize): void {
  const factor = f32x4.splat(scale);
  const v0 = v128.load(b);
  const v1 = v128.load(b + across);
  const v2 = v128.load(b + 2 * across);
  const v3 = v128.load(b + 3 * across);
  const t0 = i32x4.shuffle(v0, v1, 0, 4, 1, 5);
  const t1 = i32x4.shuffle(v0, v1, 2, 6, 3, 7);
  const t2 = i32x4.shuffle(v2, v3, 0, 4, 1, 5);
  const t3 = i32x4.shuffle(v2, v3, 2, 6, 3, 7);
  v128.store(to, f32x4.mul(i32x4.shuffle(t0, t2, 0, 1, 4, 5), factor));
  v128.store(to, f32x4.mul(i32x4.shuffle(t0, t2, 2, 3, 6, 7), factor), 32);
  v128.store(to, f32x4.mul(i32x4.shuffle(t1, t3, 0, 1, 4, 5), factor), 64);
  v128.store(to, f32x4.mul(i32x4.shuffle(t1, t3, 2, 3, 6, 7), factor), 96);
}

/** Eight columns of B over k, as [k][8], times `scale`; columns past `count` are 0. */
function packColumns(count: i32, k: i32, b: usize, rs: i32, cs: i32, scale: f32, to: usize): void {
  const down = bytes(rs);
  const across = bytes(cs);
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
  if (count == NR && rs == 1) {
    for (; k >= 4; k -= 4) {
      packSquare(b, across, scale, to);
      packSquare(b + 4 * across, across, scale, to + 16);
      to += 128;
      b += 16;
    }
  }
  for (; k > 0; k--) {
    let from = b;
    for (let j = 0; j < NR; j++) {
      store<f32>(to + bytes(j), j < count ? load<f32>(from) * scale : 0);
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

/** Columns of a B [k, n] that `packB` packed, as rows: those of `indices`, [count, k]. */
export function gatherPanels(count: i32, k: i32, n: i32, b: usize, indices: usize, out: usize): void {
  for (let i = 0; i < count; i++) {
    const column = load<i32>(indices + bytes(i));
    let to = out + bytes(i * k);
    for (let p = 0; p < k; p += KC) {
      const depth = min(KC, k - p);
      let from = b + ((<usize>p * <usize>padded(n) + <usize>(column & -NR) * <usize>depth) << 2) + bytes(column & (NR - 1));
      for (const end = to + bytes(depth); to < end; to += 4) {
        store<f32>(to, load<f32>(from));
        from += 32;
      }
    }
  }
}

/** `multiply` of matrices that lie by rows, `depth` deep, and panels `across` bytes apart; strides in numbers. */
export function gemmPanels(
  m: i32,
  n: i32,
  map: usize,
  depth: i32,
  a: usize,
  lda: i32,
  b: usize,
  across: usize,
  k2: i32,
  a2: usize,
  lda2: i32,
  b2: usize,
  c: usize,
  ldc: i32,
  e: usize,
  lde: i32,
): void {
  multiply(m, n, map, depth, a, bytes(lda), 4, b, 32, across, k2, a2, bytes(lda2), b2, c, bytes(ldc), e, bytes(lde));
}

/** A [m, k], by rows `lda` apart, times the first n columns and first k rows of a B packed as [kPacked, nPacked]. */
export function gemmPacked(m: i32, n: i32, k: i32, a: usize, lda: i32, b: usize, kPacked: i32, nPacked: i32, c: usize, ldc: i32): void {
  for (let p = 0; p < k; p += KC) {
    const at = b + ((<usize>p * <usize>padded(nPacked)) << 2);
    const across = (<usize>min(KC, kPacked - p)) << 5;
    multiply(m, n, 0, min(KC, k - p), a + bytes(p), bytes(lda), 4, at, 32, across, 0, 0, 0, 0, c, bytes(ldc), p > 0 ? c : 0, bytes(ldc));
  }
}

/**
 * C = A·B + L·D + E: a layer's product, its adapter's and what is added, in one pass over C while k and r are at most 512.
 * A [m, k] and L [m, r] lie by rows, B [k, n] and D [r, n] are packed; r may be 0. E (0: none) is another matrix with rows
 * `lde` apart: the residual stream, a bias with `lde` 0. `map` (0: none) lists the rows of A, L, C and E.
 */
export function gemmAdapted(
  m: i32,
  n: i32,
  map: usize,
  k: i32,
  a: usize,
  lda: i32,
  b: usize,
  r: i32,
  l: usize,
  ldl: i32,
  d: usize,
  c: usize,
  ldc: i32,
  e: usize,
  lde: i32,
): void {
  const blockRow = (<usize>padded(n)) << 2;
  for (let p = 0; p < k; p += KC) {
    const low = p + KC < k ? 0 : min(KC, r);
    const depth = min(KC, k - p);
    const across = (<usize>depth) << 5;
    const at = b + <usize>p * blockRow;
    gemmPanels(m, n, map, depth, a + bytes(p), lda, at, across, low, l, ldl, d, c, ldc, p > 0 ? c : e, p > 0 ? ldc : lde);
  }
  for (let p = KC; p < r; p += KC) {
    const depth = min(KC, r - p);
    gemmPanels(m, n, map, depth, l + bytes(p), ldl, d + <usize>p * blockRow, (<usize>depth) << 5, 0, 0, 0, 0, c, ldc, c, ldc);
  }
}

/**
 * A [m, k] times B [k, n], both by element strides. B is packed on the way, unless so few rows of C read it that reading
 * it where it lies is cheaper.
 */
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
  const most = csa == 1 ? KC : KC_COLUMNS;
  const inPlace = csb == 1 && (n & (NR - 1)) == 0 && (m <= 16 || n == NR);
  for (let j = 0; j < n; j += NC) {
    const columns = min(NC, n - j);
    for (let p = 0; p < k; p += most) {
      const depth = min(most, k - p);
      const at = b + ((<usize>p * <usize>rsb + <usize>j * <usize>csb) << 2);
      if (!inPlace) packBlock(columns, depth, at, rsb, csb, 1, scratch);
      multiply(
        m,
        columns,
        0,
        depth,
        a + ((<usize>p * <usize>csa) << 2),
        bytes(rsa),
        bytes(csa),
        inPlace ? at : scratch,
        inPlace ? bytes(rsb) : 32,
        inPlace ? 32 : (<usize>depth) << 5,
        0,
        0,
        0,
        0,
        c + bytes(j),
        bytes(ldc),
        accumulate || p > 0 ? c + bytes(j) : 0,
        bytes(ldc),
      );
    }
  }
}

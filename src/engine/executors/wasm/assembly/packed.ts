/**
 * Products with matrices held in fewer bits (core/weights/packed.ts: groups of 8 rows × 32 columns, one behind the other, a
 * panel's groups by rising column). Many rows of A: groups become the panels of single-precision numbers that `gemmPanels`
 * reads, a few panels at a time, so that they stay in the cache. Few rows: the numbers are made in registers and never stored. Both
 * sum as `gemmAdapted` does, so a row's result does not depend on how many others there are, and equals bit for bit that of the
 * same numbers held as f32.
 */
import { bytes, fma, loadPart, storePart } from './simd';

/** Forms by number; PACKED_FORMS of `parameters.ts` has the same order. */
const BF16: i32 = 0;
const F16: i32 = 1;
const Q8: i32 = 2;

const GROUP: i32 = 32;
/** Bytes of eight columns of a panel as single-precision numbers: one k. */
const STEP: usize = 32;
const SCALES: usize = 16;
/** Rows that are multiplied with numbers made in registers. */
const FEW: i32 = 4;
/** Depth after which `gemmAdapted` begins a new sum. */
const KC: i32 = 512;

function groupBytes(form: i32): usize {
  if (form <= F16) return 512;
  return form == Q8 ? 272 : 144;
}

/** Four binary16 in the low halves of the lanes as single-precision numbers: their exponents begin 112 lower. */
function halves(h: v128): v128 {
  const magnitude = i32x4.shl(v128.and(h, i32x4.splat(0x7fff)), 13);
  const sign = i32x4.shl(v128.and(h, i32x4.splat(0x8000)), 16);
  return v128.or(f32x4.mul(magnitude, f32x4.splat(5192296858534827628530496329220096.0)), sign); // 2¹¹²
}

/** Eight 16-bit numbers, widened: the first four, the last four. */
function low(v: v128): v128 {
  return i32x4.extend_low_i16x8_u(v);
}
function high(v: v128): v128 {
  return i32x4.extend_high_i16x8_u(v);
}

/** The group at `from` as [32][8] numbers at `to`. */
function unpackGroup(form: i32, from: usize, to: usize): void {
  const end = to + <usize>GROUP * STEP;
  if (form == BF16) {
    for (; to < end; to += STEP) {
      const v = v128.load(from);
      v128.store(to, i32x4.shl(low(v), 16));
      v128.store(to, i32x4.shl(high(v), 16), 16);
      from += 16;
    }
    return;
  }
  if (form == F16) {
    for (; to < end; to += STEP) {
      const v = v128.load(from);
      v128.store(to, halves(low(v)));
      v128.store(to, halves(high(v)), 16);
      from += 16;
    }
    return;
  }
  const scales = v128.load(from);
  const s0 = halves(low(scales));
  const s1 = halves(high(scales));
  from += SCALES;
  if (form == Q8) {
    for (; to < end; to += STEP) {
      const q = v128.load_ext<i8>(from);
      v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(q)), s0));
      v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(q)), s1), 16);
      from += 8;
    }
    return;
  }
  for (; to < end; to += 2 * STEP) {
    const pair = v128.load_ext<u8>(from);
    const even = i16x8.sub(v128.and(pair, i16x8.splat(15)), i16x8.splat(8));
    const odd = i16x8.sub(i16x8.shr_u(pair, 4), i16x8.splat(8));
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(even)), s0));
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(even)), s1), 16);
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(odd)), s0), 32);
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(odd)), s1), 48);
    from += 8;
  }
}

/**
 * Panels for x·Wᵀ: `panels` panels of 8 rows of W, `pitch` bytes apart, of each the `groups` groups that begin at `from`, as
 * [32·groups][8] numbers each at `to`.
 */
export function unpackRows(form: i32, panels: i32, groups: i32, from: usize, pitch: usize, to: usize): void {
  const size = groupBytes(form);
  for (let panel = 0; panel < panels; panel++) {
    let at = from + <usize>panel * pitch;
    for (let group = 0; group < groups; group++) {
      unpackGroup(form, at, to);
      at += size;
      to += <usize>GROUP * STEP;
    }
  }
}

/** Eight vectors of four at `from`, `pitch` bytes apart, to eight rows of eight at `to`: one square of numbers, turned. */
function turnSquare(from: usize, to: usize): void {
  for (let half: usize = 0; half < 2; half++) {
    for (let other: usize = 0; other < 2; other++) {
      const at = from + half * 128 + other * 16;
      const v0 = v128.load(at);
      const v1 = v128.load(at, 32);
      const v2 = v128.load(at, 64);
      const v3 = v128.load(at, 96);
      const t0 = i32x4.shuffle(v0, v1, 0, 4, 1, 5);
      const t1 = i32x4.shuffle(v0, v1, 2, 6, 3, 7);
      const t2 = i32x4.shuffle(v2, v3, 0, 4, 1, 5);
      const t3 = i32x4.shuffle(v2, v3, 2, 6, 3, 7);
      const out = to + other * 128 + half * 16;
      v128.store(out, i32x4.shuffle(t0, t2, 0, 1, 4, 5));
      v128.store(out, i32x4.shuffle(t0, t2, 2, 3, 6, 7), 32);
      v128.store(out, i32x4.shuffle(t1, t3, 0, 1, 4, 5), 64);
      v128.store(out, i32x4.shuffle(t1, t3, 2, 3, 6, 7), 96);
    }
  }
}

/**
 * Panels for dy·W: of `panels` panels of 8 rows of W, `pitch` bytes apart, the `groups` groups that begin at `from`; each group
 * gives four panels of 8 columns, [8·panels][8] numbers each at `to`. `square`: room for one group.
 */
export function unpackColumns(form: i32, panels: i32, groups: i32, from: usize, pitch: usize, to: usize, square: usize): void {
  const size = groupBytes(form);
  const across = ((<usize>panels) << 3) * STEP;
  for (let panel = 0; panel < panels; panel++) {
    let at = from + <usize>panel * pitch;
    let out = to + ((<usize>panel) << 3) * STEP;
    for (let group = 0; group < groups; group++) {
      unpackGroup(form, at, square);
      for (let part: usize = 0; part < 4; part++) {
        turnSquare(square + part * 8 * STEP, out);
        out += across;
      }
      at += size;
    }
  }
}

/** Rows of W by their indices, [count, width], as numbers. */
export function gatherPacked(form: i32, count: i32, width: i32, w: usize, indices: usize, out: usize, square: usize): void {
  const size = groupBytes(form);
  const groups = (width + GROUP - 1) / GROUP;
  for (let i = 0; i < count; i++) {
    const row = load<i32>(indices + bytes(i));
    let at = w + <usize>(row >> 3) * <usize>groups * size;
    const lane = bytes(row & 7);
    const to = out + bytes(i * width);
    for (let column = 0; column < width; column += GROUP) {
      unpackGroup(form, at, square);
      const some = min(GROUP, width - column);
      for (let k = 0; k < some; k++) store<f32>(to + bytes(column + k), load<f32>(square + <usize>k * STEP + lane));
      at += size;
    }
  }
}

/** `gemmAdapted` (gemm.ts) with a packed B and at most four rows; r is at most 512. `square`: room for one group. */
function multiplyFew(
  form: i32,
  m: i32,
  n: i32,
  map: usize,
  k: i32,
  a: usize,
  lda: usize,
  b: usize,
  r: i32,
  l: usize,
  ldl: usize,
  d: usize,
  c: usize,
  ldc: usize,
  e: usize,
  lde: usize,
): void {
  let i0 = 0;
  let i1 = min(1, m - 1);
  let i2 = min(2, m - 1);
  let i3 = min(3, m - 1);
  if (map) {
    i1 = load<i32>(map + bytes(i1));
    i2 = load<i32>(map + bytes(i2));
    i3 = load<i32>(map + bytes(i3));
    i0 = load<i32>(map);
  }
  const s = <usize>i0;
  const t = <usize>i1;
  const u = <usize>i2;
  const v = <usize>i3;
  const halfWide = form <= F16;
  for (let j = 0; j < n; j += 8) {
    const column = bytes(j);
    const width = n - j;
    // What is there already: E, then the sum of the blocks so far.
    let t00 = f32x4.splat(0);
    let t01 = t00;
    let t10 = t00;
    let t11 = t00;
    let t20 = t00;
    let t21 = t00;
    let t30 = t00;
    let t31 = t00;
    if (e) {
      t00 = loadPart(e + s * lde + column, 0, width, 0);
      t10 = loadPart(e + t * lde + column, 0, width, 0);
      t20 = loadPart(e + u * lde + column, 0, width, 0);
      t30 = loadPart(e + v * lde + column, 0, width, 0);
      if (width > 4) {
        t01 = loadPart(e + s * lde + column, 4, width, 0);
        t11 = loadPart(e + t * lde + column, 4, width, 0);
        t21 = loadPart(e + u * lde + column, 4, width, 0);
        t31 = loadPart(e + v * lde + column, 4, width, 0);
      }
    }
    let p0 = a + s * lda;
    let p1 = a + t * lda;
    let p2 = a + u * lda;
    let p3 = a + v * lda;
    for (let block = 0; block < k; block += KC) {
      let left = min(KC, k - block);
      let c00 = f32x4.splat(0);
      let c01 = c00;
      let c10 = c00;
      let c11 = c00;
      let c20 = c00;
      let c21 = c00;
      let c30 = c00;
      let c31 = c00;
      while (left > 0) {
        let s0 = f32x4.splat(0);
        let s1 = s0;
        if (!halfWide) {
          const scales = v128.load(b);
          s0 = halves(low(scales));
          s1 = halves(high(scales));
          b += SCALES;
        }
        const some = min(GROUP, left);
        for (let g = 0; g < some; g++) {
          let b0: v128;
          let b1: v128;
          if (form == Q8) {
            const q = v128.load_ext<i8>(b);
            b0 = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(q)), s0);
            b1 = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(q)), s1);
            b += 8;
          } else if (form == BF16) {
            const q = v128.load(b);
            b0 = i32x4.shl(low(q), 16);
            b1 = i32x4.shl(high(q), 16);
            b += 16;
          } else if (form == F16) {
            const q = v128.load(b);
            b0 = halves(low(q));
            b1 = halves(high(q));
            b += 16;
          } else {
            const pair = v128.load_ext<u8>(b);
            const four = i16x8.sub(v128.and(i16x8.shr_u(pair, (g & 1) << 2), i16x8.splat(15)), i16x8.splat(8));
            b0 = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(four)), s0);
            b1 = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(four)), s1);
            b += (<usize>(g & 1)) << 3;
          }
          const x0 = v128.load_splat<f32>(p0);
          c00 = fma(x0, b0, c00);
          c01 = fma(x0, b1, c01);
          p0 += 4;
          if (m > 1) {
            const x1 = v128.load_splat<f32>(p1);
            c10 = fma(x1, b0, c10);
            c11 = fma(x1, b1, c11);
            const x2 = v128.load_splat<f32>(p2);
            c20 = fma(x2, b0, c20);
            c21 = fma(x2, b1, c21);
            const x3 = v128.load_splat<f32>(p3);
            c30 = fma(x3, b0, c30);
            c31 = fma(x3, b1, c31);
            p1 += 4;
            p2 += 4;
            p3 += 4;
          }
        }
        // The rest of a group that is not whole.
        if (some < GROUP) b += rest(form, some);
        left -= some;
      }
      if (block + KC >= k && r > 0) {
        let q0 = l + s * ldl;
        let q1 = l + t * ldl;
        let q2 = l + u * ldl;
        let q3 = l + v * ldl;
        let at = d + <usize>(j >> 3) * <usize>r * STEP;
        for (let g = 0; g < r; g++) {
          const b0 = v128.load(at);
          const b1 = v128.load(at, 16);
          const x0 = v128.load_splat<f32>(q0);
          c00 = fma(x0, b0, c00);
          c01 = fma(x0, b1, c01);
          const x1 = v128.load_splat<f32>(q1);
          c10 = fma(x1, b0, c10);
          c11 = fma(x1, b1, c11);
          const x2 = v128.load_splat<f32>(q2);
          c20 = fma(x2, b0, c20);
          c21 = fma(x2, b1, c21);
          const x3 = v128.load_splat<f32>(q3);
          c30 = fma(x3, b0, c30);
          c31 = fma(x3, b1, c31);
          at += STEP;
          q0 += 4;
          q1 += 4;
          q2 += 4;
          q3 += 4;
        }
      }
      // As in `gemmAdapted`: the first block alone where nothing is added to it, so that not even a zero's sign differs.
      const first = block == 0 && !e;
      t00 = first ? c00 : f32x4.add(t00, c00);
      t01 = first ? c01 : f32x4.add(t01, c01);
      t10 = first ? c10 : f32x4.add(t10, c10);
      t11 = first ? c11 : f32x4.add(t11, c11);
      t20 = first ? c20 : f32x4.add(t20, c20);
      t21 = first ? c21 : f32x4.add(t21, c21);
      t30 = first ? c30 : f32x4.add(t30, c30);
      t31 = first ? c31 : f32x4.add(t31, c31);
    }
    // A last row may be there several times: the same numbers are stored again.
    if (m > 1) {
      storeEight(c + v * ldc + column, t30, t31, width);
      storeEight(c + u * ldc + column, t20, t21, width);
      storeEight(c + t * ldc + column, t10, t11, width);
    }
    storeEight(c + s * ldc + column, t00, t01, width);
  }
}

/** Bytes from behind the first `some` columns of a group to its end. */
function rest(form: i32, some: i32): usize {
  const left = <usize>(GROUP - some);
  if (form <= F16) return left << 4;
  if (form == Q8) return left << 3;
  return (<usize>(GROUP / 2 - (some >> 1))) << 3;
}

function storeEight(c: usize, v0: v128, v1: v128, width: i32): void {
  if (width >= 8) {
    v128.store(c, v0);
    v128.store(c, v1, 16);
    return;
  }
  storePart(c, 0, width, v0);
  if (width > 4) storePart(c, 4, width, v1);
}

/**
 * C = A·Wᵀ + L·D + E for up to {@link FEW} rows a pass, W [n, k] packed, D in panels as `gemmAdapted` takes it, all strides in
 * numbers; r is at most 512.
 */
export function gemmPackedFew(
  form: i32,
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
  for (let i = 0; i < m; i += FEW) {
    const some = min(FEW, m - i);
    // Without a list the rows are those at the addresses; with one its entries are.
    const row = map ? 0 : <usize>i;
    const list = map ? map + bytes(i) : 0;
    const from = a + row * bytes(lda);
    const lows = l ? l + row * bytes(ldl) : 0;
    const to = c + row * bytes(ldc);
    const added = e ? e + row * bytes(lde) : 0;
    multiplyFew(form, some, n, list, k, from, bytes(lda), b, r, lows, bytes(ldl), d, to, bytes(ldc), added, bytes(lde));
  }
}

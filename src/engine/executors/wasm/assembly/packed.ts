/**
 * Products with matrices held in fewer bits (core/weights/packed.ts: groups of 8 rows × 32 columns, one behind the other, a
 * panel's groups by rising column). Many rows of A: groups become the panels of single-precision numbers that `gemmPanels`
 * reads, a few panels at a time, so that they stay in the cache. One row, or a few with bf16: the numbers are made in registers and
 * never stored. Both sum as `gemmAdapted` does, so a row's result does not depend on how many others there are, and equals bit for bit that of the
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

/**
 * `v`, by way of sixteen bytes of memory. V8 computes a vector where it is used: a scale from its binary16, or a constant, in every
 * round of a loop. What is loaded before the loop it keeps.
 */
function settled(v: v128, at: usize): v128 {
  v128.store(at, v);
  return v128.load(at);
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
  const s0 = settled(halves(low(scales)), to);
  const s1 = settled(halves(high(scales)), to + 16);
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
  const lowest = settled(i16x8.splat(15), to);
  const middle = settled(i16x8.splat(8), to);
  for (; to < end; to += 2 * STEP) {
    const pair = v128.load_ext<u8>(from);
    const even = i16x8.sub(v128.and(pair, lowest), middle);
    const odd = i16x8.sub(i16x8.shr_u(pair, 4), middle);
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

/*
 * What is done for every weight is compiled for each form by itself, T being what a weight is kept in: u16 is bf16, i16 f16, i8 q8,
 * and u8 q4, two of them in one.
 */

/** The eight integers (or 16-bit floats) of a column at `at`; of q4 those of the first of a pair, or the second. */
function columnAt<T>(at: usize, odd: bool): v128 {
  if (sizeof<T>() == 2) return v128.load(at);
  if (isSigned<T>()) return v128.load_ext<i8>(at);
  const pair = v128.load_ext<u8>(at);
  return i16x8.sub(odd ? i16x8.shr_u(pair, 4) : v128.and(pair, i16x8.splat(15)), i16x8.splat(8));
}

/** The numbers of a column's first four rows. */
function upper<T>(column: v128, scale: v128): v128 {
  if (sizeof<T>() == 2 && !isSigned<T>()) return i32x4.shl(low(column), 16);
  if (sizeof<T>() == 2) return halves(low(column));
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(column)), scale);
}

/** The numbers of its last four rows. */
function lower<T>(column: v128, scale: v128): v128 {
  if (sizeof<T>() == 2 && !isSigned<T>()) return i32x4.shl(high(column), 16);
  if (sizeof<T>() == 2) return halves(high(column));
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(column)), scale);
}

function scalesOf<T>(group: usize, part: i32): v128 {
  if (sizeof<T>() == 2) return f32x4.splat(0);
  const scales = v128.load(group);
  return halves(part ? high(scales) : low(scales));
}

/** Bytes from a group's beginning to its columns, and from one column (of q4 a pair of them) to the next. */
function firstOf<T>(): usize {
  return sizeof<T>() == 2 ? 0 : SCALES;
}
function stepOf<T>(): usize {
  return sizeof<T>() == 2 ? 16 : 8;
}

/**
 * Sums of one row of A over `count` columns of two panels, the group of the second `across` bytes behind that of the first: four
 * vectors at `sums`, and room for four behind them. One panel's sums alone would wait for one another.
 */
function dotOne<T>(group: usize, across: usize, x: usize, count: i32, sums: usize): void {
  const s0 = settled(scalesOf<T>(group, 0), sums + 64);
  const s1 = settled(scalesOf<T>(group, 1), sums + 80);
  const s2 = settled(scalesOf<T>(group + across, 0), sums + 96);
  const s3 = settled(scalesOf<T>(group + across, 1), sums + 112);
  let c0 = v128.load(sums);
  let c1 = v128.load(sums, 16);
  let c2 = v128.load(sums, 32);
  let c3 = v128.load(sums, 48);
  const step = stepOf<T>();
  let at = group + firstOf<T>();
  const end = x + bytes(count);
  if (sizeof<T>() == 1 && !isSigned<T>()) {
    for (; x + 4 < end; x += 8) {
      const even = v128.load_splat<f32>(x);
      const even0 = columnAt<T>(at, false);
      const even1 = columnAt<T>(at + across, false);
      c0 = fma(even, upper<T>(even0, s0), c0);
      c1 = fma(even, lower<T>(even0, s1), c1);
      c2 = fma(even, upper<T>(even1, s2), c2);
      c3 = fma(even, lower<T>(even1, s3), c3);
      const odd = v128.load_splat<f32>(x, 4);
      const odd0 = columnAt<T>(at, true);
      const odd1 = columnAt<T>(at + across, true);
      c0 = fma(odd, upper<T>(odd0, s0), c0);
      c1 = fma(odd, lower<T>(odd0, s1), c1);
      c2 = fma(odd, upper<T>(odd1, s2), c2);
      c3 = fma(odd, lower<T>(odd1, s3), c3);
      at += step;
    }
  }
  for (; x < end; x += 4) {
    const value = v128.load_splat<f32>(x);
    const one = columnAt<T>(at, false);
    const other = columnAt<T>(at + across, false);
    c0 = fma(value, upper<T>(one, s0), c0);
    c1 = fma(value, lower<T>(one, s1), c1);
    c2 = fma(value, upper<T>(other, s2), c2);
    c3 = fma(value, lower<T>(other, s3), c3);
    at += step;
  }
  v128.store(sums, c0);
  v128.store(sums, c1, 16);
  v128.store(sums, c2, 32);
  v128.store(sums, c3, 48);
}

/** Sums of four rows of A over `count` columns of one panel in bf16: eight vectors at `sums`, two a row. */
function dotFour(group: usize, p0: usize, p1: usize, p2: usize, p3: usize, count: i32, sums: usize): void {
  let c00 = v128.load(sums);
  let c01 = v128.load(sums, 16);
  let c10 = v128.load(sums, 32);
  let c11 = v128.load(sums, 48);
  let c20 = v128.load(sums, 64);
  let c21 = v128.load(sums, 80);
  let c30 = v128.load(sums, 96);
  let c31 = v128.load(sums, 112);
  for (let column = 0; column < count; column++) {
    const eight = v128.load(group);
    const b0 = i32x4.shl(low(eight), 16);
    const b1 = i32x4.shl(high(eight), 16);
    group += 16;
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
    p0 += 4;
    p1 += 4;
    p2 += 4;
    p3 += 4;
  }
  v128.store(sums, c00);
  v128.store(sums, c01, 16);
  v128.store(sums, c10, 32);
  v128.store(sums, c11, 48);
  v128.store(sums, c20, 64);
  v128.store(sums, c21, 80);
  v128.store(sums, c30, 96);
  v128.store(sums, c31, 112);
}

/** One row's part of the low-rank product: two vectors at `sums`, gone on with; D is a panel [r][8]. */
function dotLow(r: i32, l: usize, d: usize, sums: usize): void {
  let c0 = v128.load(sums);
  let c1 = v128.load(sums, 16);
  for (let end = l + bytes(r); l < end; l += 4) {
    const x = v128.load_splat<f32>(l);
    c0 = fma(x, v128.load(d), c0);
    c1 = fma(x, v128.load(d, 16), c1);
    d += STEP;
  }
  v128.store(sums, c0);
  v128.store(sums, c1, 16);
}

/** The sums of one block, two vectors at `sums`, to eight columns of C; with `added` to what lies there, `width` of them. */
function storeSums(sums: usize, c: usize, added: usize, width: i32): void {
  let v0 = v128.load(sums);
  let v1 = v128.load(sums, 16);
  if (added) {
    v0 = f32x4.add(loadPart(added, 0, width, 0), v0);
    if (width > 4) v1 = f32x4.add(loadPart(added, 4, width, 0), v1);
  }
  if (width >= 8) {
    v128.store(c, v0);
    v128.store(c, v1, 16);
    return;
  }
  storePart(c, 0, width, v0);
  if (width > 4) storePart(c, 4, width, v1);
}

/**
 * C = A·Wᵀ + L·D + E of `gemmAdapted` (gemm.ts) with W [n, k] packed, for one row, or in bf16 for a few, four at a time. D lies in
 * panels, r is at most 512, strides are in numbers. `map` (0: none) lists the rows of A, L, C and E. `sums`: room for eight vectors.
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
  sums: usize,
): void {
  const size = groupBytes(form);
  const pitch = <usize>((k + GROUP - 1) / GROUP) * size;
  const most = m == 1 ? 2 : 1;
  for (let j = 0; j < n; j += 8 * most) {
    const panel = b + <usize>(j >> 3) * pitch;
    // The last panel may be alone: it is taken twice, and what the second time gives is left aside.
    const panels = j + 8 < n ? most : 1;
    const across = panels > 1 ? pitch : 0;
    // All rows meet a panel before the next one is read: it comes from memory once.
    for (let first = 0; first < m; first += 4) {
      const rows = min(4, m - first);
      for (let block = 0; block < k; block += KC) {
        memory.fill(sums, 0, 128);
        const end = min(block + KC, k);
        let group = panel + <usize>(block / GROUP) * size;
        for (let p = block; p < end; p += GROUP) {
          const count = min(GROUP, end - p);
          if (m == 1) {
            const x = rowOf(map, 0, a, lda) + bytes(p);
            if (form == Q8) dotOne<i8>(group, across, x, count, sums);
            else if (form == BF16) dotOne<u16>(group, across, x, count, sums);
            else if (form == F16) dotOne<i16>(group, across, x, count, sums);
            else dotOne<u8>(group, across, x, count, sums);
          } else {
            // Past the last row it is taken again.
            const p0 = rowOf(map, first, a, lda) + bytes(p);
            const p1 = rowOf(map, first + min(1, rows - 1), a, lda) + bytes(p);
            const p2 = rowOf(map, first + min(2, rows - 1), a, lda) + bytes(p);
            const p3 = rowOf(map, first + min(3, rows - 1), a, lda) + bytes(p);
            dotFour(group, p0, p1, p2, p3, count, sums);
          }
          group += size;
        }
        for (let part = 0; part < (m == 1 ? panels : rows); part++) {
          const row = m == 1 ? 0 : first + part;
          const column = m == 1 ? j + 8 * part : j;
          const own = sums + <usize>part * 32;
          if (end == k && r > 0) dotLow(r, rowOf(map, row, l, ldl), d + <usize>(column >> 3) * <usize>r * STEP, own);
          const to = rowOf(map, row, c, ldc) + bytes(column);
          const added = block > 0 ? to : e ? rowOf(map, row, e, lde) + bytes(column) : 0;
          storeSums(own, to, added, n - column);
        }
      }
    }
  }
}

/** Where row `index` of the list `map` (0: row `index` itself) lies. */
function rowOf(map: usize, index: i32, at: usize, pitch: i32): usize {
  const row = map ? load<i32>(map + bytes(index)) : index;
  return at + <usize>row * bytes(pitch);
}

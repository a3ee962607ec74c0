/**
 * Matrix products of the backward stage, in registers like the linear layers (linear.ts). Sums over tokens run in order in
 * one invocation, so gradients are the same every time.
 */
import type { WeightForm } from '../../../../core/weights/packed.ts';
import { BLOCK, four, type Kernel, read, readQuads, readRows, written, writtenRows } from './kernel.ts';
import { addLowRank, lowRankBindings, memberRow } from './lowRank.ts';
import { range } from './template.ts';
import { readWeights } from './weights.ts';

export interface InputGradientOptions {
  /** Width of the layer's input: columns of the result. */
  readonly J: number;
  /** Outputs of the layer: the sum runs over them. */
  readonly K: number;
  readonly slots?: number;
  /** How the weights are held. */
  readonly form?: WeightForm;
  /** Adds the gradient that was there already. */
  readonly accumulate?: boolean;
}

/** As in linear.ts. */
const tileRows = (...widths: readonly number[]) => (widths.every(four) ? 8 : 1);

/** dX = dOut · W (+ dLow · A of each token's own adapter) (+ before). An invocation has `rows` rows from i and eight columns from j. */
export function inputGradient({ J, K, slots = 0, accumulate = false, form = 'f32' }: InputGradientOptions): Kernel {
  const rows = tileRows(J, K);
  const vectorJ = four(J);
  const vectorK = four(K);
  return {
    key: `input gradient ${form} ${[vectorJ, vectorK, accumulate].map(Number).join('')} ${slots}`,
    bindings: [
      readQuads('a', '[M, K]: dOut', vectorK),
      readWeights('b', '[K, J]: W', form, vectorJ, 'p.J'),
      writtenRows('result', '[M, J]: dX', vectorJ, 'p.J'),
      ...(accumulate ? [readQuads('before', '[M, J]', vectorJ)] : []),
      ...(slots ? lowRankBindings('[M, RS]: dLow', '[Σ ranks, J]: A', vectorJ, slots) : []),
    ],
    uniforms: ['axis', 'J', 'K', ...(slots ? ['RS'] : [])],
    workgroup: [8, 8],
    values: { rows, tile: range(rows), four: range(4), adapted: slots > 0, accumulate },
    code: () => `
fn main() {
  let I = live[p.axis]; let J = p.J; let K = p.K;
  let i = gid.y * {rows}u;
  let j = gid.x * 8u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j; let left1 = J - min(J, j + 4u);
#for q in tile
  ${memberRow('{q}', 'min(i + {q}u, I - 1u)')}
  let a{q} = i{q} * K;
  var c{q}_0 = vec4<f32>(0.0); var c{q}_1 = vec4<f32>(0.0);
#end
  for (var k = 0u; k < K; k += 4u) {
#for s in four
    let r{s} = row_b(min(k + {s}u, K - 1u));
    let b{s}_0 = load_b(r{s}, j, left0); let b{s}_1 = load_b(r{s}, j + 4u, left1);
#end
    let left = K - k;
#for q in tile
    let x{q} = load_a(a{q} + k, left);
    c{q}_0 += x{q}.x * b0_0 + x{q}.y * b1_0 + x{q}.z * b2_0 + x{q}.w * b3_0;
    c{q}_1 += x{q}.x * b0_1 + x{q}.y * b1_1 + x{q}.z * b2_1 + x{q}.w * b3_1;
#end
  }
#if adapted
  ${addLowRank(rows, { adapters: slots, table: '0u', at: '0u', stride: 'p.RS' })}
#end
#for q in tile
  if (i + {q}u < I) {
  #if accumulate
    store_result(i{q}, j + 0u, load_before(i{q} * J + j + 0u, left0) + c{q}_0);
    if (left1 > 0u) { store_result(i{q}, j + 4u, load_before(i{q} * J + j + 4u, left1) + c{q}_1); }
  #else
    store_result(i{q}, j + 0u, c{q}_0);
    if (left1 > 0u) { store_result(i{q}, j + 4u, c{q}_1); }
  #end
  }
#end
}`,
  };
}

/** Workgroups of {@link inputGradient}. */
export const inputGradientGrid =
  ({ J, K }: InputGradientOptions) =>
  (rows: number): readonly [number, number, number] => [Math.ceil(J / 64), Math.ceil(rows / (8 * tileRows(J, K))), 1];

/** Rows of the result that an invocation of {@link weightGradient} has. */
const gradientRows = (I: number, J: number) => Math.max(4, tileRows(I, J));

/** dW = dOutᵀ · x. An invocation has `rows` rows from i, four or eight, and eight columns from j. */
export function weightGradient(I: number, J: number): Kernel {
  const rows = gradientRows(I, J);
  const [vectorI, vectorJ] = [four(I), four(J)];
  return {
    key: `weight gradient ${[vectorI, vectorJ].map(Number).join('')}`,
    bindings: [
      readQuads('a', '[M, I]: dOut', vectorI),
      readQuads('b', '[M, J]: x', vectorJ),
      writtenRows('result', '[I, J]: dW', vectorJ, 'p.J'),
    ],
    uniforms: ['axis', 'I', 'J'],
    workgroup: [8, 8],
    values: { rows, tile: range(rows), quads: range(rows / 4).map((q) => q * 4), eight: rows === 8 },
    code: () => `
fn main() {
  let I = p.I; let J = p.J; let M = live[p.axis];
  let i = gid.y * {rows}u;
  let j = gid.x * 8u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j; let left1 = J - min(J, j + 4u);
#for q in quads
  let rowsleft{q} = I - min(I, i + {q}u);
#end
#for q in tile
  var c{q}_0 = vec4<f32>(0.0); var c{q}_1 = vec4<f32>(0.0);
#end
  for (var m = 0u; m < M; m += 1u) {
    let y0 = load_b(m * J + j, left0); let y1 = load_b(m * J + j + 4u, left1);
#for q in quads
    let x{q} = load_a(m * I + i + {q}u, rowsleft{q});
#end
    c0_0 += x0.x * y0; c0_1 += x0.x * y1;
    c1_0 += x0.y * y0; c1_1 += x0.y * y1;
    c2_0 += x0.z * y0; c2_1 += x0.z * y1;
    c3_0 += x0.w * y0; c3_1 += x0.w * y1;
#if eight
    c4_0 += x4.x * y0; c4_1 += x4.x * y1;
    c5_0 += x4.y * y0; c5_1 += x4.y * y1;
    c6_0 += x4.z * y0; c6_1 += x4.z * y1;
    c7_0 += x4.w * y0; c7_1 += x4.w * y1;
#end
  }
#for q in tile
  if (i + {q}u < I) { store_result(i + {q}u, j, c{q}_0); if (left1 > 0u) { store_result(i + {q}u, j + 4u, c{q}_1); } }
#end
}`,
  };
}

export const weightGradientGrid = (I: number, J: number): readonly [number, number, number] => [
  Math.ceil(J / 64),
  Math.ceil(I / (8 * gradientRows(I, J))),
  1,
];

/** Where lanes share sums over tokens: tiles of 4 × 4 of a workgroup (two of ranks by four), and lanes of each. */
const SHARED_TILES = 8;
const TOKEN_LANES = 32;

/**
 * Gradients of one matrix of every adapter of a module, summed over the sequences that use it. `A`: dLowᵀ · x, [rank, J];
 * `B`: dOutᵀ · low, [I, rank]; both laid out as the parameters are, adapter after adapter.
 */
export function adapterGradient(which: 'A' | 'B', wide: number, slots: number, shared: boolean): Kernel {
  const vector = four(wide);
  const A = which === 'A';
  const low = (name: string) => readRows(name, A ? '[M, RS]: dLow' : '[M, RS]: low', true, 'p.RS');
  const whole = (name: string) => readRows(name, A ? '[M, wide]: x' : '[M, wide]: dOut', vector, 'p.wide');
  return {
    key: `adapter gradient ${which} ${Number(vector)} ${slots}${shared ? ' shared' : ''}`,
    bindings: [
      A ? low('a') : whole('a'),
      A ? whole('b') : low('b'),
      read('adapter_rows', '[sequences], the adapter of each', 'i32'),
      read('offsets', '[sequences + 1]', 'i32'),
      { ...read('slots', '[adapters]', 'Slot'), uniform: slots },
      written('result', A ? '[Σ ranks, wide]' : '[adapters, wide, rank]'),
    ],
    uniforms: ['wide', 'RS'],
    workgroup: shared ? [SHARED_TILES, TOKEN_LANES] : A ? [32, 2] : [2, 32],
    values: { A, four: range(4), shared, step: shared ? TOKEN_LANES : 1 },
    code: () => `
#if shared
var<workgroup> partial: array<vec4<f32>, ${SHARED_TILES * TOKEN_LANES * 4}>; // [lane, row of its tile]
#end

fn main() {
  let slot = slots[wid.z];
#if A
  let I = slot.rank;
  let J = p.wide;
#else
  let I = p.wide;
  let J = slot.rank;
#end
#if shared
  // Lanes of one tile take every ${TOKEN_LANES}th token; what lies beyond the matrix is computed from its edge and stored by nobody.
  let which = lane % ${SHARED_TILES}u; let turn = lane / ${SHARED_TILES}u;
  #if A
  let i = (wid.y * 2u + which / 4u) * 4u; let j = (wid.x * 4u + which % 4u) * 4u;
  #else
  let i = (wid.y * 4u + which % 4u) * 4u; let j = (wid.x * 2u + which / 4u) * 4u;
  #end
  let within = i < I && j < J;
#else
  let i = gid.y * 4u;
  let j = gid.x * 4u;
  let turn = 0u;
  if (i >= I || j >= J) { return; }
#end
#for q in four
  var c{q} = vec4<f32>(0.0);
#end
  for (var row = 0u; row < live.y; row += 1u) {
    if (adapter_rows[row] != i32(wid.z)) { continue; }
#if shared
    if (!within) { break; }
#end
    for (var m = u32(offsets[row]) + turn; m < u32(offsets[row + 1u]); m += {step}u) {
      let x = load_a(m, i); let y = load_b(m, j);
      c0 += x.x * y;
      c1 += x.y * y;
      c2 += x.z * y;
      c3 += x.w * y;
    }
  }
  let base = slot.offset;
#if shared
  #for q in four
  partial[lane * 4u + {q}u] = c{q};
  #end
  workgroupBarrier();
  if (turn > 0u || !within) { return; }
  for (var n = 1u; n < ${TOKEN_LANES}u; n += 1u) {
  #for q in four
    c{q} += partial[(n * ${SHARED_TILES}u + which) * 4u + {q}u];
  #end
  }
#end
#for q in four
  if (i + {q}u < I && j + 0u < J) { result[base + (i + {q}u) * J + j + 0u] = c{q}.x; }
  if (i + {q}u < I && j + 1u < J) { result[base + (i + {q}u) * J + j + 1u] = c{q}.y; }
  if (i + {q}u < I && j + 2u < J) { result[base + (i + {q}u) * J + j + 2u] = c{q}.z; }
  if (i + {q}u < I && j + 3u < J) { result[base + (i + {q}u) * J + j + 3u] = c{q}.w; }
#end
}`,
  };
}

/** Workgroups of {@link adapterGradient} for an adapter of rank `rank` at most; the rank is the short side. */
export function adapterGradientGrid(which: 'A' | 'B', wide: number, rank: number, shared: boolean): readonly [number, number] {
  const [long, short] = [Math.ceil(wide / (shared ? 16 : 128)), Math.ceil(rank / 8)];
  return which === 'A' ? [long, short] : [short, long];
}

/** Sums of the columns of x. */
export const columnSums: Kernel = {
  key: 'column sums',
  bindings: [read('x', '[M, N]'), written('sums', '[N]')],
  uniforms: ['axis', 'N'],
  workgroup: [BLOCK, 1],
  code: () => `
fn main() {
  if (index >= p.N) { return; }
  var sum = 0.0;
  for (var m = 0u; m < live[p.axis]; m += 1u) { sum += x[m * p.N + index]; }
  sums[index] = sum;
}`,
};

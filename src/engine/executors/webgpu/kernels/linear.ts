/**
 * Linear layers and what is fused with them: RMSNorm of what they read, several layers that read the same rows, each
 * token's own adapter, SwiGLU, the residual. Up to 8 × 8 outputs an invocation in registers, no workgroup memory and no
 * barriers: on software adapters those cost more than they save, and loads are what bounds them (4 × 4 outputs took 3.7
 * times as long). Every output is one running sum over k in order, so a row's numbers do not depend on the rows beside it.
 */
import type { WeightForm } from '../../../../core/weights/packed.ts';
import { four, type Kernel, read, readQuads, writtenQuads } from './kernel.ts';
import { addLowRank, lowRankBindings, memberRow } from './lowRank.ts';
import { acrossNeighbours } from './reduce.ts';
import { laneOf, type Split, splitKey } from './split.ts';
import { range } from './template.ts';
import { readWeights } from './weights.ts';

export interface LinearOptions {
  /** Features of a row. */
  readonly K: number;
  /** Outputs of each layer; their weights lie one below another in one matrix. */
  readonly widths: readonly number[];
  readonly bias?: boolean;
  /** Rows are normalised first: x / √(mean x² + eps) ⊙ norm. */
  readonly norm?: boolean;
  /** Row i reads row `indices[i]` of x. */
  readonly gather?: boolean;
  /** Adds to what was there: result = residual + …. */
  readonly residual?: boolean;
  /** Two layers, gate and up: result = silu(gate) ⊙ up. */
  readonly swiglu?: boolean;
  /** Length of the slot table, adapters × layers; 0 where no layer is adapted. Otherwise low · Bᵀ of each row's own adapter is added. */
  readonly slots?: number;
  /** Most rows there can be. */
  readonly rows: number;
  /** How the weights are held. */
  readonly form?: WeightForm;
  /** Neighbouring lanes share a tile's sums over k and then its rows, for real graphics processors. */
  readonly split?: Split;
}

/** Rows an invocation holds; one where sizes are odd, which no real model has, so that there is little to compile. Never by how many rows there are. */
const tileRows = ({ K, widths }: LinearOptions): number => (four(K) && widths.every(four) ? 8 : 1);

/** Few rows: workgroups that are not mostly empty. Where lanes share a tile: lanes by tiles. */
const workgroupOf = ({ rows, split }: LinearOptions): readonly [number, number] =>
  split ? [split.lanes, split.linear / split.lanes] : rows <= 16 ? [8, 2] : [8, 8];

const WIDTHS = ['J0', 'J1', 'J2'] as const;
/** Layers that one dispatch can serve. */
export const MOST_LAYERS = WIDTHS.length;

/**
 * result = rows of a · bᵀ, and what is fused with it. An invocation has `rows` rows from i and eight columns from j of the
 * layer `part`, which begins at column `begin` and is J wide: row q's are c<q>_0 and c<q>_1, its squares s<q>. In SwiGLU the
 * halves are four columns of gate and the same four of up. Uniforms: `axis` of the rows, `K`, `W` (width of a row of the
 * result), J0… (the layers' widths), `RS` and `LS` (strides of low).
 *
 * Three variants. Alone, an invocation computes a tile. Where lanes share one, each sums every `lanes`th vector of k; then
 * the sums meet in workgroup memory, and each lane ends with one row of the tile, or they are exchanged in subgroups, and each
 * ends with `ends` rows.
 */
export function linear(options: LinearOptions): Kernel {
  const {
    K,
    widths,
    bias = false,
    norm = false,
    gather = false,
    residual = false,
    swiglu = false,
    slots = 0,
    split,
    form = 'f32',
  } = options;
  const rows = tileRows(options);
  const [vectorK, vectorJ] = [four(K), widths.every(four)];
  const workgroup = workgroupOf(options);
  const flags = [vectorK, vectorJ, bias, norm, gather, residual, swiglu].map(Number).join('');
  const lanes = split?.lanes ?? 1;
  const bySubgroups = split?.subgroups ?? false;
  const byWorkgroup = split !== undefined && !bySubgroups;
  // Rows that a lane ends with, and lanes that end with the same.
  const ends = byWorkgroup ? 1 : Math.max(1, rows / lanes);
  const alike = bySubgroups ? Math.max(1, lanes / rows) : 1;
  const adapters = slots / widths.length;
  const kept = norm ? 3 : 2;
  const held = (q: number) => [`c${q}_0`, `c${q}_1`, ...(norm ? [`s${q}`] : [])];
  return {
    key: `linear ${form} ${flags} ${widths.length} ${slots} ${workgroup.join('x')} ${splitKey(split)}`,
    bindings: [
      readQuads('a', '[rows of x, K]', vectorK),
      readWeights('b', '[J0 + J1 + …, K]', form, vectorK, 'p.K'),
      writtenQuads('result', '[I, W]', vectorJ),
      ...(bias ? [readQuads('bias', '[J0 + J1 + …]', vectorJ)] : []),
      ...(norm ? [readQuads('norm', '[K]', vectorK)] : []),
      ...(gather ? [read('indices', '[I], rows of a', 'i32')] : []),
      ...(residual ? [readQuads('residual', '[I, W]', vectorJ)] : []),
      ...(slots ? lowRankBindings('[I, layers, RS]', '[Σ ranks, J]', vectorJ, slots) : []),
    ],
    uniforms: ['axis', 'K', 'W', ...WIDTHS.slice(0, widths.length), ...(slots ? ['RS', 'LS'] : []), ...(norm ? ['eps'] : [])],
    floats: ['eps'],
    workgroup,
    subgroups: bySubgroups,
    values: {
      bias,
      norm,
      gather,
      residual,
      swiglu,
      adapted: slots > 0,
      two: widths.length > 1 && !swiglu,
      three: widths.length > 2 && !swiglu,
      shared: split !== undefined,
      byWorkgroup,
      bySubgroups,
      rows,
      tile: range(rows),
      ends,
      alike,
      end: range(ends),
      first: split ? 'row' : 'i',
      eight: range(8),
      columns: swiglu ? 4 : 8,
      kept,
      partials: workgroup[0] * workgroup[1] * rows * kept,
      tiles: workgroup[1],
      lanes,
      step: lanes * 4,
      nth: laneOf(split),
    },
    code: () => `
#if byWorkgroup
var<workgroup> partial: array<vec4<f32>, {partials}>; // [lane, row, what is kept of it]
#end

fn main() {
  // Uniforms and addresses are taken out of the loops by hand: software adapters do not do it.
  let I = live[p.axis]; let K = p.K;
#if shared
  let i = wid.y * {rows}u;
  var tile = wid.x * {tiles}u + {nth} / {lanes}u; var begin = 0u; var J = p.J0; var part = 0u;
#else
  let i = gid.y * {rows}u;
  var tile = gid.x; var begin = 0u; var J = p.J0; var part = 0u;
#end
#if two
  if (tile >= (J + 7u) / 8u) { tile -= (J + 7u) / 8u; begin += J; J = p.J1; part = 1u; }
#end
#if three
  if (part == 1u) { if (tile >= (J + 7u) / 8u) { tile -= (J + 7u) / 8u; begin += J; J = p.J2; part = 2u; } }
#end

#if shared
  // Every lane reaches the barrier; those beyond the matrix compute its last tile and store nothing.
  let wanted = tile * {columns}u;
  let j = min(wanted, (J - 1u) / {columns}u * {columns}u);
  let left0 = J - j; let left1 = J - min(J, j + 4u);
  let mine = {nth} % {lanes}u;
  // A step of decoding has few rows: what is beyond them costs nothing.
  let held = I - i;
  #if bySubgroups
    #for q in end
  var sum_c{q}_0 = vec4<f32>(0.0); var sum_c{q}_1 = vec4<f32>(0.0);
      #if norm
  var sum_s{q} = vec4<f32>(0.0);
      #end
    #end
  #end
  {
#else
  let j = tile * {columns}u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j; let left1 = J - min(J, j + 4u);
#end

#for q in tile
  var c{q}_0 = vec4<f32>(0.0); var c{q}_1 = vec4<f32>(0.0);
  #if norm
  var s{q} = vec4<f32>(0.0);
  #end
#end
#for q in tile
  ${memberRow('{q}', 'min(i + {q}u, I - 1u)')}
  #if gather
  let a{q} = u32(indices[i{q}]) * K;
  #else
  let a{q} = i{q} * K;
  #end
#end
#if swiglu
  let b0 = row_b(min(j + 0u, J - 1u));
  let b1 = row_b(min(j + 1u, J - 1u));
  let b2 = row_b(min(j + 2u, J - 1u));
  let b3 = row_b(min(j + 3u, J - 1u));
  let b4 = row_b(J + min(j + 0u, J - 1u));
  let b5 = row_b(J + min(j + 1u, J - 1u));
  let b6 = row_b(J + min(j + 2u, J - 1u));
  let b7 = row_b(J + min(j + 3u, J - 1u));
#else
  #for c in eight
  let b{c} = row_b(begin + min(j + {c}u, J - 1u));
  #end
#end
#if shared
  for (var k = mine * 4u; k < K; k += {step}u) {
#else
  for (var k = 0u; k < K; k += 4u) {
#end
    let left = K - k;
#if norm
    let gain = load_norm(k, left);
  #for c in eight
    let w{c} = load_b(b{c}, k, left) * gain;
  #end
#else
  #for c in eight
    let w{c} = load_b(b{c}, k, left);
  #end
#end
#for q in tile
    let x{q} = load_a(a{q} + k, left);
#end
#for q in tile
  #if shared
    if ({q}u < held) {
  #else
    {
  #end
  #if norm
    s{q} += x{q} * x{q};
  #end
    c{q}_0 += vec4<f32>(dot(x{q}, w0), dot(x{q}, w1), dot(x{q}, w2), dot(x{q}, w3));
    c{q}_1 += vec4<f32>(dot(x{q}, w4), dot(x{q}, w5), dot(x{q}, w6), dot(x{q}, w7));
    }
#end
  }

#if byWorkgroup
  #for q in tile
  partial[(lane * {rows}u + {q}u) * {kept}u + 0u] = c{q}_0;
  partial[(lane * {rows}u + {q}u) * {kept}u + 1u] = c{q}_1;
    #if norm
  partial[(lane * {rows}u + {q}u) * {kept}u + 2u] = s{q};
    #end
  #end
  }
  workgroupBarrier();
  let row = i + mine;
  if (mine >= {rows}u || row >= I || wanted >= J) { return; }
  var c0_0 = vec4<f32>(0.0); var c0_1 = vec4<f32>(0.0);
  #if norm
  var s0 = vec4<f32>(0.0);
  #end
  for (var n = 0u; n < {lanes}u; n += 1u) {
    let at = ((lane - mine + n) * {rows}u + mine) * {kept}u;
    c0_0 += partial[at]; c0_1 += partial[at + 1u];
  #if norm
    s0 += partial[at + 2u];
  #end
  }
  ${memberRow('0', 'row')}
#end
#if bySubgroups
  ${bySubgroups ? acrossNeighbours(lanes, rows, held) : ''}
  #for q in end
  sum_c{q}_0 = c{q}_0; sum_c{q}_1 = c{q}_1;
    #if norm
  sum_s{q} = s{q};
    #end
  #end
  }
  let row = i + mine / {alike}u * {ends}u;
  if (mine % {alike}u > 0u || row >= I || wanted >= J) { return; }
  #for q in end
  var c{q}_0 = sum_c{q}_0; var c{q}_1 = sum_c{q}_1;
    #if norm
  var s{q} = sum_s{q};
    #end
  #end
  #for q in end
  ${memberRow('{q}', 'min(row + {q}u, I - 1u)')}
  #end
#end

#if norm
  #for q in end
  let n{q} = inverseSqrt((s{q}.x + s{q}.y + s{q}.z + s{q}.w) / f32(K) + p.eps);
  c{q}_0 *= n{q}; c{q}_1 *= n{q};
  #end
#end
#if bias
  let bias0 = load_bias(begin + j, left0); let bias1 = load_bias(begin + j + 4u, left1);
  #for q in end
  c{q}_0 += bias0; c{q}_1 += bias1;
  #end
#end
#if adapted
  #if swiglu
  // Gate and up have adapters of their own; each fills its half.
  ${addLowRank(ends, { adapters, table: '0u', at: '0u * p.RS', stride: 'p.LS', halves: [0] })}
  ${addLowRank(ends, { adapters, table: `${adapters}u`, at: '1u * p.RS', stride: 'p.LS', halves: [1] })}
  #else
  ${addLowRank(ends, { adapters, table: `part * ${adapters}u`, at: 'part * p.RS', stride: 'p.LS' })}
  #end
#end

#for q in end
  if ({first} + {q}u < I) {
  #if swiglu
    store_result(i{q} * p.W + j, left0, c{q}_0 / (1.0 + exp(-c{q}_0)) * c{q}_1);
  #else
    #if residual
    store_result(i{q} * p.W + begin + j + 0u, left0, load_residual(i{q} * p.W + begin + j + 0u, left0) + c{q}_0);
    if (left1 > 0u) { store_result(i{q} * p.W + begin + j + 4u, left1, load_residual(i{q} * p.W + begin + j + 4u, left1) + c{q}_1); }
    #else
    store_result(i{q} * p.W + begin + j + 0u, left0, c{q}_0);
    if (left1 > 0u) { store_result(i{q} * p.W + begin + j + 4u, left1, c{q}_1); }
    #end
  #end
  }
#end
}`,
  };
}

/** Workgroups of {@link linear} for so many rows. */
export function linearGrid(options: LinearOptions): (rows: number) => readonly [number, number, number] {
  const [x, y] = workgroupOf(options);
  const tiles = options.swiglu
    ? Math.ceil((options.widths[0] ?? 0) / 4)
    : options.widths.reduce((sum, width) => sum + Math.ceil(width / 8), 0);
  if (options.split) return (rows) => [Math.ceil(tiles / y), Math.ceil(rows / tileRows(options)), 1];
  const perGroup = y * tileRows(options);
  return (rows) => [Math.ceil(tiles / x), Math.ceil(rows / perGroup), 1];
}

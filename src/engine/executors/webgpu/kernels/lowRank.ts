/** Products with each token's own adapter: x · Aᵀ, and what a matrix product adds of it. */
import { type Binding, BLOCK, four, type Kernel, read, readQuads, written } from './kernel.ts';
import { acrossNeighbours } from './reduce.ts';
import { laneOf, type Split, splitKey } from './split.ts';
import { expand, range } from './template.ts';

/**
 * WGSL: the row `i<q>` that is the tile's `q`th, which stands at `at`. Where the kernel is `adapted`, rows are taken in the
 * order of their adapters (`members`: row and adapter, which is `chosen<q>`), so that a tile has few of them, however a batch
 * mixes them.
 */
export const memberRow = (q: string, at: string): string => `
#if adapted
  let member${q} = members[${at}]; let i${q} = u32(member${q}.x); let chosen${q} = member${q}.y;
#else
  let i${q} = ${at};
#end`;

/** What {@link addLowRank} reads. */
export const lowRankBindings = (low: string, bank: string, vector: boolean, slots: number): Binding[] => [
  read('low', low, 'vec4<f32>'),
  readQuads('bank', bank, vector),
  read('members', '[I]: row, adapter', 'vec2<i32>'),
  { ...read('slots', '[layers, adapters]', 'Slot'), uniform: slots },
];

export interface LowRankPart {
  /** Adapters of the plan. */
  readonly adapters: number;
  /** WGSL: index of the first of the layer's slots. */
  readonly table: string;
  /** WGSL: the layer's first float in a row of low, and floats of a row. */
  readonly at: string;
  readonly stride: string;
  /** Which of the halves c<q>_0 and c<q>_1 it is added to: both are eight columns from j, one is four. */
  readonly halves?: readonly [0, 1] | readonly [0] | readonly [1];
}

/**
 * WGSL that adds each row's low-rank product to the accumulators of `rows` rows: for each adapter that some row of the tile
 * uses, its matrices are read once and the other rows add zeros, so that a row's numbers do not depend on the adapters
 * beside it.
 */
export const addLowRank = (rows: number, { adapters, table, at, stride, halves = [0, 1] }: LowRankPart): string =>
  expand(
    `
  for (var s = 0; s < {adapters}; s += 1) {
    if ({nobody}) { continue; }
    let slot = slots[{table} + u32(s)];
    let last = max(slot.rank, 1u) - 1u;
    for (var r = 0u; r < slot.rank; r += 4u) {
#for l in four
      let r{l} = slot.offset + min(r + {l}u, last) * J;
  #if both
      let b{l}_0 = load_bank(r{l} + j + 0u, left0); let b{l}_1 = load_bank(r{l} + j + 4u, left1);
  #else
      let b{l}_{half} = load_bank(r{l} + j, left0);
  #end
#end
#for q in tile
      let x{q} = select(vec4<f32>(0.0), low[(i{q} * {stride} + {at} + r) >> 2u], chosen{q} == s);
  #for h in halves
      c{q}_{h} += x{q}.x * b0_{h} + x{q}.y * b1_{h} + x{q}.z * b2_{h} + x{q}.w * b3_{h};
  #end
#end
    }
  }`,
    {
      adapters,
      table,
      at,
      stride,
      halves,
      both: halves.length === 2,
      half: halves[0],
      four: range(4),
      tile: range(rows),
      nobody: nobodyChose(rows),
    },
  );

/** WGSL: none of the tile's rows uses the adapter `s`. */
const nobodyChose = (rows: number): string =>
  range(rows)
    .map((q) => `chosen${q} != s`)
    .join(' && ');

export interface LowRankOptions {
  readonly K: number;
  readonly norm?: boolean;
  /** Adapters of the plan times layers. */
  readonly slots: number;
  readonly layers: number;
  /** Tokens an invocation holds: four share the loads of the bank where they share an adapter; one where each brings its own. */
  readonly tokens: 1 | 4;
  /** Lanes share the sum of one token and four ranks. */
  readonly split?: Split;
}

/**
 * low = scale · x · bankᵀ with each token's own adapter, layer after layer; zeros from its rank to RS, a multiple of 4. Serves
 * x·Aᵀ forward and dOut·B backward, the bank holding B transposed. An invocation has four ranks from r of the layer `part`, of
 * `tokens` tokens: token q's are c<q>, its squares s<q>.
 *
 * Three variants. Alone, an invocation goes through the adapters of its tokens. Where lanes share one token, each sums every
 * `lanes`th vector of k, and the first gathers the sums from workgroup memory, or by an exchange in subgroups.
 */
export function lowRank({ K, norm = false, slots, layers, tokens: most, split }: LowRankOptions): Kernel {
  const vector = four(K);
  const tokens = split ? 1 : most;
  const lanes = split?.lanes ?? 1;
  const bySubgroups = split?.subgroups ?? false;
  const workgroup = lowRankWorkgroup(split);
  return {
    key: `low rank ${[vector, norm].map(Number).join('')} ${layers} ${slots} ${tokens} ${workgroup} ${splitKey(split)}`,
    bindings: [
      readQuads('x', '[M, K]', vector),
      readQuads('bank', '[Σ ranks, K]', vector),
      read('members', '[M]: row, adapter', 'vec2<i32>'),
      { ...read('slots', '[layers, adapters]', 'Slot'), uniform: slots },
      written('low', '[M, layers, RS]', 'vec4<f32>'),
      ...(norm ? [readQuads('norm', '[K]', vector)] : []),
    ],
    uniforms: ['axis', 'K', 'RS', ...(norm ? ['eps'] : [])],
    floats: ['eps'],
    workgroup: [workgroup, 1],
    subgroups: bySubgroups,
    values: {
      norm,
      adapted: true,
      shared: split !== undefined,
      bySubgroups,
      byWorkgroup: split !== undefined && !bySubgroups,
      layers,
      adapters: slots / layers,
      tokens,
      tile: range(tokens),
      nobody: nobodyChose(tokens),
      four: range(4),
      lanes,
      step: lanes * 4,
      partials: workgroup * 2,
      nth: laneOf(split),
    },
    code: () => `
#if byWorkgroup
var<workgroup> partial: array<vec4<f32>, {partials}>; // [lane, sums and squares]
#end

fn main() {
  let quads = p.RS / 4u;
  let K = p.K;
  let rows = live[p.axis];
  let stride = quads * {layers}u;
#if shared
  let item = (index - lane + {nth}) / {lanes}u;
#else
  let item = index;
#end
  let token = item / stride * {tokens}u;
  let quad = item % stride;
  let part = quad / quads;
  let r = quad % quads * 4u;

#if shared
  // Every lane reaches the barrier; where there is nothing to sum it computes what nobody stores.
  let mine = {nth} % {lanes}u;
  ${memberRow('0', 'min(token, rows - 1u)')}
  let at0 = i0 * K;
  let slot = slots[part * {adapters}u + u32(max(chosen0, 0))];
#else
  if (token >= rows) { return; }
  #for q in tile
  ${memberRow('{q}', 'min(token + {q}u, rows - 1u)')}
  let at{q} = i{q} * K; var out{q} = vec4<f32>(0.0);
  #end
  for (var s = 0; s < {adapters}; s += 1) {
    if ({nobody}) { continue; }
    let slot = slots[part * {adapters}u + u32(s)];
    if (r >= slot.rank) { continue; }
#end

    let last = max(slot.rank, 1u) - 1u;
#for l in four
    let b{l} = slot.offset + min(r + {l}u, last) * K;
#end
#for q in tile
    var c{q} = vec4<f32>(0.0); var s{q} = vec4<f32>(0.0);
#end
#if shared
    for (var k = mine * 4u; k < K; k += {step}u) {
#else
    for (var k = 0u; k < K; k += 4u) {
#end
      let left = K - k;
#if norm
      let gain = load_norm(k, left);
  #for l in four
      let w{l} = load_bank(b{l} + k, left) * gain;
  #end
#else
  #for l in four
      let w{l} = load_bank(b{l} + k, left);
  #end
#end
#for q in tile
      let x{q} = load_x(at{q} + k, left);
  #if norm
      s{q} += x{q} * x{q};
  #end
      c{q} += vec4<f32>(dot(x{q}, w0), dot(x{q}, w1), dot(x{q}, w2), dot(x{q}, w3));
#end
    }

#if shared
  #if bySubgroups
  ${bySubgroups ? acrossNeighbours(lanes, 1, () => ['c0', 's0']) : ''}
  if (mine > 0u || token >= rows) { return; }
  #else
  partial[lane * 2u] = c0;
  partial[lane * 2u + 1u] = s0;
  workgroupBarrier();
  if (mine > 0u || token >= rows) { return; }
  for (var n = 1u; n < {lanes}u; n += 1u) { c0 += partial[(lane + n) * 2u]; s0 += partial[(lane + n) * 2u + 1u]; }
  #end
  var out = vec4<f32>(0.0);
  if (chosen0 >= 0 && r < slot.rank) {
    out = select(vec4<f32>(0.0), slot.scale * c0
  #if norm
      * inverseSqrt((s0.x + s0.y + s0.z + s0.w) / f32(K) + p.eps)
  #end
      , vec4<u32>(slot.rank - r) > vec4<u32>(0u, 1u, 2u, 3u));
  }
  low[i0 * stride + quad] = out;
#else
  #for q in tile
    if (chosen{q} == s) {
      out{q} = select(vec4<f32>(0.0), slot.scale * c{q}
  #if norm
        * inverseSqrt((s{q}.x + s{q}.y + s{q}.z + s{q}.w) / f32(K) + p.eps)
  #end
        , vec4<u32>(slot.rank - r) > vec4<u32>(0u, 1u, 2u, 3u));
    }
  #end
  }
  #for q in tile
  if (token + {q}u < rows) { low[i{q} * stride + quad] = out{q}; }
  #end
#end
}`,
  };
}
/** Lanes of a workgroup of {@link lowRank}. */
export const lowRankWorkgroup = (split: Split | undefined): number => split?.lowRank ?? BLOCK;

/** Invocations of {@link lowRank}. */
export const lowRankInvocations = ({ layers, tokens, split }: LowRankOptions, rows: number, stride: number): number =>
  split ? rows * (stride / 4) * layers * split.lanes : Math.ceil(rows / tokens) * (stride / 4) * layers;

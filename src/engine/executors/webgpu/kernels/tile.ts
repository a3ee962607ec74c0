/**
 * Products of many rows for real graphics processors: workgroups take the operands a tile at a time into their memory, so that
 * each number is loaded once for 64 outputs. Every output is one running sum over k in order, whatever rows stand beside it.
 */
import type { WeightForm } from '../../../../core/weights/packed.ts';
import { four, type Kernel, read, readQuads, writtenQuads } from './kernel.ts';
import { addLowRank, lowRankBindings, memberRow } from './lowRank.ts';
import { range } from './template.ts';
import { readWeights } from './weights.ts';

export interface TileOptions {
  /** Columns of the result. */
  readonly J: number;
  /** The sum runs over them. */
  readonly K: number;
  /** How b lies: [J, K], a layer's weights, or [K, J], the same for the gradient of what the layer reads. */
  readonly across: 'rows' | 'columns';
  readonly bias?: boolean;
  /** Row i reads row `indices[i]` of a. */
  readonly gather?: boolean;
  /** Adds to what was there: result = before + …. */
  readonly before?: boolean;
  /** Most rows there can be. */
  readonly rows: number;
  /** Adapters, 0 where the layer has none. Otherwise low · bank of each row's own adapter is added. */
  readonly slots: number;
  readonly form: WeightForm;
}

/** Columns of a tile; numbers of a sum that are taken at a time. */
const COLUMNS = 64;
const DEPTH = 16;
/** Lanes across and down: each has some rows of four columns. */
const LANES = [16, 8] as const;
/** Tiles below which there are twice as many of half as many rows: a large graphics processor computes so many at a time. */
const MANY = 256;
/** Rows of a lane. */
const rowsOf = ({ J, rows }: Pick<TileOptions, 'J' | 'rows'>): number =>
  Math.ceil(J / COLUMNS) * Math.ceil(rows / (8 * LANES[1])) < MANY ? 4 : 8;
/** Vectors of four from row to row of a tile: one more than there are, so that lanes find them in different banks. */
const STRIDE = DEPTH / 4 + 1;

/** WGSL: loads this lane's part of the tiles whose sums begin at `base`; zeros beyond K. */
const LOAD = `
#for n in loads
    next_a{n} = vec4<f32>(0.0);
    if (base + part < K) { next_a{n} = load_a(row{n} + base + part, K - base - part); }
#end
#for n in two
    next_b{n} = vec4<f32>(0.0);
  #if byRows
    if (base + part < K) { next_b{n} = load_b(b{n}, base + part, K - base - part); }
  #end
  #if byRows
  #else
    if (base + k{n} < K) { next_b{n} = load_b(row_b(base + k{n}), column{n}, J - column{n}); }
  #end
#end`;

/** Whether tiles can be loaded by vectors of four. */
export const tiles = ({ J, K }: Pick<TileOptions, 'J' | 'K'>): boolean => four(J) && four(K);

/** result = a · bᵀ, or a · b, and what is fused with it; sizes as {@link tiles} says. */
export function tile({ J, across, bias = false, gather = false, before = false, rows: most, slots, form }: TileOptions): Kernel {
  const flags = [bias, gather, before].map(Number).join('');
  const rows = rowsOf({ J, rows: most });
  const height = rows * LANES[1];
  return {
    key: `tile of ${height} ${across} ${form} ${flags} ${slots}`,
    bindings: [
      readQuads('a', '[rows of a, K]', true),
      readWeights('b', across === 'rows' ? '[J, K]' : '[K, J]', form, true, across === 'rows' ? 'p.K' : 'p.J'),
      writtenQuads('result', '[I, J]', true),
      ...(bias ? [readQuads('bias', '[J]', true)] : []),
      ...(gather ? [read('indices', '[I], rows of a', 'i32')] : []),
      ...(before ? [readQuads('before', '[I, J]', true)] : []),
      ...(slots ? lowRankBindings('[I, RS]', '[Σ ranks, J]', true, slots) : []),
    ],
    uniforms: ['axis', 'J', 'K', ...(slots ? ['RS'] : [])],
    workgroup: LANES,
    values: {
      bias,
      gather,
      before,
      adapted: slots > 0,
      byRows: across === 'rows',
      held: range(rows),
      loads: range(height / 32),
      quads: range(DEPTH / 4),
      two: range(2),
      four: range(4),
    },
    code: () => `
var<workgroup> tile_a: array<vec4<f32>, ${height * STRIDE}>; // [row, four of k]
#if byRows
var<workgroup> tile_b: array<vec4<f32>, ${COLUMNS * STRIDE}>; // [column, four of k], every fourth column beside the next
#else
var<workgroup> tile_b: array<vec4<f32>, ${(COLUMNS / 4) * DEPTH}>; // [k, four columns]
#end

fn main() {
  let I = live[p.axis]; let J = p.J; let K = p.K;
  let x = lane % ${LANES[0]}u; let y = lane / ${LANES[0]}u;
  let above = wid.y * ${height}u; let begin = wid.x * ${COLUMNS}u;

  // What this lane loads of each tile: one or two vectors of a and two of b.
#for n in two
  let down{n} = lane / 4u + {n}u * 32u;
#end
#for n in loads
  let at{n} = min(above + down{n}, I - 1u);
  #if adapted
  let from{n} = u32(members[at{n}].x);
  #else
  let from{n} = at{n};
  #end
  #if gather
  let row{n} = u32(indices[from{n}]) * K;
  #else
  let row{n} = from{n} * K;
  #end
  var next_a{n} = vec4<f32>(0.0);
#end
#for n in two
  var next_b{n} = vec4<f32>(0.0);
  #if byRows
  let b{n} = row_b(min(begin + down{n}, J - 1u));
  #else
  let k{n} = lane / 16u + {n}u * 8u;
  let column{n} = min(begin + x * 4u, J - 4u);
  #end
#end
  let part = lane % 4u * 4u;
#for q in held
  var c{q}_0 = vec4<f32>(0.0);
#end

  var base = 0u;
  ${LOAD}
  loop {
    workgroupBarrier();
#for n in loads
    tile_a[down{n} * ${STRIDE}u + part / 4u] = next_a{n};
#end
#for n in two
  #if byRows
    tile_b[(down{n} % 4u * 16u + down{n} / 4u) * ${STRIDE}u + part / 4u] = next_b{n};
  #else
    tile_b[k{n} * 16u + x] = next_b{n};
  #end
#end
    workgroupBarrier();
    // The next ones are on their way while these are multiplied.
    base += ${DEPTH}u;
    ${LOAD}
#for k in quads
    {
  #if byRows
    #for c in four
      let w{c} = tile_b[({c}u * 16u + x) * ${STRIDE}u + {k}u];
    #end
      let v0 = vec4<f32>(w0.x, w1.x, w2.x, w3.x); let v1 = vec4<f32>(w0.y, w1.y, w2.y, w3.y);
      let v2 = vec4<f32>(w0.z, w1.z, w2.z, w3.z); let v3 = vec4<f32>(w0.w, w1.w, w2.w, w3.w);
  #else
    #for c in four
      let v{c} = tile_b[({k}u * 4u + {c}u) * 16u + x];
    #end
  #end
  #for q in held
      let x{q} = tile_a[(y * ${rows}u + {q}u) * ${STRIDE}u + {k}u];
      c{q}_0 = fma(vec4<f32>(x{q}.x), v0, c{q}_0); c{q}_0 = fma(vec4<f32>(x{q}.y), v1, c{q}_0);
      c{q}_0 = fma(vec4<f32>(x{q}.z), v2, c{q}_0); c{q}_0 = fma(vec4<f32>(x{q}.w), v3, c{q}_0);
  #end
    }
#end
    if (base >= K) { break; }
  }

  let i = above + y * ${rows}u; let j = begin + x * 4u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j;
#for q in held
  ${memberRow('{q}', 'min(i + {q}u, I - 1u)')}
#end
#if bias
  let bias0 = load_bias(j, left0);
  #for q in held
  c{q}_0 += bias0;
  #end
#end
#if adapted
  ${addLowRank(rows, { adapters: slots, table: '0u', at: '0u', stride: 'p.RS', halves: [0] })}
#end
#for q in held
  #if before
  if (i + {q}u < I) { store_result(i{q} * J + j, left0, load_before(i{q} * J + j, left0) + c{q}_0); }
  #else
  if (i + {q}u < I) { store_result(i{q} * J + j, left0, c{q}_0); }
  #end
#end
}`,
  };
}

/** Workgroups of {@link tile} for so many rows. */
export const tileGrid =
  (options: Pick<TileOptions, 'J' | 'rows'>) =>
  (rows: number): readonly [number, number, number] => [Math.ceil(options.J / COLUMNS), Math.ceil(rows / (rowsOf(options) * LANES[1])), 1];

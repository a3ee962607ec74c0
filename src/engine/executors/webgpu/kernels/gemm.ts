/**
 * Matrix products of the backward stage, in registers like the linear layers (linear.ts). Sums over tokens run in order in
 * one invocation, so gradients are the same every time.
 */
import { BLOCK, floatsOf, four, type Kernel, quadLoader, rowLoader, rowStorer } from './kernel.ts';
import { addLowRank, memberRow, HALVES, LANES, lines, lowRankBindings, range, spread } from './linear.ts';

const each = (line: (q: number, lane: string) => string) => LANES.map((lane, q) => line(q, lane)).join('\n');

export interface InputGradientOptions {
  /** Width of the layer's input: columns of the result. */
  readonly J: number;
  /** Outputs of the layer: the sum runs over them. */
  readonly K: number;
  readonly slots?: number;
  /** Adds the gradient that was there already. */
  readonly accumulate?: boolean;
}

/** As in linear.ts. */
const tileRows = (...widths: readonly number[]) => (widths.every(four) ? 8 : 1);

/** dX [M, J] = dOut [M, K] · W [K, J] (+ dLow · A of each token's own adapter) (+ before). */
export function inputGradient({ J, K, slots = 0, accumulate = false }: InputGradientOptions): Kernel {
  const rows = tileRows(J, K);
  const vectorJ = four(J);
  const vectorK = four(K);
  return {
    key: `input gradient ${[vectorJ, vectorK, accumulate].map(Number).join('')} ${slots}`,
    bindings: [
      { name: 'a', element: floatsOf(vectorK) },
      { name: 'b', element: floatsOf(vectorJ) },
      { name: 'result', element: floatsOf(vectorJ), written: true },
      ...(accumulate ? [{ name: 'before', element: floatsOf(vectorJ) }] : []),
      ...(slots ? lowRankBindings(vectorJ, slots) : []),
    ],
    uniforms: ['axis', 'J', 'K', ...(slots ? ['RS'] : [])],
    workgroup: [8, 8],
    helpers: [
      quadLoader('a', vectorK),
      quadLoader('b', vectorJ),
      rowStorer('result', vectorJ, 'p.J'),
      accumulate ? quadLoader('before', vectorJ) : '',
      slots ? quadLoader('bank', vectorJ) : '',
    ].join('\n'),
    body: `  let I = live[p.axis]; let J = p.J; let K = p.K;
  let i = gid.y * ${rows}u;
  let j = gid.x * 8u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j; let left1 = J - min(J, j + 4u);
  ${lines(rows, (q) => `${memberRow(q, `min(i + ${q}u, I - 1u)`, slots > 0)} let a${q} = i${q} * K; ${HALVES.map((h) => `var c${q}_${h} = vec4<f32>(0.0);`).join(' ')}`)}
  for (var k = 0u; k < K; k += 4u) {
    ${lines(4, (s) => `let r${s} = min(k + ${s}u, K - 1u) * J + j; ${HALVES.map((h) => `let b${s}_${h} = load_b(r${s} + ${h * 4}u, left${h});`).join(' ')}`)}
    let left = K - k;
    ${lines(rows, (q) => `let x${q} = load_a(a${q} + k, left); ${spread(`c${q}`, `x${q}`)}`)}
  }
  ${slots ? addLowRank(rows, { table: '0u', at: '0u', stride: 'p.RS', width: 'J', column: (h) => `j + ${h * 4}u`, left: (h) => `left${h}`, halves: HALVES, slots }) : ''}
  ${lines(rows, (q) => `if (i + ${q}u < I) { ${HALVES.map((h) => `${h ? 'if (left1 > 0u) { ' : ''}store_result(i${q}, j + ${h * 4}u, ${accumulate ? `load_before(i${q} * J + j + ${h * 4}u, left${h}) + ` : ''}c${q}_${h});${h ? ' }' : ''}`).join(' ')} }`)}`,
  };
}

/** Workgroups of {@link inputGradient}. */
export const inputGradientGrid =
  ({ J, K }: InputGradientOptions) =>
  (rows: number): readonly [number, number, number] => [Math.ceil(J / 64), Math.ceil(rows / (8 * tileRows(J, K))), 1];

/** dW [I, J] = dOut [M, I]ᵀ · x [M, J]. */
export function weightGradient(I: number, J: number): Kernel {
  const rows = Math.max(4, tileRows(I, J));
  const [vectorI, vectorJ] = [four(I), four(J)];
  const quads = range(rows / 4).map((q) => q * 4);
  return {
    key: `weight gradient ${[vectorI, vectorJ].map(Number).join('')}`,
    bindings: [
      { name: 'a', element: floatsOf(vectorI) },
      { name: 'b', element: floatsOf(vectorJ) },
      { name: 'result', element: floatsOf(vectorJ), written: true },
    ],
    uniforms: ['axis', 'I', 'J'],
    workgroup: [8, 8],
    helpers: [quadLoader('a', vectorI), quadLoader('b', vectorJ), rowStorer('result', vectorJ, 'p.J')].join('\n'),
    body: `  let I = p.I; let J = p.J; let M = live[p.axis];
  let i = gid.y * ${rows}u;
  let j = gid.x * 8u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j; let left1 = J - min(J, j + 4u);
  ${quads.map((q) => `let rowsleft${q} = I - min(I, i + ${q}u);`).join(' ')}
  ${lines(rows, (q) => HALVES.map((h) => `var c${q}_${h} = vec4<f32>(0.0);`).join(' '))}
  for (var m = 0u; m < M; m += 1u) {
    let y0 = load_b(m * J + j, left0); let y1 = load_b(m * J + j + 4u, left1);
    ${quads.map((q) => `let x${q} = load_a(m * I + i + ${q}u, rowsleft${q});`).join(' ')}
    ${lines(rows, (q) => HALVES.map((h) => `c${q}_${h} += x${q < 4 ? 0 : 4}.${LANES[q % 4]} * y${h};`).join(' '))}
  }
  ${lines(rows, (q) => `if (i + ${q}u < I) { store_result(i + ${q}u, j, c${q}_0); if (left1 > 0u) { store_result(i + ${q}u, j + 4u, c${q}_1); } }`)}`,
  };
}

export const weightGradientGrid = (I: number, J: number): readonly [number, number, number] => [
  Math.ceil(J / 64),
  Math.ceil(I / (8 * Math.max(4, tileRows(I, J)))),
  1,
];

/**
 * Gradients of one matrix of every adapter of a module, summed over the sequences that use it. `A`: dLowᵀ · x, [rank, J];
 * `B`: dOutᵀ · low, [I, rank]; both laid out as the parameters are, adapter after adapter.
 */
export function adapterGradient(which: 'A' | 'B', wide: number, slots: number): Kernel {
  const vector = four(wide);
  const a = which === 'A';
  return {
    key: `adapter gradient ${which} ${Number(vector)} ${slots}`,
    bindings: [
      { name: 'a', element: a ? 'vec4<f32>' : floatsOf(vector) },
      { name: 'b', element: a ? floatsOf(vector) : 'vec4<f32>' },
      { name: 'adapter_rows', element: 'i32' },
      { name: 'offsets', element: 'i32' },
      { name: 'slots', element: 'Slot', uniform: slots },
      { name: 'result', element: 'f32', written: true },
    ],
    uniforms: ['wide', 'RS'],
    // The rank is the short side.
    workgroup: a ? [32, 2] : [2, 32],
    helpers: [rowLoader('a', a || vector, a ? 'p.RS' : 'p.wide'), rowLoader('b', !a || vector, a ? 'p.wide' : 'p.RS')].join('\n'),
    body: `  let slot = slots[wid.z];
  let I = ${a ? 'slot.rank' : 'p.wide'};
  let J = ${a ? 'p.wide' : 'slot.rank'};
  let i = gid.y * 4u;
  let j = gid.x * 4u;
  if (i >= I || j >= J) { return; }
  ${each((q) => `var c${q} = vec4<f32>(0.0);`)}
  for (var row = 0u; row < live.y; row += 1u) {
    if (adapter_rows[row] != i32(wid.z)) { continue; }
    for (var m = u32(offsets[row]); m < u32(offsets[row + 1u]); m += 1u) {
      let x = load_a(m, i); let y = load_b(m, j);
      ${each((q, lane) => `c${q} += x.${lane} * y;`)}
    }
  }
  let base = slot.offset;
  ${each((q) => LANES.map((lane, s) => `if (i + ${q}u < I && j + ${s}u < J) { result[base + (i + ${q}u) * J + j + ${s}u] = c${q}.${lane}; }`).join('\n  '))}`,
  };
}

/** sums [N] of the columns of x [M, N]. */
export const columnSums: Kernel = {
  key: 'column sums',
  bindings: [
    { name: 'x', element: 'f32' },
    { name: 'sums', element: 'f32', written: true },
  ],
  uniforms: ['axis', 'N'],
  workgroup: [BLOCK, 1],
  body: `  if (index >= p.N) { return; }
  var sum = 0.0;
  for (var m = 0u; m < live[p.axis]; m += 1u) { sum += x[m * p.N + index]; }
  sums[index] = sum;`,
};

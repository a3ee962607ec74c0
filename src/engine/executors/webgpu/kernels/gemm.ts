/**
 * Matrix products, up to 8 × 8 outputs an invocation in registers, no workgroup memory and no barriers: on software adapters
 * those cost more than they save, and loads are what bounds them (4 × 4 outputs took 3.7 times as long); real adapters
 * serve the loads from their caches. Every output is one running sum over k in order, so a row's numbers do not depend on
 * the rows beside it.
 */
import { BLOCK, floatsOf, type Kernel, quadLoader, rowLoader, rowStorer } from '../kernel.ts';

/** `nt`: A [I, K] · B [J, K]ᵀ; `nn`: A [I, K] · B [K, J]; `tn`: A [K, I]ᵀ · B [K, J]. */
export type Form = 'nt' | 'nn' | 'tn';

export interface GemmOptions {
  readonly form: Form;
  readonly I: number;
  readonly J: number;
  readonly K: number;
  readonly bias?: boolean;
  /** Adds low [I, RS] · bank [Σ ranks, J] with each row's own adapter; rows come in sequences of `length`. */
  readonly adapters?: { readonly length: number };
}

const LANES = ['x', 'y', 'z', 'w'] as const;
/** Columns an invocation holds, as vectors of four. */
const HALVES = [0, 1];
const range = (count: number) => Array.from({ length: count }, (_, q) => q);
const lines = (count: number, line: (q: number) => string) => range(count).map(line).join('\n');
const each = (line: (q: number, lane: string) => string) => LANES.map((lane, q) => line(q, lane)).join('\n');
const four = (value: number) => value % 4 === 0;

/** c[row] += the four lanes of `factor` times the rows `b<lane>_<half>`. */
const spread = (row: number, factor: string) =>
  HALVES.map((h) => `c${row}_${h} += ${LANES.map((lane, s) => `${factor}.${lane} * b${s}_${h}`).join(' + ')};`).join(' ');

const inner = (form: Form, rows: number): string => {
  if (form === 'nt') {
    return `${lines(8, (q) => `let b${q} = min(j + ${q}u, J - 1u) * K;`)}
  for (var k = 0u; k < K; k += 4u) {
    let left = K - k;
    ${lines(8, (q) => `let w${q} = load_b(b${q} + k, left);`)}
    ${lines(rows, (q) => `let x${q} = load_a(a${q} + k, left); ${HALVES.map((h) => `c${q}_${h} += vec4<f32>(${LANES.map((_, s) => `dot(x${q}, w${h * 4 + s})`).join(', ')});`).join(' ')}`)}
  }`;
  }
  if (form === 'nn') {
    return `for (var k = 0u; k < K; k += 4u) {
    ${lines(4, (s) => `let r${s} = min(k + ${s}u, K - 1u) * J + j; ${HALVES.map((h) => `let b${s}_${h} = load_b(r${s} + ${h * 4}u, left${h});`).join(' ')}`)}
    let left = K - k;
    ${lines(rows, (q) => `let x${q} = load_a(a${q} + k, left); ${spread(q, `x${q}`)}`)}
  }`;
  }
  const quads = range(rows / 4).map((q) => q * 4);
  return `${lines(rows / 4, (q) => `let rowsleft${q * 4} = I - min(I, i + ${q * 4}u);`)}
  for (var k = 0u; k < K; k += 1u) {
    let y0 = load_b(k * J + j, left0); let y1 = load_b(k * J + j + 4u, left1);
    ${quads.map((q) => `let x${q} = load_a(k * I + i + ${q}u, rowsleft${q});`).join(' ')}
    ${lines(rows, (q) => HALVES.map((h) => `c${q}_${h} += x${q < 4 ? 0 : 4}.${LANES[q % 4]} * y${h};`).join(' '))}
  }`;
};

/** Adds `row`'s low-rank product, or that of all rows of the tile when they share an adapter, so that its matrices are read once. */
const adapted = (first: number, rows: readonly number[]) => `{
    let chosen = adapter_rows[i${first} / p.length];
    if (chosen >= 0) {
      let slot = slots[chosen];
      let last = slot.offset + max(slot.rank, 1u) - 1u;
      for (var r = 0u; r < slot.rank; r += 4u) {
        ${lines(4, (s) => `let r${s} = min(slot.offset + r + ${s}u, last) * J + j; ${HALVES.map((h) => `let b${s}_${h} = load_bank(r${s} + ${h * 4}u, left${h});`).join(' ')}`)}
        ${rows.map((q) => `let x${q} = low[(i${q} * RS + r) >> 2u]; ${spread(q, `x${q}`)}`).join('\n')}
      }
    }
  }`;

/** Whether the rows of a tile are always of one sequence. */
const sharing = (length: number) => length % 8 === 0;

/** Rows an invocation holds; fewer where more would only swell the code. Never by how many rows there are. */
function tileRows({ form, I, J, K, adapters }: GemmOptions): number {
  const vectors = (form === 'tn' ? four(I) : four(K)) && (form === 'nt' ? four(K) : four(J)) && four(J);
  return vectors && (!adapters || sharing(adapters.length)) ? 8 : 4;
}

export function gemm(options: GemmOptions): Kernel {
  const { form, I, J, K, bias = false, adapters } = options;
  const rows = tileRows(options);
  const together = adapters !== undefined && sharing(adapters.length);
  const vectorA = form === 'tn' ? four(I) : four(K);
  const vectorB = form === 'nt' ? four(K) : four(J);
  const vectorJ = four(J);
  return {
    key: `gemm ${form} ${[vectorA, vectorB, vectorJ, bias, adapters !== undefined, together].map(Number).join('')}`,
    bindings: [
      { name: 'a', element: floatsOf(vectorA) },
      { name: 'b', element: floatsOf(vectorB) },
      { name: 'result', element: floatsOf(vectorJ), written: true },
      ...(bias ? [{ name: 'bias', element: floatsOf(vectorJ) }] : []),
      ...(adapters
        ? ([
            { name: 'low', element: 'vec4<f32>' },
            { name: 'bank', element: floatsOf(vectorJ) },
            { name: 'adapter_rows', element: 'i32' },
            { name: 'slots', element: 'Slot' },
          ] as const)
        : []),
    ],
    uniforms: adapters ? ['I', 'J', 'K', 'length', 'RS'] : ['I', 'J', 'K'],
    workgroup: [8, 8],
    helpers: [
      quadLoader('a', vectorA),
      quadLoader('b', vectorB),
      rowStorer('result', vectorJ, 'p.J'),
      bias ? quadLoader('bias', vectorJ) : '',
      adapters ? quadLoader('bank', vectorJ) : '',
    ].join('\n'),
    // Uniforms and addresses are taken out of the loops by hand: software adapters do not do it.
    body: `  let I = p.I; let J = p.J; let K = p.K;
  let i = gid.y * ${rows}u;
  let j = gid.x * 8u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j; let left1 = J - min(J, j + 4u);
  ${lines(rows, (q) => `let i${q} = min(i + ${q}u, I - 1u); let a${q} = i${q} * K; ${HALVES.map((h) => `var c${q}_${h} = vec4<f32>(0.0);`).join(' ')}`)}
  ${inner(form, rows)}
  ${bias ? `let bias0 = load_bias(j, left0); let bias1 = load_bias(j + 4u, left1); ${lines(rows, (q) => `c${q}_0 += bias0; c${q}_1 += bias1;`)}` : ''}
  ${
    adapters
      ? `let RS = p.RS; ${
          together
            ? adapted(0, range(rows))
            : range(rows)
                .map((q) => adapted(q, [q]))
                .join('\n')
        }`
      : ''
  }
  ${lines(rows, (q) => `if (i + ${q}u < I) { store_result(i + ${q}u, j, c${q}_0); if (left1 > 0u) { store_result(i + ${q}u, j + 4u, c${q}_1); } }`)}`,
  };
}

/** Workgroups of {@link gemm}. */
export const gemmGrid = (options: GemmOptions): readonly [number, number, number] => [
  Math.ceil(options.J / 64),
  Math.ceil(options.I / (8 * tileRows(options))),
  1,
];

/** Tokens an invocation of {@link thin} takes: four where they are of one sequence and so share an adapter. */
export const thinTokens = (length: number): number => (four(length) ? 4 : 1);

/**
 * low [M, RS] = scale · x [M, K] · bank [Σ ranks, K]ᵀ with each row's own adapter; zeros from its rank to RS, a multiple
 * of 4. Serves x·Aᵀ forward and dOut·B backward, the bank holding B transposed.
 */
export function thin(K: number, length: number): Kernel {
  const vector = four(K);
  const tokens = thinTokens(length);
  return {
    key: `thin ${Number(vector)} ${tokens}`,
    bindings: [
      { name: 'x', element: floatsOf(vector) },
      { name: 'bank', element: floatsOf(vector) },
      { name: 'adapter_rows', element: 'i32' },
      { name: 'slots', element: 'Slot' },
      { name: 'low', element: 'vec4<f32>', written: true },
    ],
    uniforms: ['M', 'K', 'length', 'RS'],
    workgroup: [BLOCK, 1],
    helpers: [quadLoader('x', vector), quadLoader('bank', vector)].join('\n'),
    body: `  let quads = p.RS / 4u;
  let K = p.K;
  let token = (index / quads) * ${tokens}u;
  let r = (index % quads) * 4u;
  if (token >= p.M) { return; }
  ${lines(tokens, (q) => `var c${q} = vec4<f32>(0.0);`)}
  let chosen = adapter_rows[token / p.length];
  if (chosen >= 0) {
    let slot = slots[chosen];
    if (r < slot.rank) {
      let last = slot.offset + slot.rank - 1u;
      ${lines(4, (s) => `let b${s} = min(slot.offset + r + ${s}u, last) * K;`)}
      let at = token * K;
      for (var k = 0u; k < K; k += 4u) {
        let left = K - k;
        ${lines(4, (s) => `let w${s} = load_bank(b${s} + k, left);`)}
        ${lines(tokens, (q) => `let x${q} = load_x(at + ${q}u * K + k, left); c${q} += vec4<f32>(${LANES.map((_, s) => `dot(x${q}, w${s})`).join(', ')});`)}
      }
      let inside = vec4<u32>(slot.rank - r) > vec4<u32>(0u, 1u, 2u, 3u);
      ${lines(tokens, (q) => `c${q} = select(vec4<f32>(0.0), slot.scale * c${q}, inside);`)}
    }
  }
  let to = token * quads + r / 4u;
  ${lines(tokens, (q) => `low[to + ${q}u * quads] = c${q};`)}`,
  };
}

/**
 * Gradients of one matrix of every adapter of a module, summed over the rows that use it. `A`: dLowᵀ · x, [rank, J];
 * `B`: dOutᵀ · low, [I, rank]; both laid out as the parameters are, adapter after adapter.
 */
export function adapterGradient(which: 'A' | 'B', wide: number): Kernel {
  const vector = four(wide);
  const a = which === 'A';
  return {
    key: `adapter gradient ${which} ${Number(vector)}`,
    bindings: [
      { name: 'a', element: a ? 'vec4<f32>' : floatsOf(vector) },
      { name: 'b', element: a ? floatsOf(vector) : 'vec4<f32>' },
      { name: 'adapter_rows', element: 'i32' },
      { name: 'slots', element: 'Slot' },
      { name: 'result', element: 'f32', written: true },
    ],
    uniforms: ['wide', 'rows', 'length', 'RS'],
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
  for (var row = 0u; row < p.rows; row += 1u) {
    if (adapter_rows[row] != i32(wid.z)) { continue; }
    for (var m = row * p.length; m < (row + 1u) * p.length; m += 1u) {
      let x = load_a(m, i); let y = load_b(m, j);
      ${each((q, lane) => `c${q} += x.${lane} * y;`)}
    }
  }
  let base = slot.offset * p.wide;
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
  uniforms: ['M', 'N'],
  workgroup: [BLOCK, 1],
  body: `  if (index >= p.N) { return; }
  var sum = 0.0;
  for (var m = 0u; m < p.M; m += 1u) { sum += x[m * p.N + index]; }
  sums[index] = sum;`,
};

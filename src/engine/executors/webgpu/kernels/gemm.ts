/**
 * Matrix products, 4 × 4 outputs an invocation in registers, no workgroup memory and no barriers: on software adapters
 * those cost more than they save (measured, 8×), and real ones serve the loads from their caches. Every output is one
 * running sum over k in order, so a row's numbers do not depend on the rows beside it.
 */
import { BLOCK, floatsOf, type Kernel, rowLoader, rowStorer } from '../kernel.ts';

/** `nt`: A [I, K] · B [J, K]ᵀ; `nn`: A [I, K] · B [K, J]; `tn`: A [K, I]ᵀ · B [K, J]. */
export type Form = 'nt' | 'nn' | 'tn';

export interface GemmOptions {
  readonly form: Form;
  readonly I: number;
  readonly J: number;
  readonly K: number;
  readonly bias?: boolean;
  /** Adds low [I, RS] · bank [Σ ranks, J] with each row's own adapter. */
  readonly adapters?: boolean;
}

const LANES = ['x', 'y', 'z', 'w'] as const;
const each = (line: (q: number, lane: string) => string) => LANES.map((lane, q) => line(q, lane)).join('\n');
const four = (value: number) => value % 4 === 0;

const INNER: Record<Form, string> = {
  nt: `for (var k = 0u; k < p.K; k += 4u) {
    ${each((q) => `let b${q} = load_b(j${q}, k);`)}
    ${each((q) => `let a${q} = load_a(i${q}, k); c${q} += vec4<f32>(dot(a${q}, b0), dot(a${q}, b1), dot(a${q}, b2), dot(a${q}, b3));`)}
  }`,
  nn: `for (var k = 0u; k < p.K; k += 4u) {
    ${each((q) => `let b${q} = load_b(min(k + ${q}u, p.K - 1u), j);`)}
    ${each((q) => `let a${q} = load_a(i${q}, k); c${q} += a${q}.x * b0 + a${q}.y * b1 + a${q}.z * b2 + a${q}.w * b3;`)}
  }`,
  tn: `for (var k = 0u; k < p.K; k += 1u) {
    let a = load_a(k, i); let b = load_b(k, j);
    ${each((q, lane) => `c${q} += a.${lane} * b;`)}
  }`,
};

export function gemm({ form, I, J, K, bias = false, adapters = false }: GemmOptions): Kernel {
  const vectorA = form === 'tn' ? four(I) : four(K);
  const vectorB = form === 'nt' ? four(K) : four(J);
  const vectorJ = four(J);
  const helpers = [
    rowLoader('a', vectorA, form === 'tn' ? 'p.I' : 'p.K'),
    rowLoader('b', vectorB, form === 'nt' ? 'p.K' : 'p.J'),
    rowStorer('result', vectorJ, 'p.J'),
    bias ? rowLoader('bias', vectorJ, 'p.J') : '',
    adapters ? rowLoader('bank', vectorJ, 'p.J') : '',
    adapters
      ? `fn adapted(row: u32, column: u32) -> vec4<f32> {
  let chosen = adapter_rows[row / p.length];
  if (chosen < 0) { return vec4<f32>(0.0); }
  let slot = slots[chosen];
  var sum = vec4<f32>(0.0);
  for (var r = 0u; r < slot.rank; r += 1u) { sum += low[row * p.RS + r] * load_bank(slot.offset + r, column); }
  return sum;
}`
      : '',
  ];
  return {
    key: `gemm ${form} ${[vectorA, vectorB, vectorJ, bias, adapters].map(Number).join('')}`,
    bindings: [
      { name: 'a', element: floatsOf(vectorA) },
      { name: 'b', element: floatsOf(vectorB) },
      { name: 'result', element: floatsOf(vectorJ), written: true },
      ...(bias ? [{ name: 'bias', element: floatsOf(vectorJ) }] : []),
      ...(adapters
        ? ([
            { name: 'low', element: 'f32' },
            { name: 'bank', element: floatsOf(vectorJ) },
            { name: 'adapter_rows', element: 'i32' },
            { name: 'slots', element: 'Slot' },
          ] as const)
        : []),
    ],
    uniforms: adapters ? ['I', 'J', 'K', 'length', 'RS'] : ['I', 'J', 'K'],
    workgroup: [8, 8],
    helpers: helpers.join('\n'),
    body: `  let i = gid.y * 4u;
  let j = gid.x * 4u;
  if (i >= p.I || j >= p.J) { return; }
  ${each((q) => `let i${q} = min(i + ${q}u, p.I - 1u); let j${q} = min(j + ${q}u, p.J - 1u);`)}
  ${each((q) => `var c${q} = vec4<f32>(0.0);`)}
  ${INNER[form]}
  ${bias ? each((q) => `c${q} += load_bias(0u, j);`) : ''}
  ${adapters ? each((q) => `c${q} += adapted(i${q}, j);`) : ''}
  ${each((q) => `if (i + ${q}u < p.I) { store_result(i + ${q}u, j, c${q}); }`)}`,
  };
}

/** Workgroups of {@link gemm}: 32 × 32 outputs each. */
export const gemmGrid = (I: number, J: number): readonly [number, number, number] => [Math.ceil(J / 32), Math.ceil(I / 32), 1];

/**
 * low [M, RS] = scale · x [M, K] · bank [Σ ranks, K]ᵀ with each row's own adapter; zeros from its rank to RS, a multiple
 * of 4. Serves x·Aᵀ forward and dOut·B backward, the bank holding B transposed.
 */
export function thin(K: number): Kernel {
  const vector = four(K);
  return {
    key: `thin ${Number(vector)}`,
    bindings: [
      { name: 'x', element: floatsOf(vector) },
      { name: 'bank', element: floatsOf(vector) },
      { name: 'adapter_rows', element: 'i32' },
      { name: 'slots', element: 'Slot' },
      { name: 'low', element: 'vec4<f32>', written: true },
    ],
    uniforms: ['M', 'K', 'length', 'RS'],
    workgroup: [BLOCK, 1],
    helpers: [rowLoader('x', vector, 'p.K'), rowLoader('bank', vector, 'p.K')].join('\n'),
    body: `  let quads = p.RS / 4u;
  let row = index / quads;
  let r = (index % quads) * 4u;
  if (row >= p.M) { return; }
  var sum = vec4<f32>(0.0);
  let chosen = adapter_rows[row / p.length];
  if (chosen >= 0) {
    let slot = slots[chosen];
    if (r < slot.rank) {
      let last = slot.offset + slot.rank - 1u;
      let first = slot.offset + r;
      for (var k = 0u; k < p.K; k += 4u) {
        let v = load_x(row, k);
        sum += vec4<f32>(${LANES.map((_, q) => `dot(v, load_bank(min(first + ${q}u, last), k))`).join(', ')});
      }
      let left = vec4<u32>(slot.rank - r);
      sum = select(vec4<f32>(0.0), slot.scale * sum, left > vec4<u32>(0u, 1u, 2u, 3u));
    }
  }
  low[index] = sum;`,
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
    workgroup: [8, 8],
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

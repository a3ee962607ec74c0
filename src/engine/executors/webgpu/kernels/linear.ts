/**
 * Linear layers and what is fused with them: RMSNorm of what they read, several layers that read the same rows, each
 * token's own adapter, SwiGLU, the residual. Up to 8 × 8 outputs an invocation in registers, no workgroup memory and no
 * barriers: on software adapters those cost more than they save, and loads are what bounds them (4 × 4 outputs took 3.7
 * times as long). Every output is one running sum over k in order, so a row's numbers do not depend on the rows beside it.
 */
import { BLOCK, floatsOf, four, type Binding, type Kernel, quadLoader, rowStorer } from '../kernel.ts';

export const LANES = ['x', 'y', 'z', 'w'] as const;
/** Columns an invocation holds, as vectors of four. */
export const HALVES = [0, 1];
export const range = (count: number) => Array.from({ length: count }, (_, q) => q);
export const lines = (count: number, line: (q: number) => string) => range(count).map(line).join('\n');

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
  /** Adapters of the plan, when one of the layers has any: adds low · Bᵀ of each token's own. */
  readonly slots?: number;
  /** Most rows there can be. */
  readonly rows: number;
}

/** c[row] += the four lanes of `factor` times the rows `b<lane>_<half>`. */
export const spread = (row: number, factor: string) =>
  HALVES.map((h) => `c${row}_${h} += ${LANES.map((lane, s) => `${factor}.${lane} * b${s}_${h}`).join(' + ')};`).join(' ');

/**
 * Adds each row's low-rank product; the matrices of an adapter that all rows of the tile share are read once. `column` and
 * `left` say where each half lies in a row of the bank (of `width`) and how many columns it still has.
 */
export function addLowRank(rows: number, table: string, width: string, column: (half: number) => string, left: (half: number) => string): string {
  const product = (chosen: string, members: readonly number[]) => `if (${chosen} >= 0) {
      let slot = slots[${table} + u32(${chosen})];
      let last = max(slot.rank, 1u) - 1u;
      for (var r = 0u; r < slot.rank; r += 4u) {
        ${lines(4, (s) => `let r${s} = slot.offset + min(r + ${s}u, last) * ${width}; ${HALVES.map((h) => `let b${s}_${h} = load_bank(r${s} + ${column(h)}, ${left(h)});`).join(' ')}`)}
        ${members.map((q) => `let x${q} = low[low${q} + (r >> 2u)]; ${spread(q, `x${q}`)}`).join('\n')}
      }
    }`;
  return `${lines(rows, (q) => `let chosen${q} = adapter_of[i${q}];`)}
  if (${range(rows).map((q) => `chosen${q} == chosen0`).join(' && ')}) {
    ${product('chosen0', range(rows))}
  } else {
    ${lines(rows, (q) => product(`chosen${q}`, [q]))}
  }`;
}

export const lowRankBindings = (vector: boolean, slots: number): Binding[] => [
  { name: 'low', element: 'vec4<f32>' },
  { name: 'bank', element: floatsOf(vector) },
  { name: 'adapter_of', element: 'i32' },
  { name: 'slots', element: 'Slot', uniform: slots },
];

/** Rows an invocation holds; fewer where more would only swell the code. Never by how many rows there are. */
const tileRows = ({ K, widths }: LinearOptions): number => (four(K) && widths.every(four) ? 8 : 4);

/** Few rows: workgroups that are not mostly empty. */
const workgroupOf = (rows: number): readonly [number, number] => (rows <= 16 ? [8, 2] : [8, 8]);

const WIDTHS = ['J0', 'J1', 'J2'] as const;
/** Layers that one dispatch can serve. */
export const MOST_LAYERS = WIDTHS.length;

/** Uniforms: `axis` of the rows, `K`, `W` (width of a row of the result), J0… (the layers' widths), `RS` and `LS` (strides of low). */
export function linear(options: LinearOptions): Kernel {
  const { K, widths, bias = false, norm = false, gather = false, residual = false, swiglu = false, slots = 0, rows: most } = options;
  const rows = tileRows(options);
  const vectorK = four(K);
  const vectorJ = widths.every(four);
  const workgroup = workgroupOf(most);
  const flags = [vectorK, vectorJ, bias, norm, gather, residual, swiglu].map(Number).join('');
  const names = WIDTHS.slice(0, widths.length);
  // In swiglu the halves are four columns of gate and the same four of up.
  const weightRow = (q: number) => (swiglu ? `${q < 4 ? '' : 'J + '}min(j + ${q % 4}u, J - 1u)` : `begin + min(j + ${q}u, J - 1u)`);
  const choose = names
    .slice(1)
    .map((name, n) => `if (tile >= (J + 7u) / 8u) { tile -= (J + 7u) / 8u; begin += J; J = p.${name}; part = ${n + 1}u; }`)
    .map((text, n) => (n === 0 ? text : `if (part == ${n}u) { ${text} }`));
  const store = (q: number) =>
    swiglu
      ? `store_result(i + ${q}u, j, c${q}_0 / (1.0 + exp(-c${q}_0)) * c${q}_1);`
      : HALVES.map((h) => `${h ? 'if (left1 > 0u) { ' : ''}store_result(i + ${q}u, begin + j + ${h * 4}u, ${residual ? `load_residual((i + ${q}u) * p.W + begin + j + ${h * 4}u, left${h}) + ` : ''}c${q}_${h});${h ? ' }' : ''}`).join(' ');
  const lowRank = () => {
    if (swiglu) {
      // Gate and up have adapters of their own; each fills its half.
      return HALVES.map(
        (half) => `{ ${lines(rows, (q) => `let low${q} = (i${q} * p.LS + ${half}u * p.RS) >> 2u;`)}
  ${lines(rows, (q) => `let chosen${q} = adapter_of[i${q}];`)}
  ${lines(
    rows,
    (q) => `if (chosen${q} >= 0) {
      let slot = slots[${half * slots / 2}u + u32(chosen${q})];
      let last = max(slot.rank, 1u) - 1u;
      for (var r = 0u; r < slot.rank; r += 4u) {
        ${lines(4, (s) => `let b${s} = load_bank(slot.offset + min(r + ${s}u, last) * J + j, left0);`)}
        let x = low[low${q} + (r >> 2u)];
        c${q}_${half} += ${LANES.map((lane, s) => `x.${lane} * b${s}`).join(' + ')};
      }
    }`,
  )} }`,
      ).join('\n');
    }
    return `${lines(rows, (q) => `let low${q} = (i${q} * p.LS + part * p.RS) >> 2u;`)}
  ${addLowRank(rows, `part * ${slots / widths.length}u`, 'J', (h) => `j + ${h * 4}u`, (h) => `left${h}`)}`;
  };
  return {
    key: `linear ${flags} ${widths.length} ${slots} ${workgroup.join('x')}`,
    bindings: [
      { name: 'a', element: floatsOf(vectorK) },
      { name: 'b', element: floatsOf(vectorK) },
      { name: 'result', element: floatsOf(vectorJ), written: true },
      ...(bias ? [{ name: 'bias', element: floatsOf(vectorJ) }] : []),
      ...(norm ? [{ name: 'norm', element: floatsOf(vectorK) }] : []),
      ...(gather ? [{ name: 'indices', element: 'i32' as const }] : []),
      ...(residual ? [{ name: 'residual', element: floatsOf(vectorJ) }] : []),
      ...(slots ? lowRankBindings(vectorJ, slots) : []),
    ],
    uniforms: ['axis', 'K', 'W', ...names, ...(slots ? ['RS', 'LS'] : []), ...(norm ? ['eps'] : [])],
    floats: ['eps'],
    workgroup,
    helpers: [
      quadLoader('a', vectorK),
      quadLoader('b', vectorK),
      rowStorer('result', vectorJ, 'p.W'),
      bias ? quadLoader('bias', vectorJ) : '',
      norm ? quadLoader('norm', vectorK) : '',
      residual ? quadLoader('residual', vectorJ) : '',
      slots ? quadLoader('bank', vectorJ) : '',
    ].join('\n'),
    // Uniforms and addresses are taken out of the loops by hand: software adapters do not do it.
    body: `  let I = live[p.axis]; let K = p.K;
  let i = gid.y * ${rows}u;
  var tile = gid.x; var begin = 0u; var J = p.J0; var part = 0u;
  ${swiglu ? '' : choose.join('\n  ')}
  let j = tile * ${swiglu ? 4 : 8}u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j; let left1 = J - min(J, j + 4u);
  ${lines(rows, (q) => `let i${q} = min(i + ${q}u, I - 1u); let a${q} = ${gather ? `u32(indices[i${q}])` : `i${q}`} * K; ${HALVES.map((h) => `var c${q}_${h} = vec4<f32>(0.0);`).join(' ')}`)}
  ${norm ? `${lines(rows, (q) => `var s${q} = vec4<f32>(0.0);`)}\n  for (var k = 0u; k < K; k += 4u) { let left = K - k; ${lines(rows, (q) => `let x${q} = load_a(a${q} + k, left); s${q} += x${q} * x${q};`)} }` : ''}
  ${lines(8, (q) => `let b${q} = (${weightRow(q)}) * K;`)}
  for (var k = 0u; k < K; k += 4u) {
    let left = K - k;
    ${norm ? 'let gain = load_norm(k, left);' : ''}
    ${lines(8, (q) => `let w${q} = load_b(b${q} + k, left)${norm ? ' * gain' : ''};`)}
    ${lines(rows, (q) => `let x${q} = load_a(a${q} + k, left); ${HALVES.map((h) => `c${q}_${h} += vec4<f32>(${LANES.map((_, s) => `dot(x${q}, w${h * 4 + s})`).join(', ')});`).join(' ')}`)}
  }
  ${norm ? lines(rows, (q) => `let n${q} = inverseSqrt((s${q}.x + s${q}.y + s${q}.z + s${q}.w) / f32(K) + p.eps); c${q}_0 *= n${q}; c${q}_1 *= n${q};`) : ''}
  ${bias ? `let bias0 = load_bias(begin + j, left0); let bias1 = load_bias(begin + j + 4u, left1); ${lines(rows, (q) => `c${q}_0 += bias0; c${q}_1 += bias1;`)}` : ''}
  ${slots ? lowRank() : ''}
  ${lines(rows, (q) => `if (i + ${q}u < I) { ${store(q)} }`)}`,
  };
}

/** Workgroups of {@link linear} for so many rows. */
export function linearGrid(options: LinearOptions): (rows: number) => readonly [number, number, number] {
  const [x, y] = workgroupOf(options.rows);
  const tiles = options.swiglu
    ? Math.ceil((options.widths[0] ?? 0) / 4)
    : options.widths.reduce((sum, width) => sum + Math.ceil(width / 8), 0);
  const perGroup = y * tileRows(options);
  return (rows) => [Math.ceil(tiles / x), Math.ceil(rows / perGroup), 1];
}

export interface LowRankOptions {
  readonly K: number;
  readonly norm?: boolean;
  readonly gather?: false;
  /** Adapters of the plan times layers. */
  readonly slots: number;
  readonly layers: number;
}

/**
 * low [M, layers · RS] = scale · x [M, K] · bankᵀ with each token's own adapter, layer after layer; zeros from its rank to
 * RS, a multiple of 4. Serves x·Aᵀ forward and dOut·B backward, the bank holding B transposed. Four tokens an invocation,
 * which share the loads of the bank where they share an adapter.
 */
export function lowRank({ K, norm = false, slots, layers }: LowRankOptions): Kernel {
  const vector = four(K);
  const tokens = range(4);
  const product = (members: readonly number[]) => `let slot = slots[part * ${slots / layers}u + u32(chosen${members[0]})];
    if (r < slot.rank) {
      let last = slot.rank - 1u;
      ${lines(4, (s) => `let b${s} = slot.offset + min(r + ${s}u, last) * K;`)}
      for (var k = 0u; k < K; k += 4u) {
        let left = K - k;
        ${norm ? 'let gain = load_norm(k, left);' : ''}
        ${lines(4, (s) => `let w${s} = load_bank(b${s} + k, left)${norm ? ' * gain' : ''};`)}
        ${members.map((q) => `let x${q} = load_x(at${q} + k, left); ${norm ? `s${q} += x${q} * x${q};` : ''} c${q} += vec4<f32>(${LANES.map((_, s) => `dot(x${q}, w${s})`).join(', ')});`).join('\n')}
      }
      let inside = vec4<u32>(slot.rank - r) > vec4<u32>(0u, 1u, 2u, 3u);
      ${members.map((q) => `c${q} = select(vec4<f32>(0.0), slot.scale * c${q}${norm ? ` * inverseSqrt((s${q}.x + s${q}.y + s${q}.z + s${q}.w) / f32(K) + p.eps)` : ''}, inside);`).join('\n')}
    }`;
  return {
    key: `low rank ${Number(vector)}${Number(norm)} ${layers} ${slots}`,
    bindings: [
      { name: 'x', element: floatsOf(vector) },
      { name: 'bank', element: floatsOf(vector) },
      { name: 'adapter_of', element: 'i32' },
      { name: 'slots', element: 'Slot', uniform: slots },
      { name: 'low', element: 'vec4<f32>', written: true },
      ...(norm ? [{ name: 'norm', element: floatsOf(vector) }] : []),
    ],
    uniforms: ['axis', 'K', 'RS', ...(norm ? ['eps'] : [])],
    floats: ['eps'],
    workgroup: [BLOCK, 1],
    helpers: [quadLoader('x', vector), quadLoader('bank', vector), norm ? quadLoader('norm', vector) : ''].join('\n'),
    body: `  let quads = p.RS / 4u;
  let K = p.K;
  let rows = live[p.axis];
  let token = (index / (quads * ${layers}u)) * 4u;
  let quad = index % (quads * ${layers}u);
  let part = quad / quads;
  let r = (quad % quads) * 4u;
  if (token >= rows) { return; }
  ${tokens.map((q) => `let i${q} = min(token + ${q}u, rows - 1u); let at${q} = i${q} * K; let chosen${q} = adapter_of[i${q}]; var c${q} = vec4<f32>(0.0); var s${q} = vec4<f32>(0.0);`).join('\n')}
  if (chosen0 == chosen1 && chosen0 == chosen2 && chosen0 == chosen3) {
    if (chosen0 >= 0) { ${product(tokens)} }
  } else {
    ${tokens.map((q) => `if (chosen${q} >= 0) { ${product([q])} }`).join('\n')}
  }
  let to = token * quads * ${layers}u + quad;
  ${tokens.map((q) => `if (token + ${q}u < rows) { low[to + ${q}u * quads * ${layers}u] = c${q}; }`).join('\n')}`,
  };
}

/** Invocations of {@link lowRank}. */
export const lowRankInvocations = (rows: number, stride: number, layers: number): number => Math.ceil(rows / 4) * (stride / 4) * layers;

/**
 * Linear layers and what is fused with them: RMSNorm of what they read, several layers that read the same rows, each
 * token's own adapter, SwiGLU, the residual. Up to 8 × 8 outputs an invocation in registers, no workgroup memory and no
 * barriers: on software adapters those cost more than they save, and loads are what bounds them (4 × 4 outputs took 3.7
 * times as long). Every output is one running sum over k in order, so a row's numbers do not depend on the rows beside it.
 */
import { BLOCK, floatsOf, four, type Binding, type Kernel, quadLoader, quadStorer } from './kernel.ts';
import { acrossNeighbours } from './reduce.ts';
import { laneOf, type Split, splitKey } from './split.ts';

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
  /** Length of the slot table, adapters × layers; 0 where no layer is adapted. Otherwise low · Bᵀ of each row's own adapter is added. */
  readonly slots?: number;
  /** Most rows there can be. */
  readonly rows: number;
  /** Neighbouring lanes share a tile's sums over k and then its rows, for real graphics processors. */
  readonly split?: Split;
}

/** target_<half> += the four lanes of `factor` times the rows `b<lane>_<half>`. */
export const spread = (target: string, factor: string, halves: readonly number[] = HALVES) =>
  halves.map((h) => `${target}_${h} += ${LANES.map((lane, s) => `${factor}.${lane} * b${s}_${h}`).join(' + ')};`).join(' ');

export interface LowRankPlace {
  /** WGSL: index of the first of the layer's slots. */
  readonly table: string;
  /** WGSL: the layer's first float in a row of low, and floats of a row. */
  readonly at: string;
  readonly stride: string;
  /** WGSL: width of a row of the bank. */
  readonly width: string;
  /** WGSL: the column of a half, and how many there still are from it. */
  readonly column: (half: number) => string;
  readonly left: (half: number) => string;
  readonly halves: readonly number[];
  /** Adapters of the plan. */
  readonly slots: number;
}

/**
 * Adds each row's low-rank product to its accumulators: for each adapter that some row of the tile uses, its matrices are
 * read once and the other rows add zeros, so that a row's numbers do not depend on the adapters beside it.
 */
export function addLowRank(rows: number, { table, at, stride, width, column, left, halves, slots }: LowRankPlace): string {
  return `for (var s = 0; s < ${slots}; s += 1) {
    if (${range(rows)
      .map((q) => `chosen${q} != s`)
      .join(' && ')}) { continue; }
    let slot = slots[${table} + u32(s)];
    let last = max(slot.rank, 1u) - 1u;
    for (var r = 0u; r < slot.rank; r += 4u) {
      ${lines(4, (l) => `let r${l} = slot.offset + min(r + ${l}u, last) * ${width}; ${halves.map((h) => `let b${l}_${h} = load_bank(r${l} + ${column(h)}, ${left(h)});`).join(' ')}`)}
      ${lines(rows, (q) => `let x${q} = select(vec4<f32>(0.0), low[(i${q} * ${stride} + ${at} + r) >> 2u], chosen${q} == s); ${spread(`c${q}`, `x${q}`, halves)}`)}
    }
  }`;
}

/**
 * The row `i<q>` that is the tile's `q`th from `first` of `count`; with adapters rows are taken in the order of their
 * adapters (`members`: row and adapter, which is `chosen<q>`), so that a tile has few of them, however a batch mixes them.
 */
export const memberRow = (q: number, at: string, adapted: boolean) =>
  adapted ? `let member${q} = members[${at}]; let i${q} = u32(member${q}.x); let chosen${q} = member${q}.y;` : `let i${q} = ${at};`;

export const lowRankBindings = (vector: boolean, slots: number): Binding[] => [
  { name: 'low', element: 'vec4<f32>' },
  { name: 'bank', element: floatsOf(vector) },
  { name: 'members', element: 'vec2<i32>' },
  { name: 'slots', element: 'Slot', uniform: slots },
];

/** Rows an invocation holds; one where sizes are odd, which no real model has, so that there is little to compile. Never by how many rows there are. */
const tileRows = ({ K, widths }: LinearOptions): number => (four(K) && widths.every(four) ? 8 : 1);

/** Few rows: workgroups that are not mostly empty. Where lanes share a tile: lanes by tiles. */
const workgroupOf = ({ rows, split }: LinearOptions): readonly [number, number] =>
  split ? [split.lanes, split.linear / split.lanes] : rows <= 16 ? [8, 2] : [8, 8];

const WIDTHS = ['J0', 'J1', 'J2'] as const;
/** Layers that one dispatch can serve. */
export const MOST_LAYERS = WIDTHS.length;

/** Uniforms: `axis` of the rows, `K`, `W` (width of a row of the result), J0… (the layers' widths), `RS` and `LS` (strides of low). */
export function linear(options: LinearOptions): Kernel {
  const { K, widths, bias = false, norm = false, gather = false, residual = false, swiglu = false, slots = 0, split } = options;
  const rows = tileRows(options);
  const vectorK = four(K);
  const vectorJ = widths.every(four);
  const workgroup = workgroupOf(options);
  const flags = [vectorK, vectorJ, bias, norm, gather, residual, swiglu].map(Number).join('');
  const names = WIDTHS.slice(0, widths.length);
  // In swiglu the halves are four columns of gate and the same four of up.
  const weightRow = (q: number) => (swiglu ? `${q < 4 ? '' : 'J + '}min(j + ${q % 4}u, J - 1u)` : `begin + min(j + ${q}u, J - 1u)`);
  const choose = names
    .slice(1)
    .map((name, n) => `if (tile >= (J + 7u) / 8u) { tile -= (J + 7u) / 8u; begin += J; J = p.${name}; part = ${n + 1}u; }`)
    .map((text, n) => (n === 0 ? text : `if (part == ${n}u) { ${text} }`));
  const store = (row: string, q: number) => {
    if (swiglu) return `store_result(${row} * p.W + j, left0, c${q}_0 / (1.0 + exp(-c${q}_0)) * c${q}_1);`;
    const one = (h: number) => {
      const at = `${row} * p.W + begin + j + ${h * 4}u`;
      return `store_result(${at}, left${h}, ${residual ? `load_residual(${at}, left${h}) + ` : ''}c${q}_${h});`;
    };
    return `${one(0)} if (left1 > 0u) { ${one(1)} }`;
  };
  const lowRank = (count: number) => {
    const each = slots / widths.length;
    const common = { stride: 'p.LS', width: 'J', slots: each };
    // Gate and up have adapters of their own; each fills its half.
    const halves = HALVES.map((half) => ({
      ...common,
      table: `${half * each}u`,
      at: `${half}u * p.RS`,
      column: () => 'j',
      left: () => 'left0',
      halves: [half],
    }));
    const whole = {
      ...common,
      table: `part * ${each}u`,
      at: 'part * p.RS',
      column: (h: number) => `j + ${h * 4}u`,
      left: (h: number) => `left${h}`,
      halves: HALVES,
    };
    return (swiglu ? halves : [whole]).map((place) => addLowRank(count, place)).join('\n');
  };
  /** What follows the sums of `count` rows, whose sums of squares are `s0`, …. */
  const epilogue = (count: number) => `
  ${norm ? lines(count, (q) => `let n${q} = inverseSqrt((s${q}.x + s${q}.y + s${q}.z + s${q}.w) / f32(K) + p.eps); c${q}_0 *= n${q}; c${q}_1 *= n${q};`) : ''}
  ${bias ? `let bias0 = load_bias(begin + j, left0); let bias1 = load_bias(begin + j + 4u, left1); ${lines(count, (q) => `c${q}_0 += bias0; c${q}_1 += bias1;`)}` : ''}
  ${slots ? lowRank(count) : ''}`;
  // Uniforms and addresses are taken out of the loops by hand: software adapters do not do it.
  const sums = (first: string, step: number) => `
  ${lines(rows, (q) => `${HALVES.map((h) => `var c${q}_${h} = vec4<f32>(0.0);`).join(' ')} ${norm ? `var s${q} = vec4<f32>(0.0);` : ''}`)}
  ${lines(rows, (q) => `${memberRow(q, `min(i + ${q}u, I - 1u)`, slots > 0)} let a${q} = ${gather ? `u32(indices[i${q}])` : `i${q}`} * K;`)}
  ${lines(8, (q) => `let b${q} = (${weightRow(q)}) * K;`)}
  for (var k = ${first}; k < K; k += ${step}u) {
    let left = K - k;
    ${norm ? 'let gain = load_norm(k, left);' : ''}
    ${lines(8, (q) => `let w${q} = load_b(b${q} + k, left)${norm ? ' * gain' : ''};`)}
    ${lines(rows, (q) => `let x${q} = load_a(a${q} + k, left); ${norm ? `s${q} += x${q} * x${q};` : ''} ${HALVES.map((h) => `c${q}_${h} += vec4<f32>(${LANES.map((_, s) => `dot(x${q}, w${h * 4 + s})`).join(', ')});`).join(' ')}`)}
  }`;
  const kept = norm ? 3 : 2;
  const alone = `let j = tile * ${swiglu ? 4 : 8}u;
  if (i >= I || j >= J) { return; }
  let left0 = J - j; let left1 = J - min(J, j + 4u);
  ${sums('0u', 4)}
  ${epilogue(rows)}
  ${lines(rows, (q) => `if (i + ${q}u < I) { ${store(`i${q}`, q)} }`)}`;
  const lanes = split?.lanes ?? 1;
  const held = (q: number) => [`c${q}_0`, `c${q}_1`, ...(norm ? [`s${q}`] : [])];
  // Every lane reaches the barrier; those beyond the matrix compute its last tile and store nothing.
  const clamped = `let wanted = tile * ${swiglu ? 4 : 8}u;
  let j = min(wanted, (J - 1u) / ${swiglu ? 4 : 8}u * ${swiglu ? 4 : 8}u);
  let left0 = J - j; let left1 = J - min(J, j + 4u);
  let mine = ${split ? laneOf(split) : ''} % ${lanes}u;`;
  const shared = `${clamped}
  {
    ${sums('mine * 4u', lanes * 4)}
    ${lines(rows, (q) =>
      held(q)
        .map((name, n) => `partial[(lane * ${rows}u + ${q}u) * ${kept}u + ${n}u] = ${name};`)
        .join(' '),
    )}
  }
  workgroupBarrier();
  let row = i + mine;
  if (mine >= ${rows}u || row >= I || wanted >= J) { return; }
  var c0_0 = vec4<f32>(0.0); var c0_1 = vec4<f32>(0.0); ${norm ? 'var s0 = vec4<f32>(0.0);' : ''}
  for (var n = 0u; n < ${lanes}u; n += 1u) {
    let at = ((lane - mine + n) * ${rows}u + mine) * ${kept}u;
    c0_0 += partial[at]; c0_1 += partial[at + 1u]; ${norm ? 's0 += partial[at + 2u];' : ''}
  }
  ${memberRow(0, 'row', slots > 0)}
  ${epilogue(1)}
  ${store('i0', 0)}`;
  // Rows that a lane ends with when all have exchanged their sums.
  const ends = Math.max(1, rows / lanes);
  const exchanged = `${clamped}
  ${lines(ends, (q) =>
    held(q)
      .map((name) => `var sum_${name} = vec4<f32>(0.0);`)
      .join(' '),
  )}
  {
    ${sums('mine * 4u', lanes * 4)}
    ${acrossNeighbours(lanes, rows, held)}
    ${lines(ends, (q) =>
      held(q)
        .map((name) => `sum_${name} = ${name};`)
        .join(' '),
    )}
  }
  let row = i + mine * ${ends}u;
  if (mine >= ${rows}u || row >= I || wanted >= J) { return; }
  ${lines(ends, (q) =>
    held(q)
      .map((name) => `var ${name} = sum_${name};`)
      .join(' '),
  )}
  ${lines(ends, (q) => memberRow(q, `min(row + ${q}u, I - 1u)`, slots > 0))}
  ${epilogue(ends)}
  ${lines(ends, (q) => `if (row + ${q}u < I) { ${store(`i${q}`, q)} }`)}`;
  return {
    key: `linear ${flags} ${widths.length} ${slots} ${workgroup.join('x')} ${splitKey(split)}`,
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
    subgroups: split?.subgroups,
    helpers: [
      quadLoader('a', vectorK),
      quadLoader('b', vectorK),
      quadStorer('result', vectorJ),
      bias ? quadLoader('bias', vectorJ) : '',
      norm ? quadLoader('norm', vectorK) : '',
      residual ? quadLoader('residual', vectorJ) : '',
      slots ? quadLoader('bank', vectorJ) : '',
      split && !split.subgroups ? `var<workgroup> partial: array<vec4<f32>, ${workgroup[0] * workgroup[1] * rows * kept}>;` : '',
    ].join('\n'),
    body: `  let I = live[p.axis]; let K = p.K;
  let i = ${split ? 'wid.y' : 'gid.y'} * ${rows}u;
  var tile = ${split ? `wid.x * ${workgroup[1]}u + ${laneOf(split)} / ${lanes}u` : 'gid.x'}; var begin = 0u; var J = p.J0; var part = 0u;
  ${swiglu ? '' : choose.join('\n  ')}
  ${split ? (split.subgroups ? exchanged : shared) : alone}`,
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
 * low [M, layers · RS] = scale · x [M, K] · bankᵀ with each token's own adapter, layer after layer; zeros from its rank to
 * RS, a multiple of 4. Serves x·Aᵀ forward and dOut·B backward, the bank holding B transposed.
 */
export function lowRank({ K, norm = false, slots, layers, tokens: most, split }: LowRankOptions): Kernel {
  const vector = four(K);
  const tokens = split ? 1 : most;
  const each = slots / layers;
  const sums = (first: string, step: number) => `
    ${lines(tokens, (q) => `var c${q} = vec4<f32>(0.0); var s${q} = vec4<f32>(0.0);`)}
    for (var k = ${first}; k < K; k += ${step}u) {
      let left = K - k;
      ${norm ? 'let gain = load_norm(k, left);' : ''}
      ${lines(4, (l) => `let w${l} = load_bank(b${l} + k, left)${norm ? ' * gain' : ''};`)}
      ${lines(tokens, (q) => `let x${q} = load_x(at${q} + k, left); ${norm ? `s${q} += x${q} * x${q};` : ''} c${q} += vec4<f32>(${LANES.map((_, l) => `dot(x${q}, w${l})`).join(', ')});`)}
    }`;
  const scaled = (q: number) =>
    `select(vec4<f32>(0.0), slot.scale * c${q}${norm ? ` * inverseSqrt((s${q}.x + s${q}.y + s${q}.z + s${q}.w) / f32(K) + p.eps)` : ''}, vec4<u32>(slot.rank - r) > vec4<u32>(0u, 1u, 2u, 3u))`;
  const matrices = `let last = max(slot.rank, 1u) - 1u;
    ${lines(4, (l) => `let b${l} = slot.offset + min(r + ${l}u, last) * K;`)}`;
  const alone = `if (token >= rows) { return; }
  ${lines(tokens, (q) => `${memberRow(q, `min(token + ${q}u, rows - 1u)`, true)} let at${q} = i${q} * K; var out${q} = vec4<f32>(0.0);`)}
  for (var s = 0; s < ${each}; s += 1) {
    if (${range(tokens)
      .map((q) => `chosen${q} != s`)
      .join(' && ')}) { continue; }
    let slot = slots[part * ${each}u + u32(s)];
    if (r >= slot.rank) { continue; }
    ${matrices}
    ${sums('0u', 4)}
    ${lines(tokens, (q) => `if (chosen${q} == s) { out${q} = ${scaled(q)}; }`)}
  }
  ${lines(tokens, (q) => `if (token + ${q}u < rows) { low[i${q} * stride + quad] = out${q}; }`)}`;
  const lanes = split?.lanes ?? 1;
  // Every lane reaches the barrier; where there is nothing to sum it computes what nobody stores.
  const together = split?.subgroups
    ? `${acrossNeighbours(lanes, 1, () => ['c0', 's0'])}
  if (mine > 0u || token >= rows) { return; }`
    : `partial[lane * 2u] = c0;
  partial[lane * 2u + 1u] = s0;
  workgroupBarrier();
  if (mine > 0u || token >= rows) { return; }
  for (var n = 1u; n < ${lanes}u; n += 1u) { c0 += partial[(lane + n) * 2u]; s0 += partial[(lane + n) * 2u + 1u]; }`;
  const shared = `let mine = ${split ? laneOf(split) : ''} % ${lanes}u;
  ${memberRow(0, 'min(token, rows - 1u)', true)}
  let at0 = i0 * K;
  let slot = slots[part * ${each}u + u32(max(chosen0, 0))];
  ${matrices}
  ${sums('mine * 4u', lanes * 4)}
  ${together}
  var out = vec4<f32>(0.0);
  if (chosen0 >= 0 && r < slot.rank) { out = ${scaled(0)}; }
  low[i0 * stride + quad] = out;`;
  return {
    key: `low rank ${[vector, norm].map(Number).join('')} ${layers} ${slots} ${tokens} ${splitKey(split)}`,
    bindings: [
      { name: 'x', element: floatsOf(vector) },
      { name: 'bank', element: floatsOf(vector) },
      { name: 'members', element: 'vec2<i32>' },
      { name: 'slots', element: 'Slot', uniform: slots },
      { name: 'low', element: 'vec4<f32>', written: true },
      ...(norm ? [{ name: 'norm', element: floatsOf(vector) }] : []),
    ],
    uniforms: ['axis', 'K', 'RS', ...(norm ? ['eps'] : [])],
    floats: ['eps'],
    workgroup: [lowRankWorkgroup(split), 1],
    subgroups: split?.subgroups,
    helpers: [
      quadLoader('x', vector),
      quadLoader('bank', vector),
      norm ? quadLoader('norm', vector) : '',
      split && !split.subgroups ? `var<workgroup> partial: array<vec4<f32>, ${lowRankWorkgroup(split) * 2}>;` : '',
    ].join('\n'),
    body: `  let quads = p.RS / 4u;
  let K = p.K;
  let rows = live[p.axis];
  let stride = quads * ${layers}u;
  let item = ${split ? `(index - lane + ${laneOf(split)}) / ${lanes}u` : 'index'};
  let token = item / stride * ${tokens}u;
  let quad = item % stride;
  let part = quad / quads;
  let r = quad % quads * 4u;
  ${split ? shared : alone}`,
  };
}

/** Lanes of a workgroup of {@link lowRank}. */
export const lowRankWorkgroup = (split: Split | undefined): number => split?.lowRank ?? BLOCK;

/** Invocations of {@link lowRank}. */
export const lowRankInvocations = ({ layers, tokens, split }: LowRankOptions, rows: number, stride: number): number =>
  split ? rows * (stride / 4) * layers * split.lanes : Math.ceil(rows / tokens) * (stride / 4) * layers;

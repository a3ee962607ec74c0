/** Kernels that work token row by token row: look-ups, norms, rotary embedding, activations. */
import type { WeightForm } from '../../../../core/weights/packed.ts';
import { BLOCK, floatsOf, four, type Kernel, read, readRows, written, writtenRows } from './kernel.ts';
import { acrossWorkgroup } from './reduce.ts';
import { readWeights } from './weights.ts';

/** result = table[indices]; `form`: how the table is held. */
export function gatherRows(D: number, form: WeightForm = 'f32'): Kernel {
  const vector = four(D);
  return {
    key: `gather ${form} ${Number(vector)}`,
    bindings: [
      readWeights('table', '[rows of the table, D]', form, vector, 'p.D'),
      read('indices', '[N]', 'i32'),
      writtenRows('result', '[N, D]', vector, 'p.D'),
    ],
    uniforms: ['axis', 'D'],
    workgroup: [BLOCK, 1],
    code: () => `
fn main() {
  let quads = (p.D + 3u) / 4u;
  let row = index / quads;
  let column = (index % quads) * 4u;
  if (row >= live[p.axis]) { return; }
  store_result(row, column, load_table(row_table(u32(indices[row])), column, p.D - column));
}`,
  };
}

/** Row r of the result is the sum of the rows of x listed for it, in order; `starts` and `order` say which. */
export function sumRows(D: number): Kernel {
  const vector = four(D);
  return {
    key: `sum rows ${Number(vector)}`,
    bindings: [
      readRows('x', '[N, D]', vector, 'p.D'),
      read('starts', '[R + 1], into order', 'i32'),
      read('order', '[N], rows of x', 'i32'),
      writtenRows('result', '[R, D]', vector, 'p.D'),
    ],
    uniforms: ['R', 'D'],
    workgroup: [BLOCK, 1],
    code: () => `
fn main() {
  let quads = (p.D + 3u) / 4u;
  let row = index / quads;
  let column = (index % quads) * 4u;
  if (row >= p.R) { return; }
  var sum = vec4<f32>(0.0);
  for (var at = starts[row]; at < starts[row + 1u]; at += 1) { sum += load_x(u32(order[at]), column); }
  store_result(row, column, sum);
}`,
  };
}

/** Rows are groups of D features, `G` of them a row of the axis; R = rows of the axis · G. */
const NORM = { uniforms: ['axis', 'G', 'D', 'eps'], floats: ['eps'], workgroup: [BLOCK, 1] as const };

/** result = x / √(mean x² + eps) ⊙ weight over rows of D features. */
export function rmsnorm(D: number): Kernel {
  const vector = four(D);
  return {
    key: `rmsnorm ${Number(vector)}`,
    bindings: [
      readRows('x', '[R, D]', vector, 'p.D'),
      readRows('weight', '[D]', vector, 'p.D'),
      writtenRows('result', '[R, D]', vector, 'p.D'),
    ],
    ...NORM,
    code: () => `
fn main() {
  if (index >= live[p.axis] * p.G) { return; }
  var squares = vec4<f32>(0.0);
  for (var d = 0u; d < p.D; d += 4u) { let v = load_x(index, d); squares += v * v; }
  let inverse = inverseSqrt((squares.x + squares.y + squares.z + squares.w) / f32(p.D) + p.eps);
  for (var d = 0u; d < p.D; d += 4u) { store_result(index, d, load_x(index, d) * inverse * load_weight(0u, d)); }
}`,
  };
}

/** Lanes of a row in the wide norms: a square number. */
const NORM_LANES = 64;

/** The same, a workgroup a row. */
export function wideRmsnorm(D: number, subgroups: boolean): Kernel {
  const { key, bindings } = rmsnorm(D);
  const reduce = acrossWorkgroup(NORM_LANES, subgroups);
  return {
    key: `wide ${key} ${reduce.key}`,
    bindings,
    ...NORM,
    workgroup: [NORM_LANES, 1],
    subgroups,
    code: () => `
${reduce.memory}

fn main() {
  let row = wid.y * groups.x + wid.x;
  if (row >= live[p.axis] * p.G) { return; }
  var own = vec4<f32>(0.0);
  for (var d = lane * 4u; d < p.D; d += ${NORM_LANES * 4}u) { let v = load_x(row, d); own += v * v; }
  ${reduce.sum('own.x + own.y + own.z + own.w', 'squares')}
  let inverse = inverseSqrt(squares / f32(p.D) + p.eps);
  for (var d = lane * 4u; d < p.D; d += ${NORM_LANES * 4}u) { store_result(row, d, load_x(row, d) * inverse * load_weight(0u, d)); }
}`,
  };
}

/** dx = r·(w·dy) − x·r³·mean(w·dy·x) with r the inverse root mean square, which is kept for the weight's gradient. */
export function rmsnormBackward(D: number): Kernel {
  const vector = four(D);
  return {
    key: `rmsnorm backward ${Number(vector)}`,
    bindings: [
      readRows('x', '[R, D]', vector, 'p.D'),
      readRows('weight', '[D]', vector, 'p.D'),
      readRows('dy', '[R, D]', vector, 'p.D'),
      writtenRows('dx', '[R, D]', vector, 'p.D'),
      written('inverses', '[R]'),
    ],
    ...NORM,
    code: () => `
fn main() {
  if (index >= live[p.axis] * p.G) { return; }
  var squares = vec4<f32>(0.0);
  for (var d = 0u; d < p.D; d += 4u) { let v = load_x(index, d); squares += v * v; }
  let inverse = inverseSqrt((squares.x + squares.y + squares.z + squares.w) / f32(p.D) + p.eps);
  var sums = vec4<f32>(0.0);
  for (var d = 0u; d < p.D; d += 4u) { sums += load_weight(0u, d) * load_dy(index, d) * load_x(index, d); }
  let along = inverse * inverse * inverse * (sums.x + sums.y + sums.z + sums.w) / f32(p.D);
  for (var d = 0u; d < p.D; d += 4u) { store_dx(index, d, inverse * load_weight(0u, d) * load_dy(index, d) - along * load_x(index, d)); }
  inverses[index] = inverse;
}`,
  };
}

/** The same, a workgroup a row. */
export function wideRmsnormBackward(D: number, subgroups: boolean): Kernel {
  const { key, bindings } = rmsnormBackward(D);
  const reduce = acrossWorkgroup(NORM_LANES, subgroups);
  return {
    key: `wide ${key} ${reduce.key}`,
    bindings,
    ...NORM,
    workgroup: [NORM_LANES, 1],
    subgroups,
    code: () => `
${reduce.memory}

fn main() {
  let row = wid.y * groups.x + wid.x;
  if (row >= live[p.axis] * p.G) { return; }
  var own = vec4<f32>(0.0);
  var turned = vec4<f32>(0.0);
  for (var d = lane * 4u; d < p.D; d += ${NORM_LANES * 4}u) {
    let v = load_x(row, d);
    own += v * v;
    turned += load_weight(0u, d) * load_dy(row, d) * v;
  }
  ${reduce.sum('own.x + own.y + own.z + own.w', 'squares')}
  ${reduce.sum('turned.x + turned.y + turned.z + turned.w', 'sums')}
  let inverse = inverseSqrt(squares / f32(p.D) + p.eps);
  let along = inverse * inverse * inverse * sums / f32(p.D);
  for (var d = lane * 4u; d < p.D; d += ${NORM_LANES * 4}u) {
    store_dx(row, d, inverse * load_weight(0u, d) * load_dy(row, d) - along * load_x(row, d));
  }
  if (lane == 0u) { inverses[row] = inverse; }
}`,
  };
}

/** dWeight = Σ over rows of dy ⊙ x · r. */
export const rmsnormWeightGradient: Kernel = {
  key: 'rmsnorm weight gradient',
  bindings: [read('x', '[R, D]'), read('dy', '[R, D]'), read('inverses', '[R]'), written('result', '[D]')],
  uniforms: ['axis', 'G', 'D'],
  workgroup: [BLOCK, 1],
  code: () => `
fn main() {
  if (index >= p.D) { return; }
  var sum = 0.0;
  for (var row = 0u; row < live[p.axis] * p.G; row += 1u) { sum += dy[row * p.D + index] * x[row * p.D + index] * inverses[row]; }
  result[index] = sum;
}`,
};

/**
 * Turns the halves of each head by the token's angle (HF's rotate_half); `sign` −1 turns back, which is the gradient.
 * Cosines and sines come from the host, because WGSL promises too little about large angles.
 */
export function rope(headDim: number): Kernel {
  const vector = headDim % 8 === 0;
  const element = floatsOf(vector);
  return {
    key: `rope ${Number(vector)}`,
    bindings: [
      read('x', '[M, heads, 2, half]', element),
      read('positions', '[M]', 'i32'),
      read('turns', '[positions, 2, half]: cosines, sines', element),
      written('result', '[M, heads, 2, half]', element),
    ],
    // `half` a head, in elements of the arrays.
    uniforms: ['axis', 'heads', 'half', 'sign'],
    floats: ['sign'],
    workgroup: [BLOCK, 1],
    code: () => `
fn main() {
  let half = p.half;
  if (index >= live[p.axis] * p.heads * half) { return; }
  let i = index % half;
  let head = index / half;
  let angle = u32(positions[head / p.heads]) * 2u * half + i;
  let cosine = turns[angle];
  let sine = turns[angle + half];
  let at = head * 2u * half + i;
  let first = x[at];
  let second = x[at + half];
  result[at] = first * cosine - p.sign * second * sine;
  result[at + half] = second * cosine + p.sign * first * sine;
}`,
  };
}

/** Elements of half a head in {@link rope}. */
export const ropeHalf = (headDim: number): number => (headDim % 8 === 0 ? headDim / 8 : headDim / 2);

/** Element-wise work on vectors of four, `W` floats a row of the axis; what lies beyond the rows in use may be written over. */
function elementwise(
  key: string,
  reads: readonly string[],
  writes: readonly string[],
  statements: string,
  constants: readonly string[] = [],
): Kernel {
  return {
    key,
    bindings: [
      ...reads.map((name) => read(name, '[rows, W]', 'vec4<f32>')),
      ...writes.map((name) => written(name, '[rows, W]', 'vec4<f32>')),
    ],
    uniforms: ['axis', 'W', ...constants],
    floats: constants,
    workgroup: [BLOCK, 1],
    code: () => `
fn main() {
  if (index * 4u >= live[p.axis] * p.W) { return; }
  ${statements}
}`,
  };
}

export const add = elementwise('add', ['a', 'b'], ['result'], 'result[index] = a[index] + b[index];');
export const relu = elementwise('relu', ['x'], ['result'], 'result[index] = max(x[index], vec4<f32>(0.0));');
export const reluBackward = elementwise(
  'relu backward',
  ['y', 'dy'],
  ['dx'],
  'dx[index] = select(vec4<f32>(0.0), dy[index], y[index] > vec4<f32>(0.0));',
);
export const swiglu = elementwise(
  'swiglu',
  ['gate', 'up'],
  ['result'],
  'let g = gate[index]; result[index] = g / (1.0 + exp(-g)) * up[index];',
);
/** silu' = σ + silu · (1 − σ). */
export const swigluBackward = elementwise(
  'swiglu backward',
  ['gate', 'up', 'dy'],
  ['dgate', 'dup'],
  `let g = gate[index]; let sigmoid = 1.0 / (1.0 + exp(-g)); let silu = g * sigmoid;
  dgate[index] = dy[index] * up[index] * (sigmoid + silu * (1.0 - sigmoid));
  dup[index] = dy[index] * silu;`,
);

/** σ(a(x)) with a(x) = √(8/π)·(x + 0.044715·x³): times x, GELU's tanh form. */
const GELU_CHANCE = 'let g = gate[index]; let chance = 1.0 / (1.0 + exp(-1.5957691216057308 * g * (1.0 + 0.044715 * g * g)));';
export const geglu = elementwise('geglu', ['gate', 'up'], ['result'], `${GELU_CHANCE} result[index] = g * chance * up[index];`);
export const gegluBackward = elementwise(
  'geglu backward',
  ['gate', 'up', 'dy'],
  ['dgate', 'dup'],
  `${GELU_CHANCE} let gelu = g * chance;
  dgate[index] = dy[index] * up[index] * (chance + gelu * (1.0 - chance) * (1.5957691216057308 + 0.2140644488 * g * g));
  dup[index] = dy[index] * gelu;`,
);

export const scale = elementwise('scale', ['x'], ['result'], 'result[index] = p.factor * x[index];', ['factor']);
/** tanh(x / cap): WGSL's own may overflow within. */
const BENT = 'let bent = 1.0 - 2.0 / (1.0 + exp(clamp(2.0 * x[index] / p.softcap, vec4<f32>(-80.0), vec4<f32>(80.0))));';
export const softcap = elementwise('softcap', ['x'], ['result'], `${BENT} result[index] = p.softcap * bent;`, ['softcap']);
export const softcapBackward = elementwise(
  'softcap backward',
  ['x', 'dy'],
  ['dx'],
  `${BENT} dx[index] = dy[index] * (1.0 - bent * bent);`,
  ['softcap'],
);

/** result = a + b over `count` floats. */
export const sum: Kernel = {
  key: 'sum',
  bindings: [read('a', '[count]', 'vec4<f32>'), read('b', '[count]', 'vec4<f32>'), written('result', '[count]', 'vec4<f32>')],
  uniforms: ['count'],
  workgroup: [BLOCK, 1],
  code: () => `
fn main() {
  if (index * 4u >= p.count) { return; }
  result[index] = a[index] + b[index];
}`,
};

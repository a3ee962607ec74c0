/**
 * Gradient norms and AdamW of many parameter sets in one pass: what a set has lies in one stretch of `state` (parameters,
 * first moments, second moments, gradients, `quads` vectors of four each, zeros behind the last), and `sets` says of those
 * that take this step where. A norm takes two stages: strips, then the strips' sums; which numbers share a strip is a matter
 * of their count alone, so a set's step does not depend on the sets beside it. Sums are of squares relative to the strip's
 * largest gradient, so that none overflows or vanishes. Whether a gradient is finite is asked of its bits: WGSL may take all
 * floats for finite.
 */
import { BLOCK, type Kernel, read, written } from './kernel.ts';
import { acrossWorkgroup } from './reduce.ts';

/** Most strips of a set; each is one invocation's. */
export const STRIPS = 1024;
/** Vectors of four in a strip before another is begun. */
const STRIP = 8;

/** What the largest gradient is held above. */
const LEAST = '1e-30';
/** Bits of infinity: what is not below is not finite. */
const INFINITE = '0x7f800000u';

/** How many strips a set of so many vectors of four makes. */
export const stripsOf = (quads: number): number => Math.min(STRIPS, Math.ceil(quads / STRIP));

/** Stretches of `quads` vectors that a set has in the state. */
export const STRETCHES = ['parameters', 'm', 'v', 'gradients'] as const;

/** Words of a set's record in `sets`: where it is (`first` vector, `quads`, `strips`, one unused), then its scalars. */
export const SET_WORDS = 16;

const SET = `struct ParameterSet { first: u32, quads: u32, strips: u32, unused: u32, rate: f32, beta1: f32, rest1: f32, beta2: f32, rest2: f32, epsilon: f32, decay: f32, correction1: f32, correction2: f32, most: f32, unused1: f32, unused2: f32 }`;

const sets = read('sets', '[sets]', 'ParameterSet');
const STATE = '[sets, STRETCHES, quads of the set]';

/** The strip's largest |g|, as bits, and Σ (g / largest)². A strip is every `strips`th vector of four. */
export const gradientNormStrips: Kernel = {
  key: 'gradient norm strips',
  bindings: [read('state', STATE, 'vec4<f32>'), sets, written('parts', '[sets, STRIPS]: largest, squares', 'vec2<u32>')],
  uniforms: [],
  workgroup: [BLOCK, 1],
  code: () => `
${SET}

fn main() {
  let own = sets[wid.z];
  if (index >= own.strips) { return; }
  let start = own.first + 3u * own.quads;
  let end = start + own.quads;
  var most = vec4<u32>(0u);
  for (var at = start + index; at < end; at += own.strips) { most = max(most, bitcast<vec4<u32>>(abs(state[at]))); }
  let bits = max(max(most.x, most.y), max(most.z, most.w));
  let largest = max(bitcast<f32>(bits), ${LEAST});
  var squares = vec4<f32>(0.0);
  for (var at = start + index; at < end; at += own.strips) { let share = state[at] / largest; squares += share * share; }
  parts[wid.z * ${STRIPS}u + index] = vec2<u32>(bits, bitcast<u32>((squares.x + squares.y) + (squares.z + squares.w)));
}`,
};

/** √Σ over the strips, as bits; a workgroup a set, whose lanes take every `BLOCK`th strip. */
export function gradientNorm(subgroups: boolean): Kernel {
  const reduce = acrossWorkgroup(BLOCK, subgroups, ['f32', 'u32']);
  return {
    key: `gradient norm ${reduce.key}`,
    bindings: [sets, read('parts', '[sets, STRIPS]: largest, squares', 'vec2<u32>'), written('norms', '[sets]', 'u32')],
    uniforms: [],
    workgroup: [BLOCK, 1],
    subgroups,
    code: () => `
${SET}
${reduce.memory}

fn main() {
  let strips = sets[wid.x].strips;
  let start = wid.x * ${STRIPS}u;
  var own_bits = 0u;
  for (var at = lane; at < strips; at += ${BLOCK}u) { own_bits = max(own_bits, parts[start + at].x); }
  ${reduce.most('own_bits', 'bits', 'u32')}
  let largest = max(bitcast<f32>(bits), ${LEAST});
  var own_sum = 0.0;
  for (var at = lane; at < strips; at += ${BLOCK}u) {
    let share = max(bitcast<f32>(parts[start + at].x), ${LEAST}) / largest;
    own_sum += share * share * bitcast<f32>(parts[start + at].y);
  }
  ${reduce.sum('own_sum', 'total')}
  if (lane == 0u) { norms[wid.x] = select(bits, bitcast<u32>(largest * sqrt(total)), bits < ${INFINITE}); }
}`,
  };
}

/** Four numbers an invocation, in place. A set whose norm is not finite stays as it is. */
export const adamw: Kernel = {
  key: 'adamw',
  bindings: [written('state', STATE, 'vec4<f32>'), sets, read('norms', '[sets], as bits', 'u32')],
  uniforms: [],
  workgroup: [BLOCK, 1],
  code: () => `
${SET}

fn main() {
  let own = sets[wid.z];
  let bits = norms[wid.z];
  if (index >= own.quads || bits >= ${INFINITE}) { return; }
  let norm = bitcast<f32>(bits);
  let at = own.first + index;
  let g = state[at + 3u * own.quads] * select(1.0, own.most / norm, own.most > 0.0 && norm > own.most);
  let w = state[at];
  let first = own.beta1 * state[at + own.quads] + own.rest1 * g;
  let second = own.beta2 * state[at + 2u * own.quads] + own.rest2 * g * g;
  state[at] = w - own.rate * (first / own.correction1 / (sqrt(second / own.correction2) + own.epsilon) + own.decay * w);
  state[at + own.quads] = first;
  state[at + 2u * own.quads] = second;
}`,
};

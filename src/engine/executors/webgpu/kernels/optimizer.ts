/**
 * The optimiser over all numbers of one parameter set. The norm takes two stages: strips, then the strips' sums; which
 * numbers share a strip is a matter of their count alone. Sums are of squares relative to the strip's largest gradient, so
 * that none overflows or vanishes. Whether a gradient is finite is asked of its bits: WGSL may take all floats for finite.
 */
import { BLOCK, type Kernel } from '../kernel.ts';

/** Most strips; each is one invocation's. */
const STRIPS = 1024;
/** Vectors of four in a strip before another is begun. */
const STRIP = 8;

/** What the largest gradient is held above. */
const LEAST = '1e-30';
/** Bits of infinity: what is not below is not finite. */
const INFINITE = '0x7f800000u';

/** How many strips `count` numbers make. */
export const stripsOf = (count: number): number => Math.min(STRIPS, Math.ceil(count / 4 / STRIP));

/** parts [strips]: the strip's largest |g|, as bits, and Σ (g / largest)². A strip is every `strips`th vector of four. */
export const gradientNormStrips: Kernel = {
  key: 'gradient norm strips',
  bindings: [
    { name: 'gradients', element: 'vec4<f32>' },
    { name: 'parts', element: 'vec2<u32>', written: true },
  ],
  uniforms: ['quads', 'strips'],
  workgroup: [BLOCK, 1],
  body: `  if (index >= p.strips) { return; }
  var most = vec4<u32>(0u);
  for (var at = index; at < p.quads; at += p.strips) { most = max(most, bitcast<vec4<u32>>(abs(gradients[at]))); }
  let bits = max(max(most.x, most.y), max(most.z, most.w));
  let largest = max(bitcast<f32>(bits), ${LEAST});
  var squares = vec4<f32>(0.0);
  for (var at = index; at < p.quads; at += p.strips) { let share = gradients[at] / largest; squares += share * share; }
  parts[index] = vec2<u32>(bits, bitcast<u32>((squares.x + squares.y) + (squares.z + squares.w)));`,
};

/** norm [1] = √Σ over the strips, as bits; one workgroup, whose lanes take every `BLOCK`th strip. */
export const gradientNorm: Kernel = {
  key: 'gradient norm',
  bindings: [
    { name: 'parts', element: 'vec2<u32>' },
    { name: 'norm', element: 'u32', written: true },
  ],
  uniforms: ['strips'],
  workgroup: [BLOCK, 1],
  helpers: `var<workgroup> shared_bits: array<u32, ${BLOCK}>;
var<workgroup> shared_sums: array<f32, ${BLOCK}>;`,
  body: `  var bits = 0u;
  for (var at = lane; at < p.strips; at += ${BLOCK}u) { bits = max(bits, parts[at].x); }
  shared_bits[lane] = bits;
  workgroupBarrier();
  for (var n = 0u; n < ${BLOCK}u; n += 1u) { bits = max(bits, shared_bits[n]); }
  let largest = max(bitcast<f32>(bits), ${LEAST});
  var sum = 0.0;
  for (var at = lane; at < p.strips; at += ${BLOCK}u) {
    let share = max(bitcast<f32>(parts[at].x), ${LEAST}) / largest;
    sum += share * share * bitcast<f32>(parts[at].y);
  }
  shared_sums[lane] = sum;
  workgroupBarrier();
  if (lane == 0u) {
    var total = 0.0;
    for (var n = 0u; n < ${BLOCK}u; n += 1u) { total += shared_sums[n]; }
    norm[0] = select(bits, bitcast<u32>(largest * sqrt(total)), bits < ${INFINITE});
  }`,
};

/** Vectors of four that hold the scalars. */
const SCALARS = 3;

/** Four numbers an invocation; `settings` in the order of the plan's scalars, a uniform because the buffers are eight already. */
export const adamw: Kernel = {
  key: 'adamw',
  bindings: [
    { name: 'parameters', element: 'vec4<f32>' },
    { name: 'gradients', element: 'vec4<f32>' },
    { name: 'm', element: 'vec4<f32>' },
    { name: 'v', element: 'vec4<f32>' },
    { name: 'norm', element: 'f32' },
    { name: 'settings', element: 'vec4<f32>', uniform: SCALARS },
    { name: 'next_parameters', element: 'vec4<f32>', written: true },
    { name: 'next_m', element: 'vec4<f32>', written: true },
    { name: 'next_v', element: 'vec4<f32>', written: true },
  ],
  uniforms: ['quads'],
  workgroup: [BLOCK, 1],
  body: `  if (index >= p.quads) { return; }
  let rate = settings[0].x;
  let epsilon = settings[1].y;
  let decay = settings[1].z;
  let most = settings[2].y;
  let g = gradients[index] * select(1.0, most / norm[0], most > 0.0 && norm[0] > most);
  let w = parameters[index];
  let first = settings[0].y * m[index] + settings[0].z * g;
  let second = settings[0].w * v[index] + settings[1].x * g * g;
  next_parameters[index] = w - rate * (first / settings[1].w / (sqrt(second / settings[2].x) + epsilon) + decay * w);
  next_m[index] = first;
  next_v[index] = second;`,
};

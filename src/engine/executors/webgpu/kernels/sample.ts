/**
 * Draws a token of each row by inverse transform over ids in ascending order; where greedy, the likeliest, the lowest id among
 * equals. By one invocation a row or by a workgroup, as in tokens.ts.
 */
import { BLOCK, type Kernel, read, written } from './kernel.ts';
import { acrossWorkgroup } from './reduce.ts';
import { range } from './template.ts';
import { DISTRIBUTION, LANES, ROW, wideDistribution } from './tokens.ts';

/** Threefry-2x32 with 20 rounds, and the uniform number made from it, bit for bit as core/random has them. */
const THREEFRY = `
fn turned(x: u32, distance: u32) -> u32 { return (x << distance) | (x >> (32u - distance)); }
fn uniform_at(key: vec2<u32>, counter: u32) -> f32 {
  let schedule = vec3<u32>(key.x, key.y, key.x ^ key.y ^ 0x1bd11bdau);
  var distances = array<vec4<u32>, 2>(vec4<u32>(13u, 15u, 26u, 6u), vec4<u32>(17u, 29u, 16u, 24u));
  var x0 = key.x;
  var x1 = counter + key.y;
  for (var group = 0u; group < 5u; group += 1u) {
    let d = distances[group & 1u];
    x0 += x1; x1 = turned(x1, d.x) ^ x0;
    x0 += x1; x1 = turned(x1, d.y) ^ x0;
    x0 += x1; x1 = turned(x1, d.z) ^ x0;
    x0 += x1; x1 = turned(x1, d.w) ^ x0;
    x0 += schedule[(group + 1u) % 3u];
    x1 += schedule[(group + 2u) % 3u] + group + 1u;
  }
  return f32(x0 >> 8u) / 16777216.0;
}`;

/** Inputs that a plan feeds back from one repetition to the next. */
export interface SampleOptions {
  /** How many take the drawn token. */
  readonly takes: number;
  /** How many are raised by one. */
  readonly raises: number;
}

/** What both forms are. Uniforms say where each part of the state begins. */
const sampling = ({ takes, raises }: SampleOptions) => ({
  bindings: [
    read('logits', '[N, V]'),
    read('rules', '[N]: bits of the temperature, greedy, two words of the key', 'vec4<u32>'),
    written('state', 'counters, steps and what is fed back, [N] each', 'i32'),
    written('drawn', '[repetition, 3, N]: tokens, log-probabilities, entropies'),
  ],
  uniforms: ['axis', 'V', 'counters', 'steps', ...range(takes).map((n) => `take${n}`), ...range(raises).map((n) => `raise${n}`)],
  values: { kept: false, takes: range(takes), raises: range(raises) },
});

/** WGSL: stores `token` of the row with `logprob` and `entropy` in the history, and feeds it back. */
const STORE = `
  let step = u32(state[p.steps + row]);
  let to = step * 3u * rows + row;
  drawn[to] = f32(token);
  drawn[to + rows] = logprob;
  drawn[to + 2u * rows] = entropy;
  state[p.steps + row] = i32(step + 1u);
#for n in takes
  state[p.take{n} + row] = i32(token);
#end
#for n in raises
  state[p.raise{n} + row] += 1;
#end`;

export const sample = (options: SampleOptions): Kernel => ({
  key: `sample ${options.takes} ${options.raises}`,
  ...sampling(options),
  workgroup: [BLOCK, 1],
  code: () => `
${THREEFRY}

fn main() {
  let row = index;
  let rows = live[p.axis];
  if (row >= rows) { return; }
  let rule = rules[row];
  let warmth = bitcast<f32>(rule.x);
  ${DISTRIBUTION}
  var token = 0u;
  if (rule.y == 1u) {
    while (token < p.V - 1u && logits[start + token] / warmth != top) { token += 1u; }
  } else {
    let threshold = uniform_at(rule.zw, u32(state[p.counters + row])) * total;
    var sum = 0.0;
    for (var v = 0u; v < p.V; v += 1u) {
      let e = exp(logits[start + v] / warmth - top);
      if (e == 0.0) { continue; }
      sum += e;
      token = v; // rounding may leave the threshold above the last sum; then the last possible id stands
      if (sum > threshold) { break; }
    }
  }
  let logprob = logits[start + token] / warmth - top - normaliser;
  ${STORE}
}`,
});

/**
 * A workgroup a row. Lane 0 finds the stretch that the draw falls in from the lanes' sums, and that lane walks it. These sums
 * take the workgroup's form always, since the draw goes through them in the order of the ids.
 */
export function wideSample(options: SampleOptions, subgroups: boolean): Kernel {
  const reduce = acrossWorkgroup(LANES, subgroups);
  const ordered = acrossWorkgroup(LANES, false);
  return {
    key: `wide sample ${options.takes} ${options.raises} ${reduce.key}`,
    ...sampling(options),
    workgroup: [LANES, 1],
    subgroups,
    code: () => `
${THREEFRY}
${ordered.memory}
var<workgroup> shared_ids: array<u32, ${LANES}>;
var<workgroup> chosen_lane: u32;
var<workgroup> sum_before: f32;

fn main() {
  ${ROW}
  let rows = live[p.axis];
  if (row >= rows) { return; }
  let rule = rules[row];
  let warmth = bitcast<f32>(rule.x);
  ${wideDistribution(reduce, ordered.sum)}
  let threshold = uniform_at(rule.zw, u32(state[p.counters + row])) * total;
  shared_f32[lane] = own;
  var likeliest = p.V;
  for (var v = from_id; v < to_id; v += 1u) { if (logits[start + v] / warmth == top) { likeliest = v; break; } }
  shared_ids[lane] = likeliest;
  workgroupBarrier();
  if (lane == 0u) {
    var drawn_lane = 0u;
    var before = 0.0;
    if (rule.y == 1u) {
      while (drawn_lane < ${LANES - 1}u && shared_ids[drawn_lane] == p.V) { drawn_lane += 1u; }
    } else {
      var group = 0u;
      while (group < 15u && before + groups_f32[group] <= threshold) { before += groups_f32[group]; group += 1u; }
      var sum = before;
      drawn_lane = group * 16u;
      for (var n = group * 16u; n < ${LANES}u; n += 1u) {
        if (shared_f32[n] == 0.0) { continue; }
        drawn_lane = n; // rounding may leave the threshold above the last sum; then the last possible id stands
        before = sum;
        sum += shared_f32[n];
        if (sum > threshold) { break; }
      }
    }
    chosen_lane = drawn_lane;
    sum_before = before;
  }
  workgroupBarrier();
  if (lane == chosen_lane) {
    var token = likeliest;
    if (rule.y != 1u) {
      token = from_id;
      var sum = sum_before;
      for (var v = from_id; v < to_id; v += 1u) {
        let e = exp(logits[start + v] / warmth - top);
        if (e == 0.0) { continue; }
        sum += e;
        token = v;
        if (sum > threshold) { break; }
      }
    }
    let logprob = logits[start + token] / warmth - top - normaliser;
    ${STORE}
  }
}`,
  };
}

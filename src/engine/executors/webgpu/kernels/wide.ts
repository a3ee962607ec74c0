/**
 * The counterparts for real graphics processors and large vocabularies: a workgroup a row (or a token and head) shares the
 * work through workgroup memory, or by subgroup operations where the device has them, in an order that depends on nothing but the row itself.
 */
import type { Kernel } from './kernel.ts';
import {
  attentionBindings,
  attentionKey,
  type AttentionOptions,
  attentionUniforms,
  head,
  HEAD_FLOATS,
  keysOf,
  ownKey,
  turnedQuery,
} from './attention.ts';
import { acrossWorkgroup, type Reduction } from './reduce.ts';
import { REMOVED, SAMPLE_BINDINGS, sampleEpilogue, type SampleOptions, sampleUniforms, THREEFRY, tokenStatsBindings } from './tokens.ts';

/** Lanes of a row of logits; each walks a stretch of neighbouring ids. */
const LANES = 256;
/** Bytes of workgroup memory that every adapter has. */
const WORKGROUP_BYTES = 16_384;

/** Lanes that share a token and head: as many as there is memory for what each has summed. Each takes every `lanes`th key. */
function keyLanes(headDim: number): number {
  let lanes = 32;
  while (lanes * (Math.ceil(headDim / 4) * 16 + 8) > WORKGROUP_BYTES) lanes /= 2;
  return lanes;
}

const ROW = 'let row = wid.y * groups.x + wid.x;';

/** As in tokens.ts, by stretches: also leaves each lane's own sum as `own`. */
const distribution = (kept: boolean, { sum, most }: Reduction, last = sum) => {
  const skip = kept ? 'if (kept[start + v] == 0.0) { continue; }' : '';
  return `
  let start = row * p.V;
  let stretch = (p.V + ${LANES - 1}u) / ${LANES}u;
  let from_id = min(lane * stretch, p.V);
  let to_id = min(from_id + stretch, p.V);
  var highest = ${REMOVED};
  for (var v = from_id; v < to_id; v += 1u) { ${skip} highest = max(highest, logits[start + v] / warmth); }
  ${most('highest', 'top')}
  var own = 0.0;
  var turn = 0.0;
  for (var v = from_id; v < to_id; v += 1u) {
    ${skip}
    let z = logits[start + v] / warmth - top;
    let e = exp(z);
    own += e;
    turn += e * z;
  }
  ${sum('turn', 'moment')}
  ${last('own', 'total')}
  let normaliser = log(total);
  let entropy = normaliser - moment / total;`;
};

export function wideTokenStats(kept: boolean, subgroups: boolean): Kernel {
  const reduce = acrossWorkgroup(LANES, subgroups);
  return {
    key: `wide token stats ${kept ? 'kept' : 'all'} ${reduce.key}`,
    bindings: tokenStatsBindings(kept),
    uniforms: ['axis', 'V'],
    workgroup: [LANES, 1],
    subgroups,
    helpers: reduce.helpers,
    body: `  ${ROW}
  if (row >= live[p.axis]) { return; }
  let warmth = temperature[row];${distribution(kept, reduce)}
  if (lane == 0u) {
    let chosen = start + u32(targets[row]);
    let logp = logits[chosen] / warmth - top - normaliser;
    logprobs[row] = ${kept ? `select(logp, ${REMOVED}, kept[chosen] == 0.0)` : 'logp'};
    entropies[row] = entropy;
    parts[row] = vec4<f32>(top, normaliser, entropy, 0.0);
  }`,
  };
}

/**
 * Lane 0 finds the stretch that the draw falls in from the lanes' sums, and that lane walks it. These sums take the
 * workgroup's form always, since the draw goes through them in the order of the ids.
 */
export function wideSample(options: SampleOptions, subgroups: boolean): Kernel {
  const reduce = acrossWorkgroup(LANES, subgroups);
  const ordered = acrossWorkgroup(LANES, false);
  return {
    key: `wide sample ${options.takes} ${options.raises} ${reduce.key}`,
    bindings: SAMPLE_BINDINGS,
    uniforms: sampleUniforms(options),
    workgroup: [LANES, 1],
    subgroups,
    helpers: `${THREEFRY}\n${ordered.helpers}
var<workgroup> shared_ids: array<u32, ${LANES}>;
var<workgroup> chosen_lane: u32;
var<workgroup> sum_before: f32;`,
    body: `  ${ROW}
  let rows = live[p.axis];
  if (row >= rows) { return; }
  let rule = rules[row];
  let warmth = bitcast<f32>(rule.x);${distribution(false, reduce, ordered.sum)}
  let threshold = uniform_at(rule.zw, u32(state[p.counters + row])) * total;
  shared_f32[lane] = own;
  var likeliest = p.V;
  for (var v = from_id; v < to_id; v += 1u) { if (logits[start + v] / warmth == top) { likeliest = v; break; } }
  shared_ids[lane] = likeliest;
  workgroupBarrier();
  if (lane == 0u) {
    var place = 0u;
    var before = 0.0;
    if (rule.y == 1u) {
      while (place < ${LANES - 1}u && shared_ids[place] == p.V) { place += 1u; }
    } else {
      var group = 0u;
      while (group < 15u && before + groups_f32[group] <= threshold) { before += groups_f32[group]; group += 1u; }
      var sum = before;
      place = group * 16u;
      for (var n = group * 16u; n < ${LANES}u; n += 1u) {
        if (shared_f32[n] == 0.0) { continue; }
        place = n; // rounding may leave the threshold above the last sum; then the last possible id stands
        before = sum;
        sum += shared_f32[n];
        if (sum > threshold) { break; }
      }
    }
    chosen_lane = place;
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
    ${sampleEpilogue(options, 'row')}
  }`,
  };
}

/** Attention of one token and head by several lanes; keys are dealt by their position, so cutting a prompt changes nothing. */
export function wideAttention(options: AttentionOptions, subgroups: boolean): Kernel {
  const { headDim, own = false, statistics: kept = false } = options;
  const { each, ...h } = head(headDim);
  const vectors = Math.ceil(headDim / 4);
  const lanes = keyLanes(headDim);
  // What each lane, or each subgroup, has summed lies in workgroup memory for the last sums.
  const together = subgroups
    ? `let of_subgroup = subgroupMax(best);
  if (subgroupElect()) { tops[subgroup] = of_subgroup; }
  workgroupBarrier();
  var top = tops[0];
  for (var n = 1u; n < subgroups; n += 1u) { top = max(top, tops[n]); }
  let fade = exp(best - top);
  let total_here = subgroupAdd(total * fade);
  ${each((d) => `let sum${d} = subgroupAdd(o${d} * fade);`)}
  if (subgroupElect()) { totals[subgroup] = total_here; ${each((d) => `partial[subgroup * ${vectors}u + ${d}u] = sum${d};`)} }
  workgroupBarrier();
  var sum = 0.0;
  for (var n = 0u; n < subgroups; n += 1u) { sum += totals[n]; }`
    : `tops[lane] = best;
  workgroupBarrier();
  var top = tops[0];
  for (var n = 1u; n < ${lanes}u; n += 1u) { top = max(top, tops[n]); }
  let fade = exp(best - top);
  totals[lane] = total * fade;
  ${each((d) => `partial[lane * ${vectors}u + ${d}u] = o${d} * fade;`)}
  workgroupBarrier();
  var sum = 0.0;
  for (var n = 0u; n < ${lanes}u; n += 1u) { sum += totals[n]; }`;
  return {
    key: `wide ${attentionKey(options)}${subgroups ? ' by subgroups' : ''}`,
    bindings: attentionBindings(options),
    uniforms: attentionUniforms(options),
    floats: HEAD_FLOATS,
    workgroup: [lanes, 1],
    subgroups,
    helpers: `var<workgroup> tops: array<f32, ${lanes}>;
var<workgroup> totals: array<f32, ${lanes}>;
var<workgroup> partial: array<vec4<f32>, ${lanes * vectors}>;`,
    body: `  let item = wid.y * groups.x + wid.x;
  if (item >= live.x * p.heads) { return; }
  ${keysOf(options, 'item')}
  ${turnedQuery(options)}
  ${own ? ownKey(options) : ''}
  ${h.declare('o')}
  var best = -3.4e38;
  var total = 0.0;
  for (var j = lane; j < count; j += ${lanes}u) {
    let at = base + j * width;
    ${h.load('lk', 'keys', 'at')} ${h.load('lv', 'values', 'at')}
    ${own ? `let mine = j + 1u == count; ${each((d) => `let k${d} = select(lk${d}, nk${d}, mine); let v${d} = select(lv${d}, nv${d}, mine);`)}` : each((d) => `let k${d} = lk${d}; let v${d} = lv${d};`)}
    let score = (${h.dot('q', 'k')}) * p.scale;
    let top = max(best, score);
    let fade = exp(best - top);
    let e = exp(score - top);
    best = top;
    total = total * fade + e;
    ${each((d) => `o${d} = o${d} * fade + e * v${d};`)}
  }
  ${together}
  ${own ? `if (lane == 0u && h % fan == 0u) { let to = base + (count - 1u) * width; ${h.store('keys', 'to', (d) => `nk${d}`)} ${h.store('values', 'to', (d) => `nv${d}`)} }` : ''}
  ${kept ? 'if (lane == 0u) { statistics[item] = vec2<f32>(top + log(sum), 0.0); }' : ''}
  for (var d = lane; d < ${vectors}u; d += ${lanes}u) {
    var out = vec4<f32>(0.0);
    for (var n = 0u; n < ${subgroups ? 'subgroups' : `${lanes}u`}; n += 1u) { out += partial[n * ${vectors}u + d]; }
    out /= sum;
    ${headDim % 4 === 0 ? `result[item * ${vectors}u + d] = out;` : `for (var l = 0u; l < min(4u, ${headDim}u - d * 4u); l += 1u) { result[item * ${headDim}u + d * 4u + l] = out[l]; }`}
  }`,
  };
}

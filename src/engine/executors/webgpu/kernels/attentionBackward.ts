/** Gradients of attention.ts: probabilities are computed again from the row's log-sum-exp (Dao et al. 2022). */
import { BLOCK, type Kernel, read, written } from './kernel.ts';
import { capFunction, scored } from './attention.ts';
import { head } from './head.ts';
import { range } from './template.ts';

const common = (capped: boolean) => ({
  uniforms: ['heads', 'kvHeads', 'scale', ...(capped ? ['softcap'] : [])],
  floats: ['scale', 'softcap'],
  workgroup: [BLOCK, 1] as const,
});

/** WGSL of the slope of c·tanh(s / c) at the capped score `score`, as a factor. */
const capSlope = (capped: boolean): string => (capped ? ' * (1.0 - score * score / (p.softcap * p.softcap))' : '');

/** dQ, one invocation per query; leaves dOut·out beside the log-sum-exp for {@link attentionBackwardKeys}. */
export function attentionBackwardQueries(headDim: number, capped = false): Kernel {
  const { element, ...h } = head(headDim);
  return {
    key: `attention backward queries ${headDim}${capped ? ' capped' : ''}`,
    bindings: [
      read('queries', '[M, heads, headDim]', element),
      read('keys', '[M, kvHeads, headDim]', element),
      read('values', '[M, kvHeads, headDim]', element),
      read('result', '[M, heads, headDim]', element),
      read('dresult', '[M, heads, headDim]', element),
      written('statistics', '[M, heads]: log-sum-exp, dOut·out', 'vec2<f32>'),
      written('dqueries', '[M, heads, headDim]', element),
      read('first', '[M], where the token’s sequence begins', 'i32'),
    ],
    ...common(capped),
    values: { headDim, capped, vectors: h.vectors },
    code: () => `
${capFunction(capped)}fn main() {
  if (index >= live.x * p.heads) { return; }
  let token = index / p.heads;
  let kvh = (index % p.heads) / (p.heads / p.kvHeads);
  let at = index * {headDim}u;
  ${h.load('q', 'queries', 'at')}
  ${h.load('g', 'dresult', 'at')}
  ${h.load('r', 'result', 'at')}
  let inner = ${h.dot('g', 'r')};
  let normaliser = statistics[index].x;
  ${h.zero('d')}
  for (var j = u32(first[token]); j <= token; j += 1u) {
    let own = (j * p.kvHeads + kvh) * {headDim}u;
    ${h.load('k', 'keys', 'own')}
    ${h.load('v', 'values', 'own')}
#if capped
    let score = ${scored(true, h.dot('q', 'k'), 'p.scale')};
    let probability = exp(score - normaliser);
#else
    let probability = exp((${h.dot('q', 'k')}) * p.scale - normaliser);
#end
    let slope = probability * ((${h.dot('g', 'v')}) - inner) * p.scale${capSlope(capped)};
#for d in vectors
    d{d} += slope * k{d};
#end
  }
  ${h.store('dqueries', 'at', 'd')}
  statistics[index] = vec2<f32>(normaliser, inner);
}`,
  };
}

/** dK and dV, one invocation per key; sums over the queries that see it, head after head of its group. */
export function attentionBackwardKeys(headDim: number, capped = false): Kernel {
  const { element, ...h } = head(headDim);
  return {
    key: `attention backward keys ${headDim}${capped ? ' capped' : ''}`,
    bindings: [
      read('queries', '[M, heads, headDim]', element),
      read('keys', '[M, kvHeads, headDim]', element),
      read('values', '[M, kvHeads, headDim]', element),
      read('dresult', '[M, heads, headDim]', element),
      read('statistics', '[M, heads]: log-sum-exp, dOut·out', 'vec2<f32>'),
      written('dkeys', '[M, kvHeads, headDim]', element),
      written('dvalues', '[M, kvHeads, headDim]', element),
      read('ends', '[M], where the token’s sequence ends', 'i32'),
    ],
    ...common(capped),
    values: { headDim, capped, vectors: h.vectors },
    code: () => `
${capFunction(capped)}fn main() {
  if (index >= live.x * p.kvHeads) { return; }
  let token = index / p.kvHeads;
  let kvh = index % p.kvHeads;
  let fan = p.heads / p.kvHeads;
  let end = u32(ends[token]);
  let at = index * {headDim}u;
  ${h.load('k', 'keys', 'at')}
  ${h.load('v', 'values', 'at')}
  ${h.zero('dk')}
  ${h.zero('dv')}
  for (var h = kvh * fan; h < (kvh + 1u) * fan; h += 1u) {
    for (var i = token; i < end; i += 1u) {
      let query = i * p.heads + h;
      let start = query * {headDim}u;
      ${h.load('q', 'queries', 'start')}
      ${h.load('g', 'dresult', 'start')}
      let kept = statistics[query];
#if capped
      let score = ${scored(true, h.dot('q', 'k'), 'p.scale')};
      let probability = exp(score - kept.x);
#else
      let probability = exp((${h.dot('q', 'k')}) * p.scale - kept.x);
#end
      let slope = probability * ((${h.dot('g', 'v')}) - kept.y) * p.scale${capSlope(capped)};
#for d in vectors
      dk{d} += slope * q{d}; dv{d} += probability * g{d};
#end
    }
  }
  ${h.store('dkeys', 'at', 'dk')}
  ${h.store('dvalues', 'at', 'dv')}
}`,
  };
}

/** Lanes that share a query, or a key, and as many of its partners as are taken at a time. */
const PARTNERS = 32;

/** Whether {@link wideAttentionBackward} has heads of this width. */
export const sharesHeads = (headDim: number): boolean => headDim % 4 === 0;

/**
 * The gradients above by workgroups, for real graphics processors: one for each query and head, or for each key and head of keys. At
 * a time every lane computes what one partner (a key that the query sees; a query that sees the key, head after head of the group)
 * weighs; then every lane sums some vectors of the gradient over these partners in order.
 */
export function wideAttentionBackward(of: 'queries' | 'keys', headDim: number, capped = false): Kernel {
  const { key, bindings } = of === 'queries' ? attentionBackwardQueries(headDim, capped) : attentionBackwardKeys(headDim, capped);
  const vectors = headDim / 4;
  const keys = of === 'keys';
  // Of keys the gradients of key and value, one behind the other.
  const sums = keys ? 2 * vectors : vectors;
  const dot = (own: number, other: string) =>
    range(vectors)
      .map((d) => `dot(own[${own + d}u], ${other}[at + ${d}u])`)
      .join(' + ');
  const score = scored(capped, keys ? dot(0, 'queries') : dot(0, 'keys'), 'p.scale');
  return {
    key: `wide ${key}`,
    bindings,
    ...common(capped),
    workgroup: [PARTNERS, 1],
    values: { keys, vectors, mine: range(Math.ceil(sums / PARTNERS)), sums },
    code: () => `
var<workgroup> own: array<vec4<f32>, ${2 * vectors}>; // query and its gradient, or key and value
var<workgroup> weights: array<vec2<f32>, ${PARTNERS}>; // of each partner: slope, probability
var<workgroup> places: array<u32, ${PARTNERS}>; // where it begins

${capFunction(capped)}fn main() {
  let item = wid.y * groups.x + wid.x;
#if keys
  if (item >= live.x * p.kvHeads) { return; }
  let token = item / p.kvHeads;
  let fan = p.heads / p.kvHeads;
  let first_head = item % p.kvHeads * fan;
  let seen_by = u32(ends[token]) - token;
  let count = seen_by * fan;
#else
  if (item >= live.x * p.heads) { return; }
  let token = item / p.heads;
  let kvh = item % p.heads / (p.heads / p.kvHeads);
  let start = u32(first[token]);
  let count = token + 1u - start;
#end
  for (var d = lane; d < {vectors}u; d += ${PARTNERS}u) {
#if keys
    own[d] = keys[item * {vectors}u + d]; own[{vectors}u + d] = values[item * {vectors}u + d];
#else
    own[d] = queries[item * {vectors}u + d]; own[{vectors}u + d] = dresult[item * {vectors}u + d];
#end
  }
  workgroupBarrier();
#if keys
#else
  let normaliser = statistics[item].x;
  var inner = 0.0;
  for (var d = 0u; d < {vectors}u; d += 1u) { inner += dot(own[{vectors}u + d], result[item * {vectors}u + d]); }
#end
#for n in mine
  var sum{n} = vec4<f32>(0.0);
#end
  for (var base = 0u; base < count; base += ${PARTNERS}u) {
    let partner = base + lane;
    var weight = vec2<f32>(0.0);
    var place = 0u;
    if (partner < count) {
#if keys
      let query = (token + partner % seen_by) * p.heads + first_head + partner / seen_by;
      let at = query * {vectors}u; place = at;
      let kept = statistics[query];
      let score = ${score};
      let probability = exp(score - kept.x);
      weight = vec2<f32>(probability * ((${dot(vectors, 'dresult')}) - kept.y) * p.scale${capSlope(capped)}, probability);
#else
      let at = ((start + partner) * p.kvHeads + kvh) * {vectors}u; place = at;
      let score = ${score};
      let probability = exp(score - normaliser);
      weight = vec2<f32>(probability * ((${dot(vectors, 'values')}) - inner) * p.scale${capSlope(capped)}, probability);
#end
    }
    weights[lane] = weight;
    places[lane] = place;
    workgroupBarrier();
    for (var n = 0u; n < min(${PARTNERS}u, count - base); n += 1u) {
      let at = places[n];
#for n in mine
      {
        let d = lane + {n}u * ${PARTNERS}u;
  #if keys
        if (d < {vectors}u) { sum{n} += weights[n].x * queries[at + d]; }
        else if (d < {sums}u) { sum{n} += weights[n].y * dresult[at + d - {vectors}u]; }
  #else
        if (d < {sums}u) { sum{n} += weights[n].x * keys[at + d]; }
  #end
      }
#end
    }
    workgroupBarrier();
  }
#for n in mine
  {
    let d = lane + {n}u * ${PARTNERS}u;
  #if keys
    if (d < {vectors}u) { dkeys[item * {vectors}u + d] = sum{n}; }
    else if (d < {sums}u) { dvalues[item * {vectors}u + d - {vectors}u] = sum{n}; }
  #else
    if (d < {sums}u) { dqueries[item * {vectors}u + d] = sum{n}; }
  #end
  }
#end
#if keys
#else
  if (lane == 0u) { statistics[item] = vec2<f32>(normaliser, inner); }
#end
}`,
  };
}

/**
 * Causal grouped-query attention without a T × T matrix in memory: each token and head walks its keys with a running softmax
 * (Milakov & Gimelshein 2018). Token m sees the keys `first[m]` … in rising position order, so its numbers do not depend on
 * which of them came in the same run. One invocation a token and head is right for software adapters; on real graphics
 * processors a workgroup shares one.
 */
import { type Binding, BLOCK, type Kernel, read, written } from './kernel.ts';
import { HALVES } from './half.ts';
import { head } from './head.ts';
import { range } from './template.ts';

export interface AttentionOptions {
  readonly headDim: number;
  /** Where a token's keys end: its position in its slot of a cache, or else itself. */
  readonly cached: boolean;
  /** Whether the cache is in 16 bits. */
  readonly half?: boolean;
  /** Queries are turned (after a norm) here; otherwise they are ready. */
  readonly raw?: { readonly norms: boolean };
  /** Each sequence brings one token, whose key and value are made and put into the cache here. */
  readonly own?: boolean;
  readonly statistics?: boolean;
  /** A token sees the last `window` positions of its slot only; without a cache `first` says so. */
  readonly windowed?: boolean;
  /** Scores s become c·tanh(s / c), c the uniform `softcap`. */
  readonly capped?: boolean;
}

/** WGSL of a score, and what it needs above. */
export const scored = (capped: boolean, dot: string, scale: string): string =>
  capped ? `cap((${dot}) * ${scale})` : `(${dot}) * ${scale}`;
export const capFunction = (capped: boolean): string =>
  capped ? 'fn cap(s: f32) -> f32 { return p.softcap * (1.0 - 2.0 / (1.0 + exp(clamp(2.0 * s / p.softcap, -80.0, 80.0)))); }\n' : '';

/** What both forms are. Uniforms: `Q` floats from token to token of the queries; `kAt`, `vAt` where k and v lie beside q. */
function attending({
  headDim,
  cached,
  half = false,
  raw,
  own = false,
  statistics = false,
  windowed = false,
  capped = false,
}: AttentionOptions) {
  const { element, packed, vectors } = head(headDim);
  if (half && (!cached || own)) throw new Error('only a cache of ready keys is kept in 16 bits');
  const kept = half ? packed : element;
  const keys = `[${cached ? 'positions of the cache' : 'M'}, kvHeads, headDim]`;
  const norms = raw?.norms ?? false;
  return {
    key: `attention ${headDim} ${[cached, raw !== undefined, norms, own, statistics].map(Number).join('')}${half ? ' half' : ''}${windowed ? ' windowed' : ''}${capped ? ' capped' : ''}`,
    bindings: [
      read('queries', `[M, Q]: heads × headDim of queries${own ? ', then the token’s key and value' : ''}`, element),
      { ...(own ? written('keys', keys, kept) : read('keys', keys, kept)), ...(half && { access: HALVES }) },
      own ? written('values', keys, kept) : read('values', keys, kept),
      read('first', '[M], into keys', 'i32'),
      written('result', '[M, heads, headDim]', element),
      ...(cached || raw ? [read('positions', '[M]', 'i32')] : []),
      ...(raw ? [read('turns', '[positions, headDim]: cosines, sines')] : []),
      ...(norms ? [read('norms', '[2, headDim]: gains of queries, keys', element)] : []),
      ...(statistics ? [STATISTICS] : []),
    ],
    uniforms: [
      'heads',
      'kvHeads',
      'scale',
      'Q',
      ...(raw ? ['eps'] : []),
      ...(own ? ['kAt', 'vAt'] : []),
      ...(windowed ? ['window'] : []),
      ...(capped ? ['softcap'] : []),
    ],
    floats: FLOATS,
    values: {
      headDim,
      cached,
      windowed,
      raw: raw !== undefined,
      norms,
      own,
      statistics,
      vectors,
      count: vectors.length,
      whole: headDim % 4 === 0,
    },
  };
}

const FLOATS = ['scale', 'eps', 'softcap'];

/** What the backward pass needs of the scores, and room for what it keeps there. */
const STATISTICS: Binding = written('statistics', '[M, heads]: log-sum-exp of the scores, 0', 'vec2<f32>');

/** WGSL: token and head of `item`, where its keys begin (`base`, a `width` apart) and how many there are (`count`), and its turned query q. */
function prepare(item: string, headDim: number): string {
  const h = head(headDim);
  return `
  let token = ${item} / p.heads;
  let h = ${item} % p.heads;
  let fan = p.heads / p.kvHeads;
  let kvh = h / fan;
  let width = p.kvHeads * {headDim}u;
  let start = u32(first[token]);
#if cached
  #if windowed
  let seen = u32(positions[token]) + 1u;
  let count = min(seen, p.window);
  let base = (start + seen - count) * width + kvh * {headDim}u;
  #else
  let count = u32(positions[token]) + 1u;
  let base = start * width + kvh * {headDim}u;
  #end
#else
  let count = token + 1u - start;
  let base = start * width + kvh * {headDim}u;
#end
  let query = token * p.Q + h * {headDim}u;
#if raw
  let turn = u32(positions[token]) * {headDim}u;
  ${h.load('r', 'queries', 'query')}
  ${h.rotary('r', 'q', 0)}
#else
  ${h.load('q', 'queries', 'query')}
#end`;
}

/** WGSL: the token's own key nk and value nv. */
function prepareOwn(headDim: number): string {
  const h = head(headDim);
  return `
  let ownk = token * p.Q + p.kAt + kvh * {headDim}u; let ownv = token * p.Q + p.vAt + kvh * {headDim}u;
  ${h.load('y', 'queries', 'ownk')}
  ${h.rotary('y', 'nk', 1)}
  ${h.load('nv', 'queries', 'ownv')}`;
}

/** WGSL: the running softmax takes four more keys with scores s0 … s3 and values v0_, … v3_. */
const BLEND = `
    let top = max(max(best, s0), max(max(s1, s2), s3));
    let fade = exp(best - top);
    let e0 = exp(s0 - top); let e1 = exp(s1 - top); let e2 = exp(s2 - top); let e3 = exp(s3 - top);
    best = top;
    total = total * fade + ((e0 + e1) + (e2 + e3));
#for d in vectors
    o{d} = o{d} * fade + ((e0 * v0_{d} + e1 * v1_{d}) + (e2 * v2_{d} + e3 * v3_{d}));
#end`;

/** One invocation a token and head; keys are taken four at a time, counted from the first. */
export function attention(options: AttentionOptions): Kernel {
  const h = head(options.headDim);
  const common = attending(options);
  const score = (dot: string, scale: string) => scored(options.capped ?? false, dot, scale);
  const past = options.half ? h.loadHalf : h.load;
  return {
    ...common,
    workgroup: [BLOCK, 1],
    values: { ...common.values, four: range(4) },
    code: () => `
${capFunction(options.capped ?? false)}fn main() {
  if (index >= live.x * p.heads) { return; }
  ${prepare('index', options.headDim)}
#if own
  ${prepareOwn(options.headDim)}
#end
  ${h.zero('o')}
  var best = -3.4e38;
  var total = 0.0;
  let scale = p.scale;
  let full = (count - 1u) / 4u * 4u;
  for (var j = 0u; j < full; j += 4u) {
#for n in four
    let at{n} = base + (j + {n}u) * width;
    ${past('k{n}_', 'keys', 'at{n}')}
    let s{n} = ${score(h.dot('q', 'k{n}_'), 'scale')};
    ${past('v{n}_', 'values', 'at{n}')}
#end
    ${BLEND}
  }
  {
    // The last one to four; the last of all is the token's own.
    let last = count - 1u;
#for n in four
  #if own
    let mine{n} = full + {n}u >= last;
  #end
    let at{n} = base + min(full + {n}u, last) * width;
    ${past('l{n}_', 'keys', 'at{n}')}
    ${past('m{n}_', 'values', 'at{n}')}
  #if own
    #for d in vectors
    let k{n}_{d} = select(l{n}_{d}, nk{d}, mine{n}); let w{n}_{d} = select(m{n}_{d}, nv{d}, mine{n});
    #end
    let s{n} = select(-3.4e38, ${score(h.dot('q', 'k{n}_'), 'scale')}, full + {n}u <= last);
    #for d in vectors
    let v{n}_{d} = w{n}_{d};
    #end
  #else
    let s{n} = select(-3.4e38, ${score(h.dot('q', 'l{n}_'), 'scale')}, full + {n}u <= last);
    #for d in vectors
    let v{n}_{d} = m{n}_{d};
    #end
  #end
#end
    ${BLEND}
  }
#if own
  if (h % fan == 0u) {
    let to = base + (count - 1u) * width;
    ${h.store('keys', 'to', 'nk')}
    ${h.store('values', 'to', 'nv')}
  }
#end
  let into = index * {headDim}u;
  ${h.store('result', 'into', 'o', ' / total')}
#if statistics
  statistics[index] = vec2<f32>(best + log(total), 0.0);
#end
}`,
  };
}

/** Bytes of workgroup memory that every adapter has. */
const WORKGROUP_BYTES = 16_384;

/** Lanes that share a token and head: as many as there is memory for what each has summed. */
function keyLanes(headDim: number): number {
  let lanes = 32;
  while (lanes * (Math.ceil(headDim / 4) * 16 + 8) > WORKGROUP_BYTES) lanes /= 2;
  return lanes;
}

/**
 * A workgroup a token and head: each lane takes every `lanes`th key. Keys are dealt by their position, so cutting a prompt
 * changes nothing. What each lane, or each subgroup, has summed then lies in workgroup memory for the last sums.
 */
export function wideAttention(options: AttentionOptions, subgroups: boolean): Kernel {
  const h = head(options.headDim);
  const lanes = keyLanes(options.headDim);
  const { key, ...common } = attending(options);
  const past = options.half ? h.loadHalf : h.load;
  /** The running softmax takes one more key. */
  const one = (k: string, v: string) => `
    let score = ${scored(options.capped ?? false, h.dot('q', k), 'p.scale')};
    let top = max(best, score);
    let fade = exp(best - top);
    let e = exp(score - top);
    best = top;
    total = total * fade + e;
#for d in vectors
    o{d} = o{d} * fade + e * ${v}{d};
#end`;
  return {
    key: `wide ${key}${subgroups ? ' by subgroups' : ''}`,
    ...common,
    workgroup: [lanes, 1],
    subgroups,
    values: { ...common.values, subgroups, lanes, partials: lanes * h.vectors.length, summed: subgroups ? 'subgroups' : `${lanes}u` },
    code: () => `
var<workgroup> tops: array<f32, {lanes}>;
var<workgroup> totals: array<f32, {lanes}>;
var<workgroup> partial: array<vec4<f32>, {partials}>; // [lane or subgroup, vector of the head]

${capFunction(options.capped ?? false)}fn main() {
  let item = wid.y * groups.x + wid.x;
  if (item >= live.x * p.heads) { return; }
  ${prepare('item', options.headDim)}
  ${h.zero('o')}
  var best = -3.4e38;
  var total = 0.0;
#if own
  let past = count - 1u;
#else
  let past = count;
#end
  for (var j = lane; j < past; j += {lanes}u) {
    let at = base + j * width;
    ${past('k', 'keys', 'at')}
    ${past('v', 'values', 'at')}
    ${one('k', 'v')}
  }
#if own
  // The last one falls to the lane whose turn it is; made here, it takes no room while the others are walked.
  if (past % {lanes}u == lane) {
    ${prepareOwn(options.headDim)}
    ${one('nk', 'nv')}
    if (h % fan == 0u) {
      let to = base + past * width;
      ${h.store('keys', 'to', 'nk')}
      ${h.store('values', 'to', 'nv')}
    }
  }
#end
#if subgroups
  let of_subgroup = subgroupMax(best);
  if (subgroupElect()) { tops[subgroup] = of_subgroup; }
#else
  tops[lane] = best;
#end
  workgroupBarrier();
  var top = tops[0];
  for (var n = 1u; n < {summed}; n += 1u) { top = max(top, tops[n]); }
  let fade = exp(best - top);
#if subgroups
  let total_here = subgroupAdd(total * fade);
  #for d in vectors
  let sum{d} = subgroupAdd(o{d} * fade);
  #end
  if (subgroupElect()) {
    totals[subgroup] = total_here;
  #for d in vectors
    partial[subgroup * {count}u + {d}u] = sum{d};
  #end
  }
#else
  totals[lane] = total * fade;
  #for d in vectors
  partial[lane * {count}u + {d}u] = o{d} * fade;
  #end
#end
  workgroupBarrier();
  var sum = 0.0;
  for (var n = 0u; n < {summed}; n += 1u) { sum += totals[n]; }
#if statistics
  if (lane == 0u) { statistics[item] = vec2<f32>(top + log(sum), 0.0); }
#end
  for (var d = lane; d < {count}u; d += {lanes}u) {
    var out = vec4<f32>(0.0);
    for (var n = 0u; n < {summed}; n += 1u) { out += partial[n * {count}u + d]; }
    out /= sum;
#if whole
    result[item * {count}u + d] = out;
#else
    for (var l = 0u; l < min(4u, {headDim}u - d * 4u); l += 1u) { result[item * {headDim}u + d * 4u + l] = out[l]; }
#end
  }
}`,
  };
}

/**
 * Makes each token's key (norm, turn) and puts it, with its value, where attention looks for it. Uniforms: `Q` floats from
 * token to token; `kAt`, `vAt` where k and v lie beside q.
 */
export function appendKeys(headDim: number, cached: boolean, norms: boolean): Kernel {
  const { element, ...h } = head(headDim);
  const keys = `[${cached ? 'positions of the cache' : 'M'}, kvHeads, headDim]`;
  return {
    key: `append keys ${headDim} ${Number(cached)}${Number(norms)}`,
    bindings: [
      read('queries', '[M, Q]: queries, then keys and values of kvHeads × headDim', element),
      written('keys', keys, element),
      written('values', keys, element),
      read('first', '[M], into keys', 'i32'),
      read('positions', '[M]', 'i32'),
      read('turns', '[positions, headDim]: cosines, sines'),
      ...(norms ? [read('norms', '[2, headDim]: gains of queries, keys', element)] : []),
    ],
    uniforms: ['kvHeads', 'Q', 'kAt', 'vAt', 'eps'],
    floats: FLOATS,
    workgroup: [BLOCK, 1],
    values: { headDim, cached, norms },
    code: () => `
fn main() {
  if (index >= live.x * p.kvHeads) { return; }
  let token = index / p.kvHeads;
  let kvh = index % p.kvHeads;
#if cached
  let to = ((u32(first[token]) + u32(positions[token])) * p.kvHeads + kvh) * {headDim}u;
#else
  let to = index * {headDim}u;
#end
  let ownk = token * p.Q + p.kAt + kvh * {headDim}u; let ownv = token * p.Q + p.vAt + kvh * {headDim}u;
  let turn = u32(positions[token]) * {headDim}u;
  ${h.load('y', 'queries', 'ownk')}
  ${h.rotary('y', 'nk', 1)}
  ${h.load('nv', 'queries', 'ownv')}
  ${h.store('keys', 'to', 'nk')}
  ${h.store('values', 'to', 'nv')}
}`,
  };
}

/** Puts keys and values that are ready where attention looks for them in a cache. */
export function storeKeys(headDim: number, half: boolean): Kernel {
  const { element, packed, ...h } = head(headDim);
  const kept = half ? packed : element;
  const store = half ? h.storeHalf : h.store;
  return {
    key: `store keys ${headDim}${half ? ' half' : ''}`,
    bindings: [
      read('fresh_keys', '[M, kvHeads, headDim]', element),
      read('fresh_values', '[M, kvHeads, headDim]', element),
      { ...written('keys', '[positions of the cache, kvHeads, headDim]', kept), ...(half && { access: HALVES }) },
      written('values', '[positions of the cache, kvHeads, headDim]', kept),
      read('first', '[M], into keys', 'i32'),
      read('positions', '[M]', 'i32'),
    ],
    uniforms: ['kvHeads'],
    workgroup: [BLOCK, 1],
    values: { headDim },
    code: () => `
fn main() {
  if (index >= live.x * p.kvHeads) { return; }
  let token = index / p.kvHeads;
  let to = ((u32(first[token]) + u32(positions[token])) * p.kvHeads + index % p.kvHeads) * {headDim}u;
  let at = index * {headDim}u;
  ${h.load('k', 'fresh_keys', 'at')}
  ${h.load('v', 'fresh_values', 'at')}
  ${store('keys', 'to', 'k')}
  ${store('values', 'to', 'v')}
}`,
  };
}

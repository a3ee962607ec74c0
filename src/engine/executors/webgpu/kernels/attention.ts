/**
 * Causal grouped-query attention without a T × T matrix in memory: one invocation per token and head walks the keys with a
 * running softmax (Milakov & Gimelshein 2018), and the backward pass recomputes probabilities from the row's log-sum-exp
 * (Dao et al. 2022). Queries, keys and values are read where the projections left them, [tokens, heads · headDim].
 */
import { type Binding, BLOCK, floatsOf, type Kernel } from '../kernel.ts';

/** A head's features as named vectors of four, which stay in registers; a loader that fills the tail with zeros. */
function head(headDim: number) {
  const vectors = Array.from({ length: Math.ceil(headDim / 4) }, (_, d) => d);
  const vector = headDim % 4 === 0;
  const part = (buffer: string, base: string, d: number) => {
    if (vector) return `${buffer}[${base} / 4u + ${d}u]`;
    const lanes = [0, 1, 2, 3].map((q) => (d * 4 + q < headDim ? `${buffer}[${base} + ${d * 4 + q}u]` : '0.0'));
    return `vec4<f32>(${lanes.join(', ')})`;
  };
  return {
    element: floatsOf(vector),
    key: `${headDim}`,
    declare: (name: string) => vectors.map((d) => `var ${name}${d} = vec4<f32>(0.0);`).join(' '),
    load: (name: string, buffer: string, base: string) => vectors.map((d) => `let ${name}${d} = ${part(buffer, base, d)};`).join(' '),
    dot: (a: string, b: string) => vectors.map((d) => `dot(${a}${d}, ${b}${d})`).join(' + '),
    /** One statement for each vector. */
    each: (line: (d: number) => string) => vectors.map(line).join(' '),
    store: (buffer: string, base: string, value: (d: number) => string) =>
      vectors
        .map((d) => {
          if (vector) return `${buffer}[${base} / 4u + ${d}u] = ${value(d)};`;
          return `{ let v = ${value(d)}; ${[0, 1, 2, 3].flatMap((q) => (d * 4 + q < headDim ? [`${buffer}[${base} + ${d * 4 + q}u] = v[${q}];`] : [])).join(' ')} }`;
        })
        .join(' '),
  };
}

const SHAPE = ['M', 'T', 'heads', 'kvHeads', 'scale'];
const COMMON = { uniforms: SHAPE, floats: ['scale'], workgroup: [BLOCK, 1] as const };

/** `statistics` [M, heads]: log-sum-exp of the scores, and room for what the backward pass keeps there. */
const statistics: Binding = { name: 'statistics', element: 'vec2<f32>', written: true };

/**
 * Forward. With `cached`, a row's past keys and values precede its own (`extents` [rows]: how many there are, how
 * many of its own tokens are appended, and how many fit); what is appended is read from k and v, never from the cache being written.
 */
export function attention(headDim: number, cached: boolean): Kernel {
  const { element, each, ...h } = head(headDim);
  const visit = (keys: string, values: string, base: string) => `
      ${h.load('k', keys, base)}
      let score = (${h.dot('q', 'k')}) * p.scale;
      let top = max(best, score);
      let fade = exp(best - top);
      let weight = exp(score - top);
      best = top;
      total = total * fade + weight;
      ${h.load('v', values, base)}
      ${each((d) => `o${d} = o${d} * fade + weight * v${d};`)}`;
  const read = (name: string): Binding => ({ name, element });
  const written = (name: string): Binding => ({ name, element, written: true });
  return {
    key: `attention ${h.key} ${cached ? 'cached' : 'whole'}`,
    bindings: [
      read('queries'),
      read('keys'),
      read('values'),
      written('result'),
      ...(cached ? [written('past_keys'), written('past_values'), { name: 'extents', element: 'vec4<i32>' } as const] : [statistics]),
    ],
    ...COMMON,
    body: `  if (index >= p.M * p.heads) { return; }
  let token = index / p.heads;
  let h = index % p.heads;
  let fan = p.heads / p.kvHeads;
  let kvh = h / fan;
  let row = token / p.T;
  let t = token % p.T;
  let at = index * ${headDim}u;
  ${h.load('q', 'queries', 'at')}
  ${h.declare('o')}
  var best = -3.4e38;
  var total = 0.0;
  ${
    cached
      ? `let extent = extents[row];
  let room = row * u32(extent.z) * p.kvHeads + kvh;
  for (var j = 0u; j < u32(extent.x); j += 1u) { let past = (room + j * p.kvHeads) * ${headDim}u; ${visit('past_keys', 'past_values', 'past')}
  }`
      : ''
  }
  for (var j = 0u; j <= t; j += 1u) { let own = ((row * p.T + j) * p.kvHeads + kvh) * ${headDim}u; ${visit('keys', 'values', 'own')}
  }
  ${h.store('result', 'at', (d) => `o${d} / total`)}
  ${
    cached
      ? `if (h % fan == 0u && t < u32(extent.y)) {
    let start = (token * p.kvHeads + kvh) * ${headDim}u;
    let to = (room + (u32(extent.x) + t) * p.kvHeads) * ${headDim}u;
    ${h.load('newk', 'keys', 'start')} ${h.load('newv', 'values', 'start')}
    ${h.store('past_keys', 'to', (d) => `newk${d}`)} ${h.store('past_values', 'to', (d) => `newv${d}`)}
  }`
      : 'statistics[index] = vec2<f32>(best + log(total), 0.0);'
  }`,
  };
}

/** dQ, one invocation per query; leaves dOut·out beside the log-sum-exp for {@link attentionBackwardKeys}. */
export function attentionBackwardQueries(headDim: number): Kernel {
  const { element, each, ...h } = head(headDim);
  return {
    key: `attention backward queries ${h.key}`,
    bindings: [
      ...['queries', 'keys', 'values', 'result', 'dresult'].map((name) => ({ name, element })),
      statistics,
      { name: 'dqueries', element, written: true },
    ],
    ...COMMON,
    body: `  if (index >= p.M * p.heads) { return; }
  let token = index / p.heads;
  let kvh = (index % p.heads) / (p.heads / p.kvHeads);
  let row = token / p.T;
  let t = token % p.T;
  let at = index * ${headDim}u;
  ${h.load('q', 'queries', 'at')} ${h.load('g', 'dresult', 'at')} ${h.load('r', 'result', 'at')}
  let inner = ${h.dot('g', 'r')};
  let normaliser = statistics[index].x;
  ${h.declare('d')}
  for (var j = 0u; j <= t; j += 1u) {
    let own = ((row * p.T + j) * p.kvHeads + kvh) * ${headDim}u;
    ${h.load('k', 'keys', 'own')} ${h.load('v', 'values', 'own')}
    let probability = exp((${h.dot('q', 'k')}) * p.scale - normaliser);
    let slope = probability * ((${h.dot('g', 'v')}) - inner) * p.scale;
    ${each((d) => `d${d} += slope * k${d};`)}
  }
  ${h.store('dqueries', 'at', (d) => `d${d}`)}
  statistics[index] = vec2<f32>(normaliser, inner);`,
  };
}

/** dK and dV, one invocation per key; sums over the queries that see it, head after head of its group. */
export function attentionBackwardKeys(headDim: number): Kernel {
  const { element, each, ...h } = head(headDim);
  return {
    key: `attention backward keys ${h.key}`,
    bindings: [
      ...['queries', 'keys', 'values', 'dresult'].map((name) => ({ name, element })),
      { name: 'statistics', element: 'vec2<f32>' },
      { name: 'dkeys', element, written: true },
      { name: 'dvalues', element, written: true },
    ],
    ...COMMON,
    body: `  if (index >= p.M * p.kvHeads) { return; }
  let token = index / p.kvHeads;
  let kvh = index % p.kvHeads;
  let fan = p.heads / p.kvHeads;
  let end = (token / p.T + 1u) * p.T;
  let at = index * ${headDim}u;
  ${h.load('k', 'keys', 'at')} ${h.load('v', 'values', 'at')}
  ${h.declare('dk')} ${h.declare('dv')}
  for (var h = kvh * fan; h < (kvh + 1u) * fan; h += 1u) {
    for (var i = token; i < end; i += 1u) {
      let query = i * p.heads + h;
      let start = query * ${headDim}u;
      ${h.load('q', 'queries', 'start')} ${h.load('g', 'dresult', 'start')}
      let kept = statistics[query];
      let probability = exp((${h.dot('q', 'k')}) * p.scale - kept.x);
      let slope = probability * ((${h.dot('g', 'v')}) - kept.y) * p.scale;
      ${each((d) => `dk${d} += slope * q${d}; dv${d} += probability * g${d};`)}
    }
  }
  ${h.store('dkeys', 'at', (d) => `dk${d}`)} ${h.store('dvalues', 'at', (d) => `dv${d}`)}`,
  };
}

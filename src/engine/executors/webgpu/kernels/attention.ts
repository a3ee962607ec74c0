/**
 * Causal grouped-query attention without a T × T matrix in memory: one invocation per token and head walks the keys with a
 * running softmax (Milakov & Gimelshein 2018), and the backward pass recomputes probabilities from the row's log-sum-exp
 * (Dao et al. 2022). Token m sees the keys `first[m]` … in rising position order, four at a time counted from the first,
 * so its numbers do not depend on which of them came in the same run.
 */
import { type Binding, BLOCK, floatsOf, type Kernel } from './kernel.ts';

/** A head's features as named vectors of four, which stay in registers; a loader that fills the tail with zeros. */
export function head(headDim: number) {
  const vectors = Array.from({ length: Math.ceil(headDim / 4) }, (_, d) => d);
  const vector = headDim % 4 === 0;
  const lanes = (value: (e: number) => string, d: number) =>
    [0, 1, 2, 3].map((q) => (d * 4 + q < headDim ? value(d * 4 + q) : '0.0')).join(', ');
  const part = (buffer: string, base: string, d: number) =>
    vector ? `${buffer}[${base} / 4u + ${d}u]` : `vec4<f32>(${lanes((e) => `${buffer}[${base} + ${e}u]`, d)})`;
  const element = (name: string, e: number) => `${name}${Math.floor(e / 4)}.${'xyzw'[e % 4]}`;
  const half = headDim / 2;
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
    /** RMSNorm of the head `from` as the head `to`; `row` of norms is its gain. */
    normalise: (from: string, to: string, row: number) =>
      `let ${to}_inverse = inverseSqrt((${vectors.map((d) => `dot(${from}${d}, ${from}${d})`).join(' + ')}) / ${headDim}.0 + p.eps); ${vectors.map((d) => `let ${to}${d} = ${from}${d} * ${to}_inverse * ${part('norms', `${row * headDim}u`, d)};`).join(' ')}`,
    /** The head `from` turned by the angles whose cosines, then sines, begin at `turn`. */
    rotate: (from: string, to: string) =>
      vectors
        .map((d) => {
          const turned = (e: number) =>
            e < half
              ? `${element(from, e)} * turns[turn + ${e}u] - ${element(from, e + half)} * turns[turn + ${half + e}u]`
              : `${element(from, e)} * turns[turn + ${e - half}u] + ${element(from, e - half)} * turns[turn + ${e}u]`;
          return `let ${to}${d} = vec4<f32>(${lanes(turned, d)});`;
        })
        .join(' '),
  };
}

export const HEAD_FLOATS = ['scale', 'eps'];
const COMMON = { floats: HEAD_FLOATS, workgroup: [BLOCK, 1] as const };

/** `statistics` [M, heads]: log-sum-exp of the scores, and room for what the backward pass keeps there. */
const statistics: Binding = { name: 'statistics', element: 'vec2<f32>', written: true };

export interface AttentionOptions {
  readonly headDim: number;
  /** Where a token's keys end: its position in its place of a cache, or else itself. */
  readonly cached: boolean;
  /** Queries are turned (after a norm) here; otherwise they are ready. */
  readonly raw?: { readonly norms: boolean };
  /** Each sequence brings one token, whose key and value are made and put into the cache here. */
  readonly own?: boolean;
  readonly statistics?: boolean;
}

const slotOf = (cached: boolean) => (cached ? 'u32(positions[token]) + 1u' : 'token + 1u - start');

export const attentionKey = ({ headDim, cached, raw, own = false, statistics: kept = false }: AttentionOptions): string =>
  `attention ${headDim} ${[cached, raw !== undefined, raw?.norms ?? false, own, kept].map(Number).join('')}`;

export function attentionBindings({ headDim, cached, raw, own = false, statistics: kept = false }: AttentionOptions): Binding[] {
  const { element } = head(headDim);
  return [
    { name: 'queries', element },
    { name: 'keys', element, written: own },
    { name: 'values', element, written: own },
    { name: 'first', element: 'i32' },
    { name: 'result', element, written: true },
    ...(cached || raw ? [{ name: 'positions', element: 'i32' as const }] : []),
    ...(raw ? [{ name: 'turns', element: 'f32' as const }] : []),
    ...(raw?.norms ? [{ name: 'norms', element }] : []),
    ...(kept ? [statistics] : []),
  ];
}

/** Q: floats from token to token of the queries; kAt, vAt: where k and v lie beside q. */
export const attentionUniforms = ({ raw, own = false }: AttentionOptions): string[] => [
  'heads',
  'kvHeads',
  'scale',
  'Q',
  ...(raw ? ['eps'] : []),
  ...(own ? ['kAt', 'vAt'] : []),
];

/** Which token and head `index` is, and where its keys begin (`base`, a `width` apart) and how many there are (`count`). */
export const keysOf = ({ headDim, cached }: AttentionOptions, index: string): string => `let token = ${index} / p.heads;
  let h = ${index} % p.heads;
  let fan = p.heads / p.kvHeads;
  let kvh = h / fan;
  let width = p.kvHeads * ${headDim}u;
  let start = u32(first[token]);
  let count = ${slotOf(cached)};
  let base = start * width + kvh * ${headDim}u;
  let query = token * p.Q + h * ${headDim}u;`;

function prepared({ headDim, raw }: AttentionOptions, from: string, to: string, row: number): string {
  const h = head(headDim);
  return raw?.norms ? `${h.normalise(from, `${to}n`, row)} ${h.rotate(`${to}n`, to)}` : h.rotate(from, to);
}

/** The query `q0`, `q1`, …. */
export function turnedQuery(options: AttentionOptions): string {
  const h = head(options.headDim);
  if (!options.raw) return h.load('q', 'queries', 'query');
  return `let turn = u32(positions[token]) * ${options.headDim}u; ${h.load('r', 'queries', 'query')} ${prepared(options, 'r', 'q', 0)}`;
}

/** The token's own key `nk0`, … and value `nv0`, …. */
export function ownKey(options: AttentionOptions): string {
  const h = head(options.headDim);
  const at = (part: string) => `token * p.Q + p.${part} + kvh * ${options.headDim}u`;
  return `let ownk = ${at('kAt')}; let ownv = ${at('vAt')}; ${h.load('y', 'queries', 'ownk')} ${prepared(options, 'y', 'nk', 1)} ${h.load('nv', 'queries', 'ownv')}`;
}

/** Forward. */
export function attention(options: AttentionOptions): Kernel {
  const { headDim, own = false, statistics: kept = false } = options;
  const { each, ...h } = head(headDim);
  const blend = `let top = max(max(best, s0), max(max(s1, s2), s3));
    let fade = exp(best - top);
    let e0 = exp(s0 - top); let e1 = exp(s1 - top); let e2 = exp(s2 - top); let e3 = exp(s3 - top);
    best = top;
    total = total * fade + ((e0 + e1) + (e2 + e3));
    ${each((d) => `o${d} = o${d} * fade + ((e0 * v0_${d} + e1 * v1_${d}) + (e2 * v2_${d} + e3 * v3_${d}));`)}`;
  const four = [0, 1, 2, 3];
  return {
    key: attentionKey(options),
    bindings: attentionBindings(options),
    uniforms: attentionUniforms(options),
    ...COMMON,
    body: `  if (index >= live.x * p.heads) { return; }
  ${keysOf(options, 'index')}
  ${turnedQuery(options)}
  ${own ? ownKey(options) : ''}
  ${h.declare('o')}
  var best = -3.4e38;
  var total = 0.0;
  let scale = p.scale;
  let full = (count - 1u) / 4u * 4u;
  for (var j = 0u; j < full; j += 4u) {
    ${four.map((n) => `let at${n} = base + (j + ${n}u) * width; ${h.load(`k${n}_`, 'keys', `at${n}`)} let s${n} = (${h.dot('q', `k${n}_`)}) * scale; ${h.load(`v${n}_`, 'values', `at${n}`)}`).join('\n    ')}
    ${blend}
  }
  {
    let last = count - 1u;
    ${four
      .map((n) => {
        const visit = (key: string, value: string) =>
          `let s${n} = select(-3.4e38, (${h.dot('q', key)}) * scale, full + ${n}u <= last); ${each((d) => `let v${n}_${d} = ${value}${d};`)}`;
        const load = `let at${n} = base + min(full + ${n}u, last) * width; ${h.load(`l${n}_`, 'keys', `at${n}`)} ${h.load(`m${n}_`, 'values', `at${n}`)}`;
        if (!own) return `${load} ${visit(`l${n}_`, `m${n}_`)}`;
        const mine = `let mine${n} = full + ${n}u >= last;`;
        return `${mine} ${load} ${each((d) => `let k${n}_${d} = select(l${n}_${d}, nk${d}, mine${n}); let w${n}_${d} = select(m${n}_${d}, nv${d}, mine${n});`)} ${visit(`k${n}_`, `w${n}_`)}`;
      })
      .join('\n    ')}
    ${blend}
  }
  ${own ? `if (h % fan == 0u) { let to = base + (count - 1u) * width; ${h.store('keys', 'to', (d) => `nk${d}`)} ${h.store('values', 'to', (d) => `nv${d}`)} }` : ''}
  let into = index * ${headDim}u;
  ${h.store('result', 'into', (d) => `o${d} / total`)}
  ${kept ? 'statistics[index] = vec2<f32>(best + log(total), 0.0);' : ''}`,
  };
}

/**
 * Makes each token's key (norm, turn) and puts it, with its value, where attention looks for it. Uniforms: kvHeads, Q (floats
 * from token to token), kAt and vAt, eps.
 */
export function appendKeys(headDim: number, cached: boolean, norms: boolean): Kernel {
  const { element, ...h } = head(headDim);
  return {
    key: `append keys ${h.key} ${Number(cached)}${Number(norms)}`,
    bindings: [
      { name: 'queries', element },
      { name: 'keys', element, written: true },
      { name: 'values', element, written: true },
      { name: 'first', element: 'i32' },
      { name: 'positions', element: 'i32' },
      { name: 'turns', element: 'f32' },
      ...(norms ? [{ name: 'norms', element }] : []),
    ],
    uniforms: ['kvHeads', 'Q', 'kAt', 'vAt', 'eps'],
    ...COMMON,
    body: `  if (index >= live.x * p.kvHeads) { return; }
  let token = index / p.kvHeads;
  let kvh = index % p.kvHeads;
  let start = u32(first[token]);
  let to = ((start + ${slotOf(cached)} - 1u) * p.kvHeads + kvh) * ${headDim}u;
  let ownk = token * p.Q + p.kAt + kvh * ${headDim}u; let ownv = token * p.Q + p.vAt + kvh * ${headDim}u;
  let turn = u32(positions[token]) * ${headDim}u;
  ${h.load('y', 'queries', 'ownk')}
  ${norms ? `${h.normalise('y', 'yn', 1)} ${h.rotate('yn', 'nk')}` : h.rotate('y', 'nk')}
  ${h.load('nv', 'queries', 'ownv')}
  ${h.store('keys', 'to', (d) => `nk${d}`)} ${h.store('values', 'to', (d) => `nv${d}`)}`,
  };
}

/** Puts keys and values that are ready where attention looks for them in a cache. */
export function storeKeys(headDim: number): Kernel {
  const { element, ...h } = head(headDim);
  return {
    key: `store keys ${h.key}`,
    bindings: [
      { name: 'fresh_keys', element },
      { name: 'fresh_values', element },
      { name: 'keys', element, written: true },
      { name: 'values', element, written: true },
      { name: 'first', element: 'i32' },
      { name: 'positions', element: 'i32' },
    ],
    uniforms: ['kvHeads'],
    ...COMMON,
    body: `  if (index >= live.x * p.kvHeads) { return; }
  let token = index / p.kvHeads;
  let to = ((u32(first[token]) + u32(positions[token])) * p.kvHeads + index % p.kvHeads) * ${headDim}u;
  let at = index * ${headDim}u;
  ${h.load('k', 'fresh_keys', 'at')} ${h.load('v', 'fresh_values', 'at')}
  ${h.store('keys', 'to', (d) => `k${d}`)} ${h.store('values', 'to', (d) => `v${d}`)}`,
  };
}

const BACKWARD = { uniforms: ['heads', 'kvHeads', 'scale'], ...COMMON };

/** dQ, one invocation per query; leaves dOut·out beside the log-sum-exp for {@link attentionBackwardKeys}. */
export function attentionBackwardQueries(headDim: number): Kernel {
  const { element, each, ...h } = head(headDim);
  return {
    key: `attention backward queries ${h.key}`,
    bindings: [
      ...['queries', 'keys', 'values', 'result', 'dresult'].map((name) => ({ name, element })),
      statistics,
      { name: 'dqueries', element, written: true },
      { name: 'first', element: 'i32' },
    ],
    ...BACKWARD,
    body: `  if (index >= live.x * p.heads) { return; }
  let token = index / p.heads;
  let kvh = (index % p.heads) / (p.heads / p.kvHeads);
  let at = index * ${headDim}u;
  ${h.load('q', 'queries', 'at')} ${h.load('g', 'dresult', 'at')} ${h.load('r', 'result', 'at')}
  let inner = ${h.dot('g', 'r')};
  let normaliser = statistics[index].x;
  ${h.declare('d')}
  for (var j = u32(first[token]); j <= token; j += 1u) {
    let own = (j * p.kvHeads + kvh) * ${headDim}u;
    ${h.load('k', 'keys', 'own')} ${h.load('v', 'values', 'own')}
    let probability = exp((${h.dot('q', 'k')}) * p.scale - normaliser);
    let slope = probability * ((${h.dot('g', 'v')}) - inner) * p.scale;
    ${each((d) => `d${d} += slope * k${d};`)}
  }
  ${h.store('dqueries', 'at', (d) => `d${d}`)}
  statistics[index] = vec2<f32>(normaliser, inner);`,
  };
}

/** dK and dV, one invocation per key; sums over the queries that see it, head after head of its group. `ends` [M]: where each token's sequence ends. */
export function attentionBackwardKeys(headDim: number): Kernel {
  const { element, each, ...h } = head(headDim);
  return {
    key: `attention backward keys ${h.key}`,
    bindings: [
      ...['queries', 'keys', 'values', 'dresult'].map((name) => ({ name, element })),
      { name: 'statistics', element: 'vec2<f32>' },
      { name: 'dkeys', element, written: true },
      { name: 'dvalues', element, written: true },
      { name: 'ends', element: 'i32' },
    ],
    ...BACKWARD,
    body: `  if (index >= live.x * p.kvHeads) { return; }
  let token = index / p.kvHeads;
  let kvh = index % p.kvHeads;
  let fan = p.heads / p.kvHeads;
  let end = u32(ends[token]);
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

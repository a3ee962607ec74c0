/** Gradients of attention.ts: probabilities are computed again from the row's log-sum-exp (Dao et al. 2022). */
import { BLOCK, type Kernel, read, written } from './kernel.ts';
import { capFunction, scored } from './attention.ts';
import { head } from './head.ts';

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

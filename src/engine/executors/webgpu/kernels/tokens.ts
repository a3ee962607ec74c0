/**
 * Tokens under softmax(logits / temperature): log-probability and entropy of a given one, and their gradient (sample.ts draws
 * new ones). One invocation a row is right for software adapters and small vocabularies; on real graphics processors a
 * workgroup shares a row, in an order that depends on nothing but the row itself.
 */
import { BLOCK, type Kernel, read, written } from './kernel.ts';
import { acrossWorkgroup, type Reduction } from './reduce.ts';

/** What a removed entry's logit counts as, as in the reference executor. */
const REMOVED = '-1e30';

/** Lanes of a row of logits; each walks a stretch of neighbouring ids. */
export const LANES = 256;

/** WGSL: the row of a workgroup. */
export const ROW = 'let row = wid.y * groups.x + wid.x;';

/**
 * WGSL: of the row `row`, `top` (its largest logit over the temperature `warmth`), `total` (Σ exp(z − top)), its logarithm
 * `normaliser`, and `entropy`, from two walks over the vocabulary; where there are kept sets, over what is `kept`.
 */
export const DISTRIBUTION = `
  let start = row * p.V;
  var top = ${REMOVED};
  for (var v = 0u; v < p.V; v += 1u) {
#if kept
    if (kept[start + v] == 0.0) { continue; }
#end
    top = max(top, logits[start + v] / warmth);
  }
  var total = 0.0;
  var moment = 0.0;
  for (var v = 0u; v < p.V; v += 1u) {
#if kept
    if (kept[start + v] == 0.0) { continue; }
#end
    let z = logits[start + v] / warmth - top;
    let e = exp(z);
    total += e;
    moment += e * z;
  }
  let normaliser = log(total);
  let entropy = normaliser - moment / total;`;

/** The same by a workgroup: each lane has the ids `from_id` … `to_id` and their sum `own`. `last` sums what lanes own. */
export const wideDistribution = ({ sum, most }: Reduction, last = sum): string => `
  let start = row * p.V;
  let stretch = (p.V + ${LANES - 1}u) / ${LANES}u;
  let from_id = min(lane * stretch, p.V);
  let to_id = min(from_id + stretch, p.V);
  var highest = ${REMOVED};
  for (var v = from_id; v < to_id; v += 1u) {
#if kept
    if (kept[start + v] == 0.0) { continue; }
#end
    highest = max(highest, logits[start + v] / warmth);
  }
  ${most('highest', 'top')}
  var own = 0.0;
  var turn = 0.0;
  for (var v = from_id; v < to_id; v += 1u) {
#if kept
    if (kept[start + v] == 0.0) { continue; }
#end
    let z = logits[start + v] / warmth - top;
    let e = exp(z);
    own += e;
    turn += e * z;
  }
  ${sum('turn', 'moment')}
  ${last('own', 'total')}
  let normaliser = log(total);
  let entropy = normaliser - moment / total;`;

/** What both forms of token statistics are. `parts` is what the gradient needs of the softmax. */
const stats = (kept: boolean) => ({
  bindings: [
    read('logits', '[N, V]'),
    read('targets', '[N]', 'i32'),
    read('temperature', '[N]'),
    ...(kept ? [read('kept', '[N, V], 0 where removed')] : []),
    written('logprobs', '[N]'),
    written('entropies', '[N]'),
    written('parts', '[N]: top, log Σ exp(z − top), entropy', 'vec4<f32>'),
  ],
  uniforms: ['axis', 'V'],
  values: { kept },
});

export const tokenStats = (kept: boolean): Kernel => ({
  key: `token stats ${kept ? 'kept' : 'all'}`,
  ...stats(kept),
  workgroup: [BLOCK, 1],
  code: () => `
fn main() {
  let row = index;
  if (row >= live[p.axis]) { return; }
  let warmth = temperature[row];
  ${DISTRIBUTION}
  let chosen = start + u32(targets[row]);
  let logp = logits[chosen] / warmth - top - normaliser;
#if kept
  logprobs[row] = select(logp, ${REMOVED}, kept[chosen] == 0.0);
#else
  logprobs[row] = logp;
#end
  entropies[row] = entropy;
  parts[row] = vec4<f32>(top, normaliser, entropy, 0.0);
}`,
});

/** A workgroup a row. */
export function wideTokenStats(kept: boolean, subgroups: boolean): Kernel {
  const reduce = acrossWorkgroup(LANES, subgroups);
  return {
    key: `wide token stats ${kept ? 'kept' : 'all'} ${reduce.key}`,
    ...stats(kept),
    workgroup: [LANES, 1],
    subgroups,
    code: () => `
${reduce.memory}

fn main() {
  ${ROW}
  if (row >= live[p.axis]) { return; }
  let warmth = temperature[row];
  ${wideDistribution(reduce)}
  if (lane == 0u) {
    let chosen = start + u32(targets[row]);
    let logp = logits[chosen] / warmth - top - normaliser;
#if kept
    logprobs[row] = select(logp, ${REMOVED}, kept[chosen] == 0.0);
#else
    logprobs[row] = logp;
#end
    entropies[row] = entropy;
    parts[row] = vec4<f32>(top, normaliser, entropy, 0.0);
  }
}`,
  };
}

/** d logp(target)/dz = 1[target] − p; dH/dz = −p · (log p + H); both over the temperature. Writes over the logits where `inPlace`. */
export const tokenStatsBackward = (kept: boolean, inPlace: boolean): Kernel => ({
  key: `token stats backward ${kept ? 'kept' : 'all'} ${inPlace ? 'in place' : ''}`,
  bindings: [
    inPlace ? written('logits', '[N, V]') : read('logits', '[N, V]'),
    read('targets', '[N]', 'i32'),
    read('temperature', '[N]'),
    ...(kept ? [read('kept', '[N, V], 0 where removed')] : []),
    read('dlogprobs', '[N]'),
    read('dentropies', '[N]'),
    read('parts', '[N]: top, log Σ exp(z − top), entropy', 'vec4<f32>'),
    ...(inPlace ? [] : [written('dlogits', '[N, V]')]),
  ],
  uniforms: ['axis', 'V'],
  workgroup: [BLOCK, 1],
  values: { kept, dlogits: inPlace ? 'logits' : 'dlogits' },
  code: () => `
fn main() {
  let row = index / p.V;
  if (row >= live[p.axis]) { return; }
  let warmth = temperature[row];
  let part = parts[row];
  let logp = logits[index] / warmth - part.x - part.y;
#if kept
  let probability = select(exp(logp), 0.0, kept[index] == 0.0);
#else
  let probability = exp(logp);
#end
  let hit = select(0.0, 1.0, index - row * p.V == u32(targets[row]));
  {dlogits}[index] = (dlogprobs[row] * (hit - probability) - dentropies[row] * probability * (logp + part.z)) / warmth;
}`,
});

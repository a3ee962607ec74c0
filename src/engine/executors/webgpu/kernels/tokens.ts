/** Log-probability and entropy of a token under softmax(logits / temperature), and their gradient; one invocation a row. */
import { BLOCK, type Binding, type Kernel } from '../kernel.ts';

/** What a removed entry's logit counts as, as in the reference executor. */
const REMOVED = '-1e30';

const read = (name: string, element: Binding['element'] = 'f32'): Binding => ({ name, element });
const written = (name: string): Binding => ({ name, element: 'f32', written: true });

/** The row's largest logit, Σ exp(z − top) and H, from two walks over the vocabulary. */
const distribution = (kept: boolean) => `
  let start = index * p.V;
  let warmth = temperature[index];
  var top = ${REMOVED};
  for (var v = 0u; v < p.V; v += 1u) { ${kept ? 'if (kept[start + v] == 0.0) { continue; }' : ''} top = max(top, logits[start + v] / warmth); }
  var total = 0.0;
  var moment = 0.0;
  for (var v = 0u; v < p.V; v += 1u) {
    ${kept ? 'if (kept[start + v] == 0.0) { continue; }' : ''}
    let z = logits[start + v] / warmth - top;
    let e = exp(z);
    total += e;
    moment += e * z;
  }
  let normaliser = log(total);
  let entropy = normaliser - moment / total;
  let target_id = u32(targets[index]);`;

const inputs = (kept: boolean) => [read('logits'), read('targets', 'i32'), read('temperature'), ...(kept ? [read('kept')] : [])];
const common = { uniforms: ['N', 'V'], workgroup: [BLOCK, 1] as const };

export const tokenStats = (kept: boolean): Kernel => ({
  key: `token stats ${kept ? 'kept' : 'all'}`,
  bindings: [...inputs(kept), written('logprobs'), written('entropies')],
  ...common,
  body: `  if (index >= p.N) { return; }${distribution(kept)}
  let chosen = logits[start + target_id] / warmth - top - normaliser;
  logprobs[index] = ${kept ? `select(chosen, ${REMOVED}, kept[start + target_id] == 0.0)` : 'chosen'};
  entropies[index] = entropy;`,
});

/** d logp(target)/dz = 1[target] − p; dH/dz = −p · (log p + H); both over the temperature. */
export const tokenStatsBackward = (kept: boolean): Kernel => ({
  key: `token stats backward ${kept ? 'kept' : 'all'}`,
  bindings: [...inputs(kept), read('dlogprobs'), read('dentropies'), written('dlogits')],
  ...common,
  body: `  if (index >= p.N) { return; }${distribution(kept)}
  let ofLogprob = dlogprobs[index];
  let ofEntropy = dentropies[index];
  for (var v = 0u; v < p.V; v += 1u) {
    let logp = logits[start + v] / warmth - top - normaliser;
    let probability = ${kept ? 'select(exp(logp), 0.0, kept[start + v] == 0.0)' : 'exp(logp)'};
    let hit = select(0.0, 1.0, v == target_id);
    dlogits[start + v] = (ofLogprob * (hit - probability) - ofEntropy * probability * (logp + entropy)) / warmth;
  }`,
});

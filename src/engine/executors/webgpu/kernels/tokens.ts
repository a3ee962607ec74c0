/**
 * Tokens under softmax(logits / temperature): log-probability and entropy of a given one, their gradient, and the draw of a
 * new one. One invocation a row, which is right for software adapters and small vocabularies; wide.ts has the others.
 */
import { BLOCK, type Binding, type Kernel } from './kernel.ts';

/** What a removed entry's logit counts as, as in the reference executor. */
export const REMOVED = '-1e30';

const read = (name: string, element: Binding['element'] = 'f32'): Binding => ({ name, element });
const written = (name: string, element: Binding['element'] = 'f32'): Binding => ({ name, element, written: true });

const KEPT = 'if (kept[start + v] == 0.0) { continue; }';

/** The row's largest logit, Σ exp(z − top) and H, from two walks over the vocabulary. */
const distribution = (kept: boolean) => `
  let start = index * p.V;
  var top = ${REMOVED};
  for (var v = 0u; v < p.V; v += 1u) { ${kept ? KEPT : ''} top = max(top, logits[start + v] / warmth); }
  var total = 0.0;
  var moment = 0.0;
  for (var v = 0u; v < p.V; v += 1u) {
    ${kept ? KEPT : ''}
    let z = logits[start + v] / warmth - top;
    let e = exp(z);
    total += e;
    moment += e * z;
  }
  let normaliser = log(total);
  let entropy = normaliser - moment / total;`;

/** Also keeps `parts` [N]: what the gradient needs of the softmax (top, log Σ exp(z − top), entropy). */
export const tokenStatsBindings = (kept: boolean): Binding[] => [
  read('logits'),
  read('targets', 'i32'),
  read('temperature'),
  ...(kept ? [read('kept')] : []),
  written('logprobs'),
  written('entropies'),
  written('parts', 'vec4<f32>'),
];

export const tokenStats = (kept: boolean): Kernel => ({
  key: `token stats ${kept ? 'kept' : 'all'}`,
  bindings: tokenStatsBindings(kept),
  uniforms: ['axis', 'V'],
  workgroup: [BLOCK, 1],
  body: `  if (index >= live[p.axis]) { return; }
  let warmth = temperature[index];${distribution(kept)}
  let chosen = start + u32(targets[index]);
  let logp = logits[chosen] / warmth - top - normaliser;
  logprobs[index] = ${kept ? `select(logp, ${REMOVED}, kept[chosen] == 0.0)` : 'logp'};
  entropies[index] = entropy;
  parts[index] = vec4<f32>(top, normaliser, entropy, 0.0);`,
});

/** d logp(target)/dz = 1[target] − p; dH/dz = −p · (log p + H); both over the temperature. Writes over the logits where `inPlace`. */
export const tokenStatsBackward = (kept: boolean, inPlace: boolean): Kernel => ({
  key: `token stats backward ${kept ? 'kept' : 'all'} ${inPlace ? 'in place' : ''}`,
  bindings: [
    inPlace ? written('logits') : read('logits'),
    read('targets', 'i32'),
    read('temperature'),
    ...(kept ? [read('kept')] : []),
    read('dlogprobs'),
    read('dentropies'),
    read('parts', 'vec4<f32>'),
    ...(inPlace ? [] : [written('dlogits')]),
  ],
  uniforms: ['axis', 'V'],
  workgroup: [BLOCK, 1],
  body: `  let row = index / p.V;
  if (row >= live[p.axis]) { return; }
  let warmth = temperature[row];
  let part = parts[row];
  let logp = logits[index] / warmth - part.x - part.y;
  let probability = ${kept ? 'select(exp(logp), 0.0, kept[index] == 0.0)' : 'exp(logp)'};
  let hit = select(0.0, 1.0, index - row * p.V == u32(targets[row]));
  ${inPlace ? 'logits' : 'dlogits'}[index] = (dlogprobs[row] * (hit - probability) - dentropies[row] * probability * (logp + part.z)) / warmth;`,
});

/** Threefry-2x32 with 20 rounds, and the uniform number made from it, bit for bit as core/random has them. */
export const THREEFRY = `
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

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);

/** Bindings and epilogue of both samplers. `rules` [N]: temperature's bits, greedy, the key's two words. */
export const SAMPLE_BINDINGS: readonly Binding[] = [read('logits'), read('rules', 'vec4<u32>'), written('state', 'i32'), written('drawn')];

/** Uniforms say where each part of the state begins. */
export const sampleUniforms = ({ takes, raises }: SampleOptions) => [
  'axis',
  'V',
  'counters',
  'steps',
  ...numbered('take', takes),
  ...numbered('raise', raises),
];

/** Stores the draw in the history [repetition, 3, N], and feeds it back. */
export const sampleEpilogue = ({ takes, raises }: SampleOptions, row: string) => `
  let step = u32(state[p.steps + ${row}]);
  let to = step * 3u * rows + ${row};
  drawn[to] = f32(token);
  drawn[to + rows] = logprob;
  drawn[to + 2u * rows] = entropy;
  state[p.steps + ${row}] = i32(step + 1u);
  ${numbered('take', takes)
    .map((name) => `state[p.${name} + ${row}] = i32(token);`)
    .join(' ')}
  ${numbered('raise', raises)
    .map((name) => `state[p.${name} + ${row}] += 1;`)
    .join(' ')}`;

/** Draws a token by inverse transform over ids in ascending order; where greedy, the likeliest, the lowest id among equals. */
export const sample = (options: SampleOptions): Kernel => ({
  key: `sample ${options.takes} ${options.raises}`,
  bindings: SAMPLE_BINDINGS,
  uniforms: sampleUniforms(options),
  workgroup: [BLOCK, 1],
  helpers: THREEFRY,
  body: `  let rows = live[p.axis];
  if (index >= rows) { return; }
  let rule = rules[index];
  let warmth = bitcast<f32>(rule.x);${distribution(false)}
  var token = 0u;
  if (rule.y == 1u) {
    while (token < p.V - 1u && logits[start + token] / warmth != top) { token += 1u; }
  } else {
    let threshold = uniform_at(rule.zw, u32(state[p.counters + index])) * total;
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
  ${sampleEpilogue(options, 'index')}`,
});

/**
 * The Llama-type transformer, written once: Llama, Qwen2 with q/k/v biases, Qwen3 with query/key norms, Mistral and Phi-3 with
 * windows, SmolLM3 with layers without positions, Gemma 2 and 3 with norms of what a block adds. Each function returns a plan for one bucket; what differs between them is which rows are scored and whether keys are cached.
 */
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import { PlanBuilder } from './builder.ts';
import type { GemmaBlocks } from '../../core/formats/models/model-config.ts';
import type { AdapterSlot, AttentionShape, BufferName, Feedback, Plan } from '../contracts/plan.ts';
import { chunkedHead, chunkRows, logitBytes } from './chunkedHead.ts';
import { savedBytes } from './cost.ts';
import { cachedPlan } from './planCache.ts';
import { recomputing } from './recompute.ts';
import { plainFrequencies, ropeFrequencies } from './rope.ts';
import { scopedName } from './scope.ts';
import { type HeadShape, valueHead } from './valueHead.ts';

/** Most tokens and sequences of one run. */
export interface Bucket {
  readonly tokens: number;
  readonly sequences: number;
}

/**
 * The last layer's output for the scored tokens, [N, D]. A plan's inputs for token sequences: `ids`, `positions` [M]; `offsets` [S + 1], where each sequence starts and the last
 * ends; `adapter_rows` [S], the sequence's adapter (−1: base alone); `scored` [N], in rising order, unless all are; where keys are cached, `cache_slots` [S].
 */
function backbone(builder: PlanBuilder, config: ModelConfig, cached: boolean, scored: number | 'all'): BufferName {
  const { tokens, sequences } = builder;
  const parameter = (name: string, shape: readonly number[]) => builder.parameter(scopedName(config, name), shape);
  const D = config.hiddenSize;
  const Q = config.heads * config.headDim;
  const KV = config.kvHeads * config.headDim;
  const I = config.intermediateSize;
  const eps = config.rmsNormEps;

  builder.input('ids', 'i32', 'tokens', tokens);
  builder.input('positions', 'i32', 'tokens', tokens);
  builder.input('offsets', 'i32', 'bounds', sequences + 1);
  builder.input('adapter_rows', 'i32', 'sequences', sequences);
  const cacheSlots = cached ? builder.input('cache_slots', 'i32', 'sequences', sequences) : undefined;
  const chosen = scored === 'all' ? undefined : builder.input('scored', 'i32', 'scored', scored);
  let x = builder.embed('ids', parameter('model.embed_tokens.weight', [config.vocabularySize, D]), 'x');
  if (config.gemma) x = builder.scale(x, Math.sqrt(D), 'x.scaled');

  for (let layer = 0; layer < config.layers; layer += 1) {
    const path = `model.layers.${layer}`;
    const buffer = (name: string) => `${layer}.${name}`;
    const window = config.windows?.[layer] ?? undefined;
    const project = (input: BufferName, block: string, name: string, shape: [number, number], biased = false) => {
      const module = `${path}.${block}.${name}_proj`;
      const bias = biased ? parameter(`${module}.bias`, [shape[0]]) : undefined;
      return builder.linear(input, parameter(`${module}.weight`, shape), buffer(name), { bias, module });
    };
    const norm = (input: BufferName, name: string, features: number, out: string) =>
      builder.rmsnorm(input, parameter(`${path}.${name}.weight`, [features]), features, eps, buffer(out));

    const h = norm(x, 'input_layernorm', D, 'h1');
    let q = project(h, 'self_attn', 'q', [Q, D], config.attentionBias);
    let k = project(h, 'self_attn', 'k', [KV, D], config.attentionBias);
    let v = project(h, 'self_attn', 'v', [KV, D], config.attentionBias);
    if (config.qkNorm) {
      q = norm(q, 'self_attn.q_norm', config.headDim, 'qn');
      k = norm(k, 'self_attn.k_norm', config.headDim, 'kn');
    }
    if (config.rotary?.[layer] ?? true) {
      const local = window !== undefined && config.gemma !== undefined && config.gemma.localRopeTheta !== null;
      q = builder.rope(q, buffer('qr'), local);
      k = builder.rope(k, buffer('kr'), local);
    }
    if (config.kvCache) {
      // As the cache gives them back, whether there is one here or not: what is trained is what was sampled.
      k = builder.round(k, config.kvCache, buffer('kc'));
      v = builder.round(v, config.kvCache, buffer('vc'));
    }
    let attended = builder.attend(q, k, v, layer, buffer('att'), { cacheSlots, cacheForm: config.kvCache, window });
    if (chosen && layer === config.layers - 1) {
      // Above the last attention nobody looks at other tokens any more, so only what is scored goes on.
      attended = builder.gatherRows(attended, chosen, buffer('att.scored'));
      x = builder.gatherRows(x, chosen, buffer('x.scored'));
    }
    /** What a block adds: its projection, which Gemma norms once more. */
    const added = (projected: BufferName, name: string, out: string) => (config.gemma ? norm(projected, name, D, out) : projected);
    const middle = builder.add(x, added(project(attended, 'self_attn', 'o', [D, Q]), 'post_attention_layernorm', 'on'), buffer('mid'));
    const h2 = norm(middle, config.gemma ? 'pre_feedforward_layernorm' : 'post_attention_layernorm', D, 'h2');
    const [gate, up] = [project(h2, 'mlp', 'gate', [I, D]), project(h2, 'mlp', 'up', [I, D])];
    const activated = config.gemma ? builder.geglu(gate, up, buffer('act')) : builder.swiglu(gate, up, buffer('act'));
    x = builder.add(middle, added(project(activated, 'mlp', 'down', [D, I]), 'post_feedforward_layernorm', 'dn'), buffer('out'));
  }
  return x;
}

/** Final norm: the features under the head, [N, D]. */
function finalNorm(builder: PlanBuilder, config: ModelConfig, x: BufferName): BufferName {
  const D = config.hiddenSize;
  return builder.rmsnorm(x, builder.parameter(scopedName(config, 'model.norm.weight'), [D]), D, config.rmsNormEps, 'hidden');
}

/** Final norm and output embedding: hidden [N, D], logits [N, V]. */
function head(builder: PlanBuilder, config: ModelConfig, x: BufferName): { hidden: BufferName; logits: BufferName } {
  const hidden = finalNorm(builder, config, x);
  const table = scopedName(config, config.tieWordEmbeddings ? 'model.embed_tokens.weight' : 'lm_head.weight');
  const cap = config.gemma?.logitCap ?? null;
  const weight = builder.parameter(table, [config.vocabularySize, config.hiddenSize]);
  const logits = builder.linear(hidden, weight, cap === null ? 'logits' : 'logits.whole');
  return { hidden, logits: cap === null ? logits : builder.softcap(logits, cap, 'logits') };
}

function startPlan(
  config: ModelConfig,
  bucket: Bucket,
  adapters: readonly AdapterSlot[],
  trainable?: (name: BufferName) => boolean,
): PlanBuilder {
  const { heads, kvHeads, headDim, gemma } = config;
  const attention = { heads, kvHeads, headDim, frequencies: ropeFrequencies(config), ...(gemma && gemmaScores(config, gemma)) };
  return new PlanBuilder(bucket.tokens, bucket.sequences, attention, adapters, trainable);
}

/** What attention does otherwise under Gemma. */
const gemmaScores = (config: ModelConfig, { queryScalar, scoreCap, localRopeTheta }: GemmaBlocks): Partial<AttentionShape> => ({
  scale: queryScalar ** -0.5,
  ...(scoreCap !== null && { softcap: scoreCap }),
  ...(localRopeTheta !== null && { localFrequencies: plainFrequencies(config, localRopeTheta) }),
});

export interface ScoringOptions {
  /** Most scored tokens N; token `scored[i]` predicts `targets[i]`. */
  readonly scored: number;
  /** Whether a `kept` mask [N, V] is given (top-k/top-p was active). */
  readonly kept?: boolean;
  /** Also return the features under the head: `hidden` [N, D]. */
  readonly hidden?: boolean;
  readonly logits?: boolean;
  /** Which base parameters are trained (adapters say so themselves); gradients need a backward stage. */
  readonly trainable?: (name: BufferName) => boolean;
  readonly backward?: boolean;
  /**
   * Whether activations may be computed again, and logits in chunks; done where the layers' would take more than
   * {@link RECOMPUTED_BYTES}, and those more than {@link WHOLE_LOGITS_BYTES}.
   */
  readonly recompute?: boolean;
}

/** Bytes of logits beyond which they are computed some rows at a time: those of the shipped bases stay below. */
const WHOLE_LOGITS_BYTES = 64 * 2 ** 20;

/** Bytes of activations from which on they are computed again: shards of the shipped bases stay below. */
const RECOMPUTED_BYTES = 256 * 2 ** 20;

/**
 * Log-probabilities [N] and entropies [N] of given tokens, teacher-forced. With `backward`, the second stage takes
 * ∂L/∂logprobs and ∂L/∂entropies and returns the gradients of every trainable parameter.
 */
export function scoringPlan(config: ModelConfig, bucket: Bucket, adapters: readonly AdapterSlot[], options: ScoringOptions): Plan {
  const { scored, kept = false, hidden = false, logits = false, backward = false, recompute = false, trainable } = options;
  const parts = [
    'score',
    bucket.tokens,
    bucket.sequences,
    scored,
    kept,
    hidden,
    logits,
    backward,
    recompute,
    trainable,
    config,
    ...adapters,
  ];
  return cachedPlan(parts, () => buildScoring(config, bucket, adapters, options));
}

function buildScoring(config: ModelConfig, bucket: Bucket, adapters: readonly AdapterSlot[], options: ScoringOptions): Plan {
  const builder = startPlan(config, bucket, adapters, options.trainable);
  const { hidden, logits } = head(builder, config, backbone(builder, config, false, options.scored));
  const targets = builder.input('targets', 'i32', 'scored', options.scored);
  const temperature = builder.input('temperature', 'f32', 'scored', options.scored);
  const kept = options.kept ? builder.input('kept', 'f32', 'scored', options.scored, [config.vocabularySize]) : undefined;
  const stats = builder.tokenStats(logits, targets, temperature, kept);
  const outputs = [stats.logprobs, stats.entropies];
  if (options.hidden) outputs.push(hidden);
  if (options.logits) outputs.push(logits);
  const whole = options.backward ? builder.build('train', outputs, [stats.logprobs, stats.entropies]) : builder.build('score', outputs);
  if (!options.recompute) return whole;
  const plan = logitBytes(whole) > WHOLE_LOGITS_BYTES ? chunkedHead(whole, chunkRows(config.vocabularySize)) : whole;
  return savedBytes(plan) > RECOMPUTED_BYTES ? recomputing(plan, checkpointsOf(config)) : plan;
}

/** What goes into the first layer, and what every layer adds up to. */
const checkpointsOf = ({ gemma, layers }: ModelConfig): BufferName[] => [
  gemma ? 'x.scaled' : 'x',
  ...Array.from({ length: layers }, (_, layer) => `${layer}.out`),
];

export interface ValueOptions {
  /** Most scored tokens N; each gets the value of its own adapter's head. */
  readonly scored: number;
  readonly head: HeadShape;
  readonly backward?: boolean;
}

/**
 * Values under adapters with a head each (named like its adapter): one output [N, 1] per adapter, of which a token's own
 * counts. With `backward`, the second stage takes ∂L/∂values and returns the gradients of adapters and heads.
 */
export function valuePlan(config: ModelConfig, bucket: Bucket, adapters: readonly AdapterSlot[], options: ValueOptions): Plan {
  const { scored, head, backward = false } = options;
  const parts = ['values', bucket.tokens, bucket.sequences, scored, head.kind, head.hidden, backward, config, ...adapters];
  return cachedPlan(parts, () => {
    const isHead = (name: BufferName) => adapters.some((slot) => name.startsWith(`${slot.name}/`));
    const builder = startPlan(config, bucket, adapters, isHead);
    const features = finalNorm(builder, config, backbone(builder, config, false, scored));
    const values = adapters.map((slot) => valueHead(builder, features, `${slot.name}/`, head));
    return builder.build('values', values, backward ? values : []);
  });
}

export interface GenerationOptions {
  /** Draw the next token here; otherwise the host gets its logits. */
  readonly sample: boolean;
  /** One token a sequence: a decoding step. Otherwise any number, the last of each scored: a prefill. */
  readonly decode: boolean;
}

/**
 * The next token of each sequence, keys and values going into a cache. With `sample`: `tokens`, `logprobs`, `entropies`
 * [S], and a decoding step can be repeated; otherwise `logits` [S, V].
 */
export function generationPlan(config: ModelConfig, bucket: Bucket, adapters: readonly AdapterSlot[], options: GenerationOptions): Plan {
  const { sample, decode } = options;
  const name = decode ? 'decode' : 'prefill';
  return cachedPlan([name, bucket.tokens, bucket.sequences, sample, config, ...adapters], () => {
    const builder = startPlan(config, bucket, adapters);
    const { sequences } = bucket;
    const { logits } = head(builder, config, backbone(builder, config, true, decode ? 'all' : sequences));
    if (!sample) return builder.build(name, [logits]);
    const axis = decode ? 'tokens' : 'scored';
    const drawn = builder.sample(logits, {
      temperature: builder.input('temperature', 'f32', axis, sequences),
      greedy: builder.input('greedy', 'i32', axis, sequences),
      keys: builder.input('keys', 'i32', axis, sequences, [2]),
      counters: builder.input('counters', 'i32', axis, sequences),
    });
    const feedback: Feedback[] = [
      { input: 'ids', from: 'tokens' },
      { input: 'positions', increment: 1 },
      { input: 'counters', increment: 1 },
    ];
    return builder.build(name, drawn, [], decode ? feedback : []);
  });
}

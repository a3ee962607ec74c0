/**
 * A plan is data: the list of macro-operations a model needs for one bucket of work, in single-assignment form over
 * named buffers (DESIGN §7). Builders write plans, executors run them, and cost, memory and drawings are computed from
 * them before anything runs. Nothing here knows TensorFlow.js or any algorithm.
 *
 * A batch is a flat list of tokens, sequence after sequence without padding; `offsets` says where each sequence starts.
 * One sequence is one message, so it uses one adapter. A plan's sizes are capacities: a run may bring fewer tokens,
 * sequences or scored tokens, and the live part of every buffer is its beginning (model/live.ts).
 */

/** Name of a buffer inside a plan. Parameters are named as in the model's files. */
export type BufferName = string;

/** One adapter of a plan: `lora_A`/`lora_B` parameter names by module path, and α/r. */
export interface AdapterSlot {
  readonly name: string;
  readonly rank: number;
  /** α / rank. */
  readonly scale: number;
  /** Module paths it changes, such as `model.layers.0.self_attn.q_proj`. */
  readonly modules: ReadonlySet<string>;
  readonly trainable: boolean;
}

export const loraA = (adapter: string, module: string): BufferName => `${adapter}/${module}.lora_A`;
export const loraB = (adapter: string, module: string): BufferName => `${adapter}/${module}.lora_B`;

/** Forward operations. Shapes in comments: M = tokens, S = sequences, N = scored tokens, V = vocabulary. */
export type ForwardOp =
  /** out [M, D] = table[ids]. */
  | { readonly kind: 'embed'; readonly ids: BufferName; readonly table: BufferName; readonly out: BufferName }
  /** RMSNorm over groups of `group` features; for query/key norms `group` is the head dimension. */
  | {
      readonly kind: 'rmsnorm';
      readonly x: BufferName;
      readonly weight: BufferName;
      readonly group: number;
      readonly eps: number;
      readonly out: BufferName;
    }
  /** out = x·Wᵀ (+ bias) (+ scale·(x·Aᵀ)·Bᵀ of each sequence's own adapter); `low` holds scale·x·Aᵀ for all slots side by side. */
  | {
      readonly kind: 'linear';
      readonly x: BufferName;
      readonly weight: BufferName;
      readonly bias?: BufferName;
      readonly module?: string;
      readonly low?: BufferName;
      readonly out: BufferName;
    }
  /** Rotates halves of each head by the token's position (Su et al. 2021, HF "rotate_half" layout); `local`: by the plan's local frequencies. */
  | { readonly kind: 'rope'; readonly x: BufferName; readonly local?: boolean; readonly out: BufferName }
  /**
   * Causal grouped-query attention within each sequence. With `cacheSlots` [S], keys and values are first put into the cache
   * at (slot of the sequence, position of the token), and a token sees everything its slot holds up to its own position:
   * prefill, continuing a prompt and decoding are one operation. With `cacheForm` keys and values, which the plan has rounded to that
   * form (`round`), may be kept in it. `stats` [M, heads, 2] is what an executor keeps of the
   * softmax for the backward stage, in whatever form it likes. With `window` a token sees that many positions at most, its own
   * among them.
   */
  | {
      readonly kind: 'attention';
      readonly q: BufferName;
      readonly k: BufferName;
      readonly v: BufferName;
      readonly layer: number;
      readonly window?: number;
      readonly cacheSlots?: BufferName;
      readonly cacheForm?: 'f16';
      readonly stats: BufferName;
      readonly out: BufferName;
    }
  /** out = silu(gate) ⊙ up; with `gelu`, GELU's tanh form instead (Hendrycks & Gimpel 2016). */
  | { readonly kind: 'swiglu'; readonly gate: BufferName; readonly up: BufferName; readonly gelu?: boolean; readonly out: BufferName }
  /** out = factor · x. */
  | { readonly kind: 'scale'; readonly x: BufferName; readonly factor: number; readonly out: BufferName }
  /** out = cap · tanh(x / cap). */
  | { readonly kind: 'softcap'; readonly x: BufferName; readonly cap: number; readonly out: BufferName }
  | { readonly kind: 'relu'; readonly x: BufferName; readonly out: BufferName }
  /**
   * out = x rounded to numbers of `form`, ties to even; what is too large becomes the largest of them, NaN stays. A cache may keep it
   * in that form and give back the same numbers. Gradients pass as if nothing had been rounded.
   */
  | { readonly kind: 'round'; readonly x: BufferName; readonly form: 'f16'; readonly out: BufferName }
  | { readonly kind: 'add'; readonly a: BufferName; readonly b: BufferName; readonly out: BufferName }
  /** out [N, D] = x[indices]. */
  | { readonly kind: 'gather_rows'; readonly x: BufferName; readonly indices: BufferName; readonly out: BufferName }
  /**
   * Log-probability of each target and entropy under softmax(logits / temperature), both [N]. Where `kept` [N, V] is
   * given, entries that are 0 are removed and the rest renormalised. A logit of −∞ makes the entropy NaN, so that a guard sees it.
   */
  | {
      readonly kind: 'token_stats';
      readonly logits: BufferName;
      readonly targets: BufferName;
      readonly temperature: BufferName;
      readonly kept?: BufferName;
      readonly logprobs: BufferName;
      readonly entropies: BufferName;
    }
  /**
   * `token_stats` of x·Wᵀ (capped as by `softcap` where `cap` is given), whose logits never lie in memory whole: `logits` [rows, V]
   * has room for those of some scored tokens at a time. An executor that has the memory may do without it.
   */
  | {
      readonly kind: 'head_stats';
      readonly x: BufferName;
      readonly weight: BufferName;
      readonly cap?: number;
      readonly targets: BufferName;
      readonly temperature: BufferName;
      readonly kept?: BufferName;
      readonly logits: BufferName;
      readonly logprobs: BufferName;
      readonly entropies: BufferName;
    }
  /**
   * Draws a token from softmax(logits / temperature) by inverse transform over ids in ascending order, with the uniform
   * number `uniformAt(key, counter)` of core/random; where `greedy` is 1, the likeliest (the lowest id among equals).
   * All outputs [N] are floats; log-probability and entropy are of the distribution sampled from.
   */
  | {
      readonly kind: 'sample';
      readonly logits: BufferName;
      readonly temperature: BufferName;
      readonly greedy: BufferName;
      /** [N, 2], the two words of the key. */
      readonly keys: BufferName;
      readonly counters: BufferName;
      readonly tokens: BufferName;
      readonly logprobs: BufferName;
      readonly entropies: BufferName;
    };

/** Backward operations; `d` prefixes gradients of the loss. */
export type BackwardOp =
  | {
      readonly kind: 'token_stats_backward';
      readonly of: Extract<ForwardOp, { kind: 'token_stats' }>;
      readonly dLogprobs: BufferName;
      readonly dEntropies: BufferName;
      readonly dLogits: BufferName;
    }
  /**
   * Logits are computed again, some tokens at a time: `again` before they are capped, `capped` after, `dLogits` their gradients,
   * with room for as many as `logits`. The weight is frozen.
   */
  | {
      readonly kind: 'head_stats_backward';
      readonly of: Extract<ForwardOp, { kind: 'head_stats' }>;
      readonly dLogprobs: BufferName;
      readonly dEntropies: BufferName;
      readonly again: BufferName;
      readonly capped?: BufferName;
      readonly dLogits: BufferName;
      readonly dX: BufferName;
    }
  | {
      readonly kind: 'linear_backward';
      readonly of: Extract<ForwardOp, { kind: 'linear' }>;
      readonly dOut: BufferName;
      readonly dX?: BufferName;
      readonly dWeight?: BufferName;
      readonly dBias?: BufferName /** Whether adapters of this module receive gradients (under their parameters' gradient names). */;
      readonly adapters: boolean;
    }
  | {
      readonly kind: 'rmsnorm_backward';
      readonly of: Extract<ForwardOp, { kind: 'rmsnorm' }>;
      readonly dOut: BufferName;
      readonly dX?: BufferName;
      readonly dWeight?: BufferName;
    }
  | { readonly kind: 'rope_backward'; readonly local?: boolean; readonly dOut: BufferName; readonly dX: BufferName }
  | {
      readonly kind: 'scale_backward';
      readonly of: Extract<ForwardOp, { kind: 'scale' }>;
      readonly dOut: BufferName;
      readonly dX: BufferName;
    }
  | {
      readonly kind: 'softcap_backward';
      readonly of: Extract<ForwardOp, { kind: 'softcap' }>;
      readonly dOut: BufferName;
      readonly dX: BufferName;
    }
  | {
      readonly kind: 'attention_backward';
      readonly of: Extract<ForwardOp, { kind: 'attention' }>;
      readonly dOut: BufferName;
      readonly dQ: BufferName;
      readonly dK: BufferName;
      readonly dV: BufferName;
    }
  | {
      readonly kind: 'swiglu_backward';
      readonly of: Extract<ForwardOp, { kind: 'swiglu' }>;
      readonly dOut: BufferName;
      readonly dGate: BufferName;
      readonly dUp: BufferName;
    }
  | {
      readonly kind: 'relu_backward';
      readonly of: Extract<ForwardOp, { kind: 'relu' }>;
      readonly dOut: BufferName;
      readonly dX: BufferName;
    }
  | {
      readonly kind: 'scatter_rows';
      readonly of: Extract<ForwardOp, { kind: 'gather_rows' }>;
      readonly dOut: BufferName;
      readonly dX: BufferName;
    }
  | {
      readonly kind: 'embed_backward';
      readonly of: Extract<ForwardOp, { kind: 'embed' }>;
      readonly dOut: BufferName;
      readonly dTable: BufferName;
    }
  /** The sum of two gradients of one buffer. */
  | { readonly kind: 'accumulate'; readonly a: BufferName; readonly b: BufferName; readonly out: BufferName };

/** Operations of the optimiser, over all numbers of one parameter set [n] (model/optimizer.ts); a plan's forward stage holds them. */
export type OptimizerOp =
  /** out [1] = √Σ gradients², summed in an order that n alone decides. Not finite when one of them is not. */
  | { readonly kind: 'gradient_norm'; readonly gradients: BufferName; readonly out: BufferName }
  /**
   * One step of AdamW (Loshchilov & Hutter 2019), the gradients g held to the largest norm: with s = min(1, maxGradNorm / norm),
   * m′ = β₁m + (1 − β₁)·s·g, v′ = β₂v + (1 − β₂)·(s·g)², p′ = p − η·(m′/c₁ / (√(v′/c₂) + ε) + decay·p), and s = 1 where
   * maxGradNorm is 0. `settings` holds the scalars in the order of {@link OPTIMIZER_SCALARS}.
   */
  | {
      readonly kind: 'adamw';
      readonly parameters: BufferName;
      readonly gradients: BufferName;
      readonly m: BufferName;
      readonly v: BufferName;
      readonly norm: BufferName;
      readonly settings: BufferName;
      readonly nextParameters: BufferName;
      readonly nextM: BufferName;
      readonly nextV: BufferName;
    };

/** 1 − β comes beside β, because single precision would take its digits; c = 1 − βᵗ at step t. */
export const OPTIMIZER_SCALARS = [
  'learningRate', 'beta1', 'rest1', 'beta2', 'rest2', 'epsilon', 'weightDecay', 'correction1', 'correction2', 'maxGradNorm',
] as const; // biome-ignore format: a list of words

export type Op = ForwardOp | BackwardOp | OptimizerOp;

/** Whether it computes activations: in a backward stage, those that were not kept (model/recompute.ts). */
export const isForwardOp = (op: Op): op is ForwardOp => !('of' in op) && !('dOut' in op) && op.kind !== 'accumulate' && !isOptimizerOp(op);

export const isOptimizerOp = (op: Op): op is OptimizerOp => op.kind === 'gradient_norm' || op.kind === 'adamw';
export type Stage = 'forward' | 'backward';

/** What attention and rotary embedding need to know about the model. */
export interface AttentionShape {
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  /** Angular frequency of each half-dimension, scaling applied: [headDim / 2]. */
  readonly frequencies: readonly number[];
  /** The same for layers that look through a window, where they have their own. */
  readonly localFrequencies?: readonly number[];
  /** What scores are multiplied by; see {@link scoreScale}. */
  readonly scale?: number;
  /** Scores s become c·tanh(s / c) with this c. */
  readonly softcap?: number;
}

/** What attention multiplies its scores by: 1 / √headDim where the model says nothing else. */
export const scoreScale = ({ scale, headDim }: AttentionShape): number => scale ?? 1 / Math.sqrt(headDim);

export interface Plan {
  /** What it is for, such as `train` or `decode`; two plans of one name may differ in anything else. */
  readonly name: string;
  /** Most tokens (M) of one run. */
  readonly tokens: number;
  /** Most sequences (S) of one run. */
  readonly sequences: number;
  readonly attention: AttentionShape | null;
  readonly adapters: readonly AdapterSlot[];
  /** Host data the plan expects, by stage. */
  readonly inputs: { readonly [S in Stage]: readonly PlanInput[] };
  /** Parameters read, with shapes. */
  readonly parameters: ReadonlyMap<BufferName, readonly number[]>;
  /** Shapes of the forward stage's buffers; a gradient has the shape of what it is of. */
  readonly shapes: ReadonlyMap<BufferName, readonly number[]>;
  /** The axis that the rows of a buffer run along, for buffers that have one. */
  readonly axes: ReadonlyMap<BufferName, Axis>;
  readonly ops: { readonly [S in Stage]: readonly Op[] };
  /** Trainable parameters, with the buffer that holds each one's gradient after the backward stage. */
  readonly gradients: ReadonlyMap<BufferName, BufferName>;
  /** Buffers read back to the host at the end of each stage. */
  readonly outputs: { readonly [S in Stage]: readonly BufferName[] };
  /** How inputs change when the forward stage is run several times in a row, as in decoding. */
  readonly feedback: readonly Feedback[];
}

/** What a first dimension counts; `bounds` are the S + 1 ends of sequences. */
export type Axis = 'tokens' | 'sequences' | 'bounds' | 'scored';

export interface PlanInput {
  readonly name: BufferName;
  readonly dtype: 'f32' | 'i32';
  /** Capacity; a run may bring fewer rows. */
  readonly shape: readonly number[];
  /** None: every run brings it whole. */
  readonly axis?: Axis;
}

/** Before the next repetition: the input takes an output's numbers, or each of its numbers is raised by one. */
export type Feedback = { readonly input: BufferName; readonly from: BufferName } | { readonly input: BufferName; readonly increment: 1 };

export const gradientOf = (buffer: BufferName): BufferName => `d:${buffer}`;

/** The buffers an operation reads (parameters of adapters excluded). */
export function readsOf(op: Op): BufferName[] {
  switch (op.kind) {
    case 'embed':
      return [op.ids, op.table];
    case 'rmsnorm':
      return [op.x, op.weight];
    case 'linear':
      return op.bias ? [op.x, op.weight, op.bias] : [op.x, op.weight];
    case 'rope':
    case 'relu':
    case 'scale':
    case 'softcap':
    case 'round':
      return [op.x];
    case 'attention':
      return op.cacheSlots ? [op.q, op.k, op.v, op.cacheSlots] : [op.q, op.k, op.v];
    case 'swiglu':
      return [op.gate, op.up];
    case 'add':
    case 'accumulate':
      return [op.a, op.b];
    case 'gather_rows':
      return [op.x, op.indices];
    case 'sample':
      return [op.logits, op.temperature, op.greedy, op.keys, op.counters];
    case 'token_stats':
      return op.kept ? [op.logits, op.targets, op.temperature, op.kept] : [op.logits, op.targets, op.temperature];
    case 'head_stats':
      return [op.x, op.weight, op.targets, op.temperature, ...(op.kept ? [op.kept] : [])];
    case 'token_stats_backward':
    case 'head_stats_backward':
      return [...readsOf(op.of), op.dLogprobs, op.dEntropies];
    case 'linear_backward':
      return op.of.low ? [op.of.x, op.of.low, op.of.weight, op.dOut] : [op.of.x, op.of.weight, op.dOut];
    case 'rmsnorm_backward':
      return [op.of.x, op.of.weight, op.dOut];
    case 'rope_backward':
    case 'scale_backward':
      return [op.dOut];
    case 'softcap_backward':
      return [op.of.x, op.dOut];
    case 'attention_backward':
      return [op.of.q, op.of.k, op.of.v, op.of.stats, op.dOut];
    case 'swiglu_backward':
      return [op.of.gate, op.of.up, op.dOut];
    case 'relu_backward':
      return [op.of.out, op.dOut];
    case 'scatter_rows':
      return [op.of.indices, op.dOut];
    case 'embed_backward':
      return [op.of.ids, op.dOut];
    case 'gradient_norm':
      return [op.gradients];
    case 'adamw':
      return [op.parameters, op.gradients, op.m, op.v, op.norm, op.settings];
    default:
      return op satisfies never;
  }
}

/** The buffers an operation writes; adapters' gradients, which have names of their own, excluded. */
export function writesOf(op: Op): BufferName[] {
  const written = (...names: (BufferName | undefined)[]): BufferName[] => names.filter((name) => name !== undefined);
  switch (op.kind) {
    case 'linear':
      return written(op.out, op.low);
    case 'attention':
      return [op.out, op.stats];
    case 'token_stats':
      return [op.logprobs, op.entropies];
    case 'head_stats':
      return [op.logits, op.logprobs, op.entropies];
    case 'head_stats_backward':
      return written(op.again, op.capped, op.dLogits, op.dX);
    case 'sample':
      return [op.tokens, op.logprobs, op.entropies];
    case 'token_stats_backward':
      return [op.dLogits];
    case 'linear_backward':
      return written(op.dX, op.dWeight, op.dBias);
    case 'rmsnorm_backward':
      return written(op.dX, op.dWeight);
    case 'attention_backward':
      return [op.dQ, op.dK, op.dV];
    case 'swiglu_backward':
      return [op.dGate, op.dUp];
    case 'rope_backward':
    case 'relu_backward':
    case 'scale_backward':
    case 'softcap_backward':
    case 'scatter_rows':
      return [op.dX];
    case 'embed_backward':
      return [op.dTable];
    case 'adamw':
      return [op.nextParameters, op.nextM, op.nextV];
    default:
      return [op.out];
  }
}

/** What a stage may free, and when: `after[i]` lists buffers whose last reader is operation i; `unread` nobody reads. */
export interface Release {
  readonly after: readonly (readonly BufferName[])[];
  readonly read: ReadonlySet<BufferName>;
}

const releases = new WeakMap<Plan, { readonly [S in Stage]: Release }>();

/** Lifetimes of a plan's buffers; what the backward stage reads is never freed by the forward stage. */
export function releasesOf(plan: Plan): { readonly [S in Stage]: Release } {
  const known = releases.get(plan);
  if (known) return known;
  const readBackward = new Set(plan.ops.backward.flatMap(readsOf));
  const made = { forward: releaseOf(plan, 'forward', readBackward), backward: releaseOf(plan, 'backward', new Set()) };
  releases.set(plan, made);
  return made;
}

function releaseOf(plan: Plan, stage: Stage, keep: ReadonlySet<BufferName>): Release {
  const kept = new Set([...keep, ...plan.outputs[stage]]);
  const last = new Map<BufferName, number>();
  plan.ops[stage].forEach((op, index) => {
    for (const name of readsOf(op)) last.set(name, index);
  });
  const after: BufferName[][] = plan.ops[stage].map(() => []);
  for (const [name, index] of last) if (!kept.has(name) && !plan.parameters.has(name)) after[index]?.push(name);
  return { after, read: new Set([...last.keys(), ...kept]) };
}

/** The backward stage's outputs by parameter. */
export function gradientsByParameter(plan: Plan, outputs: Readonly<Record<BufferName, Float32Array>>): Map<BufferName, Float32Array> {
  return new Map([...plan.gradients].flatMap(([parameter, buffer]) => (outputs[buffer] ? [[parameter, outputs[buffer]] as const] : [])));
}

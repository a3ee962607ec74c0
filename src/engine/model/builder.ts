/** Collects operations, shapes and inputs of one plan; the model files read as the forward pass they describe. */
import {
  type AdapterSlot,
  type AttentionShape,
  type Axis,
  type BufferName,
  type Feedback,
  type ForwardOp,
  gradientOf,
  loraA,
  loraB,
  type Plan,
  type PlanInput,
} from '../contracts/plan.ts';
import { differentiate } from './differentiate.ts';

export interface ParameterUse {
  readonly shape: readonly number[];
  readonly trainable: boolean;
}

export class PlanBuilder {
  readonly #forward: ForwardOp[] = [];
  readonly #shapes = new Map<BufferName, readonly number[]>();
  readonly #axes = new Map<BufferName, Axis>();
  readonly #inputs: PlanInput[] = [];
  readonly #parameters = new Map<BufferName, ParameterUse>();
  readonly #trainable: (name: BufferName) => boolean;

  constructor(
    /** Capacities of the plan. */
    readonly tokens: number,
    readonly sequences: number,
    readonly attention: AttentionShape | null = null,
    readonly adapters: readonly AdapterSlot[] = [],
    trainable: (name: BufferName) => boolean = () => false,
  ) {
    this.#trainable = trainable;
  }

  /** An input whose rows run along `axis`; each row has the shape `row`. */
  input(name: BufferName, dtype: 'f32' | 'i32', axis: Axis, capacity: number, row: readonly number[] = []): BufferName {
    const shape = [capacity, ...row];
    this.#inputs.push({ name, dtype, shape, axis });
    this.#shapes.set(name, shape);
    this.#axes.set(name, axis);
    return name;
  }

  parameter(name: BufferName, shape: readonly number[]): BufferName {
    this.#parameters.set(name, { shape, trainable: this.#trainable(name) });
    return name;
  }

  shapeOf(name: BufferName): readonly number[] {
    const shape = this.#shapes.get(name) ?? this.#parameters.get(name)?.shape;
    if (!shape) throw new Error(`plan buffer ${name} is used before it is defined`);
    return shape;
  }

  embed(ids: BufferName, table: BufferName, out: BufferName): BufferName {
    const [, features = 0] = this.shapeOf(table);
    return this.#emit({ kind: 'embed', ids, table, out }, [...this.shapeOf(ids), features], ids);
  }

  rmsnorm(x: BufferName, weight: BufferName, group: number, eps: number, out: BufferName): BufferName {
    return this.#emit({ kind: 'rmsnorm', x, weight, group, eps, out }, this.shapeOf(x), x);
  }

  /** `module` names the projection for adapters; leave it out where no adapter may act. */
  linear(x: BufferName, weight: BufferName, out: BufferName, options: { bias?: BufferName; module?: string } = {}): BufferName {
    const [outputs = 0, inputs = 0] = this.shapeOf(weight);
    const [tokens = 0] = this.shapeOf(x);
    const { bias, module } = options;
    const slots = module ? this.adapters.filter((slot) => slot.modules.has(module)) : [];
    // An executor asks which adapter a row has by its axis alone (live.ts), so there can be only one choice of tokens.
    if (slots.length && !['tokens', 'scored'].includes(this.#axisOf(x))) throw new Error(`adapters act on tokens, and ${x} has other rows`);
    for (const slot of slots) {
      if (!module) continue;
      this.#parameters.set(loraA(slot.name, module), { shape: [slot.rank, inputs], trainable: slot.trainable });
      this.#parameters.set(loraB(slot.name, module), { shape: [outputs, slot.rank], trainable: slot.trainable });
    }
    const low = slots.length ? `${out}.low` : undefined;
    if (low) this.#define(low, [tokens, this.adapters.reduce((sum, slot) => sum + slot.rank, 0)], x);
    return this.#emit({ kind: 'linear', x, weight, bias, module: slots.length ? module : undefined, low, out }, [tokens, outputs], x);
  }

  rope(x: BufferName, out: BufferName, local = false): BufferName {
    return this.#emit({ kind: 'rope', x, ...(local && { local }), out }, this.shapeOf(x), x);
  }

  /** `cacheSlots`: where each sequence's keys and values lie in a cache, and `cacheForm` in how many bits; without it a sequence sees itself only. `window`: positions a token sees. */
  attend(
    q: BufferName,
    k: BufferName,
    v: BufferName,
    layer: number,
    out: BufferName,
    { cacheSlots, cacheForm, window }: { cacheSlots?: BufferName; cacheForm?: 'f16'; window?: number } = {},
  ): BufferName {
    const stats = this.#define(`${out}.stats`, [this.tokens, this.attention?.heads ?? 0, 2], q);
    return this.#emit(
      { kind: 'attention', q, k, v, layer, window, cacheSlots, ...(cacheSlots && cacheForm && { cacheForm }), stats, out },
      this.shapeOf(q),
      q,
    );
  }

  swiglu(gate: BufferName, up: BufferName, out: BufferName): BufferName {
    return this.#emit({ kind: 'swiglu', gate, up, out }, this.shapeOf(gate), gate);
  }

  geglu(gate: BufferName, up: BufferName, out: BufferName): BufferName {
    return this.#emit({ kind: 'swiglu', gate, up, gelu: true, out }, this.shapeOf(gate), gate);
  }

  scale(x: BufferName, factor: number, out: BufferName): BufferName {
    return this.#emit({ kind: 'scale', x, factor, out }, this.shapeOf(x), x);
  }

  softcap(x: BufferName, cap: number, out: BufferName): BufferName {
    return this.#emit({ kind: 'softcap', x, cap, out }, this.shapeOf(x), x);
  }

  relu(x: BufferName, out: BufferName): BufferName {
    return this.#emit({ kind: 'relu', x, out }, this.shapeOf(x), x);
  }

  round(x: BufferName, form: 'f16', out: BufferName): BufferName {
    return this.#emit({ kind: 'round', x, form, out }, this.shapeOf(x), x);
  }

  add(a: BufferName, b: BufferName, out: BufferName): BufferName {
    return this.#emit({ kind: 'add', a, b, out }, this.shapeOf(a), a);
  }

  gatherRows(x: BufferName, indices: BufferName, out: BufferName): BufferName {
    const [count = 0] = this.shapeOf(indices);
    const [, features = 0] = this.shapeOf(x);
    return this.#emit({ kind: 'gather_rows', x, indices, out }, [count, features], indices);
  }

  tokenStats(
    logits: BufferName,
    targets: BufferName,
    temperature: BufferName,
    kept: BufferName | undefined,
  ): { logprobs: BufferName; entropies: BufferName } {
    const shape = this.shapeOf(targets);
    const logprobs = this.#define('logprobs', shape, targets);
    const entropies = this.#define('entropies', shape, targets);
    this.#forward.push({ kind: 'token_stats', logits, targets, temperature, kept, logprobs, entropies });
    return { logprobs, entropies };
  }

  sample(logits: BufferName, rule: { temperature: BufferName; greedy: BufferName; keys: BufferName; counters: BufferName }): BufferName[] {
    const shape = this.shapeOf(rule.temperature);
    const outputs = ['tokens', 'logprobs', 'entropies'].map((name) => this.#define(name, shape, logits));
    const [tokens = '', logprobs = '', entropies = ''] = outputs;
    this.#forward.push({ kind: 'sample', logits, ...rule, tokens, logprobs, entropies });
    return outputs;
  }

  /**
   * The finished plan. `outputs` are read back after the forward stage; when `seeds` are given (buffers whose gradients
   * the host supplies), the backward stage is derived and its outputs are the gradients of all trainable parameters.
   */
  build(name: string, outputs: readonly BufferName[], seeds: readonly BufferName[] = [], feedback: readonly Feedback[] = []): Plan {
    const trainable = new Set([...this.#parameters].filter(([, use]) => use.trainable).map(([parameter]) => parameter));
    const backward = seeds.length
      ? differentiate(this.#forward, seeds, trainable, this.adapters)
      : { ops: [], gradients: new Map<BufferName, BufferName>() };
    return {
      name,
      tokens: this.tokens,
      sequences: this.sequences,
      attention: this.attention,
      adapters: this.adapters,
      inputs: {
        forward: this.#inputs,
        backward: seeds.map((seed) => ({ name: gradientOf(seed), dtype: 'f32', shape: this.shapeOf(seed), axis: this.#axisOf(seed) })),
      },
      parameters: new Map([...this.#parameters].map(([parameter, use]) => [parameter, use.shape])),
      shapes: this.#shapes,
      axes: this.#axes,
      ops: { forward: this.#forward, backward: backward.ops },
      gradients: backward.gradients,
      outputs: { forward: outputs, backward: [...backward.gradients.values()] },
      feedback,
    };
  }

  #axisOf(name: BufferName): Axis {
    const axis = this.#axes.get(name);
    if (!axis) throw new Error(`plan buffer ${name} has no rows`);
    return axis;
  }

  /** A buffer whose rows are those of `like`. */
  #define(name: BufferName, shape: readonly number[], like: BufferName): BufferName {
    this.#shapes.set(name, shape);
    this.#axes.set(name, this.#axisOf(like));
    return name;
  }

  #emit(op: Extract<ForwardOp, { out: BufferName }>, shape: readonly number[], like: BufferName): BufferName {
    this.#forward.push(op);
    return this.#define(op.out, shape, like);
  }
}

/**
 * A Llama with LoRA as one writes it first in TensorFlow.js: stock operations, attention as two batched products around a
 * masked softmax, gradients by automatic differentiation. It is frozen, so that what our own engine gains is always
 * measured against the same thing. It is no straw man: the projections are stored [inputs, outputs], the orientation the
 * backends are fast in, the base is no variable and the head reads only the scored tokens.
 *
 * Plain Llama only: no biases, no query and key norms, no scaled RoPE.
 */
import type { ModelConfig } from '../../../src/core/formats/models/model-config.ts';
import type { HostTensor } from '../../../src/core/formats/safetensors.ts';
import { type Tensor, tf } from '../../../src/engine/executors/tfjs/runtime.ts';
import type { NamedTensorMap, Scalar, Tensor1D, Tensor2D, Tensor3D, Tensor4D, Variable } from '@tensorflow/tfjs';

export interface NaiveAdapter {
  readonly name: string;
  /** α / r */
  readonly scale: number;
  /** `<name>/<module>.lora_A` [r, in] and `.lora_B` [out, r]. */
  readonly parameters: ReadonlyMap<string, HostTensor>;
}

/** Keys and values of a layer so far, [rows, kv heads, tokens, head dimension]. */
export interface LayerCache {
  readonly keys: Tensor4D;
  readonly values: Tensor4D;
}

interface Lora {
  readonly a: Tensor;
  readonly b: Tensor;
  readonly scale: number;
}

/** How a projection's adapter is applied: one for all rows, or each row's own. */
type LoraOf = (module: string) => Lora | undefined;

const transposed = ({ shape, data }: HostTensor): Tensor2D => {
  const [outputs = 0, inputs = 0] = shape;
  return tf.tidy(() => tf.tensor2d(data as Float32Array, [outputs, inputs]).transpose<Tensor2D>());
};

export class NaiveLlama {
  /** `<adapter>/<module>.lora_A` [in, r] and `.lora_B` [r, out]: transposed, like the base. */
  readonly variables = new Map<string, Variable>();
  readonly #weights = new Map<string, Tensor>();
  readonly #scales = new Map<string, number>();

  constructor(
    readonly config: ModelConfig,
    weights: ReadonlyMap<string, HostTensor>,
    readonly adapters: readonly NaiveAdapter[],
  ) {
    if (config.modelType !== 'llama' || config.ropeScaling) throw new Error('the naive twin knows plain Llama only');
    for (const [name, tensor] of weights) {
      const projection = /(_proj|lm_head)\.weight$/.test(name);
      this.#weights.set(name, projection ? transposed(tensor) : tf.tensor(tensor.data as Float32Array, [...tensor.shape]));
    }
    if (config.tieWordEmbeddings)
      this.#weights.set(
        'lm_head.weight',
        tf.tidy(() => this.#weight('model.embed_tokens.weight').transpose()),
      );
    for (const { name, scale, parameters } of adapters) {
      this.#scales.set(name, scale);
      for (const [parameter, tensor] of parameters) {
        const value = transposed(tensor);
        this.variables.set(parameter, tf.variable(value, true));
        value.dispose();
      }
    }
  }

  /** The variables of one adapter. */
  variablesOf(adapter: string): Variable[] {
    return [...this.variables].filter(([name]) => name.startsWith(`${adapter}/`)).map(([, variable]) => variable);
  }

  dispose(): void {
    tf.dispose([...this.#weights.values(), ...this.variables.values()]);
  }

  /**
   * Log-probabilities and entropies [rows, length − from] of `targets` under one adapter (null: the base alone); the token
   * at index t predicts `targets` at t − from. The scored tokens are those from `from` on.
   */
  score(adapter: string | null, ids: Tensor2D, targets: Tensor2D, from: number): { logprobs: Tensor2D; entropies: Tensor2D } {
    return tf.tidy(() => {
      const [rows, length] = ids.shape;
      const x = this.#layers(ids, this.#one(adapter));
      const scored = x.slice([0, from, 0], [rows, length - from, this.config.hiddenSize]);
      const logp = tf.logSoftmax(this.#head(scored)); // [rows, scored, V]
      const chosen = tf.oneHot(targets.toInt(), this.config.vocabularySize);
      return { logprobs: logp.mul(chosen).sum<Tensor2D>(-1), entropies: logp.exp().mul(logp).sum<Tensor2D>(-1).neg() };
    });
  }

  /** Gradients of `objective` by the variables of one adapter; the caller disposes of them. */
  gradients(adapter: string, objective: () => Scalar): { value: Scalar; grads: NamedTensorMap } {
    return tf.variableGrads(objective, this.variablesOf(adapter));
  }

  /** A and B of every projection for rows with different adapters, gathered a row each; `dispose` frees them. */
  gather(rows: readonly number[]): { lora: LoraOf; dispose(): void } {
    const gathered = new Map<string, Lora>();
    const [first] = this.adapters;
    if (!first) throw new Error('there are no adapters to gather');
    if (this.adapters.length === 1) return { lora: this.#one(first.name), dispose: () => {} }; // nothing to mix
    for (const parameter of first.parameters.keys()) {
      const module = parameter.slice(first.name.length + 1).replace(/\.lora_[AB]$/, '');
      if (gathered.has(module)) continue;
      const of = (part: string) =>
        tf.tidy(() => {
          const all = tf.stack(this.adapters.map(({ name }) => this.#variable(`${name}/${module}.${part}`)));
          return tf.gather(all, tf.tensor1d([...rows], 'int32'));
        });
      gathered.set(module, { a: of('lora_A'), b: of('lora_B'), scale: first.scale });
    }
    return { lora: (module) => gathered.get(module), dispose: () => tf.dispose([...gathered.values()].flatMap(({ a, b }) => [a, b])) };
  }

  /**
   * Logits [rows, V] behind the last of `ids` [rows, length], and the caches with their keys and values appended. The given
   * caches are disposed of.
   */
  extend(lora: LoraOf, ids: Tensor2D, caches: readonly LayerCache[] | null): { logits: Tensor2D; caches: LayerCache[] } {
    const grown: LayerCache[] = [];
    const logits = tf.tidy(() => {
      const [rows, length] = ids.shape;
      const x = this.#layers(
        ids,
        lora,
        (layer, keys, values) => {
          const before = caches?.[layer];
          const cache = before
            ? { keys: tf.concat([before.keys, keys], 2), values: tf.concat([before.values, values], 2) }
            : { keys: keys.clone(), values: values.clone() };
          grown.push({ keys: tf.keep(cache.keys), values: tf.keep(cache.values) });
          return cache;
        },
        caches?.[0]?.keys.shape[2] ?? 0,
      );
      return this.#head(x.slice([0, length - 1, 0], [rows, 1, this.config.hiddenSize])).reshape<Tensor2D>([
        rows,
        this.config.vocabularySize,
      ]);
    });
    disposeCaches(caches);
    return { logits, caches: grown };
  }

  #weight(name: string): Tensor {
    const tensor = this.#weights.get(name);
    if (!tensor) throw new Error(`there is no weight ${name}`);
    return tensor;
  }

  #variable(name: string): Variable {
    const variable = this.variables.get(name);
    if (!variable) throw new Error(`there is no adapter weight ${name}`);
    return variable;
  }

  #one(adapter: string | null): LoraOf {
    return (module) => {
      const a = this.variables.get(`${adapter}/${module}.lora_A`);
      const b = this.variables.get(`${adapter}/${module}.lora_B`);
      return adapter !== null && a && b ? { a, b, scale: this.#scales.get(adapter) ?? 1 } : undefined;
    };
  }

  /** Hidden states [rows, length, D] → logits [rows, length, V]. */
  #head(x: Tensor): Tensor3D {
    const [rows = 0, length = 0, features = 0] = x.shape;
    const hidden = this.#norm(x, 'model.norm.weight').reshape<Tensor2D>([rows * length, features]);
    return tf.matMul(hidden, this.#weight('lm_head.weight') as Tensor2D).reshape([rows, length, this.config.vocabularySize]);
  }

  #norm(x: Tensor, name: string): Tensor {
    const scale = x.square().mean(-1, true).add(this.config.rmsNormEps).rsqrt();
    return x.mul(scale).mul(this.#weight(name));
  }

  /** x [rows, length, in] → [rows, length, out]: x·W + s·(x·A)·B. */
  #project(x: Tensor, module: string, lora: LoraOf): Tensor3D {
    const [rows = 0, length = 0, inputs = 0] = x.shape;
    const weight = this.#weight(`${module}.weight`) as Tensor2D;
    const flat = x.reshape<Tensor2D>([rows * length, inputs]);
    const outputs = weight.shape[1];
    const y = tf.matMul(flat, weight).reshape<Tensor3D>([rows, length, outputs]);
    const adapter = lora(module);
    if (!adapter) return y;
    const perRow = adapter.a.rank === 3;
    const low = tf.matMul(perRow ? x : flat, adapter.a);
    return y.add(tf.matMul(low, adapter.b).mul(adapter.scale).reshape([rows, length, outputs]));
  }

  /** The residual stream [rows, length, D]; `remember` puts keys and values into a cache and returns all that are seen. */
  #layers(
    ids: Tensor2D,
    lora: LoraOf,
    remember: (layer: number, keys: Tensor4D, values: Tensor4D) => LayerCache = (_layer, keys, values) => ({ keys, values }),
    start = 0,
  ): Tensor3D {
    const { config } = this;
    const [rows, length] = ids.shape;
    const { cos, sin } = this.#rotation(start, length);
    const mask = causalMask(start, length);
    const split = (x: Tensor, heads: number) =>
      x.reshape<Tensor4D>([rows, length, heads, config.headDim]).transpose<Tensor4D>([0, 2, 1, 3]);
    let x: Tensor3D = tf
      .gather(this.#weight('model.embed_tokens.weight'), ids.reshape<Tensor1D>([-1]).toInt())
      .reshape([rows, length, config.hiddenSize]);
    for (let layer = 0; layer < config.layers; layer += 1) {
      const path = `model.layers.${layer}`;
      const h = this.#norm(x, `${path}.input_layernorm.weight`);
      const q = rotate(split(this.#project(h, `${path}.self_attn.q_proj`, lora), config.heads), cos, sin);
      const k = rotate(split(this.#project(h, `${path}.self_attn.k_proj`, lora), config.kvHeads), cos, sin);
      const v = split(this.#project(h, `${path}.self_attn.v_proj`, lora), config.kvHeads);
      const seen = remember(layer, k, v);
      const keys = this.#forEveryHead(seen.keys);
      const values = this.#forEveryHead(seen.values);
      const scores = tf.matMul(q, keys, false, true).div(Math.sqrt(config.headDim)).add(mask);
      const attended = tf
        .matMul(tf.softmax(scores), values)
        .transpose([0, 2, 1, 3])
        .reshape([rows, length, config.heads * config.headDim]);
      x = x.add(this.#project(attended, `${path}.self_attn.o_proj`, lora));
      const h2 = this.#norm(x, `${path}.post_attention_layernorm.weight`);
      const gate = this.#project(h2, `${path}.mlp.gate_proj`, lora);
      const up = this.#project(h2, `${path}.mlp.up_proj`, lora);
      x = x.add(this.#project(gate.mul(gate.sigmoid()).mul(up), `${path}.mlp.down_proj`, lora));
    }
    return x;
  }

  /** Cosines and sines of rotate-half RoPE at the positions from `start` on, [length, head dimension]. */
  #rotation(start: number, length: number): { cos: Tensor2D; sin: Tensor2D } {
    const { headDim, ropeTheta } = this.config;
    const half = Array.from({ length: headDim / 2 }, (_, i) => ropeTheta ** ((-2 * i) / headDim));
    const angles = Array.from({ length }, (_, t) => [...half, ...half].map((frequency) => (start + t) * frequency));
    // On the host: WebGPU promises cosines no better than 2⁻¹¹.
    const table = (of: (x: number) => number) => tf.tensor2d(angles.map((row) => row.map(of)));
    return { cos: table(Math.cos), sin: table(Math.sin) };
  }

  /** Grouped-query attention: each key head repeated for the query heads that share it. */
  #forEveryHead(x: Tensor4D): Tensor4D {
    const { heads, kvHeads, headDim } = this.config;
    if (heads === kvHeads) return x;
    const [rows, , length] = x.shape;
    const shared = heads / kvHeads;
    return x
      .reshape([rows, kvHeads, 1, length * headDim])
      .tile([1, 1, shared, 1])
      .reshape([rows, heads, length, headDim]);
  }
}

export function disposeCaches(caches: readonly LayerCache[] | null): void {
  if (caches) tf.dispose(caches.flatMap(({ keys, values }) => [keys, values]));
}

/** 0 where the query at index start + t may look, −1e9 behind it: [length, start + length]. */
function causalMask(start: number, length: number): Tensor2D {
  return tf.tensor2d(
    Array.from({ length }, (_, t) => Array.from({ length: start + length }, (_x, s) => (s <= start + t ? 0 : -1e9))),
    [length, start + length],
  );
}

/** x cos + rotate_half(x) sin over the last dimension of [rows, heads, length, head dimension]. */
function rotate(x: Tensor4D, cos: Tensor2D, sin: Tensor2D): Tensor4D {
  const [left, right] = tf.split(x, 2, 3) as [Tensor4D, Tensor4D];
  return x.mul(cos).add(tf.concat([right.neg(), left], 3).mul(sin));
}

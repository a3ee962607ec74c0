/** What a stub server computes with: a base model and adapters on it, known by name. Behind it stands our engine, or nothing (`seededNumbers`). */
import type { LoraTarget } from '../../../src/core/document/schema.ts';
import type { LoraWeights } from '../../../src/core/formats/models/adapters/peft.ts';
import type { AdamWSettings } from '../../../src/engine/train/adamw.ts';

export interface AdapterShape {
  readonly rank: number;
  readonly alpha: number;
  readonly targets: readonly LoraTarget[];
  readonly seed: number;
}

/** By parameter, flat. */
export type Gradient = ReadonlyMap<string, Float32Array>;

/** Weights of an adapter and its optimiser at one time; never written to. */
export interface Snapshot {
  readonly shape: AdapterShape;
  readonly weights: LoraWeights;
  /** Moments and steps, for the numbers that made them. */
  readonly optimizer: unknown;
}

export interface SampleJob {
  readonly prompt: readonly number[];
  readonly maxTokens: number;
  /** 0 takes the likeliest token. */
  readonly temperature: number;
  /** 0 keeps all. */
  readonly topK: number;
  readonly topP: number;
  /** Ids that end a message; the first one to come is its last token. */
  readonly ends: readonly number[];
  /** Unsigned, 32 bits; two jobs of the same seed and prompt say the same. */
  readonly seed: number;
}

export interface Sample {
  readonly tokens: readonly number[];
  /** Of the distribution sampled from, nats. */
  readonly logprobs: readonly number[];
  readonly ended: boolean;
}

export interface Numbers {
  /** Name of the base, as requests say it. */
  readonly base: string;
  /** Ids that end a text of the base, and the one that fills a batch up. */
  readonly ends: readonly number[];
  readonly pad: number;
  /** A fresh adapter, B = 0; `start`: with these weights instead. */
  create(adapter: string, shape: AdapterShape, start?: LoraWeights): void;
  remove(adapter: string): void;
  /** Log-probabilities, nats, of every id of each sequence but its first; null: of the base alone. */
  score(adapter: string | null, sequences: readonly (readonly number[])[], temperature?: number): Promise<Float32Array[]>;
  /** As `score`; `derive` turns the log-probabilities into ∂L/∂logp, and the gradient of that L by the adapter comes back. */
  differentiate(
    adapter: string,
    sequences: readonly (readonly number[])[],
    derive: (logprobs: readonly Float32Array[]) => readonly Float32Array[],
  ): Promise<{ readonly logprobs: readonly Float32Array[]; readonly gradient: Gradient }>;
  /** One step of AdamW, without clipping; without a gradient it is one of zeros. */
  step(adapter: string, gradient: Gradient | null, settings: AdamWSettings): Promise<void>;
  sample(adapter: string | null, jobs: readonly SampleJob[]): Promise<Sample[]>;
  snapshot(adapter: string): Promise<Snapshot>;
  restore(adapter: string, snapshot: Snapshot, withOptimizer: boolean): void;
}

/** √Σ g². */
export function normOf(gradients: Iterable<Gradient>): number {
  let sum = 0;
  for (const gradient of gradients)
    for (const values of gradient.values()) for (let i = 0; i < values.length; i += 1) sum += (values[i] ?? 0) ** 2;
  return Math.sqrt(sum);
}

export function scaled(gradient: Gradient, by: number): Gradient {
  return new Map([...gradient].map(([name, values]) => [name, values.map((value) => value * by)]));
}

export function added(a: Gradient | null, b: Gradient): Gradient {
  if (!a) return b;
  return new Map([...b].map(([name, values]) => [name, values.map((value, i) => value + (a.get(name)?.[i] ?? 0))]));
}

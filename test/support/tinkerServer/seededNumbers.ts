/**
 * Numbers that nothing computes: the right shapes, the same for the same request, at a set pace. For simulations of scale, where what counts is when
 * answers come; nothing can be learned from them.
 */
import type { HostMatrix } from '../../../src/core/formats/models/adapters/peft.ts';
import { loraModule } from '../../../src/core/formats/models/adapters/peft.ts';
import { keyFor, uniformAt } from '../../../src/core/random/streams.ts';
import type { AdapterShape, Gradient, Numbers, Sample, SampleJob, Snapshot } from './numbers.ts';

/** How fast the accelerators behind it are. Infinite by default. */
export interface Pace {
  /** Tokens per second of a pass; a backward pass takes two of them besides. */
  readonly passTokens?: number;
  /** Tokens per second sampled in all, shared by the sequences under way when one begins, and by one sequence at most. */
  readonly sampledTokens?: number;
  readonly sequenceTokens?: number;
  /** Milliseconds of a step. */
  readonly stepMs?: number;
}

export interface SeededOptions {
  readonly base: string;
  readonly vocabulary: number;
  /** The smallest id that is sampled; 0 by default. */
  readonly first?: number;
  readonly end: number;
  readonly pace?: Pace;
  /** Resolves when so many tokens are sampled behind a prompt of so many, in place of the pace for sampling. */
  readonly decode?: (tokens: number, prompt: number) => Promise<void>;
  /** Waits so long; a simulation may count instead. */
  readonly wait?: (ms: number) => Promise<void>;
}

const STREAM = 1002;
const inTime = (ms: number): Promise<void> => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve());

export class SeededNumbers implements Numbers {
  readonly base: string;
  readonly ends: readonly number[];
  readonly pad = 0;
  readonly #options: SeededOptions;
  readonly #shapes = new Map<string, AdapterShape>();
  /** Sequences being sampled. */
  #active = 0;

  constructor(options: SeededOptions) {
    this.#options = options;
    this.base = options.base;
    this.ends = [options.end];
  }

  create(adapter: string, shape: AdapterShape): void {
    this.#shapes.set(adapter, shape);
  }

  remove(adapter: string): void {
    this.#shapes.delete(adapter);
  }

  async score(_: string | null, sequences: readonly (readonly number[])[]): Promise<Float32Array[]> {
    await this.#pass(sequences, 1);
    return sequences.map((ids) => Float32Array.from(ids.slice(1), (id, t) => logprobOf(id, t)));
  }

  async differentiate(
    _: string,
    sequences: readonly (readonly number[])[],
    derive: (logprobs: readonly Float32Array[]) => readonly Float32Array[],
  ): Promise<{ logprobs: Float32Array[]; gradient: Gradient }> {
    await this.#pass(sequences, 3);
    const logprobs = sequences.map((ids) => Float32Array.from(ids.slice(1), (id, t) => logprobOf(id, t)));
    const sum = derive(logprobs).reduce((all, values) => all + values.reduce((a, b) => a + b, 0), 0);
    return { logprobs, gradient: new Map([['sum', Float32Array.of(sum)]]) };
  }

  async step(): Promise<void> {
    await this.#wait(this.#options.pace?.stepMs ?? 0);
  }

  async sample(_: string | null, jobs: readonly SampleJob[]): Promise<Sample[]> {
    const { vocabulary, first = 0, pace = {}, decode } = this.#options;
    const samples = jobs.map(({ prompt, maxTokens, ends, seed }): Sample => {
      const key = keyFor(seed, STREAM, prompt.length);
      const tokens: number[] = [];
      while (tokens.length < maxTokens && !ends.includes(tokens.at(-1) ?? -1)) {
        tokens.push(first + Math.floor(uniformAt(key, tokens.length) * (vocabulary - first)));
      }
      const ended = ends.includes(tokens.at(-1) ?? -1);
      return { tokens, logprobs: tokens.map((id, t) => logprobOf(id, prompt.length - 1 + t)), ended };
    });
    if (decode) {
      await Promise.all(samples.map(({ tokens }, i) => decode(tokens.length, jobs[i]?.prompt.length ?? 0)));
      return samples;
    }
    const longest = Math.max(0, ...samples.map(({ tokens }) => tokens.length));
    const { sampledTokens = Number.POSITIVE_INFINITY, sequenceTokens = Number.POSITIVE_INFINITY } = pace;
    this.#active += samples.length;
    await this.#wait((1000 * longest) / Math.min(sequenceTokens, sampledTokens / this.#active));
    this.#active -= samples.length;
    return samples;
  }

  /** Zeros of the right shape for one layer of width 1: enough for an archive to be read. */
  async snapshot(adapter: string): Promise<Snapshot> {
    const shape = this.#shapes.get(adapter);
    if (!shape) throw new Error(`no adapter ${adapter}`);
    const { rank, alpha, targets } = shape;
    const tensors = new Map(
      targets.flatMap((target): [string, HostMatrix][] => [
        [`${loraModule(0, target)}.lora_A`, { shape: [rank, 1], data: new Float32Array(rank) }],
        [`${loraModule(0, target)}.lora_B`, { shape: [1, rank], data: new Float32Array(rank) }],
      ]),
    );
    return { shape, weights: { rank, alpha, targets, tensors }, optimizer: {} };
  }

  restore(): void {
    // Nothing to bring back.
  }

  async #pass(sequences: readonly (readonly number[])[], passes: number): Promise<void> {
    const tokens = sequences.reduce((sum, { length }) => sum + length, 0);
    await this.#wait((1000 * passes * tokens) / (this.#options.pace?.passTokens ?? Number.POSITIVE_INFINITY));
  }

  async #wait(ms: number): Promise<void> {
    await (this.#options.wait ?? inTime)(ms);
  }
}

/** Between −3 and 0, by the token and where it stands, so that sampling and scoring agree. */
const logprobOf = (id: number, position: number): number => -3 * uniformAt([id, STREAM], position);

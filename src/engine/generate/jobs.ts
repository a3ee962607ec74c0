/** What goes into the generation service and what comes out. Plain data: it crosses worker boundaries. */
import type { RandomKey } from '../../core/random/threefry.ts';
import type { FinishReason } from '../../core/episode/records.ts';
import type { SamplingRule } from './sampler.ts';

export interface GenerationJob {
  readonly promptIds: readonly number[];
  /** Index into the generator's adapters; −1 for the base alone. */
  readonly slot: number;
  readonly rule: SamplingRule;
  readonly maxNewTokens: number;
  /** Sampling key of this message; the token's index is the counter. */
  readonly key: RandomKey;
  /** Tokens of the message that were drawn before, where the prompt ends within it; 0 when absent. */
  readonly drawn?: number;
  /** Tokens behind which the job ends too, as a message that may go on. */
  readonly pauses?: readonly number[];
}

export interface GeneratedTokens {
  readonly responseIds: number[];
  readonly logprobs: number[];
  /** Empty where they are not known. */
  readonly entropies: number[];
  readonly kept?: number[][];
  /** `pause`: the last token is one of the job's `pauses`. */
  readonly finishReason: FinishReason | 'pause';
}

/** Counts since the service was opened. */
export interface GenerationUse {
  /** Prompt tokens that went through the model. */
  readonly prefilled: number;
  /** Prompt tokens whose keys and values were known already. */
  readonly reused: number;
  /** Tokens sampled. */
  readonly sampled: number;
  /** Cache slots taken in all decoding steps together, and steps: their ratio is the mean batch. */
  readonly rows: number;
  readonly steps: number;
}

/** Hears, while a message grows, the ids at its end: `TOLD_TOKENS` at most. It changes nothing. */
export type TokenWatcher = (ids: readonly number[]) => void;

/** What agents speak with. */
export interface Speaker {
  /** The message of one job; jobs that wait at the same time share batches. Its numbers do not depend on them. */
  submit(job: GenerationJob, watcher?: TokenWatcher): Promise<GeneratedTokens>;
}

/** An asynchronous service: requests in, messages out, whatever is ready batched together. */
export interface GenerationService extends Speaker {
  use(): Promise<GenerationUse>;
  /** Frees keys and values; jobs under way fail. */
  dispose(): void;
}

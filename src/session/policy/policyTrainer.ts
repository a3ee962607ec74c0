/**
 * The seam between an update and what computes the policies' numbers: this computer's engine ({@link LocalTrainer}) or a server. An
 * update scores messages, asks for derivatives and lets adapters step; which plans or requests that takes is the trainer's own.
 * What a trainer cannot tell is null, never 0.
 */
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { GenerationUse, Speaker } from '../../engine/generate/jobs.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';
import type { SessionEvent } from '../events.ts';
import type { BaseModel } from '../team/base.ts';
import type { AdapterPart, PolicyAdapter } from './policyAdapter.ts';

/** Flat over the response tokens of all sequences, in order; nats. */
export interface PolicyScores {
  readonly logprobs: Float32Array;
  /** Null where only log-probabilities are told. */
  readonly entropies: Float32Array | null;
}

/** A forward pass of some messages that can be differentiated. */
export interface PolicyForward extends PolicyScores {
  /**
   * Carries ∂L/∂logprob and ∂L/∂entropy (flat, as the scores) back to the adapters, with the parameters of the forward pass; adds to
   * what the minibatch's earlier passes left. Call once.
   */
  backward(dLogprobs: Float32Array, dEntropies: Float32Array): Promise<void>;
  /** Frees what `backward` would have; harmless after it. */
  dispose(): void;
}

/** One minibatch: forward and backward of its parts, until each adapter steps or is held. What nobody steps with is dropped. */
export interface PolicyMinibatch {
  forward(sequences: readonly ScoredSequence[]): Promise<PolicyForward>;
  /** By parameter, of all adapters; null where they do not leave what computes them. */
  readonly gradients: ReadonlyMap<string, Float32Array> | null;
  /** Whether an adapter has anything but zeros to step with. */
  derives(adapter: PolicyAdapter): boolean;
}

/** A step that an adapter is about to take. */
export interface AdapterStep {
  readonly adapter: PolicyAdapter;
  readonly minibatch: PolicyMinibatch;
}

/** Adapters as one update left them: what plays while others learn. */
export interface PlayedAdapter {
  readonly version: number;
  readonly parameters: ReadonlyMap<string, HostTensor>;
}

/** What trains and speaks for the agents of one base. */
export interface PolicyTrainer {
  /** By their slot's index. */
  readonly adapters: readonly PolicyAdapter[];
  /** Speaks with the adapters as they are. */
  readonly generator: Speaker;
  /** Speaks with the adapters of {@link play}; the same as `generator` when training is in step. */
  readonly player: Speaker;
  /** What the player has done since it was opened; null where nobody counts it. */
  use(): Promise<GenerationUse | null>;
  /** Keeps the adapters as they are, to play with them when others are newer; only where training has a lag. */
  keep(): void;
  /** Whether what it kept is gone when a session is opened again. */
  readonly forgets: boolean;
  /** What the next rollout plays with, by slot; only where training has a lag. */
  play(adapters: readonly PlayedAdapter[]): void;
  /** Scores messages with the adapters as they are. */
  score(sequences: readonly ScoredSequence[]): Promise<PolicyScores>;
  /**
   * Log-probabilities of messages under the frozen base, and where they are wanted its final hidden states under each response token,
   * [tokens, D].
   */
  scoreReferences(
    sequences: readonly ScoredSequence[],
    wanted: { readonly hidden: boolean },
  ): Promise<{ readonly logprobs: Float32Array; readonly hidden: Float32Array }>;
  minibatch(): PolicyMinibatch;
  dispose(): void;
}

/** What the trainer of one base is opened with. */
export interface TrainerParts {
  readonly base: BaseModel;
  /** By their slot's index. */
  readonly adapters: readonly AdapterPart[];
  /** Tokens that end a message. */
  readonly ends: readonly number[];
  /** Updates by which a rollout's adapters may be older than those that learn. */
  readonly lag: number;
}

/** Opens the trainers of a session, one for each base, and steps their adapters together. */
export interface Trainers {
  /** After every base was opened and before anything is asked of them. */
  begin?(): Promise<void>;
  open(parts: TrainerParts): PolicyTrainer;
  /**
   * One optimiser step of each adapter, all bases together, with `share` of its learning rate; the norms of their gradients before they
   * were limited, null where nobody tells.
   */
  step(steps: readonly AdapterStep[], share: number): Promise<(number | null)[]>;
}

/** What the session wants told, and how it is held. */
export interface Watch {
  /** So many messages were scored or differentiated. */
  readonly scored: (messages: number) => void;
  readonly tell: (event: SessionEvent) => void;
  /** Resolves when the next request may be made. */
  readonly held: () => Promise<void>;
}

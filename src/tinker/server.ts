/**
 * What a trainer sees of a server that speaks the Tinker protocol: adapters that stand there, and what is done with them. Plain
 * data in and out. Wherever a server does not tell something the value is null, which means *unknown*, never 0 and never “no”.
 */
import type { Files } from '../core/formats/files.ts';
import type { FinishReason } from '../core/episode/records.ts';
import type { Capabilities } from './capabilities.ts';

/** A call that can be given up: the answer is then not waited for, though the server may still compute it. */
export interface Cancellable {
  readonly signal?: AbortSignal;
}

/** Token ids of one message: what it was conditioned on, and what was sampled. Both have one id at least. */
export interface TokenSequence {
  readonly prompt: ArrayLike<number>;
  readonly response: ArrayLike<number>;
}

/** A sequence with what the loss asks of it; both lists are as long as its response. */
export interface SequenceGradient extends TokenSequence {
  /** Its log-probabilities under the adapter as it is, from {@link RemoteModel.forward}: nats. */
  readonly logprobs: ArrayLike<number>;
  /** ∂L/∂logp of each response token, of a loss that is to fall. */
  readonly derivatives: ArrayLike<number>;
}

export interface SampleRequest {
  readonly prompt: ArrayLike<number>;
  readonly maxTokens: number;
  /** 0 takes the likeliest token. */
  readonly temperature: number;
  /** 0 keeps every token. */
  readonly topK: number;
  /** 1 keeps every token. */
  readonly topP: number;
  /** Ids that end a message; the first one to come is its last token. */
  readonly stop: readonly number[];
  readonly seed: number;
}

export interface SampledMessage {
  /** Cut after the first of the stop ids, whatever the server did. */
  readonly tokens: Int32Array;
  /** Of each token, nats. Which distribution they are of, `Capabilities.sampledLogprobs` says. */
  readonly logprobs: Float32Array;
  /** By the tokens themselves: one server says “stop” of every message. */
  readonly finishReason: FinishReason;
}

/** What an adapter is to be. Which of it a server heeds, its capabilities say (`refusals.ts`). */
export interface AdapterRequest {
  /** As the server calls it: one of `Capabilities.bases`. */
  readonly base: string;
  readonly rank: number;
  readonly alpha: number;
  /** Whether attention (q k v o) and MLP (gate up down) have adapters. */
  readonly attention: boolean;
  readonly mlp: boolean;
  /** Of the server's own draw of A; B begins as 0. */
  readonly seed: number;
}

/** One step of AdamW. */
export interface StepRequest {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  /** Limit of the gradient's norm; 0 for none. Some servers pass over it. */
  readonly maxGradNorm: number;
}

export interface StepDone {
  /** The gradient's norm as the server measured it, before clipping; null where it says none. */
  readonly norm: number | null;
}

/** Weights that can be sampled from. */
export interface Published {
  readonly model: string;
  /** How often this adapter was published before, and 1: newer versions have larger numbers. */
  readonly version: number;
  /** As requests name it. */
  readonly target: { readonly model_path: string } | { readonly sampling_session_id: string };
}

/** Weights and optimiser kept on the server, to load them again. */
export interface SavedWeights {
  readonly path: string;
}

/** What became of something that was to be deleted: gone; not yet, so that it is to be asked for again; or there to stay, since the server deletes nothing. */
export type Deleted = 'deleted' | 'later' | 'never';

/** An adapter as it was brought here. */
export interface Archive {
  /** Of a PEFT folder. */
  readonly files: Files;
  /** Of what the server has kept to give it away. */
  readonly kept: SavedWeights;
}

/** One adapter on a server. Calls of one adapter are to be made one after another, in the order the protocol has them. */
export interface RemoteModel {
  /** As the server calls it. */
  readonly id: string;
  readonly request: AdapterRequest;
  /** The scale's numerator as the server says it; null where it says nothing of it. */
  readonly alpha: number | null;
  /** Log-probabilities of every response token, by sequence, [tokens]. Leaves gradients as they are. */
  forward(sequences: readonly TokenSequence[], options?: Cancellable): Promise<Float32Array[]>;
  /**
   * Adds Σ derivative · ∂logp/∂adapter over all tokens to the gradient that {@link step} takes. `inStep`: sequences of all calls
   * until that step together, where there are several: a server that takes means needs it. Nothing drops a gradient: gate before.
   */
  backward(sequences: readonly SequenceGradient[], options?: Cancellable & { readonly inStep?: number }): Promise<void>;
  step(request: StepRequest, options?: Cancellable): Promise<StepDone>;
  /** Makes the weights as they are the ones that {@link sample} may name; after every step. */
  publish(options?: Cancellable): Promise<Published>;
  /** Messages by request. Throws where `from` is not the newest and the server keeps the newest alone. */
  sample(requests: readonly SampleRequest[], from: Published, options?: Cancellable): Promise<SampledMessage[]>;
  /** Keeps weights and optimiser under `name`, a fresh one each time. */
  save(name: string, options?: Cancellable): Promise<SavedWeights>;
  /**
   * Weights and optimiser as they were saved. Where `Capabilities.loadsFirstOnly`, only an adapter that was just created may:
   * create one, load, and unload this one.
   */
  load(saved: SavedWeights, options?: Cancellable): Promise<void>;
  /** Frees the adapter; does nothing where a server cannot. */
  unload(options?: Cancellable): Promise<void>;
  /** The adapter as it is; null where the server gives none away. */
  archive(options?: Cancellable): Promise<Archive | null>;
}

export type { ServerDoing as Progress } from '../core/served.ts';

/** A server that answers. */
export interface Server {
  readonly url: string;
  readonly capabilities: Capabilities;
  createModel(request: AdapterRequest, options?: Cancellable): Promise<RemoteModel>;
  /** Deletes what was saved, of whatever adapter. It is waited for but a little. Throws `E_SERVER_*`. */
  deleteSaved(saved: SavedWeights): Promise<Deleted>;
  /** Ends heartbeats and everything under way. */
  close(): void;
}

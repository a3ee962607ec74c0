/** What a warm start tells while it goes on: plain data, for terminal, worker and page alike. */

export interface WarmStep {
  /** From 1. */
  readonly step: number;
  /** Weighted cross-entropy of the batch, nats. */
  readonly loss: number;
  /** Mean cross-entropy of the messages' own tokens, nats. */
  readonly responseLoss: number;
  /** How often a sampled token would be the given one: mean probability of the messages' own tokens. */
  readonly accuracy: number;
  readonly learningRate: number;
  /** Tokens seen so far. */
  readonly tokens: number;
}

/** The team and its base as training has left them. */
export interface WarmEvaluation {
  readonly step: number;
  readonly tokens: number;
  /** `responseLoss` and `accuracy` on messages that were kept back; null where there were none. Of a finite train split their problems are trained on in other episodes. */
  readonly heldOut: { readonly loss: number; readonly accuracy: number } | null;
  /** Problems of the two rewards. */
  readonly problems: number;
  /** Mean team reward on problems of the train split, sampled and greedy, and the standard error of the sampled one. */
  readonly sampled: number;
  readonly standardError: number;
  readonly greedy: number;
}

/** Why a warm start ended. */
export type WarmEnding = 'target' | 'tokens' | 'stopped';

/** Supervised learning as an objective: weighted cross-entropy of given tokens (pretraining, warm start). */
import { at, totalOf } from './vectors.ts';

export interface SupervisedInput {
  /** Log-probabilities of the tokens to learn, [tokens]. */
  readonly logprobs: ArrayLike<number>;
  /** Weight of each token, 1 when absent; tokens of weight 0 may hold anything. */
  readonly weights?: ArrayLike<number>;
  /** What the weights are divided by; their sum when absent. */
  readonly normalizer?: number;
}

export interface SupervisedResult {
  /** −Σ w logp / Σ w, nats per token. */
  readonly loss: number;
  readonly metrics: { readonly nll: number; readonly perplexity: number };
  /** ∂L/∂logprob, [tokens]. */
  readonly dLogprobs: Float32Array;
}

/** Cross-entropy over all tokens, a weighted mean. */
export function supervisedObjective(input: SupervisedInput): SupervisedResult {
  const { logprobs, weights } = input;
  const total = input.normalizer ?? totalOf(weights, logprobs.length);
  const dLogprobs = new Float32Array(logprobs.length);
  let loss = 0;
  for (let t = 0; t < logprobs.length; t++) {
    const weight = weights ? at(weights, t) : 1;
    if (weight === 0) continue;
    loss -= (weight / total) * at(logprobs, t);
    dLogprobs[t] = -weight / total;
  }
  return { loss, metrics: { nll: loss, perplexity: Math.exp(loss) }, dLogprobs };
}

/** How far an iteration is: told while it goes on, and part of no record. */

export interface IterationProgress {
  readonly part: 'rollout' | 'credit' | 'update';
  /** Episodes finished in its rollout, of all. */
  readonly episodes: { readonly done: number; readonly total: number };
  /** Tokens of the messages that are written to their end. */
  readonly sampled: number;
  /** Messages that credit or update has gone through so far, of all that it will; null in the rollout. Of an update each pass over a message counts. */
  readonly scored: { readonly done: number; readonly total: number } | null;
  /** Share of the iteration's work that is done, 0 to 1. */
  readonly share: number;
  /** Seconds it will still take, pauses and evaluations left out; null while nothing can be told by. */
  readonly secondsLeft: number | null;
}

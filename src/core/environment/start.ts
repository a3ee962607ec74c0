/** Where an episode starts, and the keys of the environment's own chance. */
import type { Json } from '../json.ts';
import { keyFor, STREAMS } from '../random/streams.ts';
import type { RandomKey } from '../random/threefry.ts';
import type { ResetRequest, Split } from './contract.ts';

export interface Start {
  readonly seed: number;
  readonly split: Split;
  readonly index: number;
  /** A row of an attached data set. */
  readonly problem?: Json;
}

/** Asks for the problem of `start`. */
export const resetRequest = ({ seed, split, index, problem }: Start): ResetRequest => ({
  seed,
  split,
  index,
  randomKey: problemKey(seed, split, index),
  ...(problem !== undefined && { problem }),
});

/** The key of the environment's randomness at `reset`: of the problem alone, so that an index is the same problem whichever episode gets it. */
export const problemKey = (seed: number, split: Split, index: number): RandomKey =>
  keyFor(seed, STREAMS.problem, split === 'train' ? 0 : 1, index);

/** The key of the environment's randomness at a `step`; `call` is turn + 1. (`reset` is keyed by the problem alone.) */
export function environmentKey(
  at: {
    readonly seed: number;
    readonly iteration: number;
    readonly episode: number;
    readonly branch?: number;
    readonly evaluation?: boolean;
  },
  call: number,
): RandomKey {
  return keyFor(
    at.seed,
    at.evaluation ? STREAMS.evaluationEnvironment : STREAMS.environment,
    at.iteration,
    at.episode,
    at.branch ?? 0,
    call,
  );
}

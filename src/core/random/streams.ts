/**
 * All randomness of a run. A key is made from numbers only, (seed, stream, …path), by folding in one after the other;
 * names are not in it, so renaming an agent changes nothing (DESIGN §6). What is drawn for one purpose never shifts what
 * is drawn for another.
 */
import type { RandomKey } from './threefry.ts';
import { threefry2x32 } from './threefry.ts';

/** First number of every path: what the randomness is for. Numbers are part of the recorded runs; never reuse one. */
export const STREAMS = {
  /** (iteration, episode, branch, agent index, call); counter = token. */
  sampling: 1,
  /** (iteration, episode, branch, turn + 1): a `step`; `reset` draws from `problem`. */
  environment: 2,
  /** (split, problem index): what `reset` draws, so that an index is the same problem whichever episode gets it. */
  problem: 3,
  /** (agent index, …). */
  adapterInit: 4,
  criticInit: 5,
  /** (iteration, epoch): order of the minibatches; (0, pass): order of a finite split's problems. */
  shuffle: 6,
  /** As `sampling`, for evaluation episodes. */
  evaluation: 7,
  /** As `environment`, for evaluation episodes. */
  evaluationEnvironment: 8,
  pretraining: 9,
  modelInit: 10,
  demonstration: 11,
  /** (round): order of the agents within a round of random agent-by-agent training. */
  rotation: 12,
  /** (iteration, episode, message): the draws of a bootstrap over replays. */
  replay: 13,
  /** (iteration, minibatch, first agent of the base): which tokens a loss leaves out by their covariance. */
  covariance: 14,
  /** (0, or 1 in evaluations, iteration, episode, branch, agent index, call, number of the question in the message): what a tool draws. */
  tool: 16,
  /** (0, or 1 in evaluations, iteration, episode, branch of the message before, agent index, turn): how slow an agent with a clock is. */
  clock: 17,
  /** Folded with a row's own hash, not its index: (0) its rank in the sample of a data set, (1) in the drawing of its splits. */
  dataset: 20,
  // 21 and 22 are of studies, which no run reads: core/study/assignment.ts and headless/study/simulate.ts.
} as const;

/** Folding and drawing use different first counter words, so a key may be used for both. */
const DRAW = 0;
const FOLD = 1;

/** A new key from a key and an unsigned 32-bit number. */
export function foldIn(key: RandomKey, number: number): RandomKey {
  if (!Number.isInteger(number) || number < 0 || number > 0xffff_ffff)
    throw new RangeError(`A key is folded with 32-bit numbers, not ${number}.`);
  return threefry2x32(key, FOLD, number);
}

/** The key of one purpose: `keyFor(seed, STREAMS.sampling, iteration, episode, branch, agentIndex, call)`. */
export function keyFor(seed: number, stream: number, ...path: number[]): RandomKey {
  return [stream, ...path].reduce<RandomKey>(foldIn, foldIn([0, 0], seed));
}

/** 64 random bits at `counter`. */
export function bitsAt(key: RandomKey, counter: number): [number, number] {
  return threefry2x32(key, DRAW, counter);
}

/** Uniform in [0, 1) with 24 bits, so the number is exact in float32 on every backend. */
export function uniformAt(key: RandomKey, counter: number): number {
  return (bitsAt(key, counter)[0] >>> 8) / 0x100_0000;
}

/** `count` standard normal numbers (Box–Muller, one counter per pair), rounded to float32. */
export function normals(key: RandomKey, count: number): Float32Array {
  const out = new Float32Array(count);
  for (let i = 0; i < count; i += 2) {
    const [a, b] = bitsAt(key, i / 2);
    const radius = Math.sqrt(-2 * Math.log(((a >>> 8) + 1) / 0x100_0000)); // in (0, 1], so the log is finite
    const angle = (2 * Math.PI * (b >>> 8)) / 0x100_0000;
    out[i] = radius * Math.cos(angle);
    if (i + 1 < count) out[i + 1] = radius * Math.sin(angle);
  }
  return out;
}

/** The numbers 0 … n−1 in random order (Fisher–Yates); bias below n / 2³². */
export function permutation(key: RandomKey, n: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor((bitsAt(key, i)[0] * (i + 1)) / 0x1_0000_0000);
    const moved = order[i] ?? 0;
    order[i] = order[j] ?? 0;
    order[j] = moved;
  }
  return order;
}

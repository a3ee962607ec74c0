/** Random minibatches, finite differences and golden numbers that the tests of the objectives share. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decisionLevel, usesRatio } from '../../../../src/core/document/derived.ts';
import { type TrainingSettings, trainingSchema } from '../../../../src/core/document/trainingSchema.ts';
import { eachDecision, type Decision, type DecisionBatch, type DecisionSettings } from '../../../../src/core/objectives/decisions.ts';
import type { PolicyBatch } from '../../../../src/core/objectives/policy.ts';
import { Cases } from '../episode/support.ts';

export const golden = (path: string) => JSON.parse(readFileSync(new URL(`../../../golden/${path}`, import.meta.url), 'utf8'));

/** The defaults of a project with some fields changed; the clip is R1's unless changed. */
export const settingsOf = (changes: object = {}): TrainingSettings => trainingSchema.parse({ clip: 0.2, ...changes });

/** Everything that a policy objective can be given is switched on. */
export const everything = (changes: object = {}) =>
  settingsOf({
    clipHigher: 0.3,
    dualClip: 1.25,
    entropyCoef: 0.03,
    klCoef: 0.2,
    decoupled: { enabled: true, weightCap: 1.2 },
    logprobNormalization: 'word',
    ...changes,
  });

export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number, what = '') {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++)
    expect(Math.abs(actual[i]! - expected[i]!), `${what} [${i}]: ${actual[i]} for ${expected[i]}`).toBeLessThan(tolerance);
}

/** Central differences of `loss` by every entry of `x`. */
export function differences(x: ArrayLike<number>, loss: (x: Float64Array) => number, h = 1e-6): number[] {
  return Array.from(x, (_, i) => {
    const moved = (by: number) => loss(Float64Array.from(x, (v, j) => (i === j ? v + by : v)));
    return (moved(h) - moved(-h)) / (2 * h);
  });
}

/** All fields, one entry per token. */
export type FullBatch = {
  readonly [K in 'logprobs' | 'entropies' | 'oldLogprobs' | 'samplerLogprobs' | 'proxLogprobs' | 'refLogprobs']: Float64Array;
} & {
  readonly advantages: Float64Array;
  readonly weights: Float64Array;
  readonly lengths: readonly number[];
  readonly words: readonly number[];
};

/**
 * A random minibatch of messages of 1 to 4 tokens; at level message advantages and weights are constant inside a message.
 * About a quarter of the weights is 0, and no ratio is within 10⁻³ of an edge of a clip.
 */
export function randomBatch(seed: number, settings: TrainingSettings, lengths?: readonly number[]): FullBatch {
  for (let attempt = 0; ; attempt++) {
    const batch = anyBatch(new Cases(1000 * seed + attempt), decisionLevel(settings) === 'message', lengths);
    if (isSmooth(batch, settings)) return batch;
  }
}

function anyBatch(cases: Cases, byMessage: boolean, given?: readonly number[]): FullBatch {
  const lengths = given ?? Array.from({ length: 6 }, () => cases.integer(1, 4));
  const count = lengths.reduce((a, b) => a + b, 0);
  const perDecision = (draw: () => number) =>
    Float64Array.from(byMessage ? lengths.flatMap((length) => Array<number>(length).fill(draw())) : Array.from({ length: count }, draw));
  const logprobs = cases.array(count, -4, -0.1);
  const proxLogprobs = logprobs.map((logprob) => logprob + cases.uniform(-0.5, 0.5));
  const batch = {
    logprobs,
    entropies: cases.array(count, 0, 3),
    proxLogprobs,
    oldLogprobs: proxLogprobs.map((logprob) => logprob + cases.uniform(-0.4, 0.4)),
    refLogprobs: cases.array(count, -4, -0.1),
    advantages: perDecision(() => cases.uniform(-2, 2)),
    weights: perDecision(() => (cases.uniform() < 0.25 ? 0 : cases.uniform(0.3, 2))),
    lengths,
    words: lengths.map(() => cases.integer(0, 3)),
  };
  // Last, so that the other numbers of a seed stay what they were.
  return { ...batch, samplerLogprobs: batch.oldLogprobs.map((logprob) => logprob + cases.uniform(-1, 1)) };
}

function isSmooth(batch: FullBatch, settings: TrainingSettings): boolean {
  if (!usesRatio(settings)) return true;
  const anchor = settings.decoupled.enabled ? batch.proxLogprobs : batch.oldLogprobs;
  const edges = [1 - settings.clip, 1 + (settings.clipHigher || settings.clip), settings.dualClip];
  return decisionsOf(batch, settings).every(({ start, end, divisor }) => {
    let logRatio = 0;
    for (let t = start; t < end; t++) logRatio += batch.logprobs[t]! - anchor[t]!;
    return edges.every((edge) => Math.abs(Math.exp(logRatio / divisor) - edge) > 1e-3);
  });
}

/** The messages `from` to `to` of a batch. */
export function partOf(batch: FullBatch, from: number, to: number): FullBatch {
  const tokens = (upTo: number) => batch.lengths.slice(0, upTo).reduce((a, b) => a + b, 0);
  const cut = (x: Float64Array) => x.slice(tokens(from), tokens(to));
  return {
    logprobs: cut(batch.logprobs),
    entropies: cut(batch.entropies),
    proxLogprobs: cut(batch.proxLogprobs),
    oldLogprobs: cut(batch.oldLogprobs),
    samplerLogprobs: cut(batch.samplerLogprobs),
    refLogprobs: cut(batch.refLogprobs),
    advantages: cut(batch.advantages),
    weights: cut(batch.weights),
    lengths: batch.lengths.slice(from, to),
    words: batch.words.slice(from, to),
  };
}

/** One token, on policy, A = 1. */
export const oneToken = (changes: Partial<PolicyBatch> = {}): PolicyBatch => ({
  logprobs: [-1],
  oldLogprobs: [-1],
  advantages: [1],
  entropies: [0],
  lengths: [1],
  ...changes,
});

export function decisionsOf(batch: DecisionBatch, settings: DecisionSettings): Decision[] {
  const decisions: Decision[] = [];
  eachDecision(batch, settings, (decision) => decisions.push(decision));
  return decisions;
}

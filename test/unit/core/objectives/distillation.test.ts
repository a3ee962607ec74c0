/** What a teacher pays, held against tinker-cookbook's and prime-rl's equations by PyTorch, and against TRL's own reverse KL. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { trainingSchema, type TrainingSettings } from '../../../../src/core/document/schema.ts';
import { distilled, teacherAdvantages } from '../../../../src/core/objectives/distillation.ts';
import { meanKl } from '../../../../src/core/objectives/kl.ts';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';

interface Loss {
  readonly advantages: readonly number[];
  readonly loss: number;
  readonly dLogprobs: readonly number[];
}
interface Tokens extends Readonly<Record<'added' | 'alone', Loss>> {
  readonly lengths: readonly number[];
  readonly coef: number;
  readonly sampled: readonly number[];
  readonly teacher: readonly number[];
  readonly advantages: readonly number[];
  readonly logprobs: readonly number[];
  readonly kl: number;
  readonly 'prime-rl': Omit<Loss, 'advantages'>;
}
interface Vocabulary {
  readonly student: readonly (readonly number[])[];
  readonly teacher: readonly (readonly number[])[];
  readonly kl: number;
  readonly dLogits: readonly (readonly number[])[];
}
const golden = JSON.parse(readFileSync(new URL('../../../golden/distillation.json', import.meta.url), 'utf8')) as {
  readonly tokens: readonly Tokens[];
  readonly vocabulary: readonly Vocabulary[];
};
const near = (own: ArrayLike<number>, theirs: readonly number[], digits: number): void => {
  expect(own).toHaveLength(theirs.length);
  theirs.forEach((value, t) => expect(own[t]).toBeCloseTo(value, digits));
};
/** A ratio that nothing clips. */
const settings = (given: Partial<TrainingSettings> = {}): TrainingSettings => ({
  ...trainingSchema.parse({ algorithm: 'grpo', policyLoss: 'clip', clip: 9.9 }),
  ...given,
});

describe.each(golden.tokens)('sampled tokens', (of) => {
  const message = { logprobs: of.sampled, teacher_logprobs: of.teacher };
  const { lengths, coef } = of;

  it.each(['added', 'alone'] as const)('%s: advantages, loss and derivatives are those of tinker-cookbook', (signal) => {
    const advantages = distilled(Float64Array.from(of.advantages), message, { coef, signal });
    near(advantages, of[signal].advantages, 12);
    const { logprobs, sampled: oldLogprobs } = of;
    const { loss, dLogprobs } = policyObjective({ logprobs, oldLogprobs, entropies: null, advantages, lengths }, settings());
    expect(loss).toBeCloseTo(of[signal].loss, 12);
    near(dLogprobs, of[signal].dLogprobs, 6);
  });

  it('before the first step it is prime-rl’s ref_kl', () => {
    const advantages = teacherAdvantages(message, { coef: 1, signal: 'alone' })!;
    const { sampled } = of;
    const { loss, dLogprobs } = policyObjective(
      { logprobs: sampled, oldLogprobs: sampled, entropies: null, advantages, lengths },
      settings(),
    );
    expect(loss).toBeCloseTo(of['prime-rl'].loss, 12);
    near(dLogprobs, of['prime-rl'].dLogprobs, 6);
  });

  it('the metric is the mean of log p − log q', () => {
    expect(meanKl({ logprobs: of.sampled, otherLogprobs: of.teacher, estimator: 'k1' }).kl).toBeCloseTo(of.kl, 12);
  });
});

const logSoftmax = (logits: readonly number[]): number[] => {
  const all = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
  return logits.map((logit) => logit - all);
};

/** Loss and gradient by logits where every token of the vocabulary is “sampled” as often as it is likely. */
function expected(student: readonly (readonly number[])[], teacher: readonly (readonly number[])[]) {
  const rows = student.map((logits, row) => {
    const logprobs = logSoftmax(logits);
    const teacherLogprobs = logSoftmax(teacher[row]!);
    const advantages = teacherAdvantages({ logprobs, teacher_logprobs: teacherLogprobs }, { coef: 1, signal: 'alone' })!;
    const weights = logprobs.map(Math.exp);
    const { dLogprobs } = policyObjective(
      { logprobs, oldLogprobs: logprobs, entropies: null, advantages, lengths: [logprobs.length], weights },
      settings({ algorithm: 'reinforce' }),
    );
    const total = dLogprobs.reduce((a, b) => a + b, 0);
    return {
      kl: -advantages.reduce((sum, advantage, token) => sum + weights[token]! * advantage, 0),
      dLogits: weights.map((p, token) => (dLogprobs[token]! - p * total) / student.length),
    };
  });
  return { kl: rows.reduce((sum, { kl }) => sum + kl, 0) / rows.length, dLogits: rows.map(({ dLogits }) => dLogits) };
}

describe.each(golden.vocabulary)('over the whole vocabulary', ({ student, teacher, kl, dLogits }) => {
  it('advantage and gradient are in the mean those of TRL’s reverse KL', () => {
    const own = expected(student, teacher);
    expect(own.kl).toBeCloseTo(kl, 12);
    own.dLogits.forEach((row, r) => near(row, dLogits[r]!, 6));
  });

  it('that gradient is the slope of the reverse KL, by central differences', () => {
    const reverse = (logits: readonly (readonly number[])[]) => expected(logits, teacher).kl;
    const step = 1e-5;
    const { dLogits: own } = expected(student, teacher);
    student.forEach((row, r) =>
      row.forEach((_, token) => {
        const moved = (by: number) => student.map((logits, i) => (i === r ? logits.map((l, j) => (j === token ? l + by : l)) : logits));
        expect(own[r]![token]).toBeCloseTo((reverse(moved(step)) - reverse(moved(-step))) / (2 * step), 6);
      }),
    );
  });
});

it('holds log-ratios within ±20 and leaves who has no teacher alone', () => {
  const far = { logprobs: [-1, -50], teacher_logprobs: [-60, -1] };
  expect([...teacherAdvantages(far, { coef: 2, signal: 'alone' })!]).toEqual([-40, 40]);
  const own = Float64Array.from([1, 2]);
  expect(distilled(own, { logprobs: [-1, -1] }, { coef: 1, signal: 'alone' })).toBe(own);
});

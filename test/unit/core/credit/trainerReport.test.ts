/** What another trainer did to its tokens, held against figures worked out by hand. */
import { describe, expect, it } from 'vitest';
import { recomputedGae } from '../../../../src/core/credit/recomputedGae.ts';
import { StepReport, totalReport, trainerReport } from '../../../../src/core/credit/trainerReport.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../src/core/episode/records.ts';

const message = (known: Partial<MessageRecord>): MessageRecord => ({
  ...{ role: 'solver', turn: 0, call: 0, sees: [], adapter_version: Number.NaN, prompt_ids: [], segments: [], response_ids: [1, 2] },
  ...{ finish_reason: null, text: '', temperature: Number.NaN, logprobs: [], ref_logprobs: [], values: [], entropies: [] },
  ...{ token_rewards: [], advantages: [], returns: [] },
  ...known,
});
const episode = (number: number, group: number, reward: number, ...messages: readonly MessageRecord[]): EpisodeRecord => ({
  ...{ iteration: 1, episode: number, seed: Number.NaN, split: 'train', problem_index: Number.NaN, group, problem: '', reward },
  ...{ rewards: {}, turn_rewards: [], terminated: null, truncated: null, bootstrap: Number.NaN, messages },
});

describe('the report', () => {
  it('counts masks, pushes and signs', () => {
    const report = trainerReport(
      [
        episode(0, 0, 1, message({ advantages: [1, 1], response_mask: [true, false] })),
        // Paid less than its group, and pushed up all the same.
        episode(1, 0, 0, message({ advantages: [1, 0], response_mask: [true, true] })),
      ],
      0.2,
    );
    expect(report.masked).toEqual({ count: 1, of: 4 });
    expect(report.maskedPushes).toEqual({ count: 1, of: 4 });
    expect(report.unpushed).toEqual({ count: 1, of: 3 });
    expect(report.untrained).toEqual({ count: 2, of: 4 });
    expect(report.otherSign).toEqual({ count: 1, of: 2 });
    expect(report.constant).toEqual({ count: 1, of: 2 });
  });

  it('does not call a mask harmless that nobody told, nor advantages varied that nobody knows', () => {
    const of = (known: Partial<MessageRecord>) => trainerReport([episode(0, 0, 1, message(known))], 0.2);
    const none = of({ advantages: [1, 1], response_mask: [true, true] });
    expect(none.maskedPushes, 'none is masked, and that is known').toEqual({ count: 0, of: 2 });
    expect(of({ advantages: [1, 1] }).maskedPushes).toBeNull();
    expect(of({ response_mask: [true, false] }).maskedPushes).toBeNull();
    expect(of({ advantages: [Number.NaN, Number.NaN] }).constant).toBeNull();
  });

  it('tells how groups were compared', () => {
    const group = (number: number, rewards: readonly number[], advantages: readonly number[]) =>
      rewards.map((reward, at) => episode(10 * number + at, number, reward, message({ advantages: [advantages[at]!, advantages[at]!] })));
    const report = trainerReport(
      [
        ...group(0, [1, 0], [1, -1]), // centred, deviation 1
        ...group(1, [1, 0], [0.5, -0.5]), // centred alone
        ...group(2, [1, 0], [1, 0]), // as paid
        ...group(3, [1, 1], [0, 0]),
      ],
      0.2,
    );
    expect(report.withoutSpread).toEqual({ count: 1, of: 4 });
    expect(report.centred).toEqual({ count: 2, of: 3 });
    expect(report.scaled).toEqual({ count: 1, of: 2 });
  });

  it('measures how far trainer and sampler are apart, and what lies beyond the clip', () => {
    const report = trainerReport([episode(0, 0, 1, message({ logprobs: [-1, -2], trainer_logprobs: [-1, -1.5] }))], 0.2);
    expect(report.outsideClip).toEqual({ count: 1, of: 2 });
    expect(report.mismatch?.largest).toBeCloseTo(0.5, 12);
    expect(report.mismatch?.mean).toBeCloseTo((Math.exp(0.5) - 1 - 0.5) / 2, 12);
    expect(report.mismatch?.at).toEqual({ iteration: 1, episode: 0, message: 0, token: 1 });
  });

  it('what the files do not hold is null, not 0', () => {
    const report = trainerReport([episode(0, 0, Number.NaN, message({}))], 0.2);
    for (const name of ['masked', 'unpushed', 'otherSign', 'centred', 'outsideClip', 'mismatch', 'impossible'] as const)
      expect(report[name], name).toBeNull();
  });

  it('names messages whose arrays do not fit their tokens, and impossible log-probabilities', () => {
    const report = trainerReport([episode(3, 0, 1, message({ logprobs: [-1] }), message({ logprobs: [0.5, -1] }))], 0.2);
    expect(report.lengths).toMatchObject({ count: 1, of: 2, broken: [{ episode: 3, message: 0 }] });
    expect(report.impossible).toEqual({ count: 1, of: 2 });
  });
});

describe('the report of more than fits into memory', () => {
  const numbers = (seed: number) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  /** Groups of four, some with broken arrays, masks, and tokens of which something is unknown. */
  const step = (iteration: number): EpisodeRecord[] => {
    const random = numbers(iteration);
    const each = (of: () => number) => [of(), of()];
    return Array.from({ length: 20 }, (_, index) => ({
      ...episode(
        index,
        index % 5,
        Math.round(random() * 2) / 2,
        message({
          advantages: random() < 0.2 ? [] : each(() => (random() < 0.2 ? 0 : random() - 0.5)),
          response_mask: each(random).map((number) => number < 0.8),
          logprobs: random() < 0.1 ? [-1] : each(() => -random()),
          trainer_logprobs: each(() => -random()),
        }),
      ),
      iteration,
    }));
  };

  it('is the same counted in parts, wherever the parts end, groups across them included', () => {
    const records = step(3);
    for (let size = 1; size <= records.length; size += 1) {
      const count = new StepReport(0.2);
      for (let from = 0; from < records.length; from += size) count.add(records.slice(from, from + size));
      expect(count.report, `parts of ${size}`).toEqual(trainerReport(records, 0.2));
    }
  });

  it('of several steps is that of all their episodes, were their groups numbered apart', () => {
    const steps = [1, 2, 3].map(step);
    const apart = steps.flatMap((records, at) => records.map((record) => ({ ...record, group: 100 * at + record.group })));
    const whole = trainerReport(apart, 0.2);
    const { mismatch, ...total } = totalReport(steps.map((records) => trainerReport(records, 0.2)));
    expect(total).toEqual({ ...whole, mismatch: undefined });
    expect(mismatch).toEqual({ ...whole.mismatch, mean: expect.closeTo(whole.mismatch!.mean, 12) });
    expect(total.otherSign!.of, 'something is compared').toBeGreaterThan(10);
  });

  it('of none, and of steps of which nothing is known, knows nothing', () => {
    const unknown = trainerReport([episode(0, 0, Number.NaN, message({}))], 0.2);
    for (const total of [totalReport([]), totalReport([unknown, unknown])])
      for (const name of ['masked', 'centred', 'outsideClip', 'mismatch'] as const) expect(total[name], name).toBeNull();
  });
});

describe('GAE recomputed beside what was recorded', () => {
  const settings = { gamma: 1, lambda: 1, chain: 'message' } as const;
  const valued = (advantages: readonly number[]) => episode(0, 0, 1, message({ values: [0.25, 0.5], advantages }));

  it('agrees where the trainer did the same', () => {
    // λ = 1: reward still to come less the value.
    expect(recomputedGae([valued([0.75, 0.5])], settings)).toMatchObject({ count: 2, mean: 0, largest: 0 });
  });

  it('a whitened batch is a line through it, a broken mask is not', () => {
    const whitened = [0.75, 0.5].map((advantage) => 3 * advantage - 1.5);
    expect(recomputedGae([valued(whitened)], settings)?.fit).toEqual({ slope: 3, offset: -1.5, explained: 1 });
    const many = Array.from({ length: 4 }, (_, i) =>
      episode(i, 0, i, message({ values: [0, i / 2], advantages: i === 2 ? [0, 0] : [i, i / 2] })),
    );
    const found = recomputedGae(many, settings);
    expect(found?.fit.explained).toBeLessThan(0.9);
    expect(found?.tokens[0]).toMatchObject({ episode: 2, token: 0, recorded: 0, recomputed: 2 });
  });

  it('along the team credit crosses from one message to the one before', () => {
    const duo = episode(0, 0, 1, message({ values: [0, 0], advantages: [1, 1] }), message({ values: [0, 0], advantages: [1, 1] }));
    expect(recomputedGae([duo], { ...settings, chain: 'team' })).toMatchObject({ count: 4, largest: 0 });
  });

  it('without values there is nothing to recompute', () => {
    expect(recomputedGae([episode(0, 0, 1, message({ advantages: [1, 1] }))], settings)).toBeNull();
  });
});

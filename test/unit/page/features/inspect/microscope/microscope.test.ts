/** The microscope's display model: whatever is shown of an advantage sums to the one that was recorded. */
import { recordedEpisodes, recordedIterations, recordedRuns, recordedText } from '../../../../../../headless/kit/run/recorded.ts';
import { describe, expect, it } from 'vitest';
import { advantageNormalizer } from '../../../../../../src/core/credit/advantages/normalizeAdvantages.ts';
import { minibatchesIn } from '../../../../../../src/core/credit/advantages/minibatches.ts';
import { decisionLevel, needsCritic } from '../../../../../../src/core/document/derived.ts';
import { parseDocument } from '../../../../../../src/core/document/parse.ts';
import type { EpisodeRecord } from '../../../../../../src/core/episode/records.ts';
import { parseRows } from '../../../../../../src/core/formats/runs/rolloutFile.ts';
import { BatchCredit, batchCredit } from '../../../../../../src/page/state/reading/batchCredit.ts';
import { conservationLights } from '../../../../../../src/page/features/inspect/microscope/conservationLights.ts';
import type { RunSet } from '../../../../../../src/page/state/runs/types.ts';
import {
  decisionAt,
  decisionsOf,
  recursionStep,
  shownAdvantage,
} from '../../../../../../src/page/features/inspect/microscope/microscope.ts';
import { termsCsv } from '../../../../../../src/page/features/inspect/microscope/microscopeCsv.ts';
import { CHANNELS, channelOf, channelRange, shadeOf } from '../../../../../../src/page/state/reading/tokens.ts';
import { ESTIMATOR_CASES } from '../../../../core/credit/cases.ts';
import { credited, randomBatch, recordOf, settingsOf } from '../../../../core/credit/support.ts';

/** Looks at every token of every record; the worst distance of what is shown from what is recorded. */
function worstOf(credit: BatchCredit, records: readonly EpisodeRecord[]): { worst: number; tokens: number } {
  let [worst, tokens] = [0, 0];
  for (const record of records) {
    const decisions = decisionsOf(record, credit);
    record.messages.forEach((message, index) =>
      message.advantages.forEach((recorded, token) => {
        const ref = { message: index, token };
        const shown = shownAdvantage(credit, record, decisions, ref);
        const displayed = shown.strongest.reduce((sum, { term }) => sum + term.amount, 0) + shown.others.amount;
        const step = recursionStep(credit, record, decisions, ref);
        const stepped = step === null ? recorded : step.step.delta + step.step.gamma * step.step.lambda * step.step.trace;
        worst = Math.max(worst, Math.abs(displayed - recorded), Math.abs(shown.difference), Math.abs(stepped - recorded));
        if (!shown.agrees || (step === null) === credit.recursive) worst = Number.POSITIVE_INFINITY;
        tokens += 1;
      }),
    );
  }
  return { worst, tokens };
}

describe('what the microscope shows of an advantage', () => {
  for (const [name, overrides] of ESTIMATOR_CASES)
    it(`sums to it: ${name}`, () => {
      const settings = settingsOf({ ...overrides, episodes: 12 });
      const records = credited(randomBatch(7, 3, 4, { level: decisionLevel(settings) }), settings).map((record, episode) => ({
        ...record,
        episode,
      }));
      // In another order than that of the batch: the page may hold them in any.
      const { worst, tokens } = worstOf(new BatchCredit(records.toReversed(), settings), records);
      expect(worst).toBeLessThan(1e-5);
      expect(tokens).toBeGreaterThan(50);
    });

  it('is not known of an episode that was recorded without values by playing on', () => {
    const settings = settingsOf({ algorithm: 'vineppo', episodes: 4 });
    const records = credited(randomBatch(3, 1, 4), settings);
    const bare = records.map((record) => ({ ...record, messages: record.messages.map(({ tree_values: _, ...message }) => message) }));
    const credit = new BatchCredit(bare, settings);
    expect(credit.unexplained(bare[0]!)).toBe('noTreeValues');
    expect(new BatchCredit(records, settings).unexplained(records[0]!)).toBeNull();
    // Without playing on there is nothing to lack.
    expect(new BatchCredit(bare, settingsOf({ algorithm: 'grpo' })).unexplained(bare[0]!)).toBeNull();
    const run = { document: { training: settings, team: { agents: [] } }, metrics: [] } as unknown as RunSet;
    expect(conservationLights(run, 1, bare).playedOn).toEqual({ state: 'grey', why: 'noTreeValues' });
    expect(conservationLights(run, 1, records).playedOn.state).toBe('green');
  });

  it('sums to it at the KL weight that was in force', () => {
    const settings = settingsOf({ klCoef: 0.1, klPlacement: 'reward', episodes: 4 });
    const records = credited(randomBatch(3, 1, 4), settings, 0.4);
    expect(worstOf(new BatchCredit(records, settings, 0.4), records).worst).toBeLessThan(1e-9);
    const [record] = records;
    const wrong = new BatchCredit(records, settings);
    const shown = shownAdvantage(wrong, record!, decisionsOf(record!, wrong), { message: 0, token: 0 });
    expect(shown.agrees, 'another weight is not hidden').toBe(false);
  });

  for (const run of recordedRuns())
    it(`sums to it in the recorded run ${run}`, () => {
      const document = parseDocument(recordedText(run, 'project.json'));
      const metrics = parseRows(recordedText(run, 'metrics.jsonl'), 'metrics.jsonl');
      let all = 0;
      for (const iteration of recordedIterations(run)) {
        const records = recordedEpisodes(run, iteration);
        const credit = batchCredit({ document, metrics }, records[0]!.iteration, records);
        const { worst, tokens } = worstOf(credit, records);
        expect(worst, `iteration ${iteration}`).toBeLessThan(1e-5);
        all += tokens;
      }
      expect(all).toBeGreaterThan(100);
    });

  it('keeps to the strongest and adds up the others', () => {
    const settings = settingsOf({ lambdaToken: 1, lambda: 1 });
    const values = Array.from({ length: 40 }, (_, t) => Math.sin(t));
    const [record] = credited(
      [
        recordOf(
          [
            { role: 'a', tokens: 20, values: values.slice(0, 20) },
            { role: 'b', tokens: 20, values: values.slice(20) },
          ],
          [1],
        ),
      ],
      settings,
    );
    const credit = new BatchCredit([record!], settings);
    const shown = shownAdvantage(credit, record!, decisionsOf(record!, credit), { message: 0, token: 0 }, 5);
    expect(shown.strongest).toHaveLength(5);
    expect(shown.others.count).toBe(35);
    const amounts = shown.strongest.map(({ term }) => Math.abs(term.amount));
    expect(amounts).toEqual(amounts.toSorted((x, y) => y - x));
    expect(shown.strongest[0]!.strength).toBe(1);
    for (const { decision, crosses } of shown.strongest) expect(crosses).toBe(decision!.role === 'b');
    expect(shown.leading.map(({ decision }) => decision!.t)).toEqual([0, 1, 2]);
    const lines = termsCsv(credit, record!, decisionsOf(record!, credit), shown.decision).trim().split('\r\n');
    expect(lines).toHaveLength(41);
    const total = lines.slice(1).reduce((sum, line) => sum + Number(line.split(',').at(-1)), 0);
    expect(total).toBeCloseTo(record!.messages[0]!.advantages[0]!, 9);
  });

  it('finds the decision of a token, over messages without tokens too', () => {
    const settings = settingsOf({ algorithm: 'appo' });
    const record = recordOf(
      [
        { role: 'a', tokens: 3, values: [0] },
        { role: 'b', tokens: 2, values: [0] },
      ],
      [1],
    );
    const byMessage = decisionsOf(record, { level: 'message' });
    expect([0, 1, 2].map((token) => decisionAt(byMessage, { message: 0, token })?.t)).toEqual([0, 0, 0]);
    expect(decisionAt(byMessage, { message: 1, token: 1 })?.t).toBe(1);
    expect(decisionAt(byMessage, { message: 1, token: 2 })).toBeUndefined();
    expect(needsCritic(settings)).toBe(true);
    const byToken = decisionsOf(
      recordOf(
        [
          { role: 'a', tokens: 2 },
          { role: 'b', tokens: 0 },
          { role: 'c', tokens: 1 },
        ],
        [1],
      ),
      { level: 'token' },
    );
    expect(decisionAt(byToken, { message: 2, token: 0 })?.t).toBe(2);
    expect(decisionAt(byToken, { message: 1, token: 0 })).toBeUndefined();
  });

  it('says that a group’s mean cannot be told from a part of it', () => {
    const settings = settingsOf({ algorithm: 'grpo', groupSize: 4, episodes: 8 });
    const records = credited(randomBatch(2, 2, 4), settings).map((record, episode) => ({ ...record, episode }));
    const part = new BatchCredit(records.slice(1), settings);
    expect([part.whole, part.compares]).toEqual([false, true]);
    const shown = records.slice(1, 4).map((record) => shownAdvantage(part, record, decisionsOf(record, part), { message: 0, token: 0 }));
    expect(shown.some(({ agrees }) => !agrees)).toBe(true);
  });
});

describe('channels', () => {
  const settings = settingsOf({ episodes: 8, minibatches: 3, epochs: 2 });
  const records = credited(randomBatch(5, 8, 1), settings).map((record, episode) => ({ ...record, episode }));

  it('recompute normalised advantages over the minibatches of every epoch', () => {
    const credit = new BatchCredit(records.toReversed(), settings);
    const normalizer = advantageNormalizer(records, settings);
    const expected = new Map<EpisodeRecord, number[]>();
    for (const epoch of [0, 1])
      for (const chosen of minibatchesIn(settings, 1, epoch, 8)) {
        const flat = Array.from(normalizer(chosen));
        for (const index of chosen) {
          const own = flat.splice(0, records[index]!.messages.flatMap(({ advantages }) => advantages).length);
          const before = expected.get(records[index]!);
          expected.set(
            records[index]!,
            own.map((value, i) => value / 2 + (before?.[i] ?? 0)),
          );
        }
      }
    for (const record of records) {
      const { values, absence, recomputed } = channelOf(credit, record, 'normalized');
      expect([absence, recomputed]).toEqual([null, true]);
      values.flatMap((message) => Array.from(message)).forEach((value, i) => expect(value).toBeCloseTo(expected.get(record)![i]!, 9));
    }
    expect(channelOf(new BatchCredit(records.slice(1), settings), records[1]!, 'normalized').absence).toBe('notWhole');
    const stale = { ...settings, compat: ['r1_stale_advantages' as const] };
    expect(channelOf(new BatchCredit(records, stale), records[1]!, 'normalized').absence).toBe('stale');
  });

  it('are those of the receipt where there is one, and say so where there is none', () => {
    const [first] = records;
    const message = first!.messages[0]!;
    const receipt = {
      updated_logprobs: message.logprobs.map((logprob) => logprob + Math.log(1.5)),
      push: message.logprobs.map(() => 0),
      clipped: message.logprobs.map(() => 0.25),
      normalized_advantages: message.logprobs.map(() => 0.75),
    };
    const learnt = { ...first!, messages: [{ ...message, receipt }, ...first!.messages.slice(1)] } as EpisodeRecord;
    const credit = new BatchCredit([learnt], settings);
    expect(channelOf(credit, learnt, 'ratio').values[0]![0]).toBeCloseTo(1.5, 12);
    expect(channelOf(credit, learnt, 'ratio').values[1]![0], 'nothing was learnt from it').toBeNaN();
    expect(channelOf(credit, learnt, 'clipped').values[0]![0]).toBe(0.25);
    const leftOut = { ...learnt, messages: [{ ...message, receipt: { ...receipt, left_out: true } }] } as EpisodeRecord;
    expect(channelOf(credit, leftOut, 'clipped').values[0]![0], 'it took part in no step').toBeNaN();
    expect(channelOf(credit, leftOut, 'ratio').values[0]![0]).toBeCloseTo(1.5, 12);
    expect(channelOf(credit, learnt, 'normalized')).toMatchObject({ recomputed: false, absence: null });
    expect(channelRange(credit, 'ratio')).toBeCloseTo(0.5, 12);
    expect(shadeOf(1, 'ratio', 0.5).side).toBe('none');
    expect(shadeOf(0.75, 'ratio', 0.5)).toEqual({ side: 'negative', strength: 0.5 });
    for (const channel of ['ratio', 'clipped'] as const)
      expect(channelOf(new BatchCredit(records, settings), first!, channel).absence).toBe('noReceipt');
  });

  it('have the one-step errors of the recursion, and none without a critic', () => {
    const credit = new BatchCredit(records, settings);
    const [record] = records;
    const errors = channelOf(credit, record!, 'tdError').values.flatMap((message) => Array.from(message));
    const { values, rewards } = {
      values: record!.messages.flatMap((message) => message.values),
      rewards: record!.messages.flatMap((message) => message.token_rewards),
    };
    errors.forEach((delta, t) => expect(delta).toBeCloseTo(rewards[t]! + (values[t + 1] ?? record!.bootstrap) - values[t]!, 12));
    const grouped = settingsOf({ algorithm: 'rloo', groupSize: 4, episodes: 8 });
    expect(channelOf(new BatchCredit(records, grouped), record!, 'tdError').absence).toBe('noCritic');
  });

  it('all have one number for every token, whatever it is', () => {
    const credit = new BatchCredit(records, settings);
    for (const channel of CHANNELS)
      for (const record of records) {
        const { values } = channelOf(credit, record, channel);
        expect(values.map(({ length }) => length)).toEqual(record.messages.map(({ response_ids: ids }) => ids.length));
      }
  });
});

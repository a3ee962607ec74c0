/** What the large trainers do to a loss, within 1e-9 of NumPy's (test/golden/makers/make_trainers.py). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { overlongPenalty } from '../../../../src/core/credit/rewards/price.ts';
import { lossDivisors } from '../../../../src/core/objectives/aggregation.ts';
import { withinSecondMoment } from '../../../../src/core/objectives/tokenChoice.ts';
import { settingsOf } from './support.ts';

interface Golden {
  readonly overlong: readonly Readonly<Record<'limit' | 'buffer' | 'penalty' | 'length' | 'reward', number>>[];
  readonly secondMoment: readonly { readonly logRatios: number[]; readonly threshold: number; readonly kept: number[] }[];
  readonly overAdapters: readonly {
    readonly lengths: number[];
    readonly adapters: number[];
    readonly limits: number[];
    readonly losses: number[];
    readonly weights: number[];
    readonly total: Readonly<Record<'token' | 'message_mean' | 'message_sum' | 'constant', number>>;
  }[];
}
const golden = JSON.parse(readFileSync(new URL('../../../golden/trainers.json', import.meta.url), 'utf8')) as Golden;

it('the penalty for length is DAPO’s soft overlong punishment', () => {
  for (const { limit, buffer, penalty, length, reward } of golden.overlong) {
    const message = { response_ids: Array.from({ length }, () => 0), max_tokens: limit };
    expect(-overlongPenalty(message, { overlong: { buffer, penalty } })).toBeCloseTo(reward, 9);
  }
  expect(golden.overlong.filter(({ reward }) => reward < 0).length).toBeGreaterThan(10);
});

it('the second-moment threshold keeps the tokens that M2PO’s loop keeps', () => {
  for (const { logRatios, threshold, kept } of golden.secondMoment)
    expect(Array.from(withinSecondMoment(logRatios, threshold))).toEqual(kept);
  expect(golden.secondMoment.some(({ kept }) => kept.includes(0) && kept.filter(Boolean).length > 1)).toBe(true);
});

it('a loss over each adapter is the sum of their own losses, however they are aggregated', () => {
  for (const { lengths, adapters, limits, losses, weights, total } of golden.overAdapters) {
    const messageOf = lengths.flatMap((length, message) => Array.from({ length }, () => message));
    for (const lossAggregation of ['token', 'message_mean', 'message_sum', 'constant'] as const) {
      const divisors = lossDivisors({ lengths, adapters, limits, weights }, settingsOf({ lossOver: 'adapter', lossAggregation }));
      const loss = losses.reduce((sum, one, token) => sum + (one * weights[token]!) / divisors[messageOf[token]!]!, 0);
      expect(loss).toBeCloseTo(total[lossAggregation], 9);
    }
  }
});

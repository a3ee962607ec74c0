/** What a message pays for having been said and for its length, and that masking truncated messages leaves credit as it is. */
import { describe, expect, it } from 'vitest';
import { conservationViolations } from '../../../../src/core/credit/conservation.ts';
import { explainer } from '../../../../src/core/credit/explain.ts';
import { overlongPenalty } from '../../../../src/core/credit/rewards/price.ts';
import { isMasked } from '../../../../src/core/objectives/masks.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { credited, ones, type Overrides, randomBatch, settingsOf } from './support.ts';

const pays = (length: number, limit: number | undefined, buffer: number, penalty = 1) =>
  overlongPenalty(
    { response_ids: Array<number>(length).fill(0), ...(limit === undefined ? {} : { max_tokens: limit }) },
    { overlong: { buffer, penalty } },
  );

describe('the penalty for length', () => {
  it('grows linearly over the buffer, as DAPO’s eq. 13', () => {
    expect([1, 12, 13, 14, 16].map((length) => pays(length, 16, 4, 2))).toEqual([0, 0, 0.5, 1, 2]);
  });

  it('begins with the message where the buffer is longer than the limit', () => {
    expect([1, 2, 4].map((length) => pays(length, 4, 100))).toEqual([0.25, 0.5, 1]);
  });

  it('is nothing without a buffer, and for messages whose limit is not known', () => {
    expect([pays(4, 4, 0), pays(4, undefined, 2)]).toEqual([0, 0]);
  });
});

/** The limit is a token more than the longest message, so that some pay a part and some nothing. */
const limited = (records: EpisodeRecord[]): EpisodeRecord[] => {
  const limit = 1 + Math.max(...records.flatMap(({ messages }) => messages.map(({ response_ids: ids }) => ids.length)));
  return records.map((record) => ({ ...record, messages: record.messages.map((message) => ({ ...message, max_tokens: limit })) }));
};

describe.each<Overrides>([{}, { algorithm: 'grpo' }, { algorithm: 'grpo', groupBy: 'agent_turn' }, { algorithm: 'rloo' }])(
  '%j',
  (method) => {
    it('each message pays at its own last token, and nothing else of the payments changes', () => {
      const settings = settingsOf({ ...ones, ...method });
      const charged = { ...settings, overlong: { buffer: 2, penalty: 0.5 } };
      const plain = credited(limited(randomBatch(7, 2, 3, {})), settings);
      const records = credited(limited(randomBatch(7, 2, 3, {})), charged);
      let paid = 0;
      records.forEach((record, episode) =>
        record.messages.forEach((message, index) => {
          const before = plain[episode]!.messages[index]!.token_rewards;
          const owed = overlongPenalty(message, charged);
          paid += owed;
          expect(message.token_rewards).toEqual(before.with(-1, before.at(-1)! - owed));
        }),
      );
      expect(paid).toBeGreaterThan(0);
      expect(conservationViolations(records, charged)).toEqual([]);
      expect(conservationViolations(records, settings).map(({ identity }) => identity)).toContain('reward paid');
      const { advantage } = explainer(records, charged).explain(0, { message: 0, token: 0 });
      expect(advantage).toBeCloseTo(records[0]!.messages[0]!.advantages[0]!, 10);
    });
  },
);

it('a call costs every message the same at its last token, beside what its length costs, and credit is conserved', () => {
  const settings = settingsOf(ones);
  const priced = { ...settings, callCost: 0.25, overlong: { buffer: 2, penalty: 0.5 } };
  const plain = credited(limited(randomBatch(7, 2, 3, {})), settings);
  const records = credited(limited(randomBatch(7, 2, 3, {})), priced);
  records.forEach((record, episode) => {
    record.messages.forEach((message, index) => {
      const before = plain[episode]!.messages[index]!.token_rewards;
      expect(message.token_rewards).toEqual(before.with(-1, before.at(-1)! - (0.25 + overlongPenalty(message, priced))));
    });
    expect([record.reward, record.turn_rewards]).toEqual([plain[episode]!.reward, plain[episode]!.turn_rewards]);
  });
  expect(conservationViolations(records, priced)).toEqual([]);
  expect(conservationViolations(records, settings)).not.toEqual([]);
});

it('with GAE an earlier message feels what a later one pays, a later one not what an earlier paid', () => {
  const settings = { ...settingsOf(ones), overlong: { buffer: 2, penalty: 1 } };
  const [plain] = credited(limited(randomBatch(3, 1, 1, {})), settingsOf(ones));
  const batch = randomBatch(3, 1, 1, {});
  const last = batch[0]!.messages.length - 1;
  const only = (which: number) =>
    batch.map((record) => ({
      ...record,
      messages: record.messages.map((message, index) =>
        index === which ? { ...message, max_tokens: message.response_ids.length } : message,
      ),
    }));
  const [late] = credited(only(last), settings);
  expect(late!.messages[0]!.advantages[0]!).toBeLessThan(plain!.messages[0]!.advantages[0]!);
  const [early] = credited(only(0), settings);
  expect(early!.messages[last]!.advantages).toEqual(plain!.messages[last]!.advantages);
});

it('a truncated message is masked where that is asked for, and one with an end never', () => {
  expect(isMasked({ finish_reason: 'length' }, { maskTruncated: true })).toBe(true);
  expect(isMasked({ finish_reason: 'stop' }, { maskTruncated: true })).toBe(false);
  expect(isMasked({ finish_reason: 'length' }, { maskTruncated: false })).toBe(false);
});

/** With a teacher, what the microscope adds up is what the update trained on: the reward's part normalised anew, and the teacher's. */
import { expect, it } from 'vitest';
import { advantageNormalizer } from '../../../../../../src/core/credit/advantages/normalizeAdvantages.ts';
import { teacherSchema } from '../../../../../../src/core/document/teacherSchema.ts';
import type { EpisodeRecord } from '../../../../../../src/core/episode/records.ts';
import { decisionsOf, shownAdvantage } from '../../../../../../src/page/features/inspect/microscope/microscope.ts';
import { taughtOf } from '../../../../../../src/page/features/inspect/microscope/written.ts';
import { BatchCredit } from '../../../../../../src/page/state/reading/batchCredit.ts';
import { credited, randomBatch, settingsOf } from '../../../../core/credit/support.ts';

const COEF = 0.7;
const settingsFor = (signal: 'added' | 'alone') =>
  settingsOf({ algorithm: 'tppo', episodes: 6, distillation: { teachers: [teacherSchema.parse({ base: 'other' })], coef: COEF, signal } });

/** A log-probability of the teacher's for a token, some too far from −1 to count in full. */
const scoreOf = (message: number, token: number): number => (token === 1 ? -40 : -0.3 - 0.2 * message - 0.11 * token);

/** A batch whose every second message has a teacher, with the receipts of an update that did the sum by itself. */
function taughtBatch(signal: 'added' | 'alone'): { records: EpisodeRecord[]; expected: Map<string, number> } {
  const settings = settingsFor(signal);
  const records = credited(randomBatch(5, 3, 2, { level: 'token' }), settings).map((record, episode) => ({ ...record, episode }));
  const flat = advantageNormalizer(records, settings)(records.map((_, index) => index));
  const expected = new Map<string, number>();
  let at = 0;
  const taught = records.map((record, episode) => ({
    ...record,
    messages: record.messages.map((message, index) => {
      const hasTeacher = index % 2 === 0;
      const trained = message.response_ids.map((_, token) => {
        const own = flat[at++]!;
        if (!hasTeacher) return own;
        const ratio = Math.max(-20, Math.min(20, scoreOf(index, token) - message.logprobs[token]!));
        const value = (signal === 'alone' ? 0 : own) + COEF * ratio;
        expected.set(`${episode} ${index} ${token}`, value);
        return value;
      });
      const none = message.response_ids.map(() => 0);
      return {
        ...message,
        ...(hasTeacher ? { teacher_logprobs: message.response_ids.map((_, token) => scoreOf(index, token)) } : {}),
        receipt: { updated_logprobs: none, push: none, clipped: none, normalized_advantages: trained },
      };
    }),
  }));
  return { records: taught, expected };
}

for (const signal of ['added', 'alone'] as const) {
  it(`adds up, with the teacher ${signal}`, () => {
    const { records, expected } = taughtBatch(signal);
    const credit = new BatchCredit(records, settingsFor(signal));
    let seen = 0;
    for (const record of records)
      record.messages.forEach((message, index) =>
        message.response_ids.forEach((_, token) => {
          const taught = credit.taught(record, { message: index, token });
          if (index % 2 === 1) return expect(taught).toBeNull();
          const value = expected.get(`${record.episode} ${index} ${token}`)!;
          expect(taught).toMatchObject({ recorded: value, agrees: true, alone: signal === 'alone' });
          expect(taught!.reward! + taught!.share.amount).toBeCloseTo(value, 9);
          expect(taught!.sum).toBeCloseTo(value, 9);
          seen += 1;
        }),
      );
    expect(seen).toBeGreaterThan(20);
  });

  it(`recomputes the same where no update wrote it down, with the teacher ${signal}`, () => {
    const { records, expected } = taughtBatch(signal);
    const bare = records.map((record) => ({ ...record, messages: record.messages.map(({ receipt: _, ...message }) => message) }));
    const credit = new BatchCredit(bare, settingsFor(signal));
    for (const record of bare) {
      const { values } = credit.normalized(record);
      for (const [key, value] of expected) {
        const [episode, message, token] = key.split(' ').map(Number);
        if (episode === record.episode) expect(values[message!]![token!]).toBeCloseTo(value, 9);
      }
      expect(credit.taught(record, { message: 0, token: 0 })).toMatchObject({ recorded: null, agrees: null });
    }
  });
}

it('says so where the update used something else, and does not guess where episodes are missing', () => {
  const { records } = taughtBatch('added');
  const [first] = records;
  const ref = { message: 0, token: 0 };
  const other = settingsFor('added');
  const heavier = new BatchCredit(records, { ...other, distillation: { ...other.distillation, coef: 2 * COEF } });
  expect(heavier.taught(first!, ref)?.agrees).toBe(false);
  const part = new BatchCredit([first!], settingsFor('added'));
  expect(part.taught(first!, ref)).toMatchObject({ reward: null, sum: null, agrees: null });
  // The teacher alone needs no other episode.
  const alone = taughtBatch('alone').records[0]!;
  expect(new BatchCredit([alone], settingsFor('alone')).taught(alone, ref)).toMatchObject({ reward: 0, agrees: true });
});

it('is written out in symbols and numbers', () => {
  const { records } = taughtBatch('alone');
  const credit = new BatchCredit(records, settingsFor('alone'));
  const ref = { message: 0, token: 0 };
  const advantage = shownAdvantage(credit, records[0]!, decisionsOf(records[0]!, credit), ref);
  const pieces = taughtOf(credit.taught(records[0]!, ref)!, advantage);
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : `${piece.symbol} ${piece.sub ?? ''}`)).join('');
  expect(text).toMatch(/^c·\(log p teacher − log p student\) = 0\.700·\(−0\.300 − \(−1\)\) = $/);
});

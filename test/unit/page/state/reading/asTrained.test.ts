/** What tokens are coloured by unless another channel is chosen: the advantage that trained them, on the recorded runs themselves. */
import { recordedEpisodes, recordedText } from '../../../../../headless/kit/run/recorded.ts';
import { expect, test } from 'vitest';
import { parseDocument } from '../../../../../src/core/document/parse.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { BatchCredit } from '../../../../../src/page/state/reading/batchCredit.ts';
import { USUAL_CHANNEL } from '../../../../../src/page/state/address/channels.ts';
import { channelCsv } from '../../../../../src/page/features/inspect/microscope/microscopeCsv.ts';
import { shownChannel } from '../../../../../src/page/state/reading/tokens.ts';

function creditOf(name: string, iteration: number, change: (record: EpisodeRecord) => EpisodeRecord = (record) => record): BatchCredit {
  const records = recordedEpisodes(name, iteration).map(change);
  return new BatchCredit(records, parseDocument(recordedText(name, 'project.json')).training);
}

/** As a version wrote it that kept no receipts. */
const withoutReceipts = (record: EpisodeRecord): EpisodeRecord => ({
  ...record,
  messages: record.messages.map(({ receipt: _receipt, ...message }) => message),
});

interface Token {
  readonly shown: number;
  readonly raw: number;
  readonly push: number;
}

const tokensOf = (credit: BatchCredit): Token[] =>
  credit.records.flatMap((record) => {
    const { byToken } = shownChannel(credit, record, USUAL_CHANNEL);
    return record.messages.flatMap(({ advantages, receipt }, message) =>
      advantages.map((raw, token) => ({ raw, shown: byToken.values[message]?.[token] ?? Number.NaN, push: receipt?.push[token] ?? 0 })),
    );
  });

test.each([
  ['planner-solver', 20, 36],
  ['relay', 40, 29],
  ['lesson-lazy-team', 50, 26],
])('in %s, iteration %i, %i %% of the tokens were trained by the other sign than their raw advantage has', (name, iteration, percent) => {
  const tokens = tokensOf(creditOf(name, iteration));
  const turned = tokens.filter(({ raw, shown }) => raw * shown < 0);
  expect(Math.round((100 * turned.length) / tokens.length)).toBe(percent);
  // And the update pushed them the way they are shown: what is shown is what trained.
  const pushed = tokens.filter(({ push }) => push !== 0);
  expect(pushed.length).toBeGreaterThan(tokens.length / 2);
  expect(pushed.every(({ push, shown }) => push * shown > 0)).toBe(true);
});

test('without receipts a whole batch gives the same numbers anew, from the record and the settings alone', () => {
  const [recorded, anew] = [tokensOf(creditOf('planner-solver', 20)), tokensOf(creditOf('planner-solver', 20, withoutReceipts))];
  expect(anew).toHaveLength(recorded.length);
  anew.forEach(({ shown }, token) => expect(shown).toBeCloseTo(recorded[token]!.shown, 4));
});

test('where neither tells, the raw advantage is shown, and why', () => {
  const credit = creditOf('lesson-lazy-team', 50, withoutReceipts);
  const [record] = credit.records;
  const shown = shownChannel(credit, record!, USUAL_CHANNEL);
  expect(shown).toMatchObject({ channel: 'advantage', rawBecause: 'notWhole' });
  expect(shown.byToken.values).toEqual(record!.messages.map(({ advantages }) => advantages));
  expect(shownChannel(credit, record!, 'advantage').rawBecause, 'what was asked for').toBeNull();
});

test('a saved table says which of the two it holds', () => {
  const credit = creditOf('planner-solver', 20);
  const headOf = (channel: 'normalized' | 'advantage'): string => channelCsv(credit, credit.records[0]!, channel).split('\r\n')[0]!;
  expect([headOf('normalized'), headOf('advantage')].map((head) => head.trim().split(',').at(-1))).toEqual([
    'advantage_as_trained',
    'advantage_raw',
  ]);
});

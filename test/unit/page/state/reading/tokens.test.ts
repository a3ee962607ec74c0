import { describe, expect, it } from 'vitest';
import { channelRange, CHANNELS, shadeOf, tokenGlyph, tokenNumbers, vocabularyOf } from '../../../../../src/page/state/reading/tokens.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { BatchCredit } from '../../../../../src/page/state/reading/batchCredit.ts';
import { document, episode, message, mixedDocument } from '../../../core/episode/records.ts';

const credit = (records: readonly EpisodeRecord[]) => new BatchCredit(records, document.training);

describe('tokenNumbers', () => {
  it('gathers one token’s numbers from the record', () => {
    const numbers = tokenNumbers(message('solver', 2), 1);
    expect(numbers).toMatchObject({
      id: 11,
      advantage: -0.2,
      value: 0.6,
      logprob: -0.2,
      refLogprob: -0.4,
      entropy: 0.3,
      reward: 1,
      return: 1,
    });
    // k3 with log r = log π_ref − log π = −0.2: e^−0.2 − 1 + 0.2
    expect(numbers.kl).toBeCloseTo(Math.exp(-0.2) - 0.8, 12);
  });

  it('shares a message’s one value among its tokens (action level)', () => {
    const spoken = message('solver', 3, { values: [0.7] });
    expect([0, 1, 2].map((token) => tokenNumbers(spoken, token).value)).toEqual([0.7, 0.7, 0.7]);
  });

  it('says NaN for what is not recorded', () => {
    expect(tokenNumbers(message('solver', 2, { advantages: [] }), 0).advantage).toBeNaN();
  });
});

describe('colour', () => {
  it('ranges to the 98th percentile of magnitudes over all episodes, so one outlier fades nothing', () => {
    const advantages = [...new Array<number>(99).fill(0.5), 40];
    const spoken = message('planner', 100, { advantages });
    expect(channelRange(credit([episode(1, 0, { messages: [spoken] })]), 'advantage')).toBe(0.5);
    expect(shadeOf(40, 'advantage', 0.5)).toEqual({ side: 'positive', strength: 1 });
  });

  it('tells the sides of zero apart for signed channels and shades the others by magnitude', () => {
    expect(shadeOf(0.25, 'advantage', 0.5)).toEqual({ side: 'positive', strength: 0.5 });
    expect(shadeOf(-0.25, 'advantage', 0.5)).toEqual({ side: 'negative', strength: 0.5 });
    expect(shadeOf(0, 'advantage', 0.5).side).toBe('none');
    expect(shadeOf(-2, 'logprob', 4)).toEqual({ side: 'magnitude', strength: 0.5 });
  });

  it('colours nothing where there is nothing to colour', () => {
    for (const channel of CHANNELS) expect(channelRange(credit([]), channel)).toBe(0);
    expect(shadeOf(1, 'advantage', 0).side).toBe('none');
    expect(shadeOf(NaN, 'advantage', 1).side).toBe('none');
  });
});

describe('tokenGlyph', () => {
  it.each([
    [' bags', ' bags', false, false],
    [' ', '␣', true, false],
    ['  ', '␣␣', true, false],
    ['\n', '⏎', true, true],
    ['\t', '⇥', true, false],
    ['<|im_end|>', '‹im_end›', true, false],
    ['<pad>', '‹pad›', true, false],
    ['<0xE2>', '‹0xE2›', true, false],
    ['', '∅', true, false],
    ['<b>', '<b>', false, false],
  ])('writes %j as %j', (token, text, symbol, breaks) => {
    expect(tokenGlyph(token, 7)).toEqual({ text, symbol, breaks });
  });

  it('writes an id the vocabulary does not know as its number', () => {
    expect(tokenGlyph(undefined, 7)).toEqual({ text: '#7', symbol: true, breaks: false });
  });
});

describe('vocabularyOf', () => {
  const vocabularies = { micro: ['<pad>', 'a'], standard: ['<pad>', 'b'] };

  it('is that of the base an agent stands on: its own, or the team’s', () => {
    expect(vocabularyOf(vocabularies, mixedDocument, 'planner')).toBe(vocabularies.micro);
    expect(vocabularyOf(vocabularies, mixedDocument, 'solver')).toBe(vocabularies.standard);
    expect(vocabularyOf(vocabularies, document, 'solver')).toBe(vocabularies.micro);
  });

  it('is empty while it is not known, whatever the base is called', () => {
    expect(vocabularyOf({}, mixedDocument, 'solver')).toEqual([]);
    expect(vocabularyOf({}, { ...document, team: { ...document.team, base: 'constructor' } }, 'solver')).toEqual([]);
  });
});

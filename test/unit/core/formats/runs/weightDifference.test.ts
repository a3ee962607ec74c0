/** What a comparison of weights rests on, and the file it is kept in. */
import { describe, expect, it } from 'vitest';
import {
  comparedTokens,
  type ComparedWeights,
  firstTokens,
  parseWeightDifference,
  weightDifferenceJson,
} from '../../../../../src/core/formats/runs/weightDifference.ts';
import { document, episode, message, mixedDocument } from '../../episode/records.ts';
import { faultCode } from '../helpers.ts';

const compared: ComparedWeights = {
  base: 'micro',
  form: 'q4',
  source: 'rollouts/3.jsonl',
  tokens: 12,
  kl_mean: 0.01,
  kl_max: 0.3,
  max_at: { sequence: 1, token: 4, text: ' 7' },
  backend: 'wasm',
};

describe('the tokens that a base is compared on', () => {
  const episodes = [
    { ...episode(1, 0), messages: [message('planner', 2), message('solver', 3)] },
    { ...episode(1, 1), messages: [message('planner', 1), message('somebody else', 9)] },
  ];

  it('are the messages of its own agents behind their prompts', () => {
    expect(comparedTokens(document, episodes, document.team.base)).toEqual([
      [1, 5, 6, 10, 11],
      [1, 5, 6, 10, 11, 12],
      [1, 5, 6, 10],
    ]);
    expect(comparedTokens(mixedDocument, episodes, 'standard')).toEqual([[1, 5, 6, 10, 11, 12]]);
    expect(comparedTokens(mixedDocument, episodes, 'neither')).toEqual([]);
  });

  it.each([
    [1, [[1, 5]]],
    [4, [[1, 5, 6, 10, 11]]],
    [
      6,
      [
        [1, 5, 6, 10, 11],
        [1, 5, 6],
      ],
    ],
  ])('are at most %i to predict, the first of a sequence not being one', (most, wanted) => {
    expect(comparedTokens(document, episodes, document.team.base, most)).toEqual(wanted);
  });

  it('leave out what has nothing to predict', () => {
    expect(firstTokens([[], [1], [1, 2]], 10)).toEqual([[1, 2]]);
  });
});

describe('weight_difference.json', () => {
  it('is read as it was written', () => {
    const both = [compared, { ...compared, base: 'standard' }];
    expect(parseWeightDifference(weightDifferenceJson(both))).toEqual(both);
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['a number that is none', [{ ...compared, kl_mean: '0.1' }]],
    ['no tokens', [{ ...compared, tokens: 0 }]],
    ['something more', [{ ...compared, html: '<b>' }]],
  ])('with %s is refused', (_, value) => {
    expect(faultCode(() => parseWeightDifference(new TextEncoder().encode(JSON.stringify(value))))).toBe('E_RUN_FILE');
  });
});

/** Messages held against others in their place: NumPy's numbers, and a game small enough that all that can be said is counted. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heldAgainst } from '../../../../../src/core/credit/advantages/alternatives.ts';
import { explainer } from '../../../../../src/core/credit/explain.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { credited, randomBatch, recordOf, settingsOf } from '../support.ts';

/** Computed by NumPy, by other ways than ours (test/golden/makers/make_counterfactual.py). */
const golden = JSON.parse(readFileSync(new URL('../../../../golden/counterfactual.json', import.meta.url), 'utf8')) as {
  readonly ownShare: number;
  readonly messages: readonly { readonly role: string; readonly candidates: readonly (readonly number[])[]; readonly advantage: number }[];
}[];
const ROLES = ['a', 'b', 'c'];
const worthOf = (candidate: readonly number[]): Record<string, number> =>
  Object.fromEntries(ROLES.map((role, index) => [role, candidate[index]!]));

describe('a message against others in its place', () => {
  it.each(['c3', 'difference', 'coma'] as const)('%s has NumPy’s numbers at every token', (algorithm) => {
    let messages = 0;
    for (const { ownShare, messages: said } of golden) {
      const record = recordOf(
        said.map(({ role }, index) => ({ role, tokens: 1 + (index % 3), values: Array(1 + (index % 3)).fill(0.3) })),
        [1],
      );
      record.messages.forEach((message, index) => {
        const [own, ...others] = said[index]!.candidates.map(worthOf);
        message.counterfactual = { worth: own!, others: others.map((worth) => ({ response_ids: [1], text: '', worth })) };
      });
      const settings = settingsOf({ algorithm, credit: { ownShare } });
      credited([record], settings)[0]!.messages.forEach(({ advantages }, index) => {
        for (const advantage of advantages) expect(advantage).toBeCloseTo(said[index]!.advantage, 12);
        messages += 1;
      });
    }
    expect(messages).toBeGreaterThan(40);
  });

  it('sums to 0 over all candidates, each in its turn the one that was said', () => {
    for (const record of randomBatch(5, 6, 1, { perRole: true }))
      for (const { role, counterfactual } of record.messages) {
        const all = [counterfactual!.worth, ...counterfactual!.others.map(({ worth }) => worth)];
        const advantages = all.map((worth, index) => {
          const others = all.filter((_, other) => other !== index).map((other) => ({ response_ids: [1], text: '', worth: other }));
          const one = { ...record, messages: [{ ...record.messages[0]!, role, counterfactual: { worth, others } }] };
          const [held] = heldAgainst(one, { credit: settingsOf({}).credit });
          return held!.own - held!.mean;
        });
        expect(advantages.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
      }
  });

  it('COMA’s critic still learns GAE’s returns, whatever the advantages', () => {
    const batch = randomBatch(9, 4, 1);
    const returns = (algorithm: 'tppo' | 'coma') =>
      credited(batch, settingsOf({ algorithm, gamma: 0.9, lambda: 0.7 })).map(({ messages }) => messages.map((one) => one.returns));
    expect(returns('coma')).toEqual(returns('tppo'));
  });

  it('is explained by both sides, and wants them', () => {
    const [record] = randomBatch(3, 1, 1);
    const settings = settingsOf({ algorithm: 'c3' });
    const { estimator, terms, advantage } = explainer([record!], settings).explain(0, { message: 0, token: 0 });
    expect(estimator).toBe('c3');
    expect(terms.map((term) => term.kind === 'worth' && term.side)).toEqual(['own', 'others']);
    expect(advantage).toBeCloseTo(credited([record!], settings)[0]!.messages[0]!.advantages[0]!, 12);
    const bare: EpisodeRecord = { ...record!, messages: record!.messages.map(({ counterfactual: _, ...message }) => message) };
    expect(() => credited([bare], settings)).toThrow('stood in the place');
  });
});

/**
 * Two agents choose among three words each, the second having read the first; the reward is a table. The gradient by the first agent's
 * logits, Σ_w π(w) ∇log π(w) · E[A | w] over everything that can be said and drawn, must be the gradient of the expected reward.
 */
describe('in a game that can be counted out', () => {
  const first = [0.5, 0.3, 0.2];
  const second = [
    [0.6, 0.3, 0.1],
    [0.2, 0.2, 0.6],
    [0.1, 0.8, 0.1],
  ];
  const reward = [
    [1, 0, 0.5],
    [0, 0.25, 1],
    [-1, 0.75, 0],
  ];
  const words = [0, 1, 2];
  /** The second agent's word by one random number, the same whatever the first says. */
  const draw = (said: number, u: number): number => {
    let left = u;
    for (const word of words) if ((left -= second[said]![word]!) < 0) return word;
    return 2;
  };
  /** All the numbers at which a draw changes, as intervals with their midpoints. */
  const cuts = [...new Set([0, 1, ...second.flatMap(([p, q]) => [p!, p! + q!])])].sort((a, b) => a - b);
  const noises = cuts.slice(1).map((high, index) => ({ u: (high + cuts[index]!) / 2, p: high - cuts[index]! }));
  const value = words.map((w) => words.reduce((sum, v) => sum + second[w]![v]! * reward[w]![v]!, 0));
  const mean = first.reduce((sum, p, w) => sum + p * value[w]!, 0);
  /** ∂/∂logit_j of the expected reward of a softmax: π_j (Q_j − J). */
  const truth = words.map((j) => first[j]! * (value[j]! - mean));

  /** Expected credit of the first agent's word `said`, as `heldAgainst` has it. */
  function expectedCredit(said: number, othersOf: () => readonly { readonly words: readonly number[]; readonly p: number }[]): number {
    const { credit } = settingsOf({});
    let total = 0;
    for (const noise of noises)
      for (const { words: others, p } of othersOf()) {
        const worth = (word: number): Record<string, number> => ({ a: reward[word]![draw(word, noise.u)]! });
        const silent = (word: number): Record<string, number> => (word < 0 ? { a: 0.4 } : worth(word));
        const record = recordOf([{ role: 'a', tokens: 1 }], [0]);
        record.messages[0]!.counterfactual = {
          worth: worth(said),
          others: others.map((word) => ({ response_ids: [1], text: '', worth: silent(word) })),
        };
        const [held] = heldAgainst(record, { credit });
        total += noise.p * p * (held!.own - held!.mean);
      }
    return total;
  }
  const pairs = () => words.flatMap((x) => words.map((y) => ({ words: [x, y], p: first[x]! * first[y]! })));
  const gradient = (credit: readonly number[]): number[] =>
    words.map((j) => words.reduce((sum, w) => sum + first[w]! * ((w === j ? 1 : 0) - first[j]!) * credit[w]!, 0));

  it.each([
    ['C3 with two others', pairs],
    ['difference rewards', () => [{ words: [-1], p: 1 }]],
  ] as const)('%s is an unbiased estimate of the policy’s gradient', (_, othersOf) => {
    const found = gradient(words.map((said) => expectedCredit(said, othersOf)));
    found.forEach((slope, j) => expect(slope).toBeCloseTo(truth[j]!, 12));
    expect(Math.max(...truth.map(Math.abs))).toBeGreaterThan(0.01);
  });

  it('C3’s expected credit is the word’s value above what is to be expected', () => {
    words.forEach((said) => expect(expectedCredit(said, pairs)).toBeCloseTo(value[said]! - mean, 12));
  });
});

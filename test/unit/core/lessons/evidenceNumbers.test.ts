import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceSeed } from '../../../../src/core/lessons/evidence.ts';
import {
  differenceText,
  evidenceNumber,
  evidenceText,
  parseEvidenceLink,
  peakOf,
  referenceOf,
} from '../../../../src/core/lessons/evidenceNumbers.ts';

const seed = (number: number, more: Partial<EvidenceSeed> = {}): EvidenceSeed => ({
  seed: number,
  before: { sampled: 0.2, greedy: 0.4 },
  after: { sampled: (80 + number) / 100, greedy: 1 },
  reward: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 1],
  series: { 'skill/plan right': [null, 0.5, 0.5, 0.5, 0.5, 0.5, 1], 'actor/planner/kl_ref': [0, 0, 0, 0, 0, 0.1, 0.2] },
  notices: { kl_gate: number },
  extra: { 'shapley.second': 0.7, 'test.before.sampled': 0.1 },
  ...more,
});

const evidence = (seeds: readonly EvidenceSeed[]): Evidence => ({
  id: 'x',
  title: 'X',
  preset: 'micro',
  settings: {},
  iterations: 7,
  episodes: 32,
  backend: 'wasm',
  variants: [{ id: 'a', name: 'A', changes: {}, klRefEstimator: 'k1', seeds }],
});

const number = (what: string, seeds = [seed(1), seed(2), seed(3)]) => evidenceNumber(evidence(seeds), { variant: 'a', what });

describe('the numbers behind links to evidence', () => {
  it('reads a link, whose name may have slashes, dots and coded spaces', () => {
    expect(parseEvidenceLink('evidence:lazy-team/equal/after.greedy')).toEqual({ id: 'lazy-team', variant: 'equal', what: 'after.greedy' });
    expect(parseEvidenceLink('lazy-team/equal/series.skill/plan%20right.last')?.what).toBe('series.skill/plan right.last');
    expect(parseEvidenceLink('evidence:lazy-team/equal')).toBeNull();
  });

  it('gives the mean and half the width of Student’s interval over seeds', () => {
    const found = number('after.sampled');
    expect(found?.values).toEqual([0.81, 0.82, 0.83]);
    expect(found?.mean).toBeCloseTo(0.82, 12);
    // s = 0.01, t(2) = 4.3027.
    expect(found?.half).toBeCloseTo((4.3027 * 0.01) / Math.sqrt(3), 5);
    expect(found && evidenceText(found)).toBe('82 ± 2 %');
  });

  it('takes the ends of a curve five iterations at a time, whatever is written for a space', () => {
    expect(number('series.skill/plan right.last')?.mean).toBeCloseTo(0.6, 12);
    expect(number('series.skill/plan_right.first')?.mean).toBeCloseTo(0.5, 12);
    expect(number('series.reward.first')?.mean).toBeCloseTo(0.2, 12);
    expect(number('peak')?.mean).toBeCloseTo(0.48, 12);
    expect(peakOf([0.5])).toBe(0.5);
  });

  it('tells shares in per cent and other numbers as they are', () => {
    const text = (what: string, seeds?: EvidenceSeed[]) => {
      const found = number(what, seeds);
      return found && evidenceText(found);
    };
    expect(text('series.actor/planner/kl_ref.last')).toBe('0.060 ± 0.000');
    expect(text('extra.shapley.second')).toBe('70 ± 0 %');
    expect(text('extra.test.before.sampled', [seed(1)])).toBe('10 %');
    expect(text('notices.kl_gate', [seed(2)])).toBe('2.00');
    expect(text('extra.shapley.second', [seed(1, { extra: { 'shapley.second': -0.001 } })])).toBe('0 %');
    expect(text('extra.gain', [seed(1, { extra: { gain: -12.34 } })])).toBe('−12.3');
    expect(text('after.sampled', [seed(1, { after: { sampled: 3.5, greedy: 4 } })])).toBe('3.50');
  });

  it('gives differences paired by seed, with their sign, in points where it is of shares', () => {
    const seeds = [1, 2, 3].map((one) => seed(one, { after: { sampled: 0.5 + one / 10, greedy: one } }));
    const others = [3, 2, 1].map((one) => seed(one, { after: { sampled: 0.6 + one / 10, greedy: one - 2 } }));
    const two: Evidence = {
      ...evidence(seeds),
      variants: [
        { id: 'a', name: 'A', changes: {}, klRefEstimator: 'k1', seeds },
        { id: 'b', name: 'B', changes: {}, klRefEstimator: 'k1', seeds: others },
        { id: 'c', name: 'C', changes: {}, against: 'b', klRefEstimator: 'k1', seeds: [seed(9)] },
      ],
    };
    const text = (variant: string, what: string) => {
      const found = evidenceNumber(two, { variant, what });
      return found && evidenceText(found);
    };
    // Each interval alone is ± 25 points; the difference is the same with every seed.
    expect(text('a', 'after.sampled')).toBe('70 ± 25 %');
    expect(text('b', 'after.sampled.less.a')).toBe('+10 ± 0 points');
    expect(text('a', 'after.sampled.less.b')).toBe('−10 ± 0 points');
    expect(text('a', 'peak.less.b')).toBe('0 ± 0 points');
    expect(text('a', 'after.greedy.less.b')).toBe('+2.00 ± 0.00');
    // Rounded to whole points, an interval that leaves out 0 must not seem to hold it.
    expect(differenceText({ mean: -0.0296, half: 0.0264 }, 'share')).toBe('−3.0 ± 2.6 points');
    expect(differenceText({ mean: -0.0264, half: 0.0296 }, 'share')).toBe('−3 ± 3 points');
    expect(differenceText({ mean: 0.2, half: null }, 'share')).toBe('+20 points');
    // No seed in common, no such variant.
    expect(text('a', 'after.sampled.less.c')).toBeNull();
    expect(text('a', 'after.sampled.less.d')).toBeNull();
    expect(two.variants.map((variant) => referenceOf(two, variant))).toEqual([null, 'a', 'b']);
  });

  it('has no number where a variant, a name or one of the seeds is missing', () => {
    expect(evidenceNumber(evidence([seed(1)]), { variant: 'b', what: 'peak' })).toBeNull();
    expect(number('after.best')).toBeNull();
    expect(number('series.skill/none.last')).toBeNull();
    expect(number('extra.shapley.second', [seed(1), seed(2, { extra: {} })])).toBeNull();
  });
});

/** The part of docs/results.md from evidence: what a reader compares is paired by seed. */
import { expect, it } from 'vitest';
import { evidenceMarkdown } from '../../../../headless/evidence/report.ts';
import type { Evidence, EvidenceSeed, EvidenceVariant } from '../../../../src/core/lessons/evidence.ts';

const seed = (number: number, sampled: number): EvidenceSeed => ({
  seed: number,
  before: { sampled: 0.2, greedy: 0.3 },
  after: { sampled, greedy: 1 },
  reward: [0.2, 0.3, 0.5, 0.7, 0.9, 1],
  series: { 'actor/solver/kl_ref': [0, 0, 0, 0, 0.1, 0.1] },
  notices: {},
});
const variant = (id: string, sampled: readonly number[], more: Partial<EvidenceVariant> = {}): EvidenceVariant => ({
  id,
  name: `Named ${id}`,
  changes: {},
  klRefEstimator: 'k1',
  seeds: sampled.map((value, at) => seed(at + 1, value)),
  ...more,
});
const report = (...variants: EvidenceVariant[]): string => {
  const evidence: Evidence = {
    id: 'x',
    title: 'X',
    preset: 'micro',
    settings: {},
    iterations: 6,
    episodes: 8,
    backend: 'wasm',
    variants,
  };
  return evidenceMarkdown([evidence]);
};

it('has the difference to the first row, bold where its interval leaves out 0, though the intervals overlap', () => {
  const text = report(
    variant('first', [0.6, 0.7, 0.8]),
    variant('lower', [0.5, 0.59, 0.71]),
    variant('unclear', [0.9, 0.7, 0.6]),
    variant('healthy', [0.9, 0.99, 1.1]),
  );
  expect(text).toContain('| 20 ± 0 % → 70 ± 25 % [60 70 80] | – | 30 ± 0 %');
  expect(text).toContain('| 20 ± 0 % → 60 ± 26 % [50 59 71] | **−10 ± 2** | 30 ± 0 %');
  expect(text).toContain('[90 70 60] | +3 ± 63 |');
  // A gain of 30 points over 20 % by five iterations' mean: 0.52.
  expect(text).toContain('| 68 ± 0 % | 5, 5, 5 |');
  expect(text).toContain(
    '**By seed, sampled at the end**, against `first`: higher: `healthy`; lower: `lower`; not told apart: `unclear`. **By seed, sampled at the end**, against `healthy`: lower: `first`, `lower`; not told apart: `unclear`.',
  );
});

it('names the row where a variant is compared with another than the first, and an estimator that is not the usual one', () => {
  const text = report(
    variant('right', [0.6, 0.7, 0.8]),
    variant('bug', [0.5, 0.6, 0.7]),
    variant('slow-right', [0.4, 0.5, 0.6]),
    variant('slow-bug', [0.6, 0.7, 0.8], { against: 'slow-right', klRefEstimator: 'k3' }),
  );
  expect(text).toContain('| **+20 ± 0** to `slow-right` |');
  expect(text).toContain('| 0.040 ± 0.000 (k3) |');
  expect(text).not.toContain('By seed, sampled at the end');
});

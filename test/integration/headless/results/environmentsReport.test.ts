/** The part of docs/results.md about the shipped projects: every number comes from the rows it is given. */
import { expect, it } from 'vitest';
import { type EnvironmentRow, environmentsMarkdown, idOf, SHOWN, shownDocument } from '../../../../headless/results/environments.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';

const row = (seed: number, after: number): EnvironmentRow => ({
  seed,
  before: { train: { sampled: 0.25, greedy: 0.1 }, test: { sampled: 0.25, greedy: 0.15 } },
  after: { train: { sampled: after, greedy: 1 }, test: { sampled: after, greedy: 1 } },
  curve: [0.3, 0.4, 0.6, 0.8, 0.9, 0.9, 0.9],
  secondsAt: [1, 2, 3, 4, 5, 6, 7],
  skills: { first: { 'plan right': 0.5 }, last: { 'plan right': 1 } },
  klRef: { planner: 0.1, solver: 0.3 },
});

it('every shipped project is measured with its own settings, and each measurement has a name of its own', () => {
  expect(new Set(SHOWN.map(({ preset }) => preset))).toEqual(new Set(Object.keys(PRESETS)));
  expect(new Set(SHOWN.map(idOf)).size).toBe(SHOWN.length);
  expect(SHOWN.filter(({ settings }) => settings === undefined)).toHaveLength(Object.keys(PRESETS).length);
  for (const shown of SHOWN) expect(shownDocument(shown, 7).training).toMatchObject({ seed: 7, evaluateEvery: 0 });
});

it('gives seeds, their mean, when the gain was reached, skills and KL, and how the base is made', () => {
  const shown = SHOWN[0]!;
  const text = environmentsMarkdown(new Map([[shown, [row(1, 0.85), row(2, 0.95)]]]), 'a machine');
  expect(text).toContain('| `micro` | 1 | 25 → 85 | 10 → 100 | 25 → 85 | 15 → 100 | 5 (5.0 s) | 40 | 7 s |');
  expect(text).toContain('| | **mean** | 25 → 90 | 10 → 100 | 25 → 90 | 15 → 100 | | | 7 s |');
  expect(text).toContain('| +65 / +65 | plan right 50 → 100 % | planner 0.10, solver 0.30 |');
  expect(text).toContain('| `micro` | `npm run make-base -- --preset micro` |');
});

it('leaves out what was not measured, and says how a base of its own is warmed up', () => {
  const trio = SHOWN.find(({ preset }) => preset === 'trio')!;
  const text = environmentsMarkdown(
    new Map([
      [trio, [{ ...row(1, 0.3), curve: [0.3] }]],
      [SHOWN[0]!, []],
    ]),
    'a machine',
  );
  expect(text).not.toContain('`micro`');
  expect(text).toContain('| 10 → 100 | 25 → 30 | 15 → 100 | – |');
  expect(text).toContain('`npm run warm-start -- --preset trio`');
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MODELS, paperTable, partsOf, stepSeconds, tokensOfPass, WORK } from '../../../bench/scale/hardware.ts';
import type { Row } from '../../../bench/rows.ts';

it('docs/scale.md has the table that its formulas give, and the simulated figures as they were recorded', () => {
  const text = readFileSync('docs/scale.md', 'utf8');
  expect(text).toContain(paperTable());
  const { scale } = JSON.parse(readFileSync('docs/performance.json', 'utf8')) as { readonly scale: { readonly rows: readonly Row[] } };
  for (const { measure, value } of scale.rows.filter((row) => /^(?:rollout|iteration)/.test(row.measure)))
    expect(text, measure).toContain(value >= 100 ? value.toFixed(0) : value.toFixed(1));
});

it('a pass reads every prompt with what stands in it, and decoding is bound by weights first and by products last', () => {
  expect(tokensOfPass({ episodes: 1, tokens: 1000, agents: 2, prompt: 25 })).toBe(25 + 500 + 25 + 500 + 500);
  const [model] = MODELS;
  if (!model) throw new Error('no model');
  expect(stepSeconds(model, 1, 0)).toBeCloseTo((2 * model.parameters) / (3.35e12 * 0.7), 9);
  expect(stepSeconds(model, 10_000, 0)).toBeCloseTo((2 * model.parameters * 10_000) / (989e12 * 0.4), 9);
  const none = { latency: 0, calls: 0, bytes: 0 };
  expect(partsOf(model, 1, WORK, { ...none, latency: 0.5, calls: 10 }).latency).toBe(12);
});

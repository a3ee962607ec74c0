/** What lesson 6 lets one look at: in the recorded iteration the critic says the same of episodes that end right and wrong. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import course from '../../../src/lessons/critics/course.ts';

test('V before the first token hardly tells right episodes from wrong ones', () => {
  const at = course.steps.find(({ id }) => id === 'value')?.at;
  const file = new URL(`../../../public/recorded/planner-solver/rollouts/${at?.iteration}.jsonl`, import.meta.url);
  const records = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as EpisodeRecord);
  const first = (right: boolean): readonly number[] =>
    records.filter(({ reward }) => reward >= 1 === right).map(({ messages }) => messages[0]?.values[0] ?? Number.NaN);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(first(true).length, 'most end right').toBeGreaterThan(first(false).length);
  expect(first(false).length, 'and some wrong').toBeGreaterThan(5);
  expect(Math.abs(mean(first(true)) - mean(first(false)))).toBeLessThan(0.05);
});

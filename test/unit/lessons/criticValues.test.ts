/** What lesson 6 lets one look at: in the recorded iteration the critic at first says the same of episodes that end right and wrong. */
import { recordedEpisodes } from '../../../headless/kit/run/recorded.ts';
import { expect, test } from 'vitest';
import course from '../../../src/lessons/critics/course.ts';

test('V before the first token hardly tells right episodes from wrong ones, that before the last one does', () => {
  const at = course.steps.find(({ id }) => id === 'value')?.at;
  const records = recordedEpisodes('planner-solver', at!.iteration!);
  const ending = (right: boolean) => records.filter(({ reward }) => reward >= 1 === right);
  const first = (right: boolean): readonly number[] => ending(right).map(({ messages }) => messages[0]?.values[0] ?? Number.NaN);
  const last = (right: boolean): readonly number[] => ending(right).map(({ messages }) => messages.at(-1)?.values.at(-1) ?? Number.NaN);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(first(true).length, 'most end right').toBeGreaterThan(first(false).length);
  expect(first(false).length, 'and some wrong').toBeGreaterThan(5);
  expect(Math.abs(mean(first(true)) - mean(first(false)))).toBeLessThan(0.05);
  expect(mean(last(true)) - mean(last(false))).toBeGreaterThan(0.1);
});

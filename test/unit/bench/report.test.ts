import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { performanceMarkdown } from '../../../bench/report.ts';

it('docs/performance.md is what the bench would write: nothing in it is lost when a section is measured again', () => {
  expect(readFileSync('docs/performance.md', 'utf8')).toBe(performanceMarkdown(JSON.parse(readFileSync('docs/performance.json', 'utf8'))));
});

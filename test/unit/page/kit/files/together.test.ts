import { expect, it } from 'vitest';
import { together } from '../../../../../src/page/kit/files/together.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

it('files of one kind are the parts of one run, called by what they have in common', () => {
  const files = named('completions_00001.parquet', 'completions_00002.parquet');
  expect(together(files)).toEqual({ name: 'completions', files: files.map((file) => ({ path: file.name, file })) });
  expect(together(named('1.jsonl', '2.jsonl'))?.name).toBe('1.jsonl');
  expect(together(named('A.JSONL', 'b.jsonl'))?.files).toHaveLength(2);
});

it('one file, none, and files of several kinds are not', () => {
  expect([together([]), together(named('a.parquet')), together(named('a.parquet', 'project.json'))]).toEqual([null, null, null]);
});

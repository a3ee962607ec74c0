/** `--data` and the flags beside it: which rows a command gets, and how they are split. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withData } from '../../../../headless/kit/data.ts';
import { chooseProject } from '../../../../headless/kit/project.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-'));
afterAll(() => rmSync(folder, { recursive: true }));
const data = join(folder, 'words.jsonl');
writeFileSync(
  data,
  Array.from({ length: 20 }, (_, row) => `{"problem":"${row}","answer":"a","split":"${row % 2 ? 'train' : 'test'}"}\n`).join(''),
);

const splitOf = (flags: Parameters<typeof withData>[1]) =>
  withData(chooseProject({}), { data, ...flags }).document.environment.dataset?.split;

describe('the split of a file with a column for it', () => {
  it('is read off that column', () => expect(splitOf({})).toMatchObject({ column: 'split' }));
  it('is drawn where a share is asked for', () => expect(splitOf({ 'test-share': '0.25' })).toEqual({ column: '', test: 0.25 }));
  it('is drawn anew from a project that read it off', () => {
    const { document } = withData(chooseProject({}), { data });
    expect(withData(document, { data, 'test-share': '0.25' }).document.environment.dataset?.split.column).toBe('');
  });
  it('cannot be both', () => expect(() => splitOf({ 'test-share': '0.25', 'split-column': 'split' })).toThrow('--test-share draws'));
});

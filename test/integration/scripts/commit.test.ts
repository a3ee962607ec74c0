/** A run says which commit made it, whether that was changed, and nothing where it is not known. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commitAt } from '../../../scripts/package/commit.ts';

let folder = '';
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' }).trim();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is the commit that is checked out, and says that files were changed', () => {
  git('init', '-q');
  writeFileSync(join(folder, 'a'), '1');
  git('add', 'a');
  git('commit', '-qm', 'one');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  expect(commitAt(folder)).toBe(commit);
  writeFileSync(join(folder, 'b'), 'not tracked');
  expect(commitAt(folder)).toBe(commit);
  writeFileSync(join(folder, 'a'), '2');
  expect(commitAt(folder)).toBe(`${commit}+changes`);
  expect(commitAt(folder, { written: ['b'] })).toBe(`${commit}+changes`);
  expect(commitAt(folder, { written: ['a'] })).toBe(commit);
});

it('is not known without a repository of its own', () => {
  expect(commitAt(folder)).toBeUndefined();
  git('init', '-q');
  writeFileSync(join(folder, 'a'), '1');
  git('add', 'a');
  git('commit', '-qm', 'one');
  mkdirSync(join(folder, 'within'));
  expect(commitAt(join(folder, 'within'))).toBeUndefined();
});

it('is what was told where there is no repository, if that is a commit', () => {
  expect(commitAt(folder, { told: '0123456789abcdef' })).toBe('0123456789ab');
  for (const told of ['', 'main', undefined]) expect(commitAt(folder, { told })).toBeUndefined();
});

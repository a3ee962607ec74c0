/** The folder that opens from a disk. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageFiles } from '../../../scripts/package/package.ts';

let page: string;
beforeAll(() => {
  page = mkdtempSync(join(tmpdir(), 'marft-page-'));
  mkdirSync(join(page, 'assets'));
  for (const path of ['index.html', '_headers', 'assets/a.js', 'assets/a.js.br', '.build.json']) writeFileSync(join(page, path), path);
});
afterAll(() => rmSync(page, { recursive: true }));

it('is one folder with the page, its servers and what to do, and nothing that a build leaves for others', () => {
  const files = packageFiles(page, '1.2.3');
  const names = ['README.txt', '_headers', 'assets/a.js', 'index.html', 'serve.mjs', 'server.mjs'];
  expect(Object.keys(files).sort()).toEqual(names.map((name) => `marft-workbench-1.2.3/${name}`));
  const text = (name: string) => new TextDecoder().decode(files[`marft-workbench-1.2.3/${name}`]);
  expect(text('assets/a.js')).toBe('assets/a.js');
  expect(text('serve.mjs').trim().split('\n')).toHaveLength(2);
  expect(text('README.txt')).toContain('MARFT Workbench 1.2.3');
});

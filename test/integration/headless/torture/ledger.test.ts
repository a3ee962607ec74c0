/** What begins a row of the campaign anew. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeDigest } from '../../../../headless/torture/campaign/ledger.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ledger-'));
  for (const folder of ['headless/torture/rows', 'src/kernels']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'headless/torture/rows/one.ts'), '// its row');
  writeFileSync(join(root, 'src/kernels/sum.ts'), '// sums');
  writeFileSync(join(root, 'src/kernels/sum.wasm'), 'v1');
  installs('1.0.0', '1.0.0');
});
afterEach(() => rmSync(root, { recursive: true }));

function installs(tested: string, other: string): void {
  const packages = { '': {}, 'node_modules/tested': { version: tested }, 'node_modules/other': { version: other } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
}
const digest = (packages: readonly string[] = ['tested']): string =>
  codeDigest({ id: 'one', codeUnderTest: ['src/kernels'], packages }, root);

it('another version of a package that a row names begins it anew, and of one that it does not name does not', () => {
  const before = digest();
  installs('1.0.0', '2.0.0');
  expect(digest()).toBe(before);
  installs('2.0.0', '2.0.0');
  expect(digest()).not.toBe(before);
});

it('kernels that are compiled anew begin it anew', () => {
  const before = digest();
  writeFileSync(join(root, 'src/kernels/sum.wasm'), 'v2');
  expect(digest()).not.toBe(before);
});

it('a package that is not installed is a mistake of the row', () => {
  expect(() => digest(['gone'])).toThrow('package-lock.json has no gone');
});

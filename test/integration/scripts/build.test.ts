/** Whether the page must be built again before it is served; a stale page under test would test nothing. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

// Plain JavaScript without types, because it runs before TypeScript is installed.
const path: string = '../../../scripts/build.mjs';
const { freshBuild } = (await import(path)) as {
  readonly freshBuild: (folder: string) => { readonly began: number; readonly warnings: readonly string[] } | undefined;
};

let folder: string;

/** Writes a file as it would lie there had it been changed at `seconds`. */
function put(name: string, seconds: number, text = ''): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  for (let at = file; at !== folder; at = dirname(at)) utimesSync(at, seconds, seconds);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marft-build-'));
  put('src/page/main.ts', 100);
  put('package.json', 100);
  put('dist/.build.json', 300, JSON.stringify({ began: 200_000, warnings: ['too large'] }));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a build that began after the last change is fresh, and says what it warned of', () => {
  expect(freshBuild(folder)).toEqual({ began: 200_000, warnings: ['too large'] });
});

it.each(['src/page/main.ts', 'package.json'])('a change of %s while it was built makes it stale', (name) => {
  put(name, 250);
  expect(freshBuild(folder)).toBeUndefined();
});

it('a file that is gone makes it stale', () => {
  put('src/page/gone.ts', 100);
  rmSync(join(folder, 'src/page/gone.ts')); // which changes its folder, now
  expect(freshBuild(folder)).toBeUndefined();
});

it('a build by other means, which left no record, is built again', () => {
  rmSync(join(folder, 'dist/.build.json'));
  expect(freshBuild(folder)).toBeUndefined();
});

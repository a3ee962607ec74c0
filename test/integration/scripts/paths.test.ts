/** Files that texts and comments name are there. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['src', 'workers', 'headless', 'library', 'examples', 'bench', 'scripts', 'test', 'docs'];
const files = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/')),
];
/** Recorded, or about other repositories. */
const ELSEWHERE = /^(docs\/evidence|test\/golden)\/|(parity|compat|imports-traces)\.md$/;
const texts = files.filter((file) => /\.md$|^(src|workers|headless)\/.*\.tsx?$/.test(file) && !ELSEWHERE.test(file));
/** Modules of the sandbox, which are no files of ours. */
const GUESTS = /^marft\/env\//;

/** Paths of two parts and more between backticks, such as `core/credit/advantages/gae.ts`: they may leave out where they begin. */
function named(text: string): string[] {
  return [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|css))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !GUESTS.test(path));
}

const missing = (path: string): boolean => !files.some((file) => file === path || file.endsWith(`/${path}`));

it('names of files are such as every system can hold', () => {
  // oxlint-disable-next-line no-control-regex -- tabs were in names once
  expect(files.filter((file) => /[<>:"|?*\\\u0000-\u001f]|[. ]$/.test(file))).toEqual([]);
});

describe('paths in texts', () => {
  it('lead to files', () => {
    const wrong = texts.flatMap((file) =>
      named(readFileSync(join(ROOT, file), 'utf8'))
        .filter(missing)
        .map((path) => `${file}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it('would be noticed where they do not', () => {
    expect(named('See `core/credit/advantages/gae.ts` and `core/credit/gone.ts`, not `gae.ts`.').filter(missing)).toEqual([
      'core/credit/gone.ts',
    ]);
  });
});

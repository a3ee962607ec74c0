import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unreadReasons } from '../../../src/words/words.ts';

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const PARTS = join('src', 'words', 'en', 'faults');
const parts = await Promise.all(
  sourcesIn(PARTS).map(async (file) => (await import(join('..', '..', '..', file))) as Readonly<Record<string, unknown>>),
);
/** Code that says faults: everything but the words. */
const code = ['src', 'headless', 'workers']
  .flatMap(sourcesIn)
  .filter((file) => !file.startsWith(join('src', 'words')))
  .map((file) => readFileSync(file, 'utf8'));
const entries = parts.flatMap((part) =>
  Object.entries(part).flatMap(([name, words]) =>
    Object.keys(words as object)
      .filter((key) => key.startsWith('E_'))
      .map((key) => [name, key] as const),
  ),
);

/** Beginnings of codes that are put together. */
const beginnings = code.flatMap((text) => [...text.matchAll(/`(E_\w+_)\$\{/g)].map(([, beginning = '']) => beginning));
const isSaid = (key: string) => code.some((text) => text.includes(`'${key}'`)) || beginnings.some((beginning) => key.startsWith(beginning));

describe('the words of faults', () => {
  it.each(entries)('%s: %s is the code of a fault that is made', (name, key) => {
    expect(code.some((text) => new RegExp(`\\b${name}\\b`).test(text))).toBe(true);
    expect(isSaid(key)).toBe(true);
  });

  it.each(Object.keys(unreadReasons))('%s is a reason that a rule gives', (reason) => {
    expect(code.some((text) => text.includes(`'${reason}'`))).toBe(true);
  });
});

/** What a build of the page says of itself, read from the build that the other end-to-end tests look at. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

test.skip(process.env['E2E_URL'] !== undefined, 'a server that was running already has a build of its own');

/** `npm start` prints what the build warns of, and a person who only wants to open the page cannot tell it from a fault. */
test('the build of the page has nothing to warn of', async () => {
  // Plain JavaScript without types, because it runs before TypeScript is installed.
  const path: string = '../../../scripts/build.mjs';
  const { freshBuild } = (await import(path)) as { readonly freshBuild: () => { readonly warnings: readonly string[] } | undefined };
  expect(freshBuild(), 'built from the sources as they are').toBeDefined();
  expect(freshBuild()!.warnings).toEqual([]);
});

test('the build says whose work is in it', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../dist/THIRD_PARTY_NOTICES.txt'), 'utf8');
  const head = /^={80}\n(\S+) \d\S+\nLicence: (.+)\n(?:\S+\n)?={80}\n/gm;
  const named = [...text.matchAll(head)].map(([, name, licence]) => [name, licence]);
  // Of the page, of its workers alone (QuickJS, tokenizers, Sucrase), and compiled into the kernels.
  for (const name of ['react', '@mantine/core', 'monaco-editor', 'uplot', 'quickjs-emscripten-core', '@huggingface/tokenizers', 'sucrase'])
    expect(named.map(([own]) => own)).toContain(name);
  expect(named).toContainEqual(['@tensorflow/tfjs-core', 'Apache-2.0']);
  expect(named).toContainEqual(['assemblyscript', 'Apache-2.0']);
  // What is only needed to build and test is not in it.
  for (const name of ['vite', 'vitest', 'typescript', 'tsx']) expect(named.map(([own]) => own)).not.toContain(name);
  for (const [name, licence] of named) expect(licence, name).not.toBe('unknown');
  // Between the heads, with what the head itself holds.
  const texts = text.split(head).filter((_, index) => index > 0 && index % 3 === 0);
  expect(texts).toHaveLength(named.length);
  for (const [index, own] of texts.entries()) expect(own.trim().length, named[index]?.[0]).toBeGreaterThan(200);
});

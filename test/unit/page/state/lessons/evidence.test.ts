/** Every recorded result that the page ships is called by the words, so that another language has a name for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Evidence } from '../../../../../src/core/lessons/evidence.ts';
import { fetchEvidence, namesOf } from '../../../../../src/page/state/lessons/evidence.ts';
import { evidenceNamesZh } from '../../../../../src/words/zh/learn/evidenceNames.ts';

const FOLDER = new URL('../../../../../public/evidence/', import.meta.url);

it.each(readdirSync(FOLDER).map((file) => file.slice(0, -'.json'.length)))('%s', async (id) => {
  const bytes = readFileSync(new URL(`${id}.json`, FOLDER));
  const { title, variants } = JSON.parse(bytes.toString()) as Evidence;
  const names = namesOf(id);
  expect(names?.title).toBe(title);
  expect(variants.map((variant) => names?.variants[variant.id])).toEqual(variants.map(({ name }) => name));
  expect(await fetchEvidence(id, () => Promise.resolve(bytes))).toMatchObject({ status: 'ready', evidence: { id, title } });
});

it('has no English sentence among the Chinese names', () => {
  const names = Object.values(evidenceNamesZh.results).flatMap(({ title, variants }) => [title, ...Object.values<string>(variants)]);
  expect(names.filter((name) => !/\p{Script=Han}/u.test(name))).toEqual(['TPPO', 'VinePPO']);
});

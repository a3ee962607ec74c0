/** What the palette finds of the docs. */
import { DOCS, FETCH_DOC } from 'virtual:docs';
import { expect, it } from 'vitest';
import { SERVED_DOCS, TRANSLATED_DOCS } from '../../../../../scripts/docPages.ts';
import { findDocs } from '../../../../../src/page/features/docs/findDocs.ts';

const names = (query: string): string[] => findDocs(query.split(' ')).map(({ id, heading }) => (heading ? `${id}#${heading.at}` : id));

it('documents come first, then their headings', () => {
  expect(names('exports')[0]).toBe('exports');
  expect(names('hooks')[0]).toBe('environments#the-hooks');
  expect(names('orchestration traces')).toContain('exports#orchestration-traces');
});

it('a heading may have a part of what is sought, and its document the rest', () => {
  expect(names('exports verl')).toContain('exports#verl-rollouts');
  expect(names('terminal imports')).toContain('imports#from-the-terminal');
  expect(names('exports zzz')).toEqual([]);
});

it('each document can be fetched by itself', async () => {
  const translated = Object.entries(TRANSLATED_DOCS).flatMap(([language, ids]) => ids.map((id) => `${language}/${id}`));
  expect(DOCS.map(({ file }) => file)).toEqual([...SERVED_DOCS, ...translated]);
  expect(Object.keys(FETCH_DOC)).toEqual([...SERVED_DOCS, ...translated]);
  const { default: html } = await FETCH_DOC['environments']!();
  expect(html).toContain('<h4 id="at-the-hooks"');
  expect(html, 'pictures have the addresses that the build gives them').not.toContain('doc-file:');
});

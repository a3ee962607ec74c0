/**
 * The documents that the page has under Learn, from the files in `docs/`: `virtual:docs` tells titles and headings of all, and fetches the text
 * of one, which is a module of its own (`docs/guide.md?doc`). Which these are, `words/en/learn/docs.ts` says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { docsText } from '../src/words/words.ts';
import { docPath, fileMark, renderDoc, type RenderedDoc } from './docMarkdown.ts';
import { pictureSize } from './pictureSize.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INDEX = 'virtual:docs';
const QUERY = '?doc';

/** Ids of the documents that the page has, in their order. */
export const SERVED_DOCS: readonly string[] = docsText.groups.flatMap(({ docs }) => Object.keys(docs));
const served = new Set(SERVED_DOCS);

/** Which of them are there in another language than English, by language: `docs/zh/guide.md`. */
export const TRANSLATED_DOCS = { zh: ['guide'] } as const;

const absolute = (path: string): string => join(ROOT, path).replaceAll('\\', '/');

export function renderedDoc(id: string): RenderedDoc {
  const markdown = readFileSync(absolute(docPath(id)), 'utf8');
  return renderDoc(markdown, { id, served, sizeOf: (path) => pictureSize(readFileSync(absolute(path))) });
}

function indexModule(): string {
  const files = [
    ...SERVED_DOCS.map((id) => ({ id, language: 'en', file: id })),
    ...Object.entries(TRANSLATED_DOCS).flatMap(([language, ids]) => ids.map((id) => ({ id, language, file: `${language}/${id}` }))),
  ];
  const docs = files.map((of) => ({ ...of, ...renderedDoc(of.file) })).map(({ html: _, files: __, ...said }) => said);
  const fetches = files.map(({ file: id }) => `${JSON.stringify(id)}: () => import(${JSON.stringify(absolute(docPath(id)) + QUERY)})`);
  return `export const DOCS = ${JSON.stringify(docs)};\nexport const FETCH_DOC = {${fetches.join(',')}};`;
}

function docModule(id: string): string {
  const { html, files } = renderedDoc(id);
  const imports = files.map((path, index) => `import f${index} from ${JSON.stringify(`${absolute(path)}?url&no-inline`)};`);
  const text = files.reduce((said, _, index) => said.replaceAll(fileMark(index), `"+f${index}+"`), JSON.stringify(html));
  return `${imports.join('\n')}\nexport default ${text};`;
}

export const docPages: Plugin = {
  name: 'doc-pages',
  enforce: 'pre',
  resolveId: (id) => (id === INDEX ? `\0${INDEX}` : null),
  load(id) {
    if (id === `\0${INDEX}`) {
      for (const doc of SERVED_DOCS) this.addWatchFile(absolute(docPath(doc)));
      return indexModule();
    }
    if (!id.endsWith(QUERY)) return null;
    const path = id.slice(0, -QUERY.length);
    this.addWatchFile(path);
    return docModule(path.slice(absolute('docs/').length, -'.md'.length));
  },
};

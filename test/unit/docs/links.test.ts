/** Links of the documents lead somewhere; what messages name is there, and on the page too. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { headingsOf } from '../../../scripts/docMarkdown.ts';
import { renderedDoc, SERVED_DOCS, TRANSLATED_DOCS } from '../../../scripts/docPages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Files below a folder whose names end so, by their paths from the root. */
const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => posix.join(folder, posix.relative(join(root, folder), posix.join(entry.parentPath, entry.name))));

const DOCUMENTS = [...filesBelow('docs', '.md'), ...readdirSync(root).filter((name) => name.endsWith('.md'))];

/** For those who work on the workbench, beside all below `docs/architecture` and `docs/decisions`. */
const NOT_SERVED = ['architecture', 'lessons', 'usability'];

const anchors = new Map<string, ReadonlySet<string>>();
function hasAnchor(path: string, at: string): boolean {
  if (!anchors.has(path)) anchors.set(path, new Set(headingsOf(read(path)).map((heading) => heading.at)));
  return anchors.get(path)?.has(at) ?? false;
}

/** Whether a link from `document` leads to something in the repository. */
function leads(document: string, href: string): boolean {
  const [file = '', at] = href.split('#');
  const path = file === '' ? document : posix.join(posix.dirname(document), file);
  return existsSync(join(root, path)) && (at === undefined || hasAnchor(path, decodeURIComponent(at)));
}

function linksOf(markdown: string): string[] {
  const links: string[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') links.push((token as { readonly href: string }).href);
  });
  return links;
}

describe('links of', () => {
  it.each(DOCUMENTS)('%s', (document) => {
    const own = linksOf(read(document)).filter((href) => !/^https?:/.test(href));
    // Those of lessons are the course's own.
    const broken = own.filter((href) => !/^(?:term|place|evidence|step|lesson):/.test(href) && !leads(document, href));
    expect(broken).toEqual([]);
  });

  it('what is checked are links', () => {
    expect(linksOf(read('README.md')).length).toBeGreaterThan(20);
    expect(leads('docs/guide.md', 'nowhere.md')).toBe(false);
    expect(leads('docs/guide.md', 'environments.md#nowhere')).toBe(false);
    expect(leads('docs/guide.md', 'environments.md#the-hooks')).toBe(true);
  });
});

describe('what messages name', () => {
  const sources = [...filesBelow('src/words', '.ts'), ...filesBelow('src/core/health', '.ts')];
  const named = new Set(sources.flatMap((path) => read(path).match(/docs\/[\w/-]+\.md(?:#[\w-]+)?/g) ?? []));

  it('is there, and among the docs under Learn', () => {
    expect(named.size).toBeGreaterThan(12);
    const lost = [...named].filter((name) => {
      const [path = '', at] = name.split('#');
      const served = SERVED_DOCS.includes(path.slice('docs/'.length, -'.md'.length));
      return !served || (at !== undefined && !hasAnchor(path, at));
    });
    expect(lost).toEqual([]);
  });
});

describe('the docs under Learn', () => {
  it('are all documents but those of the workbench’s makers', () => {
    const ids = filesBelow('docs', '.md').map((path) => path.slice('docs/'.length, -'.md'.length));
    const forUsers = ids.filter((id) => !/^(?:architecture|decisions|zh)\//.test(id) && !NOT_SERVED.includes(id));
    expect(SERVED_DOCS.toSorted()).toEqual(forUsers.toSorted());
  });

  it('are there in another language where that is said, with the same headings and pictures', () => {
    const files = filesBelow('docs/zh', '.md').map((path) => path.slice('docs/zh/'.length, -'.md'.length));
    expect(files.toSorted()).toEqual(TRANSLATED_DOCS.zh.toSorted());
    for (const id of TRANSLATED_DOCS.zh) {
      const [english, chinese] = [renderedDoc(id), renderedDoc(`zh/${id}`)];
      expect(chinese.headings.map(({ level }) => level)).toEqual(english.headings.map(({ level }) => level));
      expect(chinese.files).toEqual(english.files);
    }
  });

  it.each([...SERVED_DOCS, ...TRANSLATED_DOCS.zh.map((id) => `zh/${id}`)])(
    '%s runs no script, and links to nothing but documents, files and the web',
    (id) => {
      const { html, headings, files } = renderedDoc(id);
      const tags = [...html.matchAll(/<([a-z]\w*)((?:"[^"]*"|[^<>"])*)>/g)];
      const known = 'p a code pre strong em del ul ol li h4 h5 h6 hr br img blockquote div table thead tbody tr th td span'.split(' ');
      expect([...new Set(tags.map(([, tag]) => tag))].filter((tag = '') => !known.includes(tag))).toEqual([]);
      expect(tags.filter(([, , attributes = '']) => /\son\w+=/.test(attributes))).toEqual([]);
      const addresses = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
      expect(addresses.filter((address) => !/^(?:#place=learn&amp;doc=|https?:\/\/|doc-file:\d+;$|models\/)/.test(address))).toEqual([]);
      for (const path of files) expect(existsSync(join(root, path)), path).toBe(true);
      expect(new Set(headings.map(({ at }) => at)).size).toBe(headings.length);
    },
  );
});

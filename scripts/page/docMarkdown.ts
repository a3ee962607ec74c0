/**
 * Documents for the page, as HTML: headings that can be linked to, links between documents as addresses of the page, tables and code that
 * scroll by themselves. HTML in a document is shown as text.
 */
import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { formatAddress } from '../../src/page/state/address/address.ts';

export interface DocHeading {
  /** By which a link names it: `hooks` in `environments.md#hooks`. */
  readonly at: string;
  readonly title: string;
  readonly level: number;
}

export interface RenderedDoc {
  readonly title: string;
  /** All below the title; each file of `files` is named in it by {@link fileMark}. */
  readonly html: string;
  readonly headings: readonly DocHeading[];
  /** Paths from the repository's root of pictures and of files to download. */
  readonly files: readonly string[];
}

/** What a picture is laid out as before it is there, pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface DocPlace {
  readonly id: string;
  /** Ids of the documents that the page has. */
  readonly served: ReadonlySet<string>;
  /** Of a picture, by its path from the repository's root. */
  readonly sizeOf: (path: string) => PictureSize;
}

const DOCS = 'docs/';
const PUBLIC = 'public/';
/** Of code that fits a line of a narrow window, characters. */
const SHORT = 28;

export const docPath = (id: string): string => `${DOCS}${id}.md`;
export const fileMark = (index: number): string => `doc-file:${index};`;

/** Names of headings as GitHub makes them; the second of a kind is `…-1`. To be asked in the order of the headings. */
export function headingNames(): (title: string) => string {
  const taken = new Map<string, number>();
  return (title) => {
    const name = title
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}

/** Headings of a document, its title among them. */
export function headingsOf(markdown: string): readonly DocHeading[] {
  const nameOf = headingNames();
  return new Marked()
    .lexer(markdown)
    .filter((token) => token.type === 'heading')
    .map((token) => {
      const title = textOf(token);
      return { at: nameOf(title), title, level: (token as Tokens.Heading).depth };
    });
}

/** Throws where a link is neither of the web nor of the repository. */
export function renderDoc(markdown: string, { id, served, sizeOf }: DocPlace): RenderedDoc {
  const [first, ...headings] = headingsOf(markdown);
  if (first?.level !== 1) throw new Error(`${docPath(id)} does not begin with its title`);
  const coming = [first, ...headings];
  const files: string[] = [];
  const pathOf = (href: string): string => posix.join(posix.dirname(docPath(id)), href);
  const fileAt = (path: string): string => {
    if (!files.includes(path)) files.push(path);
    return fileMark(files.indexOf(path));
  };
  const linkTo = (href: string, text: string): string => {
    if (/^https?:\/\//.test(href)) return `<a href="${escaped(href)}" target="_blank" rel="noreferrer">${text}</a>`;
    if (/^[a-z]+:/i.test(href)) throw new Error(`${docPath(id)}: a link to ${href}`);
    const [file = '', at = ''] = href.split('#');
    const path = file === '' ? docPath(id) : pathOf(file);
    const doc = path.endsWith('.md') && path.startsWith(DOCS) ? path.slice(DOCS.length, -'.md'.length) : undefined;
    if (doc !== undefined && served.has(doc)) return `<a ${docLink(doc, decodeURIComponent(at))}>${text}</a>`;
    if (path.startsWith(PUBLIC)) return `<a href="${escaped(path.slice(PUBLIC.length))}" target="_blank">${text}</a>`;
    if (path.startsWith(DOCS) && doc === undefined)
      return `<a href="${fileAt(path)}" download="${escaped(posix.basename(path))}">${text}</a>`;
    // Of the repository: named, since the page does not know where its reader's copy lies.
    return `${text} (<code>${escaped(path)}</code>)`;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens }) {
        const heading = coming.shift();
        if (!heading) throw new Error(`${docPath(id)}: a heading within something else`);
        if (heading === first) return '';
        // Below the page's own headings: its title, the place, the document.
        const tag = `h${Math.max(heading.level, 2) + 2}`;
        // For the pointer; by keyboard or ear there is the same in the list of what is in the document.
        const here = `<a ${docLink(id, heading.at)} data-here tabindex="-1" aria-hidden="true">#</a>`;
        return `<${tag} id="${headingId(heading.at)}" tabindex="-1">${this.parser.parseInline(tokens)} ${here}</${tag}>\n`;
      },
      link({ href, tokens }) {
        return linkTo(href, this.parser.parseInline(tokens));
      },
      image({ href, text }) {
        const path = pathOf(href);
        const { width, height } = sizeOf(path);
        return `<img src="${fileAt(path)}" alt="${escaped(text)}" width="${width}" height="${height}">`;
      },
      table({ header, rows }) {
        const cell = ({ tokens, align, header: heads, text }: Tokens.TableCell): string => {
          // A corner without words heads nothing.
          const tag = heads && text.trim() !== '' ? 'th' : 'td';
          return `<${tag}${align ? ` style="text-align: ${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>`;
        };
        const row = (cells: readonly Tokens.TableCell[]): string => `<tr>${cells.map(cell).join('')}</tr>`;
        return `<div data-table tabindex="0"><table><thead>${row(header)}</thead><tbody>${rows.map(row).join('')}</tbody></table></div>\n`;
      },
      // A flag is not broken within its dashes.
      codespan: ({ text }) => `<code${text.length <= SHORT ? ' data-short' : ''}>${escaped(text)}</code>`,
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      html: ({ text }) => escaped(text),
    },
  });
  return { title: first.title, html: marked.parse(markdown, { async: false }), headings, files };
}

/** Of the element that a heading becomes: the page has ids of its own. */
export const headingId = (at: string): string => `at-${at}`;

/** Leads to a document: the page goes there by itself, another tab by the address. */
function docLink(doc: string, at: string): string {
  const href = formatAddress({ place: 'learn', doc, ...(at ? { at } : {}) });
  return `href="${escaped(href)}" data-doc="${escaped(doc)}"${at ? ` data-at="${escaped(at)}"` : ''}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** What is read of a token. */
function textOf(token: Token): string {
  const { tokens } = token as { readonly tokens?: readonly Token[] };
  return tokens ? tokens.map(textOf).join('') : ((token as { readonly text?: string }).text ?? '');
}

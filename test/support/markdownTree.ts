/** Markdown as parsers of somebody else's read it: what stands in it, and its text. */
import { Marked, type Token } from 'marked';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

export interface ReadMarkdown {
  /** Kinds of its parts with their depth in the tree and where their links lead, a line each; texts of any length are one. */
  readonly structure: string;
  /** All texts and code in it, in order. */
  readonly texts: readonly string[];
}

class Parts {
  readonly #lines: string[] = [];
  readonly #texts: string[] = [];

  add(level: number, kind: string, value?: string): void {
    const line = `${' '.repeat(level)}${kind}`;
    const goesOn = kind === 'text' && this.#lines.at(-1) === line;
    if (!goesOn) this.#lines.push(line);
    if (value === undefined) return;
    if (goesOn) this.#texts.push(`${this.#texts.pop() ?? ''}${value}`);
    else this.#texts.push(value);
  }

  get read(): ReadMarkdown {
    return { structure: this.#lines.join('\n'), texts: this.#texts };
  }
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
  readonly url?: string;
}

/** As micromark reads it, to the letter of CommonMark and GitHub's tables, links and deletions; some ten milliseconds a page. */
export function readExactly(text: string): ReadMarkdown {
  const parts = new Parts();
  const walk = ({ type, value, children, url }: Node, level: number): void => {
    parts.add(level, `${type}${url === undefined ? '' : ` ${url}`}`, value);
    for (const child of children ?? []) walk(child, level + 1);
  };
  Markdown({ children: text, remarkPlugins: [remarkGfm, () => (root: Node) => walk(root, 0)] });
  return parts.read;
}

/** As marked reads it, which is many times as fast. */
export function readFast(text: string): ReadMarkdown {
  const parts = new Parts();
  const walk = (token: Token, level: number): void => {
    if (token.type === 'table') {
      parts.add(level, 'table');
      for (const row of [token['header'], ...token['rows']] as { readonly tokens: Token[] }[][])
        for (const { tokens } of row) {
          parts.add(level + 1, 'cell');
          for (const inner of tokens) walk(inner, level + 2);
        }
      return;
    }
    const inner = (token.type === 'list' ? token['items'] : 'tokens' in token ? token.tokens : undefined) as Token[] | undefined;
    if (token.type === 'escape' || (token.type === 'text' && !inner)) return parts.add(level, 'text', (token as { text: string }).text);
    const leaf = token.type === 'code' || token.type === 'codespan';
    if (token.type !== 'space')
      parts.add(level, `${token.type}${'href' in token ? ` ${token['href']}` : ''}`, leaf ? token['text'] : undefined);
    for (const each of inner ?? []) walk(each, level + 1);
  };
  for (const token of new Marked().lexer(text)) walk(token, 0);
  return parts.read;
}

/** What `scripts/docPages.ts` makes of the files in `docs/`. */
declare module 'virtual:docs' {
  import type { DocHeading } from '../../../../scripts/docMarkdown.ts';

  /** A document in one language, without its text. */
  export interface Doc {
    /** The path of the English one below `docs/`, without the ending. */
    readonly id: string;
    readonly language: 'en' | 'zh';
    /** Its own path there. */
    readonly file: string;
    readonly title: string;
    readonly headings: readonly DocHeading[];
  }

  /** In the order of their list, translations behind them. */
  export const DOCS: readonly Doc[];
  /** Fetches a document's text, as HTML, by its own path. */
  export const FETCH_DOC: Readonly<Record<string, () => Promise<{ readonly default: string }>>>;
}

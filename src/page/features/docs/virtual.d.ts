/** What `scripts/docPages.ts` makes of the files in `docs/`. */
declare module 'virtual:docs' {
  import type { DocHeading } from '../../../../scripts/docMarkdown.ts';

  /** A document without its text. */
  export interface Doc {
    /** Its path below `docs/`, without the ending. */
    readonly id: string;
    readonly title: string;
    readonly headings: readonly DocHeading[];
  }

  /** In the order of their list. */
  export const DOCS: readonly Doc[];
  /** Fetches a document's text, as HTML. */
  export const FETCH_DOC: Readonly<Record<string, () => Promise<{ readonly default: string }>>>;
}

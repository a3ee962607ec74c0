/** What a flag of `npm start` adds to the server of the page. */
import type { Plugin } from 'vite';

export interface Serving {
  /** Its part of the server; before the others, so that nothing of them applies to it. */
  readonly plugin: Plugin;
  /** Added to the page's address: empty, or `?…`. */
  readonly query: string;
  /** What is said once it is served at `port`. `headless`: no browser of this computer can show the page. */
  said(port: number, headless: boolean): readonly string[];
}

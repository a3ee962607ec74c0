/** What a flag of `npm start` or `marft open` adds to the server of the page. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Serving {
  /** Answers its own requests, before anything else of the server looks at them; false for every other. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Added to the page's address: empty, or `?…`. */
  readonly query: string;
  /** What is said once it is served at `port`. `headless`: no browser of this computer can show the page. */
  said(port: number, headless: boolean): readonly string[];
}

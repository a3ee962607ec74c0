/** What the process that serves the page answers where it is asked for more than the page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refused } from './mayAsk.ts';

/** What every answer says to the browser: it is nobody else's, it is kept nowhere, and nothing in it is a page. */
export const OUR_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Answers with JSON. */
export function say(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...OUR_HEADERS, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Says why a request is refused. */
export function refuse(request: IncomingMessage, response: ServerResponse, { status, error }: Refused): void {
  // What is still to come is not read.
  if (!request.complete) response.setHeader('connection', 'close');
  say(response, status, { error });
  request.resume();
}

/**
 * The built page on a host that knows nothing of it: files by their names, no headers beside the type, and no network any more once it is
 * stopped. The page lies in a folder there, as on GitHub Pages. The host's name is not that of one's own computer, where the page keeps no
 * service worker.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** Where the page lies on its host. */
export const BELOW = '/workbench/';

const DIST = join(import.meta.dirname, '../../../dist');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

export class PlainHost {
  /** What was asked for, in order: below the page, or from the root where it is not the page's. */
  readonly asked: string[] = [];
  /** What a newer version has changed of the text of a file; of one with another name there the older text. */
  change: (path: string) => { readonly from: string; readonly text: (text: string) => string } | null = () => null;
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://workbench.localhost:${this.#port}${BELOW}`;
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.url);
      const path = pathname === BELOW ? 'index.html' : decodeURIComponent(pathname.slice(BELOW.length));
      this.asked.push(pathname.startsWith(BELOW) ? path : pathname);
      if (!pathname.startsWith(BELOW)) return response.writeHead(404).end();
      const changed = this.change(path);
      readFile(join(DIST, changed?.from ?? path)).then(
        (bytes) => {
          response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
          response.end(changed ? changed.text(bytes.toString()) : bytes);
        },
        () => response.writeHead(404).end(),
      );
    });
    // The same port again: an origin is a name and a port.
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** As a network that is gone. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    if (server) await new Promise((resolve) => server.close(resolve));
  }
}

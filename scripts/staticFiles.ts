/**
 * The built page as static files of our own server: their headers, as `public/_headers` says for hosts that read it, and the copies that
 * `precompress.mjs` wrote. Browsers take those over TLS alone; over plain HTTP Vite compresses by gzip.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, normalize, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

interface Rule {
  /** What the path begins with. */
  readonly below: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Rules of a `_headers` file: a path that ends in `*`, and indented below it the headers. */
export function headerRules(text: string): readonly Rule[] {
  const blocks = text.matchAll(/^(\/\S*)\*\n((?:[ \t]+\S.*(?:\n|$))+)/gm);
  return [...blocks].map(([, below = '', lines = '']) => ({
    below,
    headers: Object.fromEntries([...lines.matchAll(/^\s+([A-Za-z-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value])),
  }));
}

/** What is sent with the file at `path`: of all rules that it matches. */
export const headersAt = (rules: readonly Rule[], path: string): Readonly<Record<string, string>> =>
  Object.assign({}, ...rules.filter(({ below }) => path.startsWith(below)).map(({ headers }) => headers)) as Record<string, string>;

/** What is sent by us, all else is by Vite. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html;charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
  jsonl: 'application/jsonl',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  txt: 'text/plain;charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
};

const typeOf = (path: string): string | undefined => TYPES[path.slice(path.lastIndexOf('.') + 1)];

type Next = () => void;

/** Sends files of `folder` compressed to whoever takes that, and hashed ones as unchanging; all else is for who comes next. */
export function sendStatic(folder: string, rules: readonly Rule[]) {
  return (request: Pick<IncomingMessage, 'url' | 'method' | 'headers'>, response: ServerResponse, next: Next): void => {
    send(request, response).then((sent) => sent || next(), next);
  };

  async function send(
    { url = '/', method, headers }: Pick<IncomingMessage, 'url' | 'method' | 'headers'>,
    response: ServerResponse,
  ): Promise<boolean> {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const path = pathOf(url);
    const type = path && typeOf(path);
    if (!path || !type) return false;
    const file = join(folder, normalize(path));
    if (!file.startsWith(folder + sep)) return false;
    const takesBrotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''));
    const found = (takesBrotli && (await fileAt(`${file}.br`))) || (path.startsWith('/assets/') && (await fileAt(file)));
    if (!found) return false;
    const tag = `W/"${found.size}-${found.changed}"`;
    const sent: Record<string, string | number> = {
      'Cache-Control': 'no-cache',
      ...headersAt(rules, path),
      'Content-Type': type,
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(found.path.endsWith('.br') ? { 'Content-Encoding': 'br' } : {}),
    };
    if (headers['if-none-match'] === tag) {
      response.writeHead(304, sent).end();
      return true;
    }
    response.writeHead(200, { ...sent, 'Content-Length': found.size });
    if (method === 'HEAD') response.end();
    else
      createReadStream(found.path)
        .on('error', () => response.destroy())
        .pipe(response);
    return true;
  }
}

/** The path that is asked for; null for one that is none. */
function pathOf(url: string): string | null {
  try {
    const { pathname } = new URL(url, 'http://localhost');
    const path = decodeURIComponent(pathname);
    return path === '/' ? '/index.html' : path;
  } catch {
    return null;
  }
}

async function fileAt(path: string): Promise<{ readonly path: string; readonly size: number; readonly changed: number } | null> {
  const status = await stat(path).catch(() => null);
  return status?.isFile() ? { path, size: status.size, changed: Math.round(status.mtimeMs) } : null;
}

/** Has `npm start` and the end-to-end tests served so. */
export function staticFiles(rules: readonly Rule[]): Plugin {
  let folder = '';
  return {
    name: 'static-files',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    configurePreviewServer: (server) => {
      server.middlewares.use(sendStatic(folder, rules));
    },
  };
}

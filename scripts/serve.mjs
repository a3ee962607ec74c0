/**
 * Serves the built page by Node alone, with nothing installed: `node scripts/serve.mjs [FOLDER] [--port N] [--host NAME]`. `npm start`, `marft open` and
 * the end-to-end tests send the page's files by the same code: with the headers that `_headers` in the folder says for hosts that read it,
 * and compressed: the copies that `precompress.mjs` wrote where a browser takes brotli (over TLS alone), else by gzip as they go.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';

/** Types by the end of a file's name; what has none is sent as bytes. */
const TYPES = {
  css: 'text/css',
  gz: 'application/gzip',
  html: 'text/html;charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
  jsonl: 'application/jsonl',
  png: 'image/png',
  svg: 'image/svg+xml',
  tgz: 'application/gzip',
  ttf: 'font/ttf',
  txt: 'text/plain;charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
};
/** What gains nothing by compression. */
const PACKED = /\.(?:gz|png|tgz|safetensors|br)$/;
/** Of what is smaller the answer's head would be most, bytes. */
const LEAST = 1000;

/** Rules of a `_headers` file: a path that ends in `*`, and indented below it the headers. */
export function headerRules(text) {
  const blocks = text.matchAll(/^(\/\S*)\*\n((?:[ \t]+\S.*(?:\n|$))+)/gm);
  return [...blocks].map(([, below = '', lines = '']) => ({
    below,
    headers: Object.fromEntries([...lines.matchAll(/^\s+([A-Za-z-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value])),
  }));
}

/** What is sent with the file at `path`: of all rules that it matches. */
export const headersAt = (rules, path) =>
  Object.assign({}, ...rules.filter(({ below }) => path.startsWith(below)).map(({ headers }) => headers));

/** Sends files of `folder`; what is not there is for who comes next. */
export function sendStatic(folder, rules) {
  return (request, response, next) => {
    send(request, response).then((sent) => sent || next(), next);
  };

  async function send({ url = '/', method, headers }, response) {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const path = pathOf(url);
    const file = path && join(folder, normalize(path));
    // Hidden files are the build's own.
    if (!file?.startsWith(folder + sep) || /[\\/]\./.test(file.slice(folder.length)) || path.includes('\0')) return false;
    const accepted = String(headers['accept-encoding'] ?? '');
    const copy = /\bbr\b/.test(accepted) ? await fileAt(`${file}.br`) : null;
    const found = copy ?? (await fileAt(file));
    if (!found) return false;
    const gzip = !copy && /\bgzip\b/.test(accepted) && found.size >= LEAST && !PACKED.test(path);
    const tag = `W/"${found.size}-${found.changed}"`;
    const sent = {
      'Cache-Control': 'no-cache',
      ...headersAt(rules, path),
      'Content-Type': TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(copy && { 'Content-Encoding': 'br' }),
      ...(gzip && { 'Content-Encoding': 'gzip' }),
    };
    if (headers['if-none-match'] === tag) {
      response.writeHead(304, sent).end();
      return true;
    }
    response.writeHead(200, gzip ? sent : { ...sent, 'Content-Length': found.size });
    if (method === 'HEAD') response.end();
    else {
      const stream = createReadStream(found.path).on('error', () => response.destroy());
      (gzip ? stream.pipe(createGzip()) : stream).pipe(response);
    }
    return true;
  }
}

/** The path that is asked for; null for one that is none. */
function pathOf(url) {
  try {
    const { pathname } = new URL(url, 'http://localhost');
    const path = decodeURIComponent(pathname);
    return path.endsWith('/') ? `${path}index.html` : path;
  } catch {
    return null;
  }
}

async function fileAt(path) {
  const status = await stat(path).catch(() => null);
  return status?.isFile() ? { path, size: status.size, changed: Math.round(status.mtimeMs) } : null;
}

/** How many ports behind the wanted one are tried. */
const TRIES = 100;

/**
 * Serves the page in `folder` at `port`, or at the next one that is free unless `strict`; `handle` answers before the files do, and says
 * whether it did. Resolves with the port and what ends it.
 */
export async function servePage({ folder, port, host = 'localhost', strict = false, handle = () => false }) {
  const root = resolve(folder);
  const send = sendStatic(root, headerRules(readFileSync(join(root, '_headers'), 'utf8')));
  const server = createServer((request, response) => {
    if (!handle(request, response))
      send(request, response, () => response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Nothing is here.\n'));
  });
  for (let at = port; ; at += 1) {
    const taken = await new Promise((done, fail) => {
      const refused = (error) => (error.code === 'EADDRINUSE' && !strict && at < port + TRIES ? done(true) : fail(error));
      server.once('error', refused).listen(at, host, () => done(server.off('error', refused) && false));
    });
    if (!taken) return { port: server.address().port, close: () => new Promise((closed) => server.close(closed)) };
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const options = { port: { type: 'string', default: '4173' }, host: { type: 'string', default: 'localhost' } };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const folder = positionals[0] ?? join(import.meta.dirname, '../dist');
  const { port } = await servePage({ folder, port: Number(values.port), host: values.host, strict: true });
  console.log(`MARFT Workbench is at http://${values.host}:${port}/`);
}

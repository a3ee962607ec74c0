/**
 * The built page as static files, served with nothing but Node: their headers, as `_headers` among them says for hosts that read it, and the copies
 * that `precompress.mjs` wrote. Browsers take those over TLS and from their own computer alone; others get gzip.
 * `node scripts/serve.mjs [FOLDER]` serves `dist/`, on `PORT` (else 4173 or the next that is free) and `HOST` (else this computer alone).
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join, normalize, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';

/** Rules of a `_headers` file: a path, or the beginning of one before `*`, and indented below it the headers. A later rule replaces what an earlier one said. */
export function headerRules(text) {
  const blocks = text.matchAll(/^(\/[^\s*]*)(\*?)\n((?:[ \t]+\S.*(?:\n|$))+)/gm);
  return [...blocks].map(([, path = '', star = '', lines = '']) => ({
    path,
    whole: star === '',
    headers: Object.fromEntries([...lines.matchAll(/^\s+([A-Za-z-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value])),
  }));
}

/** What is sent with the file at `path`: of all rules that it matches. */
export const headersAt = (rules, path) =>
  Object.assign(
    {},
    ...rules.filter((rule) => (rule.whole ? path === rule.path : path.startsWith(rule.path))).map(({ headers }) => headers),
  );

/** What gains by being compressed, and what it is. */
const TEXTS = {
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
const OTHERS = { png: 'image/png', webp: 'image/webp' };
/** Of what is smaller the answer's head would be most, bytes. */
const LEAST = 1000;

/**
 * Sends files of `folder` compressed to whoever takes that, hashed ones as unchanging, and those with a rule of their own by it; all else is for who comes next. With `everything`
 * only what is not there is.
 */
export function sendStatic(folder, rules, everything = false) {
  const root = resolve(folder);
  const hasOwnRule = (path) => rules.some((rule) => rule.whole && rule.path === path);
  return (request, response, next) => void send(request, response).then((sent) => sent || next(), next);

  async function send({ url = '/', method, headers }, response) {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const path = pathOf(url);
    const ending = path?.slice(path.lastIndexOf('.') + 1) ?? '';
    const text = Object.hasOwn(TEXTS, ending) ? TEXTS[ending] : undefined;
    if (!path || !(text || everything)) return false;
    const file = join(root, normalize(path));
    if (!file.startsWith(root + sep)) return false;
    const takes = String(headers['accept-encoding'] ?? '');
    const smaller = text && /\bbr\b/.test(takes) ? await fileAt(`${file}.br`) : null;
    const found = smaller ?? (everything || path.startsWith('/assets/') || hasOwnRule(path) ? await fileAt(file) : null);
    if (!found) return false;
    const zips = everything && !smaller && text && found.size >= LEAST && /\bgzip\b/.test(takes);
    const encoding = smaller ? 'br' : zips ? 'gzip' : undefined;
    const tag = `W/"${found.size}-${found.changed}"`;
    const sent = {
      'Cache-Control': 'no-cache',
      ...headersAt(rules, path),
      'Content-Type': text ?? OTHERS[ending] ?? 'application/octet-stream',
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    };
    if (headers['if-none-match'] === tag) {
      response.writeHead(304, sent).end();
      return true;
    }
    response.writeHead(200, zips ? sent : { ...sent, 'Content-Length': found.size });
    if (method === 'HEAD') response.end();
    else pipeline([createReadStream(found.path), ...(zips ? [createGzip()] : []), response], (error) => error && response.destroy());
    return true;
  }
}

/** The path that is asked for; null for one that is none. */
function pathOf(url) {
  try {
    const { pathname } = new URL(url, 'http://localhost');
    const path = decodeURIComponent(pathname);
    return path === '/' ? '/index.html' : path;
  } catch {
    return null;
  }
}

async function fileAt(path) {
  const status = await stat(path).catch(() => null);
  return status?.isFile() ? { path, size: status.size, changed: Math.round(status.mtimeMs) } : null;
}

/**
 * Serves the built page in `folder` and says where; resolves to the server once it listens. Rejects where there is no page or no port. `first`: tried
 * before those behind it, where no `port` is asked for. `handle` answers before the files do, and says whether it did.
 */
export async function serve({
  folder,
  port = Number(process.env.PORT) || undefined,
  first = 4173,
  host = process.env.HOST ?? 'localhost',
  say = console.log,
  handle = () => false,
}) {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no built page in ${folder}: \`npm run build\` makes one.`);
  const send = sendStatic(folder, headerRules(readFileSync(join(folder, '_headers'), 'utf8')), true);
  const server = createServer((request, response) => {
    if (handle(request, response)) return;
    send(request, response, (error) =>
      response.writeHead(error ? 500 : 404, { 'Content-Type': 'text/plain' }).end(error ? 'Failed' : 'Not found'),
    );
  });
  const listen = (at) =>
    new Promise((done, fail) => {
      server.once('error', fail);
      server.listen(at, host, () => done(server.off('error', fail).address().port));
    });
  const free = async (at) =>
    listen(at).catch((error) => (error.code === 'EADDRINUSE' && at < first + 100 ? free(at + 1) : Promise.reject(error)));
  // A port that was asked for is the one that somebody will look at.
  const taken = await (port == null ? free(first) : listen(port));
  say(`\n  MARFT Workbench is at http://localhost:${taken}/\n  Press Ctrl+C to stop.\n`);
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(dirname(process.argv[1]), '..', 'dist');
  // The first process of a container has nobody else who would end it.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
  await serve({ folder }).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

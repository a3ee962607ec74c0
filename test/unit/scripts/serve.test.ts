/** The built page as our own server sends it, and the compressed copies beside it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerRules, headersAt, sendStatic, servePage } from '../../../scripts/serve.mjs';

// Plain JavaScript without types, because the build runs before TypeScript is installed.
const path: string = '../../../scripts/precompress.mjs';
const { precompress } = (await import(path)) as { readonly precompress: (folder: string) => Promise<void> };

const SCRIPT = `export const words = [${'"again", '.repeat(400)}];\n`;
const PICTURE = 'not really a picture '.repeat(100);

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marft-static-'));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.js'), SCRIPT);
  writeFileSync(join(folder, 'dist/index.html'), `<!doctype html>${SCRIPT}`);
  writeFileSync(join(folder, 'dist/assets/start-1.js'), SCRIPT);
  writeFileSync(join(folder, 'dist/assets/small.js'), 'export {};\n');
  writeFileSync(join(folder, 'dist/picture.png'), PICTURE);
  writeFileSync(join(folder, 'dist/.build.json'), '{}');
  writeFileSync(join(folder, 'dist/_headers'), '/*\n  X-Page: ours\n');
  await precompress(join(folder, 'dist'));
  await precompress(folder);
  const rules = headerRules(readFileSync(join(import.meta.dirname, '../../../public/_headers'), 'utf8'));
  const send = sendStatic(join(folder, 'dist'), rules);
  server = createServer((asked, answer) => send(asked, answer, () => answer.writeHead(404).end('next')));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** As it travels: nothing is normalised or unpacked on the way. */
const ask = (of: string, headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    request({ port: (server.address() as AddressInfo).port, path: of, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });

const BROTLI = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('the page’s files', () => {
  it('go compressed to whoever takes that, with the page’s headers', async () => {
    const { status, headers, body } = await ask('/', BROTLI);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-embedder-policy': 'require-corp',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(body).toString()).toBe(`<!doctype html>${SCRIPT}`);
  });

  it('are kept for good where their name changes with them, compressed or not', async () => {
    for (const [given, encoding] of [
      [BROTLI, 'br'],
      [{}, undefined],
    ] as const) {
      const { headers, body } = await ask('/assets/start-1.js', given);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-encoding']).toBe(encoding);
      expect((encoding ? brotliDecompressSync(body) : body).toString()).toBe(SCRIPT);
    }
    expect((await ask('/assets/small.js', BROTLI)).headers['content-encoding'], 'nothing to gain').toBeUndefined();
  });

  it('are not sent again to whoever has them', async () => {
    const { headers } = await ask('/assets/start-1.js', BROTLI);
    const again = await ask('/assets/start-1.js', { ...BROTLI, 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('go by gzip to whoever takes nothing better, but for what gains nothing by it', async () => {
    const { headers, body } = await ask('/assets/start-1.js', { 'accept-encoding': 'gzip, deflate' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/javascript' });
    expect(gunzipSync(body).toString()).toBe(SCRIPT);
    const picture = await ask('/picture.png', BROTLI);
    expect([picture.headers['content-encoding'], picture.headers['content-type']]).toEqual([undefined, 'image/png']);
    expect(picture.body.toString()).toBe(PICTURE);
  });

  it.each(['/.build.json', '/nowhere.js', '/assets/nowhere.js', '/../secret.js', '/assets/..%2f..%2fsecret.js', '/%', '/assets'])(
    'leave %s to who comes next',
    async (asked) => {
      expect((await ask(asked, BROTLI)).body.toString()).toBe('next');
    },
  );
});

it('a page is served at the next port that is free, and by what is put before its files first', async () => {
  const taken = (server.address() as AddressInfo).port;
  const handle = (asked: { readonly url?: string }, answer: import('node:http').ServerResponse) =>
    asked.url === '/mine' && Boolean(answer.end('mine'));
  const page = await servePage({ folder: join(folder, 'dist'), port: taken, handle });
  try {
    expect(page.port).toBeGreaterThan(taken);
    const text = async (path: string) => (await fetch(`http://localhost:${page.port}${path}`)).text();
    expect(await text('/mine')).toBe('mine');
    const start = await fetch(`http://localhost:${page.port}/`);
    expect([start.status, start.headers.get('x-page')]).toEqual([200, 'ours']);
    expect((await fetch(`http://localhost:${page.port}/nowhere`)).status).toBe(404);
    await expect(servePage({ folder: join(folder, 'dist'), port: taken, strict: true })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  } finally {
    await page.close();
  }
});

it('of several rules all that match count', () => {
  const rules = headerRules('# said first\n/*\n  X-One: 1\n  X-Two: a b\n\n/assets/*\n  X-One: 2\n');
  expect(headersAt(rules, '/index.html')).toEqual({ 'X-One': '1', 'X-Two': 'a b' });
  expect(headersAt(rules, '/assets/a.js')).toEqual({ 'X-One': '2', 'X-Two': 'a b' });
});

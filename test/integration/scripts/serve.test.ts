/** The built page as our own server sends it, and the compressed copies beside it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerRules, headersAt, sendStatic, serve } from '../../../scripts/serve.mjs';

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

  it.each(['/picture.png', '/nowhere.js', '/assets/nowhere.js', '/../secret.js', '/assets/..%2f..%2fsecret.js', '/%', '/assets'])(
    'leave %s to who comes next',
    async (asked) => {
      expect((await ask(asked, BROTLI)).body.toString()).toBe('next');
    },
  );
});

describe('the page’s own server', () => {
  let own: Server;
  const at = (path: string, init: RequestInit = {}) => fetch(`http://localhost:${(own.address() as AddressInfo).port}${path}`, init);
  beforeAll(async () => {
    writeFileSync(join(folder, 'dist/_headers'), readFileSync(join(import.meta.dirname, '../../../public/_headers')));
    writeFileSync(join(folder, 'dist/late.js'), SCRIPT);
    own = await serve({ folder: join(folder, 'dist'), port: 0, say: () => undefined });
  });
  afterAll(() => own.close());

  it('sends what there is, pictures too, and nothing else', async () => {
    const picture = await at('/picture.png');
    expect([picture.status, picture.headers.get('content-type'), await picture.text()]).toEqual([200, 'image/png', PICTURE]);
    expect(picture.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    for (const path of ['/nowhere.js', '/assets', '/assets/..%2f..%2fsecret.js', '/%']) expect((await at(path)).status, path).toBe(404);
    expect((await at('/', { method: 'POST' })).status).toBe(404);
  });

  it('compresses by gzip what has no copy, for whoever takes only that', async () => {
    const { port } = own.address() as AddressInfo;
    const zipped = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve) =>
      request({ port, path: '/late.js', headers: { 'accept-encoding': 'gzip' } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], bytes: Buffer.concat(chunks) }));
      }).end(),
    );
    expect(zipped.encoding).toBe('gzip');
    expect(gunzipSync(zipped.bytes).toString()).toBe(SCRIPT);
  });

  it('leaves to what is put before its files what that answers, and takes the next port where one is taken', async () => {
    const { port } = own.address() as AddressInfo;
    const say = (): void => undefined;
    const handle = (asked: IncomingMessage, answer: ServerResponse): boolean => asked.url === '/mine' && Boolean(answer.end('mine'));
    const beside = await serve({ folder: join(folder, 'dist'), first: port, say, handle });
    const next = (beside.address() as AddressInfo).port;
    const text = async (path: string): Promise<string> => (await fetch(`http://localhost:${next}${path}`)).text();
    try {
      expect(next).toBeGreaterThan(port);
      expect([await text('/mine'), await text('/late.js')]).toEqual(['mine', SCRIPT]);
    } finally {
      beside.close();
    }
    await expect(serve({ folder: join(folder, 'dist'), port, say })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('says that there is no page where there is none', async () => {
    await expect(serve({ folder: join(folder, 'nowhere'), port: 0 })).rejects.toThrow('npm run build');
  });
});

it('of several rules all that match count', () => {
  const rules = headerRules('# said first\n/*\n  X-One: 1\n  X-Two: a b\n\n/assets/*\n  X-One: 2\n');
  expect(headersAt(rules, '/index.html')).toEqual({ 'X-One': '1', 'X-Two': 'a b' });
  expect(headersAt(rules, '/assets/a.js')).toEqual({ 'X-One': '2', 'X-Two': 'a b' });
  const one = headerRules('/*\n  X-One: 1\n/one.html\n  ! X-One\n  X-One: 2\n');
  expect(['/one.html', '/one.htmlx', '/a/one.html'].map((path) => headersAt(one, path)['X-One'])).toEqual(['2', '1', '1']);
});

it('one page alone may be framed, and may fetch nothing', () => {
  const rules = headerRules(readFileSync(join(import.meta.dirname, '../../../public/_headers'), 'utf8'));
  const policyOf = (path: string): string => headersAt(rules, path)['Content-Security-Policy']!;
  expect(policyOf('/index.html')).toContain("frame-ancestors 'none'");
  expect(policyOf('/embed.js')).toContain("frame-ancestors 'none'");
  expect(policyOf('/embed.html')).toContain('frame-ancestors *');
  expect(policyOf('/embed.html')).toMatch(/^default-src 'none';/);
  expect(policyOf('/embed.html')).not.toMatch(/unsafe|connect-src|https?:/);
  expect(headersAt(rules, '/embed.html')['Cross-Origin-Embedder-Policy']).toBe('require-corp');
});

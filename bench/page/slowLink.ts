/**
 * `npx tsx bench/page/slowLink.ts [--dist folder] [--mbps 1.6] [--latency 150] [--rounds n] [--list n] [--out file.json]`: how long the built page takes
 * over a slow link until its charts show, and how many requests and bytes that is, in a fresh headless Chromium each round.
 *
 * The link is a proxy before the page's own server: every answer waits for the latency, and the bodies of all share one bandwidth, workers' included.
 * The browser's own emulation counts and slows each worker by itself. It speaks TLS, by a certificate that `openssl` makes, as browsers take
 * brotli over nothing else; `--plain` does without. Not in it: the opening of a connection, TCP's slow start, HTTP/2.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, request as ask, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { launchOptions } from '../../scripts/testing/browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const VIEWPORT = { width: 1440, height: 900 };
const PATIENCE = 180_000;
/** Nothing was asked for so long: all that the page fetches by itself is here. Milliseconds. */
const QUIET = 6000;
/** Bytes sent at once, little enough that answers under way share the link. */
const PIECE = 4096;

interface Fetched {
  readonly path: string;
  /** As they travel, headers included. */
  bytes: number;
  /** Milliseconds after the page was asked for: when it was asked for, and when it was here; null while it is on its way. */
  readonly asked: number;
  done: number | null;
}

interface Round {
  /** Milliseconds until the reward chart has its points. */
  readonly charts: number;
  /** Asked for and sent until then, and until nothing was asked for any more. */
  readonly requests: number;
  readonly bytes: number;
  readonly requestsInAll: number;
  readonly bytesInAll: number;
  readonly fetched: readonly Fetched[];
}

/** One bandwidth for all answers, first come first served, piece by piece. */
class Link {
  #free = 0;
  readonly #perSecond: number;

  constructor(megabitsPerSecond: number) {
    this.#perSecond = (megabitsPerSecond * 1e6) / 8;
  }

  async send(bytes: number): Promise<void> {
    const now = performance.now();
    this.#free = Math.max(this.#free, now) + (bytes / this.#perSecond) * 1000;
    await wait(this.#free - now);
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The server at `port` behind a slow link; what it sends is noted in `fetched`. */
async function slowed(port: number, link: Link, latency: number, fetched: Fetched[], began: () => number): Promise<Server> {
  const listener: RequestListener = (asked, answer) => {
    const { url = '/', method, headers } = asked;
    const entry: Fetched = { path: url, bytes: 0, asked: performance.now() - began(), done: null };
    fetched.push(entry);
    const from = ask({ port, path: url, method, headers }, (response) => {
      void (async () => {
        await wait(latency);
        entry.bytes += headBytes(response);
        answer.writeHead(response.statusCode ?? 500, response.headers);
        for await (const chunk of response as AsyncIterable<Buffer>) {
          for (let at = 0; at < chunk.length; at += PIECE) {
            const piece = chunk.subarray(at, at + PIECE);
            await link.send(piece.length);
            answer.write(piece);
            entry.bytes += piece.length;
          }
        }
        answer.end();
        entry.done = performance.now() - began();
      })();
    });
    from.on('error', () => answer.destroy());
    asked.pipe(from);
  };
  const server = identity ? createSecureServer(identity, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return server;
}

const headBytes = ({ rawHeaders }: IncomingMessage): number => rawHeaders.reduce((sum, text) => sum + text.length + 2, 20);

async function measure(port: number, { mbps, latency }: { readonly mbps: number; readonly latency: number }): Promise<Round> {
  const fetched: Fetched[] = [];
  let start = 0;
  const server = await slowed(port, new Link(mbps), latency, fetched, () => start);
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, ignoreHTTPSErrors: true });
    start = performance.now();
    await page.goto(`http${identity ? 's' : ''}://localhost:${(server.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
    await page.locator('figure[data-chart="reward"] [data-drawn]:not([data-drawn="0"])').first().waitFor({ timeout: PATIENCE });
    const charts = performance.now() - start;
    const before = fetched.map(({ bytes }) => bytes);
    for (let count = -1; count !== fetched.length; ) {
      count = fetched.length;
      await page.waitForTimeout(QUIET);
    }
    const sum = (bytes: readonly number[]) => bytes.reduce((total, each) => total + each, 0);
    return {
      charts,
      requests: before.length,
      bytes: sum(before),
      requestsInAll: fetched.length,
      bytesInAll: sum(fetched.map(({ bytes }) => bytes)),
      fetched,
    };
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** A key and a certificate of localhost that nobody trusts. */
function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'marft-slow-link-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost'],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: join(ROOT, 'dist') },
    mbps: { type: 'string', default: '1.6' },
    latency: { type: 'string', default: '150' },
    rounds: { type: 'string', default: '3' },
    list: { type: 'string', default: '0' },
    out: { type: 'string' },
    plain: { type: 'boolean', default: false },
  },
});
const identity = values.plain ? null : selfSigned();
const served = await preview({
  root: ROOT,
  logLevel: 'warn',
  build: { outDir: values.dist },
  preview: { port: 4390, strictPort: false },
});
const port = (served.httpServer.address() as AddressInfo).port;
const rounds: Round[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  const measured = await measure(port, { mbps: Number(values.mbps), latency: Number(values.latency) });
  rounds.push(measured);
  const { charts, requests, bytes, requestsInAll, bytesInAll } = measured;
  console.log(
    `charts after ${(charts / 1000).toFixed(1)} s, ${requests} requests, ${Math.round(bytes / 1000)} kB; in all ${requestsInAll} requests, ${Math.round(bytesInAll / 1000)} kB`,
  );
}
const last = rounds.at(-1);
for (const { path, bytes, asked, done } of [...(last?.fetched ?? [])].sort((a, b) => b.bytes - a.bytes).slice(0, Number(values.list))) {
  const mark = last && asked < last.charts ? 'before' : 'after ';
  const at = done === null ? 'never' : String(Math.round(done));
  console.log(`${mark} ${String(bytes).padStart(8)} B ${String(Math.round(asked)).padStart(6)}–${at.padEnd(6)} ms ${path}`);
}
if (values.out) await writeFile(values.out, `${JSON.stringify(rounds, null, 2)}\n`);
await served.close();
process.exit(0);

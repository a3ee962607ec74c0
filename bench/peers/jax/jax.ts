/**
 * The peer @jax-js/jax in Chromium: its WebAssembly or WebGPU device on one update's loss and gradients (no optimiser). It
 * is a development dependency of the bench alone; without it the rows say so. `JAX_JS` names a folder that holds it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { launchOptions } from '../../../scripts/testing/browser.ts';
import { median, type Measure } from '../../measure.ts';

export const NO_JAX = 'skipped: @jax-js/jax not installed';

/** The library's folder of scripts, or null. */
export function findJax(): { folder: string; version: string } | null {
  const chosen = process.env['JAX_JS'];
  const root = chosen ?? fileURLToPath(new URL('../../../node_modules/@jax-js/jax', import.meta.url));
  if (!existsSync(join(root, 'package.json'))) return null;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { folder: join(root, 'dist'), version };
}

/** Sizes as `update.js` takes them. */
export interface JaxSize {
  readonly hidden: number;
  readonly intermediate: number;
  readonly layers: number;
  readonly heads: number;
  readonly vocabulary: number;
  readonly rows: number;
  readonly length: number;
  /** First scored token: targets `first … length` of `length + 1` ids. */
  readonly first: number;
  readonly rank: number;
  readonly scale: number;
  readonly eps: number;
  readonly theta: number;
}

export type JaxDevice = 'wasm' | 'webgpu';

export interface JaxPeer {
  /** The faster way of computing LoRA, found by `startJax`. */
  readonly form: 'thin' | 'merged';
  /** Milliseconds of the first call of that form, which compiles. */
  readonly compile: number;
  readonly loss: number;
  /** Wall time by the page's clock; processor time of the page's process. */
  readonly measure: Measure;
  stop(): Promise<void>;
}

/** Not a server: these answers are given by the driver. Localhost counts as secure, which WebGPU asks for. */
const ORIGIN = 'http://localhost:4999';
const PAGE = `<!doctype html><title>jax</title><script type="importmap">{"imports":{"@jax-js/jax":"/jax/index.js"}}</script>`;

interface Page {
  run(form: string): Promise<{ wall: number; loss: number }>;
}

/**
 * Opens a page, compiles both forms and keeps the faster. `threads` sends the headers under which the library starts its
 * threads (SharedArrayBuffer); without, it computes on one.
 */
export async function startJax(folder: string, device: JaxDevice, size: JaxSize, options: { threads?: boolean } = {}): Promise<JaxPeer> {
  const browser = await chromium.launch(launchOptions());
  const page = await browser.newPage();
  const isolation: Record<string, string> = options.threads
    ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
    : {};
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', headers: isolation, body: PAGE });
    const file = pathname === '/update.js' ? join(import.meta.dirname, 'update.js') : join(folder, basename(pathname));
    const known = pathname === '/update.js' || dirname(pathname) === '/jax';
    if (!known || !existsSync(file)) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: 'text/javascript', headers: isolation, body: readFileSync(file) });
  });
  await page.goto(`${ORIGIN}/`);
  await page.evaluate(`(async () => {
    const jax = await import('@jax-js/jax');
    const { makeUpdate } = await import('/update.js');
    if (!(await jax.init('${device}')).includes('${device}')) throw new Error('@jax-js/jax has no device ${device} here');
    jax.defaultDevice('${device}');
    const size = ${JSON.stringify(size)};
    const updates = { thin: makeUpdate(jax, size, 'thin'), merged: makeUpdate(jax, size, 'merged') };
    globalThis.peer = {
      async run(form) {
        const start = performance.now();
        const loss = await updates[form]();
        return { wall: performance.now() - start, loss };
      },
    };
  })()`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  /** Milliseconds of processor time of the page's process. */
  const processorTime = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN);
  };
  const run = (form: string) => page.evaluate((name) => (globalThis as unknown as { peer: Page }).peer.run(name), form);

  const tried = [];
  for (const form of ['thin', 'merged'] as const) {
    const { wall: compile, loss } = await run(form);
    const times: number[] = [];
    for (let i = 0; i < 4; i += 1) times.push((await run(form)).wall);
    tried.push({ form, compile, loss, time: median(times) });
  }
  const [first, second] = tried.sort((a, b) => a.time - b.time);
  if (!first || !second || Math.abs(first.loss - second.loss) > 1e-3 * Math.abs(first.loss)) throw new Error('the two forms disagree');
  const { form, compile, loss } = first;
  return {
    form,
    compile,
    loss,
    async measure() {
      const before = await processorTime();
      const { wall } = await run(form);
      return { wall, cpu: (await processorTime()) - before };
    },
    stop: () => browser.close(),
  };
}

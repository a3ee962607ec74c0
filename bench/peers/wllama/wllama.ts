/**
 * llama.cpp on WASM, as the package @wllama/wllama brings it, in Chromium: tokens written one after the other, greedily. It is no
 * dependency of this project: `WLLAMA` names the folder of the package (`npm install --prefix DIR @wllama/wllama` elsewhere).
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright';
import { launchOptions } from '../../../scripts/testing/browser.ts';
import type { Measure } from '../../measure.ts';

export const NO_WLLAMA = 'skipped: @wllama/wllama not found (WLLAMA)';

export interface FoundWllama {
  /** Of its scripts. */
  readonly folder: string;
  readonly version: string;
}

export function findWllama(): FoundWllama | null {
  const root = process.env['WLLAMA'];
  if (root === undefined || !existsSync(join(root, 'package.json'))) return null;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { folder: join(root, 'esm'), version };
}

export interface WllamaPeer {
  readonly threads: number;
  /** Milliseconds of one token, as llama.cpp counts them; processor time is not known. */
  readonly measure: Measure;
  stop(): Promise<void>;
}

interface Page {
  threads: number;
  run(): Promise<{ n: number; each: number }>;
}

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
/** Under these a page may share memory between threads. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

export interface WllamaWork {
  readonly threads: number;
  readonly prompt: number;
  readonly steps: number;
}

/** Serves the package and the model on this machine, opens a page there and loads the model. */
export async function startWllama({ folder }: FoundWllama, model: Buffer, { threads, prompt, steps }: WllamaWork): Promise<WllamaPeer> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path);
    const body =
      path === '/model.gguf' ? model : path === '/' ? '<!doctype html><title>wllama</title>' : existsSync(file) ? readFileSync(file) : null;
    const type = path === '/' ? 'text/html' : (TYPES[extname(path)] ?? 'application/octet-stream');
    response.writeHead(body === null ? 404 : 200, { ...ISOLATED, 'Content-Type': type }).end(body ?? '');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const browser = await chromium.launch({ ...launchOptions(), args: [] });
  const stop = async () => {
    await browser.close();
    server.close();
  };
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const asked = { prompt: 'a'.repeat(prompt), max_tokens: steps, temperature: 0, top_k: 1, ignore_eos: true };
    await page.evaluate(`(async () => {
      const { Wllama } = await import('/index.js');
      const wllama = new Wllama({ default: location.origin + '/wasm/wllama.wasm' }, { suppressNativeLog: true });
      const model = await (await fetch('/model.gguf')).blob();
      await wllama.loadModel([model], { n_ctx: 512, n_threads: ${threads}, n_gpu_layers: 0, n_parallel: 1 });
      globalThis.peer = {
        threads: wllama.getNumThreads(),
        async run() {
          const { timings } = await wllama.createCompletion(${JSON.stringify(asked)});
          return { n: timings.predicted_n, each: timings.predicted_per_token_ms };
        },
      };
    })()`);
    const used = await page.evaluate(() => (globalThis as unknown as { peer: Page }).peer.threads);
    return {
      threads: used,
      async measure() {
        const { n, each } = await page.evaluate(() => (globalThis as unknown as { peer: Page }).peer.run());
        if (n !== steps) throw new Error(`llama.cpp wrote ${n} tokens, not ${steps}`);
        return { wall: each, cpu: Number.NaN };
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The built page, served to a headless Chromium: the browser that the tests drive. */
import { execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { serve } from '../../../scripts/serve.mjs';
import { launchOptions } from '../../../scripts/testing/browser.ts';
import { projectRoot } from '../../kit/folders.ts';

/** For `addInitScript`: tsx names functions by a helper of its own, which functions that are sent to the page lack there. */
export const NAMES = 'globalThis.__name = (value) => value';

export interface ServedPage {
  /** Without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the page where its sources are newer, and serves it at a port that is free; `E2E_URL` names a server that is already running instead. */
export async function servedPage(): Promise<ServedPage> {
  const running = process.env['E2E_URL'];
  if (running !== undefined) return { url: running.replace(/\/$/, ''), close: () => Promise.resolve() };
  execFileSync(process.execPath, [join(projectRoot, 'scripts/build.mjs'), '--if-stale'], { cwd: projectRoot });
  const server = await serve({ folder: join(projectRoot, 'dist'), port: 0, say: () => undefined });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface BuiltPage extends ServedPage {
  readonly browser: Browser;
}

/** The same with a browser. */
export async function builtPage(): Promise<BuiltPage> {
  const page = await servedPage();
  const browser = await chromium.launch(launchOptions());
  return { url: page.url, browser, close: () => browser.close().then(() => page.close()) };
}

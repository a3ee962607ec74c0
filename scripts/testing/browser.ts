/**
 * Which Chromium the tests drive: the one named by `PLAYWRIGHT_CHROMIUM` (a path, or `managed` for Playwright's own),
 * else one installed on this machine, else Playwright's own if it has been downloaded.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type LaunchOptions } from 'playwright';

export type Found = { source: 'env' | 'system'; path: string } | { source: 'playwright' } | { source: 'none' };

/** Files of that name in the folders of PATH, then `others`. */
const candidates = (env: NodeJS.ProcessEnv, names: readonly string[], others: readonly string[]): string[] => [
  ...(env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name))),
  ...others,
];

const names = process.platform === 'win32' ? ['chrome.exe'] : ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Places that are not on PATH. */
function wellKnownPaths(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin') {
    return ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];
  }
  if (process.platform === 'win32') {
    return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
      .filter((folder): folder is string => Boolean(folder))
      .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
  }
  return ['/snap/bin/chromium'];
}

/** Looks for a browser without starting one; throws only when `PLAYWRIGHT_CHROMIUM` names a missing file. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): Found {
  const chosen = env['PLAYWRIGHT_CHROMIUM'];
  if (chosen === 'managed') return { source: 'playwright' };
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`PLAYWRIGHT_CHROMIUM names ${chosen}, which does not exist.`);
    return { source: 'env', path: chosen };
  }
  const system = candidates(env, names, wellKnownPaths(env)).find((path) => existsSync(path));
  if (system) return { source: 'system', path: system };
  return existsSync(chromium.executablePath()) ? { source: 'playwright' } : { source: 'none' };
}

/** Headless Chromium offers WebGPU (on its software adapter) only with this flag. */
export const webgpuArgs = ['--enable-unsafe-webgpu'];

/** Playwright's launch options for what {@link findChromium} found. */
export function launchOptions(found: Found = findChromium()): LaunchOptions {
  switch (found.source) {
    case 'none':
      throw new Error(
        'No Chromium found. Run `npx playwright install chromium`, or install Chrome or Chromium, or set PLAYWRIGHT_CHROMIUM to its path.',
      );
    case 'playwright':
      // The full browser in its headless mode; the smaller headless shell has no WebGPU.
      return { channel: 'chromium', args: webgpuArgs };
    default:
      return { executablePath: found.path, args: webgpuArgs };
  }
}

/**
 * The Firefox that the tests drive beside it: the one named by `MARFT_FIREFOX`, else one that is installed; undefined without one, and on Windows,
 * where Playwright cannot start `scripts/testing/firefox.mjs`. Throws when `MARFT_FIREFOX` names a missing file.
 */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (process.platform === 'win32') return undefined;
  const chosen = env['MARFT_FIREFOX'];
  if (chosen && !existsSync(chosen)) throw new Error(`MARFT_FIREFOX names ${chosen}, which does not exist.`);
  return (
    chosen ||
    candidates(env, ['firefox', 'firefox-esr'], ['/Applications/Firefox.app/Contents/MacOS/firefox']).find((path) => existsSync(path))
  );
}

/** Playwright's options for the Firefox at `path`, by WebDriver BiDi. */
export const firefoxOptions = (path: string): LaunchOptions => ({
  channel: 'moz-firefox',
  executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)),
  env: { ...process.env, MARFT_FIREFOX: path },
});

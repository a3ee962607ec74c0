/**
 * `npm start`: from a fresh clone to the open workbench. Installs what is missing, builds when the sources are newer than
 * the build, serves the built page and opens it. `PORT` chooses the port to try first; `BROWSER=none` opens nothing.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstall, root } from './ensure-install.mjs';

/** What the build is made from. */
const SOURCES = ['src', 'workers', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'tsconfig.json'];

/** The latest change of a file, or of any file in a folder, in milliseconds. */
function lastChange(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), status.mtimeMs);
}

function buildIsFresh() {
  const built = join(root, 'dist', 'index.html');
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  return SOURCES.map((name) => join(root, name))
    .filter(existsSync)
    .every((path) => lastChange(path) <= mtimeMs);
}

/** Opens `url` in the person's browser where there is one; a machine without one is no error. */
function openBrowser(url) {
  const { CI, BROWSER, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const headless = process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY;
  if (CI || BROWSER === 'none' || headless) return;
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => console.log('(No browser could be opened; open the address above yourself.)'))
    .unref();
}

ensureInstall();
process.chdir(root);
const vite = await import('vite');

if (!buildIsFresh()) {
  console.log('Building the page …');
  await vite.build({ logLevel: 'warn' });
}

const port = Number(process.env.PORT) || 4173;
// Vite takes the next free port when this one is taken.
const server = await vite.preview({ preview: { port, strictPort: false } });
const url = server.resolvedUrls?.local[0] ?? `http://localhost:${port}/`;
console.log(`\n  MARFT Workbench is at ${url}\n  Press Ctrl+C to stop.\n`);
openBrowser(url);

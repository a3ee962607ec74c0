/**
 * `npm start`: from a fresh clone to the open workbench. Installs what is missing, builds when the sources are newer than
 * the build, serves the built page and opens it. `PORT` chooses the port to try first; `BROWSER=none` opens nothing.
 * `npm start -- --forward URL [--token-file F]` also hands what the page asks of a training server on to the one at URL.
 */
import { spawn } from 'node:child_process';
import { build, freshBuild } from './build.mjs';
import { ensureInstall, root } from './ensure-install.mjs';

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
const flags = process.argv.slice(2);
const forward = flags.length === 0 ? null : await (await import('tsx/esm/api')).tsImport('../headless/forward/start.ts', import.meta.url);
const forwarder = forward?.forwarderFrom(flags) ?? null;

if (!freshBuild()) {
  console.log('Building the page …');
  await build();
}

const port = Number(process.env.PORT) || 4173;
// Vite takes the next free port when this one is taken.
const server = await vite.preview({
  // Vite lets every page of this computer ask; with a server behind it that is for this page alone.
  preview: { port, strictPort: false, ...(forwarder && { cors: false }) },
  plugins: forwarder ? [forward.forwarding(forwarder)] : [],
});
const url = server.resolvedUrls?.local[0] ?? `http://localhost:${port}/`;
const forwards = forwarder ? `  ${forward.forwardingSentence(forwarder)}\n` : '';
console.log(`\n  MARFT Workbench is at ${url}\n${forwards}  Press Ctrl+C to stop.\n`);
openBrowser(url);

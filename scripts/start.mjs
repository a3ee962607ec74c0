/**
 * `npm start`: from a fresh clone to the open workbench. Installs what is missing, builds when the sources are newer than
 * the build, serves the built page and opens it. `PORT` chooses the port to try first; `BROWSER=none` opens nothing.
 * `npm start -- --forward URL [--token-file F]` also hands what the page asks of a training server on to the one at URL;
 * `npm run open -- FOLDER|FILE` hands over the files of a run, which the page then opens.
 */
import { spawn } from 'node:child_process';
import { build, freshBuild } from './build.mjs';
import { ensureInstall, root } from './ensure-install.mjs';

const { CI, BROWSER, DISPLAY, WAYLAND_DISPLAY } = process.env;
/** Whether nobody sits at this machine, as far as that is known. */
const headless = process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY;

/** Opens `url` in the person's browser where there is one; a machine without one is no error. */
function openBrowser(url) {
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

// npm goes to the folder of the workbench; a path is of where it was typed.
const typedIn = process.env.INIT_CWD ?? process.cwd();
ensureInstall();
process.chdir(root);
const vite = await import('vite');
const flags = process.argv.slice(2);
const own = flags.length === 0 ? null : await (await import('tsx/esm/api')).tsImport('../headless/commands/start.ts', import.meta.url);
const serving = (await own?.servingFrom(flags, typedIn)) ?? null;

if (!freshBuild()) {
  console.log('Building the page …');
  await build();
}

const port = Number(process.env.PORT) || 4173;
// Vite takes the next free port when this one is taken.
const server = await vite.preview({
  // Vite lets every page of this computer ask; with more than the page behind it that is for this page alone.
  preview: { port, strictPort: false, ...(serving && { cors: false, host: 'localhost' }) },
  plugins: serving ? [serving.plugin] : [],
});
const page = server.resolvedUrls?.local[0] ?? `http://localhost:${port}/`;
const url = `${page}${serving?.query ?? ''}`;
const said = (serving?.said(Number(new URL(page).port), headless) ?? []).map((line) => `  ${line}\n`).join('');
console.log(`\n  MARFT Workbench is at ${url}\n${said}  Press Ctrl+C to stop.\n`);
openBrowser(url);

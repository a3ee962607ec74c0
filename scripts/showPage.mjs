/** Serves the built page, says where, and opens it in the person's browser: `npm start` and `marft open`. */
import { spawn } from 'node:child_process';
import { serve } from './serve.mjs';

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

/** `serving`: what flags add (headless/kit/serving.ts), or null. `PORT` chooses the port to try first; `BROWSER=none` opens nothing. */
export async function showPage(folder, serving) {
  const first = Number(process.env.PORT) || 4173;
  // Only this computer: what flags add is for the page on it.
  const server = await serve({ folder, port: null, first, host: 'localhost', say: () => undefined, handle: serving?.handle });
  const { port } = server.address();
  const url = `http://localhost:${port}/${serving?.query ?? ''}`;
  const said = (serving?.said(port, headless) ?? []).map((line) => `  ${line}\n`).join('');
  console.log(`\n  MARFT Workbench is at ${url}\n${said}  Press Ctrl+C to stop.\n`);
  openBrowser(url);
}

/**
 * `npm start`: from a fresh clone to the open workbench. Installs what is missing, builds when the sources are newer than
 * the build, serves the built page and opens it. `PORT` chooses the port to try first; `BROWSER=none` opens nothing.
 * `npm start -- --forward URL [--token-file F]` also hands what the page asks of a training server on to the one at URL;
 * `npm run open -- FOLDER|FILE` hands over the files of a run, which the page then opens.
 */
import { join } from 'node:path';
import { build, freshBuild } from './build.mjs';
import { ensureInstall, root } from './ensure-install.mjs';
import { showPage } from './showPage.mjs';

// npm goes to the folder of the workbench; a path is of where it was typed.
const typedIn = process.env.INIT_CWD ?? process.cwd();
ensureInstall();
process.chdir(root);
const flags = process.argv.slice(2);
const own = flags.length === 0 ? null : await (await import('tsx/esm/api')).tsImport('../headless/commands/start.ts', import.meta.url);
const serving = (await own?.servingFrom(flags, typedIn)) ?? null;

if (!freshBuild()) {
  console.log('Building the page …');
  await build();
}
await showPage(join(root, 'dist'), serving);

/**
 * `node scripts/publish/site.mjs SITE PAGE`: puts a built page where it belongs in the published site, or takes away that of a closed pull request, and says what
 * it did in the lines of GitHub's outputs. `EVENT`: `push` (the root), `pull_request` (`pr-<NUMBER>/`), `closed`. The page comes from code that nobody
 * has read: it is copied as plain files and nothing else.
 */
import { cpSync, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What GitHub Pages serves at most. Bytes. */
const MOST = 1e9;
const PREVIEW = /^pr-\d{1,9}$/;

/** Bytes of the files below `folder`; throws for anything that is neither file nor folder. */
function plainBytes(folder) {
  return readdirSync(folder).reduce((sum, name) => {
    const path = join(folder, name);
    const status = lstatSync(path);
    if (status.isDirectory()) return sum + plainBytes(path);
    if (!status.isFile()) throw new Error(`${path} is neither a file nor a folder`);
    return sum + status.size;
  }, 0);
}

const emptied = (folder, keeps) => {
  if (existsSync(folder)) for (const name of readdirSync(folder)) if (!keeps(name)) rmSync(join(folder, name), { recursive: true });
};

/** Whether the site changed, and below what of its address the page now lies. */
export function place(site, page, event, number) {
  const preview = `pr-${number}`;
  if (event !== 'push' && !PREVIEW.test(preview)) throw new Error(`“${number}” is no number of a pull request`);
  if (event === 'closed') {
    const folder = join(site, preview);
    const changed = existsSync(folder);
    rmSync(folder, { recursive: true, force: true });
    return { changed, below: '' };
  }
  if (event !== 'push' && event !== 'pull_request') throw new Error(`nothing is published for “${event}”`);
  if (!existsSync(join(page, 'index.html'))) throw new Error(`there is no page in ${page}`);
  const atRoot = event === 'push';
  if (atRoot && readdirSync(page).some((name) => PREVIEW.test(name) || name === '.git'))
    throw new Error('the page has a folder that is not its own');
  const bytes = plainBytes(page);
  emptied(atRoot ? site : join(site, preview), (name) => atRoot && (name === '.git' || PREVIEW.test(name)));
  cpSync(page, atRoot ? site : join(site, preview), { recursive: true });
  // Names that begin with an underscore are files like any other here.
  writeFileSync(join(site, '.nojekyll'), '');
  const previews = readdirSync(site).filter((name) => PREVIEW.test(name));
  const whole = previews.reduce((sum, name) => sum + plainBytes(join(site, name)), bytes);
  if (whole > MOST)
    throw new Error(`the site would have ${whole} bytes, of ${MOST} at most: close pull requests, their previews go with them`);
  return { changed: true, below: atRoot ? '' : `${preview}/` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { changed, below } = place(process.argv[2], process.argv[3], process.env.EVENT, process.env.NUMBER);
  console.log(`changed=${changed ? 'yes' : 'no'}\nbelow=${below}`);
}

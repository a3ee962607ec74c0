/**
 * `node scripts/publish/address.mjs URL`: where the page is published, in `homepage` of package.json and in the README's first line. Until it is known that line
 * says so. The publishing workflow asks with `--say URL`, and says in its summary what to type where they differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const MANIFEST = pathOf('package.json');
const README = pathOf('README.md');

/** The README's first line for a page that is published at `homepage`, empty for nowhere. */
export const firstLine = (homepage) =>
  homepage
    ? `**[Open the workbench](${homepage})** in your browser: nothing to install, nothing is uploaded.`
    : '*The page is not published yet: [two commands](#two-commands) open it on your own computer.*';

/** What a summary says of a page that was published at `url`, its previews included. */
export const published = (url, homepage) =>
  /\/pr-\d+\/$/.test(url) || url === homepage
    ? `The page is at ${url}`
    : `The page is at ${url}, and the README does not say so. To have it do: \`node scripts/publish/address.mjs ${url}\`, and commit.`;

/** Throws for what no page on the web is at: a link that leads nowhere must not get into the README. */
function checked(url) {
  if (!/^https:\/\/[\w.-]+\/[\w./-]*$/.test(url)) throw new Error(`“${url}” is no address of a page on the web, https://…/`);
  return url;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [way, given] = process.argv[2] === '--say' ? ['say', process.argv[3]] : ['set', process.argv[2]];
  const url = checked(given ?? '');
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  if (way === 'say') console.log(published(url, manifest.homepage));
  else {
    writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, homepage: url }, null, 2)}\n`);
    writeFileSync(README, readFileSync(README, 'utf8').replace(/^.*/, firstLine(url)));
  }
}

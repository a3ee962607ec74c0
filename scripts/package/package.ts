/**
 * `npm run package`: the built page as one folder that opens from a disk, `marft-workbench-<version>.zip`. Beside the page in it are a server of two
 * lines over ours, and a README that says how to start either that or Python's.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipFiles } from '../../src/core/formats/archive.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SERVER = `import { serve } from './server.mjs';
await serve({ folder: import.meta.dirname });
`;

const readme = (version: string): string => `MARFT Workbench ${version}

A browser does not run a page like this one from a disk, so it comes with a small server. In this folder, type

    node serve.mjs

(Node.js 20.11 or newer, https://nodejs.org) and open the address that it prints, http://localhost:4173/ unless that port is taken.

Without Node.js:

    python3 -m http.server 4173 --bind 127.0.0.1

and open http://localhost:4173/. Python does not send the headers by which a browser lets workers share a memory: small models then lie in
each worker once more, and those above 64 MB are computed on by one worker alone. Everything else is the same.

Nothing is uploaded. Projects and runs are kept by the browser, for this address and port: another port shows none of them.
Licences of what is in the page: THIRD_PARTY_NOTICES.txt.
`;

/** Every file of the folder by its path in the zip. Compressed copies stay out: on one's own computer nothing is gained by them. */
export function packageFiles(page: string, version: string): Record<string, Uint8Array> {
  const inside = `marft-workbench-${version}`;
  const paths = readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br') && entry.name !== '.build.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(page.length + 1));
  const text = (said: string) => new TextEncoder().encode(said);
  const own = {
    'serve.mjs': text(SERVER),
    'server.mjs': new Uint8Array(readFileSync(join(ROOT, 'scripts/serve.mjs'))),
    'README.txt': text(readme(version)),
  };
  const built = paths.map((path) => [path.replaceAll('\\', '/'), new Uint8Array(readFileSync(join(page, path)))] as const);
  return Object.fromEntries([...built, ...Object.entries(own)].map(([path, bytes]) => [`${inside}/${path}`, bytes]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const name = `marft-workbench-${version}.zip`;
  const zip = zipFiles(packageFiles(join(ROOT, 'dist'), version));
  writeFileSync(join(ROOT, name), zip);
  console.log(`${name}, ${(zip.length / 1e6).toFixed(1)} MB`);
}

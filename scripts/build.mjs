/**
 * `npm run build` builds the page into `dist/`, with compressed copies for a host. `npm start` and the end-to-end tests build it when the sources are newer than
 * the build, so nothing is built twice; the tests read here what the build warned of.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './ensure-install.mjs';
import { SBOM, sbomOf } from './page/sbom.mjs';
import { precompress } from './precompress.mjs';

/** What the build is made from. */
export const SOURCES = [
  'src',
  'workers',
  'headless',
  'library',
  'public',
  'docs',
  'gallery',
  'index.html',
  'CHANGELOG.md',
  'vite.config.ts',
  'scripts/page',
  'scripts/package',
  'scripts/testing/webgpu-node.ts',
  'scripts/serve.mjs',
  'scripts/precompress.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Written last, and gone with the folder that another build empties: when this build began, and what it warned of. */
const RECORD = join('dist', '.build.json');

/** Below them, but in nothing that is built; its ledgers change while it runs. */
const NO_SOURCE = join('headless', 'torture');

/** The latest change of a file, or of any file in a folder, in milliseconds. */
function lastChange(path) {
  if (path.endsWith(NO_SOURCE)) return 0;
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), status.mtimeMs);
}

/** The latest change of what page and library are made from, in milliseconds. */
export const lastSource = (folder = root) =>
  Math.max(
    ...SOURCES.map((name) => join(folder, name))
      .filter(existsSync)
      .map(lastChange),
  );

/** What is known of the build in `folder`, `{ began, warnings }`; undefined when there is none or a source changed since it began. */
export function freshBuild(folder = root) {
  const record = join(folder, RECORD);
  if (!existsSync(record)) return undefined;
  const build = JSON.parse(readFileSync(record, 'utf8'));
  return lastSource(folder) < build.began ? build : undefined;
}

/** Builds the page, prints what Vite warns of, and keeps it in the record. */
export async function build() {
  const began = Date.now();
  const { build: viteBuild, createLogger } = await import('vite');
  const logger = createLogger('warn');
  const warnings = [];
  const keep = (print) => (message, options) => {
    warnings.push(message);
    print(message, options);
  };
  await viteBuild({
    root,
    customLogger: { ...logger, warn: keep(logger.warn), warnOnce: keep(logger.warnOnce), error: keep(logger.error) },
  });
  writeFileSync(join(root, 'dist', SBOM), sbomOf(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  writeFileSync(join(root, RECORD), `${JSON.stringify({ began, warnings })}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--if-stale') && freshBuild()) console.log('The build is newer than the sources.');
  else {
    await build();
    if (!process.argv.includes('--if-stale')) await precompress(join(root, 'dist'));
  }
}

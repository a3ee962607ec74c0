/**
 * Our terminal as `terminal.tgz`, which goes with a job for a cluster: the sources that its commands run, with a `package.json` and a lockfile
 * of only what those need. The build puts it beside the page, which fetches it when a job is exported and never before.
 */
import { besidePage } from '../page/besidePage.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { lockOf, type PackageLock } from './packageLock.ts';
import { writeTar } from './tar.ts';

export const TERMINAL = 'terminal.tgz';

/** Commands that make sense away from the repository. */
const COMMANDS: readonly string[] = ['train', 'sweep', 'evaluate', 'check-server', 'check-environment', 'export-run', 'export-rollouts'];
/** Of the repository, beside those commands. */
const FOLDERS = ['src', 'workers', 'headless'];
const FILES = ['scripts/package/commit.ts', 'scripts/testing/webgpu-node.ts', 'tsconfig.json', 'LICENSE'];
/** Of the documents those that its faults send a reader to. */
const FAULTS = /^src\/words\/en\/faults\/(?!page\/)/;
/** What only the page or the repository itself needs; of the page's workers the terminal reads types of their protocols alone. */
const LEFT_OUT =
  /^src\/(?:page|lessons)\/|^src\/engine\/executors\/wasm\/assembly\/|^headless\/(?:commands|envHost|evidence|results|perturb|pretrain|torture|weights)\/|^workers\/[^/]+\/(?!protocol\.ts$)|^workers\/[^/]+$|^headless\/marft\.ts$|\.bundled\./;

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Every file of the package by its path in it. */
export function terminalFiles(root: string): ReadonlyMap<string, Uint8Array> {
  const read = (path: string): Uint8Array => new Uint8Array(readFileSync(join(root, path)));
  const json = <T>(path: string): T => JSON.parse(new TextDecoder().decode(read(path))) as T;
  const manifest = json<Manifest>('package.json');
  const scripts = Object.fromEntries(COMMANDS.map((name) => [name, manifest.scripts[name] ?? missing(name)]));
  const commands = Object.entries(scripts).map(([name, script]) => /headless\/commands\/\w+\.ts/.exec(script)?.[0] ?? missing(name));
  const paths = [...FOLDERS.flatMap((folder) => filesBelow(root, folder)).filter((path) => !LEFT_OUT.test(path)), ...commands, ...FILES];
  const files = new Map(paths.map((path) => [path, read(path)]));
  for (const [path, bytes] of [...files])
    if (FAULTS.test(path))
      for (const [named] of new TextDecoder().decode(bytes).matchAll(/docs\/[\w/-]+\.md/g)) files.set(named, read(named));

  const { devDependencies: known } = manifest;
  if (!known['tsx']) missing('tsx');
  const used = packagesIn([...files].filter(([path]) => path.endsWith('.ts')).map(([, bytes]) => new TextDecoder().decode(bytes)));
  const own = {
    name: 'marft-terminal',
    version: manifest.version,
    private: true,
    type: 'module',
    license: manifest.license,
    engines: manifest.engines,
    scripts,
    dependencies: Object.fromEntries(Object.entries(known).filter(([name]) => name === 'tsx' || used.has(name))),
  };
  const { scripts: _, private: __, type: ___, ...locked } = own;
  const encoded = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  files.set('package.json', encoded(own));
  files.set('package-lock.json', encoded(lockOf(json<PackageLock>('package-lock.json'), locked)));
  return files;
}

/** The package as it goes with a job: one folder, `terminal/`. The same sources give the same bytes. */
export function packTerminal(root: string): Uint8Array {
  const files = [...terminalFiles(root)].map(([path, bytes]) => [`terminal/${path}`, bytes] as const);
  // zlib writes no time into its header.
  return gzipSync(writeTar(new Map(files)), { level: 9 });
}

/** Names of the packages that sources import, whatever of theirs. */
export function packagesIn(sources: readonly string[]): ReadonlySet<string> {
  const named = /(?:\bfrom|\bimport|\bresolve)\s*\(?\s*'((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^']*)?'/g;
  return new Set(sources.flatMap((source) => [...source.matchAll(named)].map(([, name = '']) => name)));
}

const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });

function missing(name: string): never {
  throw new Error(`package.json has no ${name}, which the packed terminal needs`);
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export const terminalPackage = besidePage(TERMINAL, 'application/gzip', () => packTerminal(root));

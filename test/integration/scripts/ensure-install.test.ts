/** What `npm start` decides before anything is installed: is Node recent enough, is anything missing, and what when npm fails. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface LockFile {
  readonly packages?: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
}

// Plain JavaScript without types, because it runs before TypeScript is installed.
const path: string = '../../../scripts/ensure-install.mjs';
const { nodeProblem, firstMissing, adviceAfter } = (await import(path)) as {
  readonly nodeProblem: (version: string, required: string) => string | undefined;
  readonly firstMissing: (wanted: LockFile, installed: LockFile) => string | undefined;
  readonly adviceAfter: (complaint: string) => string;
};

it.each([
  ['v18.20.1', false],
  ['v20.18.9', false],
  ['v20.19.0', true],
  ['v20.20.2', true],
  ['v22.1.0', true],
])('Node %s is accepted: %s', (version, accepted) => {
  const problem = nodeProblem(version, '>=20.19');
  if (accepted) expect(problem).toBeUndefined();
  else expect(problem).toContain(`needs Node.js 20.19 or newer; this is ${version}`);
});

const wanted: LockFile = {
  packages: {
    '': {},
    'node_modules/react': { version: '19.3.1' },
    'node_modules/@scope/native-darwin': { version: '1.0.0', optional: true },
  },
};

it.each([
  ['nothing', wanted, undefined],
  ['nothing but builds for other platforms', { packages: { 'node_modules/react': { version: '19.3.1' } } }, undefined],
  ['a package in another version', { packages: { 'node_modules/react': { version: '19.3.0' } } }, 'react'],
  ['a package', { packages: {} }, 'react'],
])('notices that %s is missing', (_what, installed, expected) => {
  expect(firstMissing(wanted, installed)).toBe(expected);
});

/** A clone with nothing installed, and an npm that notes how it was called and fails with `complaint`. */
function installWith(complaint: string): { calls: string[]; said: string; status: number | null } {
  const clone = mkdtempSync(join(tmpdir(), 'clone-'));
  const calls = join(clone, 'calls');
  mkdirSync(join(clone, 'scripts'));
  cpSync(new URL(path, import.meta.url), join(clone, 'scripts/ensure-install.mjs'));
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ engines: { node: '>=20.19' } }));
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(wanted));
  const npm = join(clone, 'npm-cli.js');
  writeFileSync(
    npm,
    `require('node:fs').appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(' ') + '\\n');
     process.stderr.write(${JSON.stringify(complaint)});
     process.exit(${complaint === '' ? 0 : 1});`,
  );
  const script = `import { ensureInstall } from ${JSON.stringify(`file://${clone}/scripts/ensure-install.mjs`)}; ensureInstall();`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  });
  const called = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  rmSync(clone, { recursive: true });
  return { calls: called, said: stderr, status };
}

it('a package that is not the locked one stops the installation, and nothing is installed without the lock file', () => {
  const integrity =
    'npm error code EINTEGRITY\nnpm error sha512-a integrity checksum failed when using sha512: wanted sha512-a but got sha512-b.\n';
  const { calls, said, status } = installWith(integrity);
  expect(calls).toEqual(['ci']);
  expect(status).toBe(1);
  expect(said).toContain(integrity);
  expect(said).toContain('A package is not the one that package-lock.json names');
  expect(said).toContain('npm cache clean --force');
});

it.each([
  ['npm error code EUSAGE\n', 'git checkout -- package.json'],
  ['npm error code ENOSPC\n', 'npm could not write node_modules'],
  ['npm error code ENOTFOUND\n', 'Is the package registry reachable?'],
])('%j ends with what to do', (complaint, advice) => {
  expect(adviceAfter(complaint)).toContain(advice);
});

it('goes on when everything was installed', () => {
  expect(installWith('')).toEqual({ calls: ['ci'], said: '', status: 0 });
});

/**
 * Lets `npm start` and `npm test` work in a fresh clone: checks Node's version and installs what package-lock.json lists
 * when it is not there. Plain JavaScript without dependencies, because none may be installed yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Why this Node cannot run the project, or undefined when it can. `required` is like `>=20.19`. */
export function nodeProblem(version, required) {
  const numbers = (text) =>
    text
      .replace(/^[^\d]*/, '')
      .split('.')
      .map(Number);
  const [major, minor = 0] = numbers(version);
  const [leastMajor, leastMinor = 0] = numbers(required);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `MARFT Workbench needs Node.js ${leastMajor}.${leastMinor} or newer; this is ${version}. Get it from https://nodejs.org.`;
}

/** The first package of `wanted` (package-lock.json) that `installed` (npm's record of node_modules) lacks or has in another version. */
export function firstMissing(wanted, installed) {
  for (const [path, entry] of Object.entries(wanted.packages ?? {})) {
    // Optional packages are builds for other platforms.
    if (path === '' || entry.optional || entry.devOptional || entry.peer) continue;
    if (installed.packages?.[path]?.version !== entry.version) return path.replace(/^node_modules\//, '');
  }
  return undefined;
}

/** Runs npm in the repository with its output shown; true when it succeeded. */
function npm(...args) {
  // Started through npm, its own script is known, and no shell has to find it.
  const own = process.env.npm_execpath;
  const [command, prefix] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  const result = spawnSync(command, [...prefix, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: command === 'npm' && process.platform === 'win32',
  });
  return result.status === 0;
}

/** Exits with a plain message unless Node is recent enough and the locked packages are installed. */
export function ensureInstall() {
  const problem = nodeProblem(process.version, readJson('package.json').engines.node);
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
  const record = 'node_modules/.package-lock.json';
  const missing = existsSync(join(root, record)) ? firstMissing(readJson('package-lock.json'), readJson(record)) : 'everything';
  if (!missing) return;
  console.log(
    missing === 'everything' ? 'Installing packages (once, a minute or so) …' : `Installing packages (${missing} is missing or outdated) …`,
  );
  if (npm('ci') || npm('install', '--no-package-lock')) return;
  console.error('npm could not install the packages; its own message is above. Is the package registry reachable?');
  process.exit(1);
}

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

/** Runs npm in the repository with its output shown; what it complained of, or null when it succeeded. */
function npm(...args) {
  // Started through npm, its own script is known, and no shell has to find it.
  const own = process.env.npm_execpath;
  const [command, prefix] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  const result = spawnSync(command, [...prefix, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  const complaint = result.error ? String(result.error) : result.stderr;
  process.stderr.write(complaint);
  return result.status === 0 ? null : complaint;
}

/** What to do after `npm ci` has failed with `complaint`. */
export function adviceAfter(complaint) {
  if (/\bE(INTEGRITY|SHA|CHECKSUM)\b|integrity checksum failed/i.test(complaint))
    return [
      'A package is not the one that package-lock.json names: its checksum is another. Nothing was installed in its place.',
      'Run “npm cache clean --force” and try again. If it stays so, your registry or a proxy hands out another file: do not install',
      'it, use another network or registry (npm config get registry), and tell whoever runs it.',
    ].join('\n');
  if (/\bEUSAGE\b/.test(complaint))
    return [
      'npm does not take package-lock.json for complete. Take both files back to what was committed (git checkout -- package.json',
      'package-lock.json); if it still complains, “npm install --no-save” keeps what is locked and adds, unchecked, what it misses.',
    ].join('\n');
  if (/\b(ENOSPC|EACCES|EPERM|EROFS)\b/.test(complaint))
    return 'npm could not write node_modules: look at the room on the disk and at who owns this folder, then try again.';
  return 'npm could not install the packages; its own message is above. Is the package registry reachable?';
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
  // Nothing but what the lock file names, with its checksums: there is no second way.
  const complaint = npm('ci');
  if (complaint === null) return;
  console.error(adviceAfter(complaint));
  process.exit(1);
}

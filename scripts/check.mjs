/**
 * `npm run check`: what to run before each commit: format, types, lint rules and unit tests, side by side. With `--changed`, format,
 * lint and tests of what differs from the last commit only, integration tests among them; types are always those of the whole.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureInstall, root } from './ensure-install.mjs';

/** What git says of the tree, a path a line. */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}

/** Files that differ from the last commit, new ones included, gone ones not. */
function changedFiles() {
  const names = [...git('diff', '--name-only', '--relative', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return names.filter((name) => existsSync(join(root, name)));
}

/** What the compiler knew of the files when it last looked: those that did not change are not looked at again. */
const TYPES = 'tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/check.tsbuildinfo';

/** Modules are kept as they were made from their sources, by content: `npm test`, which decides, makes them anew. */
const VITEST = 'vitest run --experimental.fsModuleCache --project unit';

/** Commands by name, of everything or of `changed` files. */
function steps(changed) {
  if (!changed) return { types: TYPES, 'format and lint': 'npm run --silent lint', unit: VITEST };
  const quoted = (files) => files.map((file) => JSON.stringify(file)).join(' ');
  const code = changed.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));
  return {
    ...(changed.length > 0 && { format: `biome format --no-errors-on-unmatched ${quoted(changed)}` }),
    types: TYPES,
    ...(code.length > 0 && {
      lint: `oxlint --type-aware --deny-warnings ${quoted(code)}`,
      imports: 'tsx scripts/lint/check-imports.ts',
      lookups: 'tsx scripts/lint/check-lookups.ts',
      faults: 'tsx scripts/lint/check-faults.ts',
    }),
    tests: `${VITEST} --project integration --changed --passWithNoTests`,
  };
}

/** Runs a command and, when it has ended, prints what it said as a whole; whether it succeeded. */
function run(name, command) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, shell: true, env });
    const said = [];
    child.stdout.on('data', (chunk) => said.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      console.log(`── ${name}: ${code === 0 ? 'clean' : 'FAILED'}, ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
      resolve(code === 0);
    });
  });
}

ensureInstall();
// Without npm around it the tools are found here.
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
const todo = Object.entries(steps(process.argv.includes('--changed') ? changedFiles() : undefined));
const clean = await Promise.all(todo.map(([name, command]) => run(name, command)));
const failed = todo.flatMap(([name], index) => (clean[index] ? [] : [name]));
console.log(failed.length === 0 ? 'All clean.' : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

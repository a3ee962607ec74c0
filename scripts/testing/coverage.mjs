/**
 * `npm run coverage [-- unit]`: which share of the lines of core, engine and session the tests in Node run (v8), every long test
 * included; of `unit` alone in a quarter of the time. Prints a share for each of the three folders.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstall, root } from '../ensure-install.mjs';

ensureInstall();
const projects = process.argv.includes('unit') ? ['unit'] : ['unit', 'engine', 'engine-webgpu'];
const given = projects.flatMap((name) => ['--project', name]);
const { status } = spawnSync('npx', ['vitest', 'run', ...given, '--coverage', '--coverage.reportOnFailure'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MARFT_SAMPLE: 'all' },
  shell: process.platform === 'win32',
});

const { total: _, ...files } = JSON.parse(readFileSync(join(root, 'node_modules/.cache/coverage/coverage-summary.json'), 'utf8'));
for (const folder of ['src/core', 'src/engine', 'src/session']) {
  const lines = Object.entries(files).filter(([file]) => relative(root, file).startsWith(`${folder}/`));
  const sum = (key) => lines.reduce((total, [, summary]) => total + summary.lines[key], 0);
  console.log(`${folder.padEnd(12)} ${((100 * sum('covered')) / sum('total')).toFixed(1)} % of ${sum('total')} lines`);
}
process.exitCode = status ?? 1;

/**
 * `npm test`: installs what is missing, finds a Chromium, then runs every check, types and lint beside the part `unit` (unit and integration tests) and the
 * rest in sequence, the page being built before the end-to-end tests, and adds up their tests.
 * `npm test -- unit e2e` runs only those parts; of the long tests it takes a sample (sample.ts), with `--all` every one. Ends with `N passed, N failed`; fails when anything failed or nothing ran.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstall, root } from './ensure-install.mjs';

/**
 * The parts in order, cheapest first. A part that `counts` must have run at least one test; one that does not runs beside them,
 * since it keeps half a machine busy, and is told of when it has ended.
 */
const PARTS = {
  typecheck: { command: 'npm', args: ['run', '--silent', 'typecheck'], counts: false },
  lint: { command: 'npm', args: ['run', '--silent', 'lint'], counts: false },
  unit: { command: 'npm', args: ['run', '--silent', 'test:unit'], counts: true },
  engine: { command: 'npm', args: ['run', '--silent', 'test:engine'], counts: true },
  browser: { command: 'npm', args: ['run', '--silent', 'test:browser'], counts: true },
  e2e: { command: 'npm', args: ['run', '--silent', 'test:e2e'], counts: true },
};

/** Parts that need a browser: `engine` takes its software WebGPU driver from there. */
const NEEDS_CHROMIUM = ['engine', 'browser', 'e2e'];

/** What `e2e` would do first, with one core of two: beside `browser`, which leaves cores idle, where both are run. */
const PAGE = { command: 'node', args: ['scripts/build.mjs', '--if-stale'], counts: false };

function runCommand(command, args, env = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return result.status === 0;
}

/** Makes sure there is a Chromium to test in, or exits saying what to install. */
async function ensureChromium() {
  const { tsImport } = await import('tsx/esm/api');
  const { findChromium } = await tsImport('./testing/browser.ts', import.meta.url);
  if (findChromium().source !== 'none') return;
  console.log('No Chromium found; asking Playwright for one …');
  if (runCommand('npx', ['playwright', 'install', 'chromium']) && findChromium().source !== 'none') return;
  console.error(
    [
      'The tests need a Chromium, and Playwright could not download one. Do one of these, then run `npm test` again:',
      '  Debian, Ubuntu:  apt-get install chromium',
      '  elsewhere:       install Google Chrome or Chromium',
      '  installed in an unusual place:  PLAYWRIGHT_CHROMIUM=/path/to/chromium npm test',
    ].join('\n'),
  );
  process.exit(1);
}

/** Runs a command and resolves to whether it succeeded; `quiet`, what it said is printed under its name when it has ended. */
function finish(name, command, args, env, quiet) {
  if (!quiet) console.log(`\n── ${name} ──`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  const said = [];
  child.stdout?.on('data', (chunk) => said.push(chunk));
  child.stderr?.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) =>
    child.on('close', (code) => {
      if (quiet) process.stdout.write(`\n── ${name} ──\n${Buffer.concat(said).toString()}`);
      resolve(code === 0);
    }),
  );
}

/** Runs one part; a part that fails without failed tests (types, lint, a crash) counts as one failure. */
async function runPart(name, folder, { command, args, counts: counting } = PARTS[name]) {
  const file = join(folder, `${name}.json`);
  const started = Date.now();
  const succeeded = await finish(name, command, args, { MARFT_TEST_COUNTS: file }, !counting);
  const seconds = (Date.now() - started) / 1000;
  const counts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  const ranNothing = counting && counts.passed + counts.failed === 0;
  if ((!succeeded || ranNothing) && counts.failed === 0) counts.failed = 1;
  return { name, counting, seconds, ranNothing, ...counts };
}

function describe({ name, counting, seconds, ranNothing, passed, failed, skipped }) {
  const outcome = !counting
    ? failed
      ? 'FAILED'
      : 'clean'
    : ranNothing
      ? 'FAILED: no test ran'
      : `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  return `  ${name.padEnd(10)} ${outcome.padEnd(38)} ${seconds.toFixed(1).padStart(6)} s`;
}

ensureInstall();
const given = process.argv.slice(2);
if (given.includes('--all')) process.env.MARFT_SAMPLE = 'all';
const chosen = given.filter((name) => name !== '--all');
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
const names = Object.keys(PARTS).filter((name) => chosen.length === 0 || chosen.includes(name));
if (names.some((name) => NEEDS_CHROMIUM.includes(name))) {
  await ensureChromium().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'marft-test-'));
const beside = names.filter((name) => !PARTS[name].counts).map((name) => runPart(name, folder));
const inOrder = [];
for (const name of names.filter((name) => PARTS[name].counts)) {
  const page = name === 'browser' && names.includes('e2e') ? [runPart('page', folder, PAGE)] : [];
  inOrder.push(...(await Promise.all([runPart(name, folder), ...page])));
}
const results = [...(await Promise.all(beside)), ...inOrder];
rmSync(folder, { recursive: true, force: true });

const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(total);
console.log(`\n${results.map(describe).join('\n')}\n`);
const { tsImport } = await import('tsx/esm/api');
const { sampleText } = await tsImport('./testing/sample.ts', import.meta.url);
if (skipped) console.log(sampleText());
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
const ranTests = results.some((result) => result.counting);
process.exitCode = failed > 0 || (ranTests && passed === 0) ? 1 : 0;

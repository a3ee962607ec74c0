/** `npm run check-environment` as a person runs it: a line for each promise, and an exit status. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { PROPERTIES } from '../../../../src/core/trial/properties.ts';
import { templateSource } from '../../../../src/environments/source.node.ts';
import { long } from '../../../support/long.ts';
import { program } from '../../../support/terminal.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'check-'));

afterAll(() => rmSync(folder, { recursive: true }));

function check(...args: string[]) {
  return spawnSync(process.execPath, [program('checkEnvironment'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
}

function fileOf(source: string): string {
  const file = join(folder, 'my.env.ts');
  writeFileSync(file, source);
  return file;
}

it('prints a line for each promise that is kept, and exits with 0', () => {
  const { status, stdout, stderr } = check(fileOf(templateSource()), '--roles', 'planner,solver', '--problems', '1');
  expect(stderr).not.toContain('error');
  expect(status).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/).slice(0, 2)),
  ).toEqual(PROPERTIES.map((property) => ['ok', property]));
}, 60_000);

it('names the promise that is broken, as JSON too, and exits with 1', (context) => {
  long(context);
  const half = templateSource().replace('reward: right ? 1 : 0', 'reward: right ? 0.5 : 0');
  const { status, stdout } = check(fileOf(half), '--problems', '1', '--json');
  expect(status).toBe(1);
  const reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { property: string; ok: boolean; message: string });
  expect(reports.filter(({ ok }) => !ok)).toMatchObject([
    {
      property: 'demonstrations',
      message: 'Demonstrations alone earned 0.5 instead of 1 (seed 1, train problem 0; so in 6 of 6 episodes).',
    },
  ]);
}, 60_000);

it('gives a file of code the rows of a data set', (context) => {
  long(context);
  const words = join(folder, 'words.csv');
  writeFileSync(words, 'word\n'.concat(...Array.from({ length: 10 }, (_, row) => `word${row}\n`)));
  const source = templateSource().replace(
    'reset({ random }) {',
    "reset({ random, problem }) {\n    if (problem === undefined) throw new Error('no row came');",
  );
  const { status, stdout } = check(fileOf(source), '--data', words, '--problems', '1');
  expect(stdout).not.toContain('no row came');
  expect(status).toBe(0);
}, 60_000);

it('says what is wrong with a file that does not load', (test) => {
  long(test);
  const { status, stderr } = check(fileOf('export default {'));
  expect(status).toBe(1);
  expect(stderr).toContain('E_ENV_SYNTAX (line 1');
}, 60_000);

it('plays test cases, says what each earned, and exits with 1 where one earns something else', (context) => {
  long(context);
  const one = (reward: number) => ({
    ...{ seed: 1, split: 'train', index: 0, roles: ['planner', 'solver'], chance: { iteration: 1, episode: 0 }, reward },
    messages: [{ role: 'solver', text: 'no idea', turn: 0 }],
  });
  const cases = join(folder, 'cases.jsonl');
  writeFileSync(cases, `${JSON.stringify(one(0))}\n${JSON.stringify(one(1))}\n`);
  const { status, stdout } = check(fileOf(templateSource()), '--problems', '1', '--cases', cases);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^ok +case 1 +earned 0$/m);
  expect(stdout).toMatch(/^broken +case 2 +earned 0, and should have earned 1$/m);
}, 60_000);

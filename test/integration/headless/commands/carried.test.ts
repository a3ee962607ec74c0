/** Commands that only read a project, given one as a zip with its base. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { chooseProject } from '../../../../headless/kit/project.ts';
import { zipFiles } from '../../../../src/core/formats/archive.ts';
import type { Files } from '../../../../src/core/formats/files.ts';
import { namingBases } from '../../../../src/core/share/bases.ts';
import { carriedFiles } from '../../../../src/core/share/carried.ts';
import { long } from '../../../support/long.ts';
import { program } from '../../../support/terminal.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'carried-'));
afterAll(() => rmSync(folder, { recursive: true }));

const project = chooseProject({ preset: 'micro' });
const document = namingBases({ ...project, name: 'Carried', team: { ...project.team, base: 'mine' } }, () => ({
  bytes: 5_000_000,
  sha256: null,
}));
const zip = join(folder, 'team.zip');
writeFileSync(zip, zipFiles(carriedFiles(document, { mine: readFolder(baseFolder('micro')) }) as Files));

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program(command), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toContain('is unpacked into');
  expect(status, stderr).toBe(0);
  return stdout;
}

it('its environment is checked', () => {
  expect(run('checkEnvironment', zip, '--problems', '1', '--seeds', '1')).toMatch(/^ok +deterministic/m);
}, 60_000);

it('another team is put in its place', (context) => {
  long(context);
  const profiles = join(folder, 'profiles.json');
  writeFileSync(profiles, JSON.stringify([{ role: 'scout', prompt: 'Look.' }]));
  const out = join(folder, 'other.json');
  run('importTeam', '--profiles', profiles, '--project', zip, '--out', out);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ name: 'Carried', team: { agents: [{ role: 'scout' }] } });
}, 60_000);

it('it is written as a package for verifiers', (context) => {
  long(context);
  expect(run('exportVerifiers', zip, '--out', join(folder, 'package'))).toContain('Wrote ');
}, 120_000);

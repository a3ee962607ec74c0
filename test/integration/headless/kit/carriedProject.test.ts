/** A zip of a project with its base, given to a command. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { basesFrom } from '../../../../headless/kit/bases.ts';
import { unpackedProject } from '../../../../headless/kit/carriedProject.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { chooseProject, projectHome } from '../../../../headless/kit/project.ts';
import { type Fault, faultFrom } from '../../../../src/core/faults.ts';
import { zipFiles } from '../../../../src/core/formats/archive.ts';
import type { Files } from '../../../../src/core/formats/files.ts';
import { namingBases } from '../../../../src/core/share/bases.ts';
import { carriedFiles } from '../../../../src/core/share/carried.ts';

const root = mkdtempSync(join(tmpdir(), 'carried-'));
afterAll(() => rmSync(root, { recursive: true }));

const faultOf = (work: Promise<unknown>): Promise<Fault | null> => work.then(() => null, faultFrom);
const silent = (): void => undefined;

function zipWith(name: string, sha256: string | null = null): string {
  const project = chooseProject({ preset: 'micro' });
  const document = namingBases({ ...project, team: { ...project.team, base: 'mine' } }, () => ({ bytes: 5_000_000, sha256 }));
  const zip = join(root, name);
  writeFileSync(zip, zipFiles(carriedFiles(document, { mine: readFolder(baseFolder('micro')) }) as Files));
  return zip;
}

it('is unpacked beside itself, said, and its base is found there', async () => {
  const said: string[] = [];
  const file = await unpackedProject(zipWith('team.zip'), (message) => said.push(message));
  expect(file).toBe(join(root, 'team', 'project.json'));
  expect(said.join()).toMatch(/is unpacked into .*the base “mine” \(\d/);
  expect(chooseProject({ file }).team.base).toBe('mine');
  expect(Object.keys(basesFrom([], projectHome(file))('mine', ['mine']))).toContain('model.safetensors');
  expect(await unpackedProject(zipWith('team.zip'), silent), 'once more, the same').toBe(file);
});

it('replaces nothing that is there', async () => {
  const file = await unpackedProject(zipWith('again.zip'), silent);
  writeFileSync(file, '{}');
  const fault = await faultOf(unpackedProject(zipWith('again.zip'), silent));
  expect(fault).toMatchObject({ code: 'E_CARRIED' });
  expect(fault?.message).toContain('project.json');
});

it('is refused where its base is another than it tells of, and any other file is itself', async () => {
  expect(await faultOf(unpackedProject(zipWith('other.zip', 'ab'.repeat(32)), silent))).toMatchObject({ code: 'E_BASE_CARRIED' });
  const plain = join(root, 'plain.json');
  writeFileSync(plain, '{}');
  expect(await unpackedProject(plain, silent)).toBe(plain);
  expect(await unpackedProject(undefined, silent)).toBeUndefined();
});

it('without its base, a project says what it was told of it', () => {
  const told = { name: 'mine', bytes: 5_000_000, sha256: 'ab'.repeat(32) };
  expect(() => basesFrom([], root)('mine', ['mine'], told)).toThrow(/5\.0 MB and a fingerprint that begins with abababababab/);
});

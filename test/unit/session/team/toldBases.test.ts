/** A base that has the name of the one a project was passed on with, and is another. */
import { expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { namingBases } from '../../../../src/core/share/bases.ts';
import { fingerprintOf, loadBase } from '../../../../src/session/team/base.ts';
import { unlikeTold } from '../../../../src/session/team/toldBases.ts';

const project = PRESETS.micro.project({ file: 'a.env.ts', source: '// code' });
const told = (sha256: string | null) => namingBases({ ...project, team: { ...project.team, base: 'mine' } }, () => ({ bytes: 1, sha256 }));
const base = loadBase('mine', readFolder(baseFolder('micro')));

it('is told of, with both fingerprints', async () => {
  const own = await fingerprintOf(base);
  expect(await unlikeTold(told(own), [base])).toEqual([]);
  expect(await unlikeTold(told(null), [base])).toEqual([]);
  expect(await unlikeTold(project, [base])).toEqual([]);
  const [fault, ...more] = await unlikeTold(told('ab'.repeat(32)), [base]);
  expect(fault?.message).toContain(own.slice(0, 12));
  expect(fault?.message).toContain('abababababab');
  expect(more).toEqual([]);
});

it('is not looked into where nothing of it is held', async () => {
  expect(await unlikeTold(told('ab'.repeat(32)), [{ ...base, weights: new Map() }])).toEqual([]);
});

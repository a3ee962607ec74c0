/** Folders as plain data: whether two are the same, also beyond what is compared at one time. */
import { describe, expect, it } from 'vitest';
import type { Files } from '../../../../../src/core/formats/files.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { sameFiles, sameRun } from '../../../../../src/page/state/lab/sameFiles.ts';
import type { LabRun } from '../../../../../workers/lab/protocol.ts';
import { long } from '../../../../support/long.ts';

describe('whether two folders are the same', () => {
  it('goes by their paths and bytes', async () => {
    const one = { a: Uint8Array.of(1, 2), 'b/c': new Uint8Array() };
    expect(await sameFiles(one, one)).toBe(true);
    expect(await sameFiles(one, { 'b/c': new Uint8Array(), a: Uint8Array.of(1, 2) })).toBe(true);
    const others: Files[] = [{ a: one.a }, { ...one, d: one.a }, { ...one, a: Uint8Array.of(1, 3) }, { a: one.a, 'b/d': new Uint8Array() }];
    for (const other of others) expect(await sameFiles(one, other), Object.keys(other).join()).toBe(false);
  });

  it('looks at every byte of a large file', async (test) => {
    long(test);
    const large = new Uint8Array(5 * 2 ** 20);
    for (const at of [0, 2 ** 21 - 1, 2 ** 21, large.length - 1]) {
      const other = large.slice();
      expect(await sameFiles({ large }, { large: other })).toBe(true);
      other[at] = 1;
      expect(await sameFiles({ large }, { large: other }), `byte ${at}`).toBe(false);
    }
  });
});

describe('whether two runs answer alike', () => {
  const weights = Uint8Array.of(1, 2);
  const run: LabRun = { document: defaultProject(), backend: 'wasm', measured: [], bases: { mine: { weights } }, rows: [] };

  it('goes by document, backend, rows and the bytes of the bases', async () => {
    expect(await sameRun(run, { ...run, bases: { mine: { weights: weights.slice() } } })).toBe(true);
    const others: Partial<LabRun>[] = [
      { document: defaultProject() },
      { backend: 'auto' },
      { rows: [] },
      { bases: {} },
      { bases: { other: { weights } } },
      { bases: { mine: { weights: Uint8Array.of(1, 3) } } },
      { bases: { ...run.bases, another: {} } },
    ];
    for (const other of others) expect(await sameRun(run, { ...run, ...other }), Object.keys(other).join()).toBe(false);
  });

  it('does not go by what was measured meanwhile', async () => {
    expect(await sameRun(run, { ...run, measured: [null as never] })).toBe(true);
  });
});

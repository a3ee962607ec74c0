/** Runs that something else trained: what knows their formats is fetched when the first is given. */
import { fault, FaultError } from '../../src/core/faults.ts';
import type { Claim } from '../../src/core/formats/imports/sources/claims.ts';
import type { GivenFile } from '../../src/core/formats/imports/reader.ts';
import { type ImportProgress, type Survey, surveyRun } from '../../src/runs/importRun.ts';
import type { Library } from '../../src/runs/library/library.ts';
import { importRunFaults } from '../../src/words/words.ts';
import { handedReader } from './handedReader.ts';
import type { ForeignAsked, ForeignFiles } from './protocol.ts';

let reading: AbortController | null = null;

/** What reads the files as one run; null where nobody knows any of them. */
async function claimOf(files: ForeignFiles, rowsToo = true): Promise<Claim | null> {
  const { claimsOf, joined } = await import('../../src/core/formats/imports/sources/claims.ts');
  const handed = handedReader(fetch);
  const given = files.map(({ path, file }): GivenFile => {
    const read = async (start: number, end: number) => new Uint8Array(await (file as Blob).slice(start, end).arrayBuffer());
    return { path, size: file.size, read: file instanceof Blob ? read : handed(file) };
  });
  const [first, ...others] = await claimsOf(given);
  return first && (rowsToo || first.reader.source !== 'unknown') ? joined([first, ...others]) : null;
}

export async function lookInto(files: ForeignFiles, asked: ForeignAsked, rowsToo: boolean): Promise<Survey | null> {
  const claim = await claimOf(files, rowsToo);
  return claim && surveyRun(claim.reader, { ...asked, files: claim.files });
}

export async function importForeign(
  library: Library,
  id: string,
  name: string,
  files: ForeignFiles,
  asked: ForeignAsked,
  tell: (progress: ImportProgress) => void,
): Promise<void> {
  const claim = await claimOf(files);
  if (!claim) throw new FaultError(fault(importRunFaults, 'E_IMPORT_UNKNOWN', { name }));
  const controller = new AbortController();
  reading = controller;
  try {
    await library.importRun(id, claim.reader, { name, files: claim.files, ...asked }, { tell, signal: controller.signal });
  } finally {
    if (reading === controller) reading = null;
  }
}

export function stopImport(): void {
  reading?.abort(new FaultError(fault(importRunFaults, 'E_IMPORT_STOPPED', {})));
}

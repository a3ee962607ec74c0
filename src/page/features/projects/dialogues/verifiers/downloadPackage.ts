/** A package for verifiers as a zip for the downloads; fetched when one is wanted, and the parts that all packages share with it. */
import type { ProjectDocument } from '../../../../../core/document/schema.ts';
import { fault, FaultError } from '../../../../../core/faults.ts';
import { zipFiles } from '../../../../../core/formats/archive.ts';
import { problemLines, VERIFIERS_FILE } from '../../../../../core/formats/exports/verifiers/input.ts';
import { packageFiles, packageFolder } from '../../../../../core/formats/exports/verifiers/package.ts';
import type { Files } from '../../../../../core/formats/files.ts';
import { readTarGz } from '../../../../../core/formats/tar.ts';
import { verifiersFaults } from '../../../../../words/words.ts';
import { saveFile } from '../../../../kit/files/saveFile.ts';
import { datasetsStore } from '../../../../state/datasets/datasets.ts';
import { type SandboxState, sandboxStore } from '../../../../state/environment/sandbox.ts';

/** Puts the package of `document` together and downloads it. Throws what keeps it from being whole. */
export async function downloadPackage(document: ProjectDocument): Promise<{ readonly file: string; readonly bytes: number }> {
  const [common, problems] = await Promise.all([commonFiles(), problemsOf(document)]);
  const zip = new Uint8Array(zipFiles(packageFiles({ document, problems, common })));
  const file = `${packageFolder(document)}-verifiers.zip`;
  saveFile(file, zip, 'application/zip');
  return { file, bytes: zip.byteLength };
}

/** The parts as the build packed them. Throws `E_VERIFIERS_PARTS`, also where a host unpacked them on the way. */
export async function commonFiles(get: typeof fetch = fetch): Promise<Files> {
  const response = await get(`${import.meta.env.BASE_URL}${VERIFIERS_FILE}`);
  if (!response.ok) throw new FaultError(fault(verifiersFaults, 'E_VERIFIERS_PARTS', { status: response.status }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new FaultError(fault(verifiersFaults, 'E_VERIFIERS_PARTS', { status: null }));
  return readTarGz(bytes, undefined, VERIFIERS_FILE);
}

/** Which problems there are, as the environment says or the file has them. Throws what is wrong with either. */
async function problemsOf(document: ProjectDocument) {
  const { dataset, source } = document.environment;
  const rows = dataset ? (await datasetsStore.getState().find(dataset)).file.rows : undefined;
  await sandboxStore.getState().check(source);
  const { info, fault: wrong } = await looked(source);
  if (!info) throw wrong ? new FaultError(wrong) : new Error('the environment was neither read nor refused');
  return problemLines(document, info, rows);
}

/** What is known of the environment once it was looked at; a check that was under way already is waited for. */
function looked(source: string): Promise<SandboxState> {
  return new Promise((resolve) => {
    const done = (state: SandboxState): boolean => {
      if (state.busy || state.checked !== source) return false;
      resolve(state);
      return true;
    };
    if (done(sandboxStore.getState())) return;
    const stop = sandboxStore.subscribe((state) => done(state) && stop());
  });
}

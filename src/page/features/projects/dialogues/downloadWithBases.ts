/** The project as a zip with the bases that only this browser has; fetched when one is wanted. */
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import { carriedFiles } from '../../../../core/share/carried.ts';
import { fileNameOf } from '../../../kit/files/saveFile.ts';
import { saveZip } from '../../../kit/files/saveZip.ts';
import type { SharedBase } from '../../../kit/projects/sharedBases.ts';

/** Downloads `document`, in which the bases are named, with `bases`; null where a person called it off. */
export async function downloadWithBases(
  document: ProjectDocument,
  bases: readonly SharedBase[],
): Promise<{ readonly file: string; readonly bytes: number } | null> {
  const files = carriedFiles(document, Object.fromEntries(bases.map(({ name, files: own }) => [name, own ?? {}])));
  const file = fileNameOf(`${document.name} with base`, 'zip');
  const bytes = await saveZip(file, files);
  return bytes === null ? null : { file, bytes };
}

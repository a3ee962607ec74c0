/** Whether a run is still the one that was loaded, its bases told by their bytes: read from the browser again they are other objects. */
import type { LabRun } from '../../../../workers/lab/protocol.ts';
import { bytesOf } from '../../../core/askStorage.ts';
import type { GivenFiles } from '../../../core/formats/files.ts';

/** Bytes compared at one time, a few milliseconds: what compares a large base does not hold its thread up. */
const COMPARED = 2 ** 21;

/** Whether these are the same paths with the same bytes. The very same objects are so without a look at them. */
export async function sameFiles(a: GivenFiles, b: GivenFiles): Promise<boolean> {
  if (a === b) return true;
  const paths = Object.keys(a);
  if (paths.length !== Object.keys(b).length) return false;
  if (paths.some((path) => sizeOf(a[path]) !== sizeOf(b[path]))) return false;
  for (const path of paths) {
    const [own, other] = [a[path], b[path]];
    if (!own || !other) return false;
    if (own === other || unchanged(own, other)) continue;
    const size = sizeOf(own);
    for (let from = 0; from < size; from += COMPARED) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve, 0));
      const until = Math.min(from + COMPARED, size);
      const [one, two] = [await partOf(own, from, until), await partOf(other, from, until)];
      for (let at = 0; at < one.byteLength; at += 1) if (one[at] !== two[at]) return false;
    }
  }
  return true;
}

type GivenFile = Uint8Array | Blob;

const sizeOf = (file: GivenFile | undefined): number => (file instanceof Blob ? file.size : (file?.byteLength ?? -1));

/** Two looks at one file of the browser's: what it keeps is never changed under its name. */
const unchanged = (a: GivenFile, b: GivenFile): boolean =>
  a instanceof File && b instanceof File && a.name === b.name && a.lastModified === b.lastModified;

const partOf = async (file: GivenFile, from: number, until: number): Promise<Uint8Array> =>
  file instanceof Blob ? bytesOf(file.slice(from, until)) : file.subarray(from, until);

/** Whether they answer alike. What was measured meanwhile makes no other run; a base may be another of the same name. */
export async function sameRun(a: LabRun, b: LabRun): Promise<boolean> {
  if (a.document !== b.document || a.backend !== b.backend || a.rows !== b.rows) return false;
  const names = Object.keys(a.bases);
  if (names.length !== Object.keys(b.bases).length) return false;
  for (const name of names) if (!(await sameFiles(a.bases[name] ?? {}, b.bases[name] ?? {}))) return false;
  return true;
}

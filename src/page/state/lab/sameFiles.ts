/** Whether a run is still the one that was loaded, its bases told by their bytes: read from the browser again they are other objects. */
import type { LabRun } from '../../../../workers/lab/protocol.ts';
import type { Files } from '../../../core/formats/files.ts';

/** Bytes compared at one time, a few milliseconds: what compares a large base does not hold its thread up. */
const COMPARED = 2 ** 21;

/** Whether these are the same paths with the same bytes. The very same objects are so without a look at them. */
export async function sameFiles(a: Files, b: Files): Promise<boolean> {
  if (a === b) return true;
  const paths = Object.keys(a);
  if (paths.length !== Object.keys(b).length) return false;
  if (paths.some((path) => a[path]?.byteLength !== b[path]?.byteLength)) return false;
  for (const path of paths) {
    const [own, other] = [a[path], b[path]];
    if (!own || !other) return false;
    for (let from = 0; own !== other && from < own.byteLength; from += COMPARED) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve, 0));
      const until = Math.min(from + COMPARED, own.byteLength);
      for (let at = from; at < until; at += 1) if (own[at] !== other[at]) return false;
    }
  }
  return true;
}

/** Whether they answer alike. What was measured meanwhile makes no other run; a base may be another of the same name. */
export async function sameRun(a: LabRun, b: LabRun): Promise<boolean> {
  if (a.document !== b.document || a.backend !== b.backend || a.rows !== b.rows) return false;
  const names = Object.keys(a.bases);
  if (names.length !== Object.keys(b.bases).length) return false;
  for (const name of names) if (!(await sameFiles(a.bases[name] ?? {}, b.bases[name] ?? {}))) return false;
  return true;
}

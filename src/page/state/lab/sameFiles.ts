/** Whether a base is still the one that was loaded, told by its bytes: read from the browser again it is another object. */
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

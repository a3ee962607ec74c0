/** SHA-256 of the sources looked at last, in hexadecimal digits: the page asks again at every keystroke, for the same few. */
import { sha256 } from '../../../core/sha256.ts';

const hashes = new Map<string, string>();

export function hashOf(source: string): string {
  let hash = hashes.get(source);
  if (hash === undefined) {
    if (hashes.size >= 16) hashes.clear();
    hash = sha256(source);
    hashes.set(source, hash);
  }
  return hash;
}
